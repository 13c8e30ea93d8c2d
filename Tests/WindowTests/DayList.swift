import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting

@testable import TimelineWidgets

/// A minimal view: a list of days, each with a heading and a row for each of its events. It is not part of the application;
/// it shows that the hand works on any view.
@MainActor
final class DayList: CustomWidget, CalendarView {
  private static let widgetClass = WidgetClass("HandspanTestDayList", role: GTK_ACCESSIBLE_ROLE_LIST)
  private static let (headingHeight, rowHeight) = (26.0, 34.0)

  weak var host: (any CalendarViewHost)?
  var configuration = TimelineConfiguration() { didSet { configurations.append(configuration) } }
  private(set) var firstDay: Day
  let dayCount: Int
  private let style: TimelineStyle
  /// The content that scrolls.
  private let area = DayListArea()

  // MARK: For the test

  private(set) var configurations: [TimelineConfiguration] = []
  private(set) var reloadCount = 0
  /// The titles of the events from top to bottom.
  var titles: [String] { rows.map(\.block.occurrence.event.summary) }
  private(set) var events: [Occurrence] = []
  /// The events that have come to rest after a drop.
  private(set) var glides: [Occurrence.ID] = []

  private var headings: [(day: Day, widget: WidgetPointer)] = []
  private(set) var rows: [(day: Day, block: EventBlock)] = []
  private var scroll = 0.0

  init(style: TimelineStyle, day: Day, dayCount: Int = 1) {
    (self.style, self.dayCount, self.day, firstDay) = (style, dayCount, day, day)
    super.init(DayList.widgetClass)
    add(area.gtkWidget)
    area.layOut = { [weak self] in self?.layOutRows() }
  }

  // MARK: CalendarView

  var day: Day { didSet { if day != oldValue { host?.viewReports(.daysChanged) } } }
  var extent: ViewExtent { ViewExtent(dayCount == 1 ? .day : .week, minimumWidth: 0) }
  var parts: ViewParts {
    ViewParts(
      name: "List", viewport: area.gtkWidget, content: area, bars: area, days: [area.gtkWidget], dates: nil)
  }
  var pageWidgets: [WidgetPointer] { [area.gtkWidget] }

  var scene: TimelineScene { TimelineScene(surface, occurrences: events, selectedDay: day) }

  var selectedDay: (widget: WidgetPointer, name: String) {
    let widget = headings.first { $0.day == day }?.widget ?? gtkWidget
    return (widget, style.phrases.dayListName(day, events: events.count, allDay: 0))
  }

  func firstBlock() -> EventBlock? { rows.first { $0.day == day }?.block }

  func block(for id: Occurrence.ID) -> EventBlock? {
    let shown = rows.filter { $0.block.occurrence.id == id }
    return (shown.first { $0.day == day } ?? shown.first)?.block
  }

  func blocks(for id: Occurrence.ID) -> [EventBlock] {
    rows.map(\.block).filter { $0.occurrence.id == id }
  }

  func frame(of id: Occurrence.ID) -> GdkRectangle? {
    surface.extent(of: id, on: day).map { extent in
      GdkRectangle(
        x: Int32(extent.x.lowerBound), y: Int32(max(0, extent.y.lowerBound)),
        width: Int32(extent.x.upperBound - extent.x.lowerBound), height: Int32(DayList.rowHeight))
    }
  }

  func liftGeometry(for id: Occurrence.ID) -> any LiftPlacing { ListLiftPlacing(surface: surface) }

  func go(to destination: ViewDestination) {
    switch destination {
    case .day(let day), .turn(let day): show(day)
    case .pages(let count): show(firstDay.adding(days: count * dayCount))
    case .place(let place):
      show(place.day)
      scroll(to: place)
    case .position(let position): show(position.day)
    case .page(let occurrence):
      if !occurrence.span.overlaps(TimeSpan(days: shownDays)) { show(occurrence.start.wall.day) }
      if !occurrence.days.contains(day) { day = shownDays.nearestDay(to: occurrence.days.lowerBound) }
    case .scrolled(let occurrence):
      guard let row = surface.rows.first(where: { $0.id == occurrence.id }) else { return }
      if let offset = surface.scroll(showing: row.top...row.bottom) { setScroll(offset) }
    case .hidden, .initialPosition: break
    }
  }

  @discardableResult
  func handle(_ command: ViewCommand) -> Bool {
    switch command {
    case .scroll(let place), .turn(let place): scroll(to: place)
    case .reload: reload()
    case .update(.displayZone), .update(.phrases), .update(.style): reload()
    case .selectDay(let block): if let row = rows.first(where: { $0.block === block }) { day = row.day }
    case .glide(let id, _): glides.append(id)
    case .paging, .setZoom, .zoom, .resetZoom, .escape, .stopScrolling, .fingersLifted, .update: return false
    }
    return true
  }

  // MARK: Days

  private var shownDays: Range<Day> { firstDay..<firstDay.adding(days: dayCount) }

  private func show(_ day: Day) {
    let isOtherPage = !shownDays.contains(day)
    if isOtherPage {
      firstDay = day
      self.day = day
      host?.viewReports(.pageWillTurn)
      reload()
      host?.viewReports(.pageTurned)
    } else {
      self.day = day
    }
  }

  private func scroll(to place: Place) {
    if let offset = surface.scroll(of: place) { setScroll(offset) }
  }

  private func setScroll(_ offset: Double) {
    guard offset != scroll else { return }
    scroll = offset
    gtk_widget_queue_allocate(area.gtkWidget)
    host?.viewReports(.scrolled)
  }

  private func reload() {
    reloadCount += 1
    guard let host else { return }
    events = host.occurrencesToShow(in: shownDays)
    var spareBlocks = rows.map(\.block)
    headings.forEach { area.remove($0.widget) }
    (headings, rows) = ([], [])
    for day in shownDays {
      // A label takes the focus only if its text can be selected.
      let heading = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
      gtk_box_append(
        heading.as(GtkBox.self),
        nonNull(gtk_label_new(style.phrases.dayListName(day, events: 0, allDay: 0))))
      gtk_widget_set_focusable(heading, 1)
      area.add(heading)
      headings.append((day, heading))
      for occurrence in events where occurrence.days.contains(day) {
        // A row that keeps its event keeps its widget, and with it the focus.
        let index = spareBlocks.firstIndex { $0.occurrence.id == occurrence.id }
        let block =
          index.map { spareBlocks.remove(at: $0) }
          ?? host.blocks.createBlock(occurrence, on: day, dayCount: 1)
        if index == nil { area.add(block.gtkWidget) }
        host.blocks.refresh(block, occurrence, on: day, dayCount: 1)
        rows.append((day, block))
      }
    }
    spareBlocks.forEach { area.remove($0.gtkWidget) }
    gtk_widget_queue_allocate(area.gtkWidget)
  }

  // MARK: Layout

  private var surface: ListSurface {
    let conditions = host?.surfaceConditions
    var (sections, shownRows): ([ListSurface.Section], [ListSurface.Row]) = ([], [])
    var y = 0.0
    for day in shownDays {
      let top = y
      y += DayList.headingHeight
      let rowsTop = y
      for row in rows where row.day == day {
        shownRows.append(
          ListSurface.Row(row.block.occurrence.id, on: day, top: y, bottom: y + DayList.rowHeight))
        y += DayList.rowHeight
      }
      sections.append(
        ListSurface.Section(day..<day.adding(days: 1), top: top, rowsTop: rowsTop, bottom: y))
    }
    let height = Double(max(1, gtk_widget_get_height(area.gtkWidget)))
    let width = Double(max(40, gtk_widget_get_width(area.gtkWidget)))
    return ListSurface(
      height: height, contentExtent: 12...(width - 12), scroll: scroll, scrollMax: max(0, y + 40 - height),
      rowHeight: DayList.rowHeight, isRightToLeft: isRightToLeft, zone: conditions?.zone ?? .utc,
      scale: scaleFactor, dragThreshold: conditions?.dragThreshold ?? Feel.dragThreshold,
      mouseRequiresLongPress: configuration.mouseRequiresLongPress, sidebar: conditions?.sidebar,
      sections: sections, rows: shownRows)
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) { (100, 300) }

  override func allocate(width: Int, height: Int) {
    allocate(area.gtkWidget, x: 0, y: 0, width: width, height: height)
    host?.viewReports(.resized)
  }

  private func layOutRows() {
    let surface = surface
    let width = surface.contentExtent.upperBound - surface.contentExtent.lowerBound
    for (heading, section) in zip(headings, surface.sections) {
      area.allocate(
        heading.widget, x: 12, y: section.top - scroll, width: Int(width), height: Int(DayList.headingHeight))
    }
    for (row, frame) in zip(rows, surface.rows) {
      (row.block.paintedWidth, row.block.paintedHeight) = (width, DayList.rowHeight)
      area.allocate(
        row.block.gtkWidget, x: 12, y: frame.top - scroll, width: Int(width), height: Int(DayList.rowHeight))
      let naming = host?.state.interaction.naming?.occurrence.id
      guard frame.id == naming else { continue }
      host?.allocateTitleField(
        in: area, over: Rectangle(x: 12, y: frame.top - scroll, width: width, height: DayList.rowHeight),
        within: surface.contentExtent)
    }
  }
}

/// The content of a `DayList`.
@MainActor
final class DayListArea: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanTestDayListArea", role: GTK_ACCESSIBLE_ROLE_GROUP)
  var layOut: () -> Void = {}

  init() {
    super.init(DayListArea.widgetClass)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
  }

  override func allocate(width: Int, height: Int) { layOut() }
}

/// Where a lifted event is drawn in a list: as a row that follows the pointer.
struct ListLiftPlacing: LiftPlacing {
  let surface: ListSurface

  var days: Range<Day> { surface.days }
  var columnWidth: Double { surface.contentExtent.upperBound - surface.contentExtent.lowerBound }
  var heightAbove: Double { 0 }

  func shape(of occurrence: Occurrence, on day: Day) -> LiftShape {
    LiftShape(inset: 0, width: columnWidth, laneTop: 0)
  }

  func placement(of draggedEvent: DraggedEvent, _ shape: LiftShape, heldTime: (WallTime) -> String?)
    -> LiftPlacement
  {
    LiftPlacement(
      x: draggedEvent.barLeft.rounded(), width: draggedEvent.barRight - draggedEvent.barLeft,
      top: draggedEvent.rawTop.rounded(), bottom: draggedEvent.rawBottom.rounded(), outlines: [],
      isLabelAtStart: false, isWholeEventHeld: draggedEvent.part == .body)
  }

  func placement(of keyboardMove: KeyboardMove, _ shape: LiftShape) -> LiftPlacement {
    let rectangle = placement(of: keyboardMove.snappedOccurrence, shape)
    return LiftPlacement(
      x: rectangle.x, width: rectangle.width, top: rectangle.y, bottom: rectangle.y + rectangle.height,
      outlines: [], isLabelAtStart: false)
  }

  func placement(of position: CompanionPosition, _ occurrence: Occurrence, _ shape: LiftShape) -> Rectangle {
    Rectangle(x: position.x, y: position.top ?? 0, width: position.width, height: surface.rowHeight)
  }

  func placement(of occurrence: Occurrence, _ shape: LiftShape) -> Rectangle {
    let day = surface.days.nearestDay(to: occurrence.span.start.day)
    let section = surface.sections.first { $0.days.contains(day) } ?? surface.sections[0]
    return Rectangle(
      x: surface.contentExtent.lowerBound, y: section.rowsTop - surface.scroll, width: columnWidth,
      height: surface.rowHeight)
  }
}
