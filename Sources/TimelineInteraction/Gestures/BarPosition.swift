import CalendarModel

/// The position of a grabbed all-day event's bar, in viewport coordinates. The bar is above the viewport's
/// upper edge.
package struct BarPosition: Hashable, Sendable {
  package let left: Double
  package let right: Double
  /// Negative, because the all-day row is above the hours.
  package let top: Double

  package init(left: Double, right: Double, top: Double) {
    self.left = left
    self.right = right
    self.top = top
  }
}

/// Computes the days that a bar would cover if it were moved or resized.
struct BarProposal {
  let grip: Grip
  let zone: Zone

  /// Returns the days that the occurrence covers when the held part is moved by `count` days. A resized edge
  /// stops one day from the other edge.
  func days(movedBy count: Int) -> Range<Day> {
    let days = grip.occurrence.days
    switch grip.part {
    case .body: return days.lowerBound.adding(days: count)..<days.upperBound.adding(days: count)
    case .start:
      return min(days.lowerBound.adding(days: count), days.upperBound.adding(days: -1))..<days.upperBound
    case .end:
      return days.lowerBound..<max(days.upperBound.adding(days: count), days.lowerBound.adding(days: 1))
    }
  }

  /// Returns the change that moves the held part by `count` days, keeping the times of day. Returns nil if
  /// nothing would change, if the event would leave the supported range of days, or if it would end at or
  /// before its start.
  func change(movedBy count: Int) -> EventEdit.Change? {
    let (oldDays, newDays) = (grip.occurrence.days, days(movedBy: count))
    let bounds = Day.earliest..<Day.latest.adding(days: 1)
    guard newDays != oldDays, bounds.contains(newDays.lowerBound), newDays.upperBound <= bounds.upperBound
    else { return nil }
    let (times, span) = (grip.occurrence.times, grip.occurrence.span)
    let start = span.start.adding(days: newDays.lowerBound.days(since: oldDays.lowerBound))
    let end = span.end.adding(days: newDays.upperBound.days(since: oldDays.upperBound))
    let change: EventEdit.Change =
      switch grip.part {
      case .body: .move(times.moved(toStart: start, in: zone))
      case .start: .resizeStart(times.resized(toStart: start, in: zone))
      case .end: .resizeEnd(times.resized(toEnd: end, in: zone))
      }
    let resolved = (change.times ?? times).resolved(in: zone)
    guard resolved.start.instant < resolved.end.instant, change.times != times else { return nil }
    return change
  }

  /// Returns the change that turns an event into an all-day event on the given day.
  static func allDay(on day: Day) -> EventEdit.Change {
    .set([.times(EventTimes(allDayOn: day))])
  }

  /// Returns the change that turns an all-day event into a one-hour event that starts at a wall time.
  static func oneHour(at start: WallTime, in zone: Zone) -> EventEdit.Change {
    let end = start.adding(seconds: 3600)
    return .set([
      .times(EventTimes(start: EventTime(start, in: zone), end: .time(EventTime(end, in: zone))))
    ])
  }
}

extension EventTime {
  /// The identifiers that the system may use for UTC. Times in UTC are written with the suffix "Z".
  private static let utcIdentifiers: Set = ["UTC", "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu"]

  init(_ wall: WallTime, in zone: Zone) {
    self = EventTime.utcIdentifiers.contains(zone.identifier) ? .utc(wall) : .zoned(wall, zone)
  }
}
