extension Occurrence {
  /// The days on which the occurrence takes place in the display zone; at least one.
  ///
  /// An end at midnight does not include the day that begins then. The same applies to an all-day event in a
  /// zone whose clocks skip that midnight, where its end is shown as 01:00.
  package var days: Range<Day> {
    let first = start.wall.day
    let last = end.wall.day
    let includesEndDay = !isAllDay && !end.wall.isMidnight
    return first..<max(first.adding(days: 1), includesEndDay ? last.adding(days: 1) : last)
  }

  /// Whether the occurrence is shown in the all-day row instead of the hour grid, because it is an all-day
  /// event or lasts at least 24 hours.
  package var isInAllDayRow: Bool { isAllDay || span.seconds >= WallTime.secondsPerDay }
}
