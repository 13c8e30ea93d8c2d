extension Occurrence {
  /// The days of the display zone's wall on which it takes place, at least one.
  ///
  /// An end at midnight does not reach into the day that begins there. Nor does an event of whole days where the
  /// clocks skip that midnight, so that its end is shown as 01:00.
  package var days: Range<Day> {
    let first = start.wall.day
    let last = end.wall.day
    let reachesIn = !isAllDay && !end.wall.isMidnight
    return first..<max(first.adding(days: 1), reachesIn ? last.adding(days: 1) : last)
  }

  /// Whether it stands above the hours rather than among them: it takes whole days, or a day and more.
  package var standsAboveHours: Bool { isAllDay || span.seconds >= WallTime.secondsPerDay }
}
