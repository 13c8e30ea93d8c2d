import CalendarModel

/// An event that is being moved by keyboard: its original, and the result of the steps so far.
///
/// The steps are counted, and the result is computed from the original each time, so that a step forward and
/// a step back cancel out, also for an event that does not start on the grid.
package struct KeyboardMove: Hashable, Sendable {
  package let occurrence: Occurrence
  /// Whether it was lifted by Space; otherwise its steps are saved after a pause.
  package let isLifted: Bool
  /// The occurrence with `change` applied.
  package private(set) var snapped: Occurrence
  /// The change that has this result, or nil if nothing would change. If it combines a move and a resize, it
  /// has the kind of the last resize and the times of both.
  package private(set) var change: EventEdit.Change?

  /// What was shown before the first step.
  let restorePoint: DraggedEvent.RestorePoint
  private let snapping: Snapping
  private var lines = 0
  private var hours = 0
  private var days = 0
  private var startLines = 0
  private var endLines = 0
  private var lastResizedPart = EventPart.body

  init(_ occurrence: Occurrence, isLifted: Bool, in viewport: TimelineViewport) {
    self.occurrence = occurrence
    self.isLifted = isLifted
    snapped = occurrence
    restorePoint = DraggedEvent.RestorePoint(scroll: viewport.scroll, columns: viewport.columns)
    // The initial grid, so that zooming in between does not change the meaning of earlier steps.
    snapping = viewport.snapping()
  }

  /// Makes a step. Returns false and changes nothing if the minimum duration or the end of the calendar
  /// prevents it.
  mutating func apply(_ step: KeyStep, zone: Zone) -> Bool {
    var next = self
    switch step {
    case .lines(let n): next.lines += n
    case .hours(let n): next.hours += n
    case .days(let n): next.days += n
    case .start(let n):
      next.startLines += n
      next.lastResizedPart = .start
    case .end(let n):
      next.endLines += n
      next.lastResizedPart = .end
    }
    guard next.compute(zone: zone) else { return false }
    self = next
    return true
  }

  private mutating func compute(zone: Zone) -> Bool {
    var result = occurrence
    let origin = occurrence.span.start
    let start = line(lines, from: origin.adding(days: days).adding(seconds: hours * 3600))
    if start != origin {
      result = result.applying(.move(result.times.moved(toStart: start, in: zone)), in: zone)
    }
    if startLines != 0 {
      let start = line(startLines, from: result.span.start)
      let latest = snapping.line(notAfter: result.span.end.seconds - snapping.step)
      guard startLines < 0 || start.seconds <= latest else { return false }
      result = result.applying(.stretchStart(result.times.stretched(toStart: start, in: zone)), in: zone)
    }
    if endLines != 0 {
      let end = line(endLines, from: result.span.end)
      let earliest = snapping.line(notBefore: result.span.start.seconds + snapping.step)
      guard endLines > 0 || end.seconds >= earliest else { return false }
      result = result.applying(.stretchEnd(result.times.stretched(toEnd: end, in: zone)), in: zone)
    }
    let isStretched = startLines != 0 || endLines != 0
    guard result.span.start >= WallTime(Day.earliest),
      result.span.end <= WallTime(Day.latest.adding(days: 1)),
      !isStretched || result.start.instant < result.end.instant
    else { return false }
    snapped = result
    change = result.times == occurrence.times ? nil : kind(of: result.times)
    return true
  }

  private func kind(of times: EventTimes) -> EventEdit.Change {
    switch (startLines, endLines) {
    case (0, 0): .move(times)
    case (_, 0): .stretchStart(times)
    case (0, _): .stretchEnd(times)
    default: lastResizedPart == .start ? .stretchStart(times) : .stretchEnd(times)
    }
  }

  /// The nth grid line after a time, or before it if `n` is negative; the time itself for 0.
  private func line(_ n: Int, from wall: WallTime) -> WallTime {
    if n == 0 { return wall }
    let near = n > 0 ? snapping.line(notAfter: wall.seconds) : snapping.line(notBefore: wall.seconds)
    return WallTime(seconds: near + n * snapping.step)
  }
}
