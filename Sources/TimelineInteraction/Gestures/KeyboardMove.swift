import CalendarModel

/// An event that is being moved or resized with the keyboard: the original event, and the result of the steps
/// so far.
///
/// The steps are counted, and the result is computed from the original each time. A step forward and a step
/// back therefore cancel out, even for an event that does not start on the grid.
package struct KeyboardMove: Hashable, Sendable {
  package let occurrence: Occurrence
  /// Whether the event was lifted; if not, its steps are saved after a pause.
  package let isLifted: Bool
  /// The occurrence with `change` applied.
  package private(set) var snappedOccurrence: Occurrence
  /// The change from `occurrence` to `snappedOccurrence`, or nil if they are the same. A change that combines a move
  /// and a resize has the kind of the last resize, and the times that result from both.
  package private(set) var change: EventEdit.Change?

  /// The distance by which the steps have moved the event, not counting the steps that resize it.
  private(set) var groupMove: GroupMove
  /// The place before the first step.
  let restorePlace: Place
  private let snapping: Snapping
  private let zone: Zone
  /// The numbers of grid lines, hours and days by which the steps have moved the whole event.
  private var lines = 0
  private var hours = 0
  private var days = 0
  /// The numbers of grid lines by which the steps have moved the start and the end.
  private var startLines = 0
  private var endLines = 0
  private var lastResizedPart = EventPart.body

  init(_ occurrence: Occurrence, isLifted: Bool, in surface: any Surface) {
    self.occurrence = occurrence
    self.isLifted = isLifted
    snappedOccurrence = occurrence
    groupMove = GroupMove(from: occurrence.span.start, to: occurrence.span.start)
    restorePlace = surface.place
    // The initial grid is kept, so zooming between steps does not change the meaning of earlier steps.
    snapping = surface.snapping(isFine: false)
    zone = surface.zone
  }

  /// Applies a step.
  ///
  /// - Returns: false, without changing anything, if the minimum duration, or the first or last supported
  ///   day, prevents the step.
  mutating func apply(_ step: KeyStep, zone: Zone) -> Bool {
    var newMove = self
    switch step {
    case .lines(let count): newMove.lines += count
    case .hours(let count): newMove.hours += count
    case .days(let count): newMove.days += count
    case .start(let count):
      newMove.startLines += count
      newMove.lastResizedPart = .start
    case .end(let count):
      newMove.endLines += count
      newMove.lastResizedPart = .end
    }
    guard newMove.recompute(zone: zone) else { return false }
    self = newMove
    return true
  }

  /// Returns another event that moves with this one, moved by the same amount.
  package func moved(_ companion: Occurrence) -> Occurrence {
    groupMove.times(of: companion, in: zone).map { companion.applying(.move($0), in: zone) } ?? companion
  }

  private mutating func recompute(zone: Zone) -> Bool {
    var result = occurrence
    let originalStart = occurrence.span.start
    let start = line(lines, from: originalStart.adding(days: days).adding(seconds: hours * 3600))
    if start != originalStart {
      result = result.applying(.move(result.times.moved(toStart: start, in: zone)), in: zone)
    }
    if startLines != 0 {
      let start = line(startLines, from: result.span.start)
      let latest = snapping.line(notAfter: result.span.end.seconds - snapping.step)
      guard startLines < 0 || start.seconds <= latest else { return false }
      result = result.applying(.resizeStart(result.times.resized(toStart: start, in: zone)), in: zone)
    }
    if endLines != 0 {
      let end = line(endLines, from: result.span.end)
      let earliest = snapping.line(notBefore: result.span.start.seconds + snapping.step)
      guard endLines > 0 || end.seconds >= earliest else { return false }
      result = result.applying(.resizeEnd(result.times.resized(toEnd: end, in: zone)), in: zone)
    }
    let isResized = startLines != 0 || endLines != 0
    guard result.span.start >= WallTime(Day.earliest),
      result.span.end <= WallTime(Day.latest.adding(days: 1)),
      !isResized || result.start.instant < result.end.instant
    else { return false }
    snappedOccurrence = result
    groupMove = GroupMove(from: originalStart, to: start, keepsTimeOfDay: occurrence.isAllDay)
    change = result.times == occurrence.times ? nil : change(to: result.times)
    return true
  }

  private func change(to times: EventTimes) -> EventEdit.Change {
    switch (startLines, endLines) {
    case (0, 0): .move(times)
    case (_, 0): .resizeStart(times)
    case (0, _): .resizeEnd(times)
    default: lastResizedPart == .start ? .resizeStart(times) : .resizeEnd(times)
    }
  }

  /// Returns the grid line that is `count` lines after a time, or before it if `count` is negative; the time
  /// itself for 0.
  private func line(_ count: Int, from wall: WallTime) -> WallTime {
    if count == 0 { return wall }
    let adjacentLine =
      count > 0 ? snapping.line(notAfter: wall.seconds) : snapping.line(notBefore: wall.seconds)
    return WallTime(seconds: adjacentLine + count * snapping.step)
  }
}
