/// Times of day, as all combinations of some hours, minutes and seconds. The combinations are not stored,
/// because a rule can have 86,400 of them.
struct ClockTimes {
  private let hours: [Int]
  private let minutes: [Int]
  private let seconds: [Int]

  /// Creates the times within a period of a rule: a day, or one of its hours, minutes or seconds. Anything
  /// that the rule does not specify is taken from DTSTART. If DTSTART is a date, there is no time, and
  /// BYHOUR, BYMINUTE and BYSECOND are ignored (RFC 5545 3.3.10).
  init(within frequency: RecurrenceRule.Frequency, _ rule: RecurrenceRule, start: WallTime, isDate: Bool) {
    func times(_ values: [Int], unit: RecurrenceRule.Frequency, valueOfStart: Int) -> [Int] {
      guard !isDate, frequency > unit else { return [0] }
      return values.isEmpty ? [valueOfStart] : values
    }
    hours = times(rule.hours, unit: .hourly, valueOfStart: start.hour)
    minutes = times(rule.minutes, unit: .minutely, valueOfStart: start.minute)
    seconds = times(rule.seconds, unit: .secondly, valueOfStart: start.second)
  }

  /// The number of times; at least one.
  var count: Int { hours.count * minutes.count * seconds.count }

  /// The time at an index, in seconds since the beginning of the period. Times are in ascending order.
  subscript(index: Int) -> Int {
    let (hourAndMinute, second) = index.quotientAndRemainder(dividingBy: seconds.count)
    let (hour, minute) = hourAndMinute.quotientAndRemainder(dividingBy: minutes.count)
    return hours[hour] * 3600 + minutes[minute] * 60 + seconds[second]
  }
}
