import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The all-day events of one page, above its hours: bars across the columns of their days, arranged in lanes.
@MainActor
final class AllDayPage: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanStripPage", role: GTK_ACCESSIBLE_ROLE_LIST)
  /// The space in px between two lanes, and between two bars in a lane.
  private static let gap = 3.0
  /// The padding in px above the first lane and below the last.
  static let padding = 6.0

  private let style: TimelineStyle
  private var occurrences: [Occurrence] = []
  private var createdBlocks: [Occurrence.ID: EventBlock] = [:]
  private(set) var layout = AllDayLayout([], in: Day.earliest..<Day.earliest.adding(days: 1))
  private var shown: AllDayLayout.Fitted?
  private var columns = DayColumns(first: .earliest, count: 1, left: 0, width: 1)
  private var more: [WidgetPointer] = []
  /// The number of lanes that there is space for.
  var lanes = 4 { didSet { if lanes != oldValue { fit() } } }
  /// A bar that is shown even if there is not enough space for all.
  var required: Occurrence.ID? { didSet { if required != oldValue { fit() } } }
  /// The minimum number of lanes, even if they are empty, as a drop target.
  var minimumLanes = 0
  /// The headings of the columns above the bars; empty if the date header names the columns.
  var headings: [String] = [] { didSet { if headings != oldValue { labelColumns() } } }
  private var headingLabels: [WidgetPointer] = []

  init(style: TimelineStyle) {
    self.style = style
    super.init(AllDayPage.widgetClass)
    Accessible.setLabel(pointer, style.phrases.translator.tr("All-day events"))
  }

  /// The distance in px between the tops of two lanes.
  private var pitch: Double { laneHeight + AllDayPage.gap }
  /// The height of a bar in px.
  var laneHeight: Double { (style.minimumBlockHeight + 6).rounded(.up) }

  /// The height in px of a page with the given number of lanes; 0 without lanes.
  func height(lanes: Int) -> Double {
    headingHeight + (lanes == 0 ? 0 : Double(lanes) * pitch - AllDayPage.gap + 2 * AllDayPage.padding)
  }

  /// The height in px of the column headings.
  var headingHeight: Double { headings.isEmpty ? 0 : laneHeight }

  /// The number of lanes that fit into a height in px.
  func lanes(in height: Double) -> Int {
    Int((height - headingHeight - 2 * AllDayPage.padding + AllDayPage.gap) / pitch)
  }

  /// The natural height in px for the visible lanes.
  var naturalHeight: Double { height(lanes: max(minimumLanes, shown?.laneCount ?? 0)) }

  private func labelColumns() {
    headingLabels.forEach(remove)
    headingLabels = headings.map { text in
      let label = created(gtk_label_new(text))
      gtk_widget_add_css_class(label, "strip-heading")
      gtk_widget_set_can_target(label, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      add(label)
      return label
    }
    gtk_widget_queue_resize(pointer)
  }

  // MARK: Bars

  /// Sets the occurrences to show. `makeBlock` creates missing bars.
  func plan(_ occurrences: [Occurrence], columns: DayColumns) {
    guard occurrences != self.occurrences || columns != self.columns else { return }
    self.occurrences = occurrences
    self.columns = columns
    layout = AllDayLayout(occurrences, in: columns.days)
    let present = Set(occurrences.map(\.id))
    for (id, block) in createdBlocks where !present.contains(id) {
      remove(block.pointer)
      createdBlocks[id] = nil
    }
    fit()
  }

  /// Lays out the bars for another width.
  func place(columns: DayColumns) {
    self.columns = columns
    gtk_widget_queue_allocate(pointer)
  }

  /// The existing bars, in reading order.
  var blocks: [EventBlock] { occurrences.compactMap { createdBlocks[$0.id] } }
  /// The bar of an occurrence, if it exists.
  func block(for id: Occurrence.ID) -> EventBlock? { createdBlocks[id] }

  /// Calls `body` with each existing bar and the occurrence that it shows.
  func forEachBlock(_ body: (EventBlock, Occurrence) -> Void) {
    for occurrence in occurrences { if let block = createdBlocks[occurrence.id] { body(block, occurrence) } }
  }

  /// The bar of the event at `index`, if it exists.
  func block(at index: Int) -> EventBlock? { createdBlocks[occurrences[index].id] }

  /// The index of an occurrence's event.
  func index(of id: Occurrence.ID) -> Int? { occurrences.firstIndex { $0.id == id } }

  /// The index of the first event on a day.
  func index(on day: Day) -> Int? { occurrences.firstIndex { $0.days.contains(day) } }

  /// The number of events.
  var count: Int { occurrences.count }

  /// The number of events on a day.
  func count(on day: Day) -> Int { occurrences.count { $0.days.contains(day) } }

  /// Creates the bar of an event, if it does not exist.
  ///
  /// - Returns: the bar.
  func makeBlock(at index: Int, make: (Occurrence) -> EventBlock) -> EventBlock {
    let id = occurrences[index].id
    if let block = createdBlocks[id] { return block }
    let block = make(occurrences[index])
    createdBlocks[id] = block
    let previous = occurrences[..<index].last { createdBlocks[$0.id] != nil }.flatMap {
      createdBlocks[$0.id]?.pointer
    }
    gtk_widget_insert_after(block.pointer, pointer, previous)
    updateVisibility(of: block)
    if let frame = frame(of: id) { size(block, frame) }
    gtk_widget_queue_allocate(pointer)
    return block
  }

  private func fit() {
    shown = layout.laneCount == 0 ? nil : layout.fitted(into: max(1, lanes), showing: required)
    createdBlocks.values.forEach(updateVisibility)
    labelMore()
    gtk_widget_queue_resize(pointer)
  }

  private func updateVisibility(of block: EventBlock) {
    let isShown = shown?.bars.contains { $0.id == block.occurrence.id } ?? false
    gtk_widget_set_child_visible(block.pointer, isShown.gboolean)
  }

  // MARK: Hidden events

  /// Called when the user wants to see the events for which there is not enough space.
  var onMore: () -> Void = {}

  private func labelMore() {
    let hidden = shown?.hidden ?? []
    while more.count < hidden.count {
      let button = created(gtk_button_new_with_label(""))
      for name in ["flat", "strip-more"] { gtk_widget_add_css_class(button, name) }
      onSignal(button.opaque, "clicked") { [weak self] in self?.onMore() }
      add(button)
      more.append(button)
    }
    for (column, button) in more.enumerated() {
      let count = column < hidden.count ? hidden[column] : 0
      gtk_widget_set_visible(button, (count > 0).gboolean)
      if count > 0 { gtk_button_set_label(button.as(GtkButton.self), style.phrases.more(count)) }
    }
  }

  // MARK: Frames

  /// The frame of a bar in px of the page; nil if it is not shown.
  func frame(of id: Occurrence.ID) -> AllDayFrame? {
    shown?.bars.first { $0.id == id }.map(frame)
  }

  /// The frames of the visible bars, in px of the page.
  var frames: [AllDayFrame] { shown?.bars.map(frame) ?? [] }

  /// The distance in px from the top of the page to a lane.
  func top(ofLane lane: Int) -> Double { headingHeight + AllDayPage.padding + Double(lane) * pitch }

  private func frame(_ bar: AllDayLayout.Bar) -> AllDayFrame {
    let first = columns.x(of: columns.first.adding(days: bar.columns.lowerBound))
    let last = columns.x(of: columns.first.adding(days: bar.columns.upperBound - 1))
    let gap = columns.count > 1 ? AllDayPage.gap : 0
    let left = DevicePixels.round(min(first.left, last.left) + gap / 2, scaleFactor)
    let right = DevicePixels.round(max(first.left, last.left) + columns.columnWidth - gap / 2, scaleFactor)
    let top = top(ofLane: bar.lane)
    return AllDayFrame(bar: bar, left: left, right: right, top: top, bottom: top + laneHeight)
  }

  // MARK: Layout

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    isVertical ? (0, Int(naturalHeight.rounded(.up))) : (0, 640)
  }

  override func allocate(width: Int, height: Int) {
    for frame in frames {
      guard let block = createdBlocks[frame.bar.id] else { continue }
      size(block, frame)
      allocate(
        block.pointer, x: frame.left, y: frame.top, width: Int((frame.right - frame.left).rounded(.up)),
        height: Int((frame.bottom - frame.top).rounded(.up)))
    }
    for (column, label) in headingLabels.enumerated() where column < columns.count {
      let area = columns.x(of: columns.first.adding(days: column))
      allocate(
        label, x: area.left.rounded(), y: 0, width: max(1, Int(area.width)), height: Int(headingHeight))
    }
    guard let shown else { return }
    for (column, label) in more.enumerated() where column < columns.count {
      let area = columns.x(of: columns.first.adding(days: column))
      allocate(
        label, x: area.left.rounded(), y: top(ofLane: shown.laneCount - 1),
        width: max(1, Int(area.width)), height: Int(laneHeight))
    }
  }

  private func size(_ block: EventBlock, _ frame: AllDayFrame) {
    block.paintedHeight = frame.bottom - frame.top
    block.paintedWidth = frame.right - frame.left
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
