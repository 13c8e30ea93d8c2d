import CalendarModel
import TimelineInteraction
import TimelinePainting

/// Computes where a lifted event is drawn and where it would be dropped, from the layout at one moment.
struct LiftGeometry {
  /// The hour axis, and the drawn scroll offset in px.
  let axis: DayAxis
  let offset: Double
  /// The days of the visible page, in px of the viewport.
  let columns: DayColumns
  let days: Range<Day>
  /// Device pixels per px.
  let scale: Int
  /// The minimum height of a block in px.
  let minimumHeight: Double
  /// The width of the hour gutter in px.
  let gutterWidth: Double
  /// The heights in px of the all-day row and of a bar in it, and the position of the event's lane in the
  /// row.
  let allDayRowHeight: Double
  let barHeight: Double
  let lane: Double

  private func onDevice(_ value: Double) -> Double { DevicePixels.round(value, scale) }

  /// The viewport's y at which a second of a day is drawn.
  private func y(_ second: Int) -> Double { onDevice(axis.y(ofSecond: Double(second))) - offset }

  /// The placement of an event that a pointer holds among the hours. Only the held edge follows the pointer;
  /// the other one scrolls with the sheet.
  ///
  /// - Parameter gutterText: returns the text in the hour gutter for the wall time of the held edge.
  func placement(
    of lifted: DraggedEvent, inset: Double, width: Double, gutterText: (WallTime) -> String?
  ) -> LiftLayer.Placement {
    if lifted.isBar { return bar(of: lifted) }
    let midnight = WallTime(lifted.day)
    let span = lifted.occurrence.span
    var top = onDevice(lifted.rawTop)
    var bottom = onDevice(lifted.rawBottom)
    switch lifted.part {
    case .body: bottom = top + max(onDevice(lifted.rawBottom - lifted.rawTop), minimumHeight)
    // The outline shows the parts on other days.
    case .start: bottom = y(min(span.end.seconds(since: midnight), WallTime.secondsPerDay))
    case .end: top = y(max(span.start.seconds(since: midnight), 0))
    }
    let hasChanged = lifted.change != nil || lifted.isNew
    let edge = (lifted.part == .end ? lifted.snapped.end : lifted.snapped.start).wall
    return LiftLayer.Placement(
      x: onDevice(lifted.columnX + inset), width: width, top: top, bottom: bottom,
      outlines: hasChanged ? outlines(of: lifted.snapped) : [], isLabelAtStart: lifted.part == .start,
      holdsBody: lifted.part == .body, gutterText: gutterText(edge), gutterLine: y(edge.secondOfDay),
      gutterWidth: gutterWidth)
  }

  /// The placement of an event that is held as a bar. The layer then also covers the all-day row, so that the
  /// bar can be moved between the row and the hours.
  private func bar(of lifted: DraggedEvent) -> LiftLayer.Placement {
    let top = onDevice(lifted.rawTop)
    let (left, right) = (onDevice(lifted.barLeft), onDevice(lifted.barRight))
    return LiftLayer.Placement(
      x: left, width: right - left, top: top, bottom: top + barHeight,
      outlines: lifted.change == nil && !lifted.isNew ? [] : barOutline(of: lifted.snapped),
      isLabelAtStart: false, holdsBody: lifted.part == .body, above: allDayRowHeight)
  }

  /// The placement of an event that is lifted by keys. It scrolls with the sheet.
  func placement(of hold: KeyboardMove, inset: Double, width: Double) -> LiftLayer.Placement {
    let span = hold.snapped.span
    let shown = days.clamp(span.start.day)
    func y(_ wall: WallTime) -> Double { self.y(wall.seconds(since: WallTime(shown))) }
    var (top, bottom) = (y(span.start), max(y(span.end), y(span.start) + minimumHeight))
    if hold.snapped.isInAllDayRow {
      // All-day events are lifted as a bar, just below the all-day row.
      (top, bottom) = (6, 6 + minimumHeight + 6)
    }
    return LiftLayer.Placement(
      x: columns.x(of: shown).left + inset, width: width, top: top, bottom: bottom, outlines: [],
      isLabelAtStart: false)
  }

  /// The position of an occurrence on the visible page, in px of the viewport: one rectangle per day.
  private func outlines(of occurrence: Occurrence) -> [Rectangle] {
    let span = occurrence.span
    return days.filter { span.overlaps(TimeSpan(days: $0..<$0.adding(days: 1))) }.map { day in
      let midnight = WallTime(day)
      let top = y(max(span.start.seconds(since: midnight), 0))
      let bottom = y(min(span.end.seconds(since: midnight), WallTime.secondsPerDay))
      let column = columns.x(of: day)
      let left = onDevice(column.left)
      return Rectangle(
        x: left, y: top, width: onDevice(column.left + column.width) - left,
        height: max(bottom - top, minimumHeight))
    }
  }

  /// The position of an occurrence in the all-day row, in px of the viewport. Its lane is not known before it
  /// is dropped.
  private func barOutline(of occurrence: Occurrence) -> [Rectangle] {
    AllDayLayout([occurrence], in: days).bars.map { bar in
      let first = columns.x(of: days.lowerBound.adding(days: bar.columns.lowerBound))
      let last = columns.x(of: days.lowerBound.adding(days: bar.columns.upperBound - 1))
      let left = onDevice(min(first.left, last.left))
      let right = onDevice(max(first.left, last.left) + first.width)
      return Rectangle(x: left, y: lane - allDayRowHeight, width: right - left, height: barHeight)
    }
  }
}
