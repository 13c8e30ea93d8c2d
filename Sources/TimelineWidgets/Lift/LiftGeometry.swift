import CalendarModel
import TimelineInteraction
import TimelinePainting

/// Where an event lifted is drawn, and where it would stand: all that follows from what is shown at one moment.
struct LiftGeometry {
  /// The hours, and px that are scrolled off as the sheet is drawn.
  let axis: DayAxis
  let offset: Double
  /// The days of the shown page, in px of the viewport.
  let columns: DayColumns
  let days: Range<Day>
  /// Device px per px.
  let scale: Int
  /// px that no block is lower than.
  let minimumHeight: Double
  /// px of the hour gutter.
  let gutterWidth: Double
  /// px of the row above the hours, of a bar in it, and where in it the event's lane is.
  let allDayRowHeight: Double
  let barHeight: Double
  let lane: Double

  private func onDevice(_ value: Double) -> Double { DevicePixels.round(value, scale) }

  /// The viewport's y at which a second of a day is drawn.
  private func y(_ second: Int) -> Double { onDevice(axis.y(ofSecond: Double(second))) - offset }

  /// Of what a pointer holds among the hours. Only the held edge follows the pointer; the other one rests with the sheet.
  ///
  /// - Parameter gutterText: what the hour gutter says of a wall time at the held edge.
  func placement(
    of lifted: Lifted, inset: Double, width: Double, gutterText: (WallTime) -> String?
  ) -> LiftLayer.Placement {
    if lifted.isBar { return bar(of: lifted) }
    let midnight = WallTime(lifted.day)
    let span = lifted.occurrence.span
    var top = onDevice(lifted.rawTop)
    var bottom = onDevice(lifted.rawBottom)
    switch lifted.part {
    case .body: bottom = top + max(onDevice(lifted.rawBottom - lifted.rawTop), minimumHeight)
    // What of it is on other days is shown there, by the outline.
    case .start: bottom = y(min(span.end.seconds(since: midnight), WallTime.secondsPerDay))
    case .end: top = y(max(span.start.seconds(since: midnight), 0))
    }
    let hasChanged = lifted.change != nil || lifted.isNew
    let edge = (lifted.part == .end ? lifted.snapped.end : lifted.snapped.start).wall
    return LiftLayer.Placement(
      x: onDevice(lifted.columnX + inset), width: width, top: top, bottom: bottom,
      outlines: hasChanged ? outlines(of: lifted.snapped) : [], labelAtStart: lifted.part == .start,
      holdsBody: lifted.part == .body, gutterText: gutterText(edge), gutterLine: y(edge.secondOfDay),
      gutterWidth: gutterWidth)
  }

  /// Of what is held as a bar: it lies over the row above the hours and may be carried from there.
  private func bar(of lifted: Lifted) -> LiftLayer.Placement {
    let top = onDevice(lifted.rawTop)
    let (left, right) = (onDevice(lifted.barLeft), onDevice(lifted.barRight))
    return LiftLayer.Placement(
      x: left, width: right - left, top: top, bottom: top + barHeight,
      outlines: lifted.change == nil && !lifted.isNew ? [] : barOutline(of: lifted.snapped),
      labelAtStart: false, holdsBody: lifted.part == .body, above: allDayRowHeight)
  }

  /// Of what keys have lifted; it goes with the sheet.
  func placement(of hold: KeyHold, inset: Double, width: Double) -> LiftLayer.Placement {
    let span = hold.snapped.span
    let shown = days.clamp(span.start.day)
    func y(_ wall: WallTime) -> Double { self.y(wall.seconds(since: WallTime(shown))) }
    var (top, bottom) = (y(span.start), max(y(span.end), y(span.start) + minimumHeight))
    if hold.snapped.standsAboveHours {
      // What takes whole days is lifted as the bar that it is, just below the all-day row.
      (top, bottom) = (6, 6 + minimumHeight + 6)
    }
    return LiftLayer.Placement(
      x: columns.x(of: shown).left + inset, width: width, top: top, bottom: bottom, outlines: [],
      labelAtStart: false)
  }

  /// Where an occurrence would stand on the shown page, in px of the viewport: a piece on each of its days.
  private func outlines(of occurrence: Occurrence) -> [Rectangle] {
    let span = occurrence.span
    return days.filter { span.touches(TimeSpan(days: $0..<$0.adding(days: 1))) }.map { day in
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

  /// Where an occurrence would stand in the row, in px of the viewport. Its lane is not known before it is there.
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
