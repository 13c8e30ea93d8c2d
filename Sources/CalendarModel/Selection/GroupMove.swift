/// The distance by which several events move together, in wall time.
///
/// The days and the time of day are separate: an all-day event moves by the days alone. Each event resolves its
/// new wall time itself, so a clock change between the old and the new day affects only the events that it would
/// also affect if they were moved alone.
package struct GroupMove: Hashable, Sendable {
  package let days: Int
  /// The change in the time of day, in seconds; more than minus one day and less than one day.
  package let seconds: Int

  /// - Parameters:
  ///   - start: the original start of the event that the user moves.
  ///   - target: the wall time to which it is moved. The clocks may skip this wall time.
  ///   - keepsTimeOfDay: whether the others keep their time of day, because the event that the user moves is or
  ///     becomes an all-day event.
  package init(from start: WallTime, to target: WallTime, keepsTimeOfDay: Bool = false) {
    days = target.day.days(since: start.day)
    seconds = keepsTimeOfDay ? 0 : target.secondOfDay - start.secondOfDay
  }

  package var isZero: Bool { days == 0 && seconds == 0 }

  /// Returns the times of an event after the move, or nil if the event would leave the range of days that
  /// Handspan shows.
  package func times(of occurrence: Occurrence, in zone: Zone) -> EventTimes? {
    let start = occurrence.start.wall.adding(days: days).adding(seconds: occurrence.isAllDay ? 0 : seconds)
    guard start != occurrence.start.wall else { return occurrence.times }
    let times = occurrence.times.moved(toStart: start, in: zone)
    let span = occurrence.applying(.move(times), in: zone).span
    guard span.start >= WallTime(Day.earliest), span.end <= WallTime(Day.latest.adding(days: 1)) else {
      return nil
    }
    return times
  }
}
