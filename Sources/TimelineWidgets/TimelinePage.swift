import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// One page of the timeline: the days that stand beside each other, their hours and their events.
///
/// There is one for the days on screen and one on each side of them. A page that has been turned away is used again for
/// the days that come, so the widgets are never more, however far one turns.
@MainActor
final class TimelinePage: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanTimelinePage", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// What the layout of a page follows from.
  struct Geometry: Equatable {
    var axis: DayAxis
    /// px of the days together.
    var width: Double
    var isRightToLeft: Bool
    /// px that no block is lower than.
    var minimumHeight: Double
    var scale: Int
  }

  /// The days that it shows.
  private(set) var days: Range<Day>
  /// Days from this page's first to the next one's.
  private var stride = 1
  /// What takes place in them, in reading order.
  private(set) var occurrences: [Occurrence] = []
  /// Those of the hours, in reading order.
  private(set) var timed: [Occurrence] = []
  /// Where those lie on each day, in px of the page.
  private var dayFrames: [[BlockFrame]] = []
  /// One for each day, in the order of time.
  private(set) var columns: [DayColumn] = []
  private let tiles = HourTiles()
  let nowLine: NowLine
  private let style: TimelineStyle
  /// What stands above the hours on these days.
  let strip: StripPage
  private(set) var geometry = Geometry(
    axis: DayAxis(pixelsPerHour: 80), width: 1, isRightToLeft: false, minimumHeight: 1, scale: 1)

  init(style: TimelineStyle, days: Range<Day>) {
    self.days = days
    self.style = style
    nowLine = NowLine(style: style, part: .page)
    strip = StripPage(style: style)
    super.init(TimelinePage.widgetClass)
    for tile in tiles.tiles { add(tile.pointer) }
    add(nowLine.pointer)
    tiles.paint = { [weak self] top, bottom, width, canvas in
      self?.gridPainter(width: width).paint(from: top, to: bottom, on: canvas)
    }
    tiles.fills = { [weak self] top, bottom, width, scale in
      self?.gridPainter(width: width).plainFills(from: top, to: bottom, scale: scale)
    }
  }

  /// What assistive technology calls the page.
  var accessibleName = "" {
    didSet { if accessibleName != oldValue { Accessible.setLabel(pointer, accessibleName) } }
  }

  /// Whether assistive technology is to pass over the page: it is not on screen.
  var isPassedOver = false {
    didSet {
      guard isPassedOver != oldValue else { return }
      Accessible.setHidden(pointer, isPassedOver)
      Accessible.setHidden(strip.pointer, isPassedOver)
    }
  }

  // MARK: Days and events

  /// Shows other days or other events; the blocks that are missing are made by `makeNext`.
  func plan(days: Range<Day>, stride: Int, occurrences: [Occurrence], geometry: Geometry) {
    self.stride = stride
    self.days = days
    self.occurrences = occurrences
    timed = occurrences.filter { !$0.standsAboveHours }
    let count = days.count
    while columns.count > count, let last = columns.last {
      // Held until it is taken out: its widget goes with it.
      remove(last.pointer)
      columns.removeLast()
    }
    while columns.count < count {
      let column = DayColumn(day: days.lowerBound.adding(days: columns.count))
      add(column.pointer, before: nowLine.pointer)
      columns.append(column)
    }
    self.geometry = geometry
    computeFrames()
    let byID = Dictionary(timed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (offset, column) in columns.enumerated() {
      column.plan(
        dayFrames[offset].compactMap { frame in byID[frame.id].map { ($0, frame) } },
        on: days.lowerBound.adding(days: offset))
    }
    strip.plan(occurrences.filter(\.standsAboveHours), columns: localColumns)
    layOut()
  }

  /// Where the timed events lie, in px of the page.
  var frames: [BlockFrame] { dayFrames.flatMap { $0 } }

  /// Places everything for another width, zoom or scale; makes and drops no widgets, so it may be done while allocating.
  func place(_ geometry: Geometry) {
    guard geometry != self.geometry else { return }
    self.geometry = geometry
    computeFrames()
    strip.place(columns: localColumns)
    layOut()
  }

  private func computeFrames() {
    dayFrames = days.map { day in
      BlockFrame.frames(
        of: timed, on: day, axis: geometry.axis, columns: localColumns, minimumHeight: geometry.minimumHeight,
        scale: geometry.scale)
    }
  }

  private func layOut() {
    for (column, frames) in zip(columns, dayFrames) {
      column.place(frames, left: edge(of: column.day))
    }
    gtk_widget_queue_allocate(pointer)
  }

  /// The columns in px of the page.
  var localColumns: DayColumns {
    DayColumns(
      first: days.lowerBound, count: days.count, stride: stride, left: 0, width: max(1, geometry.width),
      isRightToLeft: geometry.isRightToLeft)
  }

  /// The left edge of a day's column on device pixels.
  private func edge(of day: Day) -> Double {
    DevicePixels.round(localColumns.x(of: day).left, geometry.scale)
  }

  // MARK: Blocks

  /// The column of a day.
  func column(of day: Day) -> DayColumn? {
    let index = day.days(since: days.lowerBound)
    return columns.indices.contains(index) ? columns[index] : nil
  }

  /// Every block that is made: above the hours, then day by day.
  var blocks: [EventBlock] { strip.blocks + columns.flatMap(\.blocks) }

  /// The block of an occurrence: of one that goes over midnight that of its first day here.
  func block(for id: Occurrence.ID) -> EventBlock? {
    for column in columns { if let block = column.block(for: id) { return block } }
    return strip.block(for: id)
  }

  /// All blocks of an occurrence.
  func blocks(for id: Occurrence.ID) -> [EventBlock] {
    columns.compactMap { $0.block(for: id) } + [strip.block(for: id)].compactMap { $0 }
  }

  /// Where that block lies, in px of the page.
  func frame(of id: Occurrence.ID) -> BlockFrame? {
    for column in columns { if let frame = column.frame(of: id) { return frame } }
    return nil
  }

  /// Whether every event has its block.
  var isComplete: Bool { strip.isComplete && columns.allSatisfy(\.isComplete) }

  /// Whether all is made and painted, so that coming into sight costs nothing.
  var isReady: Bool { isComplete && strip.isPaintedAhead && columns.allSatisfy(\.isPaintedAhead) }

  /// Paints the next blocks of a page that is out of sight and complete, as long as there is time.
  ///
  /// Blocks are painted in a frame after that in which they were made: by then they have their size.
  func paintAhead(while hasTime: () -> Bool) {
    strip.paintAhead(while: hasTime)
    for column in columns { column.paintAhead(while: hasTime) }
  }

  /// Makes the next missing block; false if there is none.
  func makeNext(
    make: (Occurrence, Day) -> EventBlock, renew: (EventBlock, Occurrence, Day) -> Void
  ) -> Bool {
    if strip.makeNext(make: { make($0, days.lowerBound) }) { return true }
    for column in columns where !column.isComplete {
      let day = column.day
      return column.makeNext(make: { make($0, day) }, renew: { renew($0, $1, day) })
    }
    return false
  }

  // MARK: The sheet behind

  /// What the sheet behind the events has to know of each day.
  var gridColumns: [GridColumn] = [] {
    didSet {
      guard gridColumns != oldValue else { return }
      tiles.repaint()
      nowLine.columns = gridColumns
      nowLine.second = now?.second
      gtk_widget_set_visible(nowLine.pointer, (now != nil).gboolean)
      gtk_widget_queue_allocate(pointer)
    }
  }

  /// The sheet behind the events, hour by hour.
  var hours: [HourTile] { tiles.tiles }

  /// Working hours in minutes since midnight.
  var workingMinutes = 9 * 60..<17 * 60 { didSet { if workingMinutes != oldValue { tiles.repaint() } } }

  /// Where the present moment is, if it is on this page.
  var now: (day: Day, second: Int)? {
    for (offset, column) in gridColumns.enumerated() {
      if let second = column.now { return (days.lowerBound.adding(days: offset), second) }
    }
    return nil
  }

  /// Paints the sheet anew: the style changed.
  func repaint() {
    tiles.repaint()
    gtk_widget_queue_draw(nowLine.pointer)
    for block in blocks { gtk_widget_queue_draw(block.pointer) }
  }

  private func gridPainter(width: Double) -> GridPainter {
    GridPainter(
      axis: geometry.axis, width: width, columns: gridColumns, workingMinutes: workingMinutes,
      palette: style.palette, isRightToLeft: geometry.isRightToLeft)
  }

  // MARK: Placing

  override func allocate(width: Int, height: Int) {
    let columns = localColumns
    tiles.place(on: self, axis: geometry.axis, width: width, scale: geometry.scale)
    for column in self.columns {
      let left = edge(of: column.day)
      let right = DevicePixels.round(columns.x(of: column.day).left + columns.columnWidth, geometry.scale)
      place(column.pointer, x: left, y: 0, width: Int((right - left).rounded(.up)), height: height)
    }
    guard let now else { return }
    let y = DevicePixels.round(geometry.axis.y(ofSecond: Double(now.second)), geometry.scale)
    place(
      nowLine.pointer, x: -NowLine.bleed, y: y - NowLine.reach, width: width + 2 * Int(NowLine.bleed),
      height: Int(2 * NowLine.reach))
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
