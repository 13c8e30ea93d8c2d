import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// A page of the timeline: consecutive days with their hour grid and their events.
///
/// There is one page for the visible days and one on each side. Pages that are no longer needed are reused
/// for other days, so the number of widgets does not grow when the user turns many pages.
@MainActor
final class TimelinePage: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanTimelinePage", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// The values that determine the layout of a page.
  struct Geometry: Equatable {
    var axis: DayAxis
    /// The total width of the days, in px.
    var width: Double
    var isRightToLeft: Bool
    /// The minimum height of a block in px.
    var minimumHeight: Double
    /// The number of device pixels per px.
    var scale: Double
  }

  private(set) var days: Range<Day>
  /// The number of days from this page's first day to that of the next page.
  private var stride = 1
  /// All occurrences on these days, in reading order.
  private(set) var occurrences: [Occurrence] = []
  /// Whether the occurrences on these days have been set.
  private var hasOccurrences = false
  /// The timed occurrences, in reading order.
  private(set) var timedOccurrences: [Occurrence] = []
  /// The timed occurrences of each day that they touch.
  private var timedOccurrencesByDay: [[Occurrence]] = []
  /// The frames of each day's timed occurrences, in page coordinates, for the days that have been laid out.
  private(set) var dayFrames: [[BlockFrame]] = []
  /// One column per day, in chronological order.
  private(set) var columns: [DayColumn] = []
  /// The background behind the events, one tile per hour.
  let hourTiles = HourTiles()
  let nowLine: NowLine
  private let style: TimelineStyle
  /// The all-day events of these days.
  let allDay: AllDayPage
  private(set) var geometry = Geometry(
    axis: DayAxis(pixelsPerHour: 80), width: 1, isRightToLeft: false, minimumHeight: 1, scale: 1)

  init(style: TimelineStyle, days: Range<Day>) {
    self.days = days
    self.style = style
    nowLine = NowLine(style: style, part: .page)
    allDay = AllDayPage(style: style)
    super.init(TimelinePage.widgetClass)
    for tile in hourTiles.tiles { add(tile.gtkWidget) }
    add(nowLine.gtkWidget)
    hourTiles.paint = { [weak self] top, bottom, width, canvas in
      self?.gridPainter(width: width).paint(from: top, to: bottom, on: canvas)
    }
    hourTiles.fills = { [weak self] top, bottom, width, scale in
      self?.gridPainter(width: width).rectangleFills(from: top, to: bottom, scale: scale)
    }
  }

  /// The accessible name of the page.
  var accessibleName = "" {
    didSet { if accessibleName != oldValue { Accessible.setLabel(gtkWidget, accessibleName) } }
  }

  /// Whether assistive technology ignores the page, because it is not the current one or has not been built yet.
  var isHiddenFromAccessibility = false {
    didSet {
      guard isHiddenFromAccessibility != oldValue else { return }
      Accessible.setHidden(gtkWidget, isHiddenFromAccessibility)
      Accessible.setHidden(allDay.gtkWidget, isHiddenFromAccessibility)
    }
  }

  // MARK: Days and events

  /// Shows different days, at first without events.
  func reset(to days: Range<Day>, stride: Int, geometry: Geometry) {
    self.stride = stride
    self.days = days
    self.geometry = geometry
    let count = days.count
    while columns.count > count, let last = columns.last {
      // `last` retains the column until its widget is removed from the page.
      remove(last.gtkWidget)
      columns.removeLast()
    }
    while columns.count < count {
      let column = DayColumn(day: days.lowerBound.adding(days: columns.count))
      column.drawnRange = drawnRange
      add(column.gtkWidget, before: nowLine.gtkWidget)
      columns.append(column)
    }
    for (offset, column) in columns.enumerated() where column.day != days.lowerBound.adding(days: offset) {
      column.reset(to: days.lowerBound.adding(days: offset))
    }
    if !occurrences.isEmpty { setOccurrences([]) }
    hasOccurrences = false
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// Returns whether the page already shows these occurrences.
  func shows(_ occurrences: [Occurrence]) -> Bool { hasOccurrences && occurrences == self.occurrences }

  /// Sets the occurrences on these days. `layOutColumn` lays them out day by day; `createBlock` creates
  /// missing blocks.
  func setOccurrences(_ occurrences: [Occurrence]) {
    self.occurrences = occurrences
    hasOccurrences = true
    timedOccurrences = occurrences.filter { !$0.isInAllDayRow }
    timedOccurrencesByDay = Array(repeating: [], count: days.count)
    for occurrence in timedOccurrences {
      for day in occurrence.days.clamped(to: days)
      where occurrence.span.overlaps(TimeSpan(days: day..<day.adding(days: 1))) {
        timedOccurrencesByDay[day.days(since: days.lowerBound)].append(occurrence)
      }
    }
    dayFrames = []
    allDay.setOccurrences(occurrences.filter(\.isInAllDayRow), columns: localColumns)
  }

  /// The values that determine the frames of a column's events, apart from the events themselves.
  private var layout: ColumnLayout { ColumnLayout(geometry: geometry, days: days, stride: stride) }

  /// Lays out the events of the next day. A column is left unchanged if neither its events nor its layout
  /// have changed.
  ///
  /// - Parameter movesGradually: whether blocks with new positions stay at their old ones at first; see
  ///   `DayColumn.moveNextBlock`.
  /// - Returns: whether the column was laid out.
  func layOutColumn(at offset: Int, movesGradually: Bool) -> Bool {
    precondition(offset == dayFrames.count, "days must be laid out in order")
    let column = columns[offset]
    if let frames = column.frames(of: timedOccurrencesByDay[offset], in: layout) {
      dayFrames.append(frames)
      return false
    }
    FrameStatistics.layoutCount += 1
    let frames = frames(ofColumn: offset)
    dayFrames.append(frames)
    column.setOccurrences(
      Array(zip(timedOccurrencesByDay[offset], frames)), on: days.lowerBound.adding(days: offset),
      left: leftEdge(of: column.day), layout, movesGradually: movesGradually)
    return true
  }

  /// The frames of the timed events, in page coordinates.
  var frames: [BlockFrame] { dayFrames.flatMap { $0 } }

  /// Lays out everything for a different width, zoom or scale. May be called during allocation, because it
  /// neither creates nor removes widgets.
  func setGeometry(_ geometry: Geometry) {
    guard geometry != self.geometry else { return }
    self.geometry = geometry
    dayFrames = dayFrames.indices.map(frames(ofColumn:))
    allDay.setColumns(localColumns)
    for (column, frames) in zip(columns, dayFrames) {
      column.setFrames(frames, left: leftEdge(of: column.day), layout)
    }
    gtk_widget_queue_allocate(gtkWidget)
  }

  private func frames(ofColumn offset: Int) -> [BlockFrame] {
    BlockFrame.frames(
      of: timedOccurrencesByDay[offset], on: days.lowerBound.adding(days: offset), axis: geometry.axis,
      columns: localColumns, minimumHeight: geometry.minimumHeight, scale: geometry.scale)
  }

  /// The columns, in page coordinates.
  var localColumns: DayColumns {
    DayColumns(
      firstDay: days.lowerBound, count: days.count, stride: stride, left: 0, width: max(1, geometry.width),
      isRightToLeft: geometry.isRightToLeft)
  }

  /// Returns the left edge of a day's column, in page coordinates and rounded to device pixels.
  private func leftEdge(of day: Day) -> Double {
    DevicePixels.round(localColumns.extent(of: day).left, geometry.scale)
  }

  // MARK: Blocks

  /// Returns the column of a day, if the day is on this page.
  func column(of day: Day) -> DayColumn? {
    let index = day.days(since: days.lowerBound)
    return columns.indices.contains(index) ? columns[index] : nil
  }

  /// All existing blocks: the all-day events, then the timed events day by day.
  var blocks: [EventBlock] { allDay.blocks + columns.flatMap(\.blocks) }

  /// Returns the block of an occurrence. If the occurrence crosses midnight, this is the block on its first
  /// visible day.
  func block(for id: Occurrence.ID) -> EventBlock? {
    for column in columns { if let block = column.block(for: id) { return block } }
    return allDay.block(for: id)
  }

  /// Returns all blocks of an occurrence: one per day, or its bar.
  func blocks(for id: Occurrence.ID) -> [EventBlock] {
    columns.compactMap { $0.block(for: id) } + [allDay.block(for: id)].compactMap { $0 }
  }

  /// Returns the frame of an occurrence's block, in page coordinates. If the occurrence crosses midnight,
  /// this is the frame on its first visible day.
  func frame(of id: Occurrence.ID) -> BlockFrame? {
    for column in columns { if let frame = column.frame(of: id) { return frame } }
    return nil
  }

  /// Returns the occurrence with this ID, if it is on this page.
  func occurrence(of id: Occurrence.ID) -> Occurrence? {
    // Before all days are laid out, the columns may still show previous events.
    if hasOccurrences, dayFrames.count == columns.count {
      for column in columns { if let occurrence = column.occurrence(of: id) { return occurrence } }
    }
    return occurrences.first { $0.id == id }
  }

  /// Returns the distance in px from the left edge of the column to an event's block, and the width of that block.
  /// If the event has several blocks, the one on `day` is preferred. Both values stay the same while the event is
  /// lifted.
  func blockPlacement(of occurrence: Occurrence, on day: Day) -> (inset: Double, width: Double) {
    let id = occurrence.id
    if allDay.frame(of: id) != nil { return (0, localColumns.columnWidth) }
    let frame = column(of: day)?.frame(of: id) ?? frame(of: id)
    let area = localColumns.extent(of: frame?.day ?? day)
    return (frame.map { $0.left - area.left } ?? 0, frame?.width ?? area.width)
  }

  /// Returns the position of an occurrence's block on this page. If the occurrence crosses midnight, the block on
  /// `day` is preferred.
  func blockPosition(of id: Occurrence.ID, on day: Day?) -> BlockPosition? {
    let index = day.map { $0.days(since: days.lowerBound) }
    let preferredOffsets = columns.indices.filter { $0 == index }
    for offset in preferredOffsets + columns.indices {
      if let index = columns[offset].index(of: id) { return BlockPosition(column: offset, index: index) }
    }
    return allDay.index(of: id).map { BlockPosition(column: nil, index: $0) }
  }

  /// Returns the position of the event to focus first on a day: the first one that starts within `range`, in page
  /// coordinates, or else the first of the day.
  func firstBlockPosition(on day: Day, in range: ClosedRange<Double>) -> BlockPosition? {
    let offset = day.days(since: days.lowerBound)
    if columns.indices.contains(offset), columns[offset].count > 0 {
      return BlockPosition(column: offset, index: columns[offset].index(startingIn: range) ?? 0)
    }
    return allDay.index(on: day).map { BlockPosition(column: nil, index: $0) }
  }

  /// The vertical ranges of each day's blocks, in page coordinates.
  var extents: [[ClosedRange<Double>]] { columns.map(\.extents) }

  /// Returns the block of an event, if it exists.
  func block(of position: BlockPosition) -> EventBlock? {
    guard let column = position.column else { return allDay.block(at: position.index) }
    return columns[column].block(at: position.index)
  }

  /// Creates the block of an event, if it does not exist.
  ///
  /// - Returns: the block.
  @discardableResult
  func createBlock(
    of position: BlockPosition, make: (Occurrence, Day) -> EventBlock,
    reuse: (EventBlock, Occurrence, Day) -> Void
  ) -> EventBlock {
    guard let column = position.column else {
      return allDay.createBlock(at: position.index) { make($0, days.lowerBound) }
    }
    let day = columns[column].day
    return columns[column].createBlock(
      at: position.index, make: { make($0, day) }, reuse: { reuse($0, $1, day) })
  }

  /// Draws a day and part of the background before they become visible. GTK caches the drawing.
  ///
  /// - Returns: false if the page has not been allocated yet.
  func cacheDrawing(ofColumn offset: Int) -> Bool {
    guard hasBeenAllocated, columns[offset].isAllocated else { return false }
    let tiles = hourTiles.tiles
    let tileRange = tiles.count * offset / columns.count..<tiles.count * (offset + 1) / columns.count
    cacheRenderNodes(of: tiles[tileRange].map(\.gtkWidget) + [columns[offset].gtkWidget])
    return true
  }

  // MARK: Grid

  /// The grid behind the events, one column per day.
  var gridColumns: [GridColumn] = [] {
    didSet {
      guard gridColumns != oldValue else { return }
      hourTiles.repaint()
      nowLine.columns = gridColumns
      nowLine.currentSecond = now?.second
      gtk_widget_set_visible(nowLine.gtkWidget, (now != nil).gboolean)
      gtk_widget_queue_allocate(gtkWidget)
    }
  }

  /// The working hours, in minutes since midnight.
  var workingMinutes = 9 * 60..<17 * 60 { didSet { if workingMinutes != oldValue { hourTiles.repaint() } } }

  /// The current time, if today is on this page.
  var now: (day: Day, second: Int)? {
    for (offset, column) in gridColumns.enumerated() {
      if let second = column.currentSecond { return (days.lowerBound.adding(days: offset), second) }
    }
    return nil
  }

  /// Repaints the page after a change of style.
  func repaint() {
    // GTK may also have restyled the children, which must be allocated again before they can be drawn.
    hasBeenAllocated = false
    gtk_widget_queue_allocate(gtkWidget)
    for column in columns { column.queueBlockAllocation() }
    hourTiles.repaint()
    gtk_widget_queue_draw(nowLine.gtkWidget)
    for block in blocks { gtk_widget_queue_draw(block.gtkWidget) }
  }

  private func gridPainter(width: Double) -> GridPainter {
    GridPainter(
      axis: geometry.axis, width: width, columns: gridColumns, workingMinutes: workingMinutes,
      palette: style.palette, isRightToLeft: geometry.isRightToLeft)
  }

  // MARK: Layout

  private var hasBeenAllocated = false

  override func allocate(width: Int, height: Int) {
    hasBeenAllocated = true
    let columns = localColumns
    hourTiles.allocate(on: self, axis: geometry.axis, width: width, scale: geometry.scale)
    for column in self.columns {
      let left = leftEdge(of: column.day)
      let right = DevicePixels.round(
        columns.extent(of: column.day).left + columns.columnWidth, geometry.scale)
      allocate(column.gtkWidget, x: left, y: 0, width: Int((right - left).rounded(.up)), height: height)
    }
    guard let now else { return }
    let y = DevicePixels.round(geometry.axis.y(ofSecond: Double(now.second)), geometry.scale)
    allocate(
      nowLine.gtkWidget, x: -NowLine.overhang, y: y - NowLine.halfHeight,
      width: width + 2 * Int(NowLine.overhang),
      height: Int(2 * NowLine.halfHeight))
  }

  // MARK: Drawing

  /// The vertical range in which the page is drawn, in page coordinates. The rest is out of view.
  var drawnRange = -Double.infinity...Double.infinity {
    didSet {
      guard drawnRange != oldValue else { return }
      for column in columns { column.drawnRange = drawnRange }
      gtk_widget_queue_draw(gtkWidget)
    }
  }

  /// The columns that are drawn, as a range of indices. The others are out of view.
  var drawnColumns = 0..<Int.max {
    didSet { if drawnColumns != oldValue { gtk_widget_queue_draw(gtkWidget) } }
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    let visibleTiles = hourTiles.tiles(in: drawnRange).map(\.gtkWidget)
    let dayColumns = columns[drawnColumns.clamped(to: columns.indices)].map(\.gtkWidget)
    // The now line must not strike through titles, so events cover it except at their leading edge.
    let nowLineWidgets = now == nil ? [] : [nowLine.gtkWidget]
    for part in visibleTiles + nowLineWidgets + dayColumns {
      gtk_widget_snapshot_child(gtkWidget, part, snapshot)
    }
    for clip in nowLineClips {
      var bounds = graphene_rect_t()
      graphene_rect_init(&bounds, Float(clip.x), Float(clip.y), Float(clip.width), Float(clip.height))
      gtk_snapshot_push_clip(snapshot, &bounds)
      gtk_widget_snapshot_child(gtkWidget, nowLine.gtkWidget, snapshot)
      gtk_snapshot_pop(snapshot)
    }
  }

  /// The rectangles in which the now line is drawn above events: its dot, and the leading edge of each event
  /// that it crosses.
  private var nowLineClips: [Rectangle] {
    guard let now, let column = columns.firstIndex(where: { $0.day == now.day }),
      dayFrames.indices.contains(column)
    else { return [] }
    let y = geometry.axis.y(ofSecond: Double(now.second))
    let (top, height) = (y - NowLine.halfHeight, 2 * NowLine.halfHeight)
    let area = localColumns.extent(of: now.day)
    let edge = geometry.isRightToLeft ? area.left + area.width : area.left
    let dot = Rectangle(x: edge - NowLine.overhang, y: top, width: 2 * NowLine.overhang, height: height)
    let crossedFrames = dayFrames[column].filter { $0.top <= y && y <= $0.bottom }
    return [dot]
      + crossedFrames.map { frame in
        let x = geometry.isRightToLeft ? frame.right - BlockPainter.textInset + 1 : frame.left
        return Rectangle(x: x, y: top, width: BlockPainter.textInset - 1, height: height)
      }
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
