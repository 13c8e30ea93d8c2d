import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The all-day events of one page, above its hour grid: bars that span the columns of their days, arranged in
/// lanes.
@MainActor
final class AllDayPage: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanAllDayPage", role: GTK_ACCESSIBLE_ROLE_LIST)
  /// The space in px between two lanes, and between two bars in a lane.
  private static let gap = 3.0
  /// The padding in px above the first lane and below the last.
  static let padding = 6.0

  private let style: TimelineStyle
  private var occurrences: [Occurrence] = []
  private var createdBlocks: [Occurrence.ID: EventBlock] = [:]
  private(set) var layout = AllDayLayout([], in: Day.earliest..<Day.earliest.adding(days: 1))
  private var fittedLayout: AllDayLayout.FittedLayout?
  private var columns = DayColumns(firstDay: .earliest, count: 1, left: 0, width: 1)
  private var moreButtons: [WidgetPointer] = []
  /// The number of lanes for which there is space.
  var availableLaneCount = 4 { didSet { if availableLaneCount != oldValue { fit() } } }
  /// The occurrence whose bar is shown even if there is not enough space for all bars.
  var requiredBar: Occurrence.ID? { didSet { if requiredBar != oldValue { fit() } } }
  /// The minimum number of lanes. In an empty lane, an event can be dropped or created.
  private static let minimumLaneCount = 1
  /// The headings of the columns above the bars; empty if the date header names the columns.
  var headings: [String] = [] { didSet { if headings != oldValue { updateHeadings() } } }
  private var headingLabels: [WidgetPointer] = []

  init(style: TimelineStyle) {
    self.style = style
    super.init(AllDayPage.widgetClass)
    Accessible.setLabel(gtkWidget, style.phrases.translator.tr("All-day events"))
  }

  /// The distance in px between the tops of two lanes.
  private var laneSpacing: Double { laneHeight + AllDayPage.gap }
  /// The height of a bar in px.
  var laneHeight: Double { (style.minimumBlockHeight + 6).rounded(.up) }

  /// Returns the height in px of a page with the given number of lanes.
  private func height(laneCount: Int) -> Double {
    headingHeight + Double(laneCount) * laneSpacing - AllDayPage.gap + 2 * AllDayPage.padding
  }

  /// The height in px of the column headings.
  var headingHeight: Double { headings.isEmpty ? 0 : laneHeight }

  /// Returns the number of lanes that fit into a height in px.
  func laneCount(fitting height: Double) -> Int {
    Int((height - headingHeight - 2 * AllDayPage.padding + AllDayPage.gap) / laneSpacing)
  }

  /// The natural height in px for the visible lanes.
  var naturalHeight: Double {
    height(laneCount: max(AllDayPage.minimumLaneCount, fittedLayout?.laneCount ?? 0))
  }

  private func updateHeadings() {
    headingLabels.forEach(remove)
    headingLabels = headings.map { text in
      let label = nonNull(gtk_label_new(text))
      gtk_widget_add_css_class(label, "all-day-heading")
      gtk_widget_set_can_target(label, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      add(label)
      return label
    }
    gtk_widget_queue_resize(gtkWidget)
  }

  // MARK: Bars

  /// Sets the occurrences to show. `createBlock` creates missing bars.
  func setOccurrences(_ occurrences: [Occurrence], columns: DayColumns) {
    guard occurrences != self.occurrences || columns != self.columns else { return }
    self.occurrences = occurrences
    self.columns = columns
    layout = AllDayLayout(occurrences, in: columns.days)
    let shownIDs = Set(occurrences.map(\.id))
    for (id, block) in createdBlocks where !shownIDs.contains(id) {
      remove(block.gtkWidget)
      createdBlocks[id] = nil
    }
    fit()
  }

  /// Lays out the bars for a different width.
  func setColumns(_ columns: DayColumns) {
    self.columns = columns
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// The existing bars, in reading order.
  var blocks: [EventBlock] { occurrences.compactMap { createdBlocks[$0.id] } }
  /// Returns the bar of an occurrence, if it exists.
  func block(for id: Occurrence.ID) -> EventBlock? { createdBlocks[id] }

  /// Calls `body` with each existing bar and the occurrence that it shows.
  func forEachBlock(_ body: (EventBlock, Occurrence) -> Void) {
    for occurrence in occurrences { if let block = createdBlocks[occurrence.id] { body(block, occurrence) } }
  }

  /// Returns the bar of the event at `index`, if it exists.
  func block(at index: Int) -> EventBlock? { createdBlocks[occurrences[index].id] }

  /// Returns the index of an occurrence.
  func index(of id: Occurrence.ID) -> Int? { occurrences.firstIndex { $0.id == id } }

  /// Returns the index of the first event on a day.
  func index(on day: Day) -> Int? { occurrences.firstIndex { $0.days.contains(day) } }

  /// The number of events.
  var count: Int { occurrences.count }

  /// Returns the number of events on a day.
  func count(on day: Day) -> Int { occurrences.count { $0.days.contains(day) } }

  /// Creates the bar of an event, if it does not exist.
  ///
  /// - Returns: the bar.
  func createBlock(at index: Int, make: (Occurrence) -> EventBlock) -> EventBlock {
    let id = occurrences[index].id
    if let block = createdBlocks[id] { return block }
    let block = make(occurrences[index])
    createdBlocks[id] = block
    let previousBlock = occurrences[..<index].last { createdBlocks[$0.id] != nil }.flatMap {
      createdBlocks[$0.id]?.gtkWidget
    }
    gtk_widget_insert_after(block.gtkWidget, gtkWidget, previousBlock)
    updateVisibility(of: block)
    if let frame = frame(of: id) { setPaintedSize(of: block, frame) }
    gtk_widget_queue_allocate(gtkWidget)
    return block
  }

  /// Fits the bars into the available lanes.
  private func fit() {
    fittedLayout =
      layout.laneCount == 0 ? nil : layout.fitted(into: max(1, availableLaneCount), showing: requiredBar)
    createdBlocks.values.forEach(updateVisibility)
    updateMoreButtons()
    gtk_widget_queue_resize(gtkWidget)
  }

  private func updateVisibility(of block: EventBlock) {
    let isShown = fittedLayout?.bars.contains { $0.id == block.occurrence.id } ?? false
    gtk_widget_set_child_visible(block.gtkWidget, isShown.gboolean)
  }

  // MARK: Hidden events

  /// Called when the user wants to see the events for which there is not enough space.
  var onShowMore: () -> Void = {}

  private func updateMoreButtons() {
    let hiddenCounts = fittedLayout?.hiddenCounts ?? []
    while moreButtons.count < hiddenCounts.count {
      let button = nonNull(gtk_button_new_with_label(""))
      for name in ["flat", "all-day-more"] { gtk_widget_add_css_class(button, name) }
      onSignal(button.opaque, "clicked") { [weak self] in self?.onShowMore() }
      add(button)
      moreButtons.append(button)
    }
    for (column, button) in moreButtons.enumerated() {
      let count = column < hiddenCounts.count ? hiddenCounts[column] : 0
      gtk_widget_set_visible(button, (count > 0).gboolean)
      if count > 0 { gtk_button_set_label(button.as(GtkButton.self), style.phrases.moreCount(count)) }
    }
  }

  // MARK: Frames

  /// Returns the frame of a bar, in page coordinates; nil if the bar is not shown.
  func frame(of id: Occurrence.ID) -> AllDayBarFrame? {
    fittedLayout?.bars.first { $0.id == id }.map(frame)
  }

  /// The frames of the visible bars, in page coordinates.
  var frames: [AllDayBarFrame] { fittedLayout?.bars.map(frame) ?? [] }

  /// Returns the distance in px from the top of the page to the top of a lane.
  func top(ofLane lane: Int) -> Double { headingHeight + AllDayPage.padding + Double(lane) * laneSpacing }

  private func frame(_ bar: AllDayLayout.Bar) -> AllDayBarFrame {
    let firstColumn = columns.extent(of: columns.firstDay.adding(days: bar.columns.lowerBound))
    let lastColumn = columns.extent(of: columns.firstDay.adding(days: bar.columns.upperBound - 1))
    let gap = columns.count > 1 ? AllDayPage.gap : 0
    let left = DevicePixels.round(min(firstColumn.left, lastColumn.left) + gap / 2, scaleFactor)
    let right = DevicePixels.round(
      max(firstColumn.left, lastColumn.left) + columns.columnWidth - gap / 2, scaleFactor)
    let top = top(ofLane: bar.lane)
    return AllDayBarFrame(
      bar: bar, left: left, right: right, top: DevicePixels.round(top, scaleFactor),
      bottom: DevicePixels.round(top + laneHeight, scaleFactor))
  }

  // MARK: Layout

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    isVertical ? (0, Int(naturalHeight.rounded(.up))) : (0, 640)
  }

  override func allocate(width: Int, height: Int) {
    for frame in frames {
      guard let block = createdBlocks[frame.bar.id] else { continue }
      setPaintedSize(of: block, frame)
      allocate(
        block.gtkWidget, x: frame.left, y: frame.top, width: Int((frame.right - frame.left).rounded(.up)),
        height: Int((frame.bottom - frame.top).rounded(.up)))
    }
    for (column, label) in headingLabels.enumerated() where column < columns.count {
      let area = columns.extent(of: columns.firstDay.adding(days: column))
      allocate(
        label, x: area.left.rounded(), y: 0, width: max(1, Int(area.width)), height: Int(headingHeight))
    }
    guard let fittedLayout else { return }
    for (column, button) in moreButtons.enumerated() where column < columns.count {
      let area = columns.extent(of: columns.firstDay.adding(days: column))
      allocate(
        button, x: area.left.rounded(), y: top(ofLane: fittedLayout.laneCount - 1),
        width: max(1, Int(area.width)), height: Int(laneHeight))
    }
  }

  private func setPaintedSize(of block: EventBlock, _ frame: AllDayBarFrame) {
    block.paintedHeight = frame.bottom - frame.top
    block.paintedWidth = frame.right - frame.left
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
