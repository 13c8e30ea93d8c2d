/// The hours, minutes and seconds that the limiting BY parts of a rule allow. A BY part limits a rule instead of
/// expanding it if the part's unit is not shorter than the rule's periods: BYHOUR=9 with FREQ=MINUTELY allows
/// only the minutes of that hour.
struct ClockLimits {
  private let hours: [Int]
  private let minutes: [Int]
  private let seconds: [Int]

  init(_ rule: RecurrenceRule) {
    hours = rule.hours
    minutes = rule.frequency <= .minutely ? rule.minutes : []
    seconds = rule.frequency <= .secondly ? rule.seconds : []
  }

  /// Whether there are no limits.
  var isEmpty: Bool { hours.isEmpty && minutes.isEmpty && seconds.isEmpty }

  /// Returns the first allowed second of the day that is not before `second`, or nil if there is none.
  func next(from second: Int) -> Int? {
    var second = second
    while second < WallTime.secondsPerDay, let hour = ClockLimits.next(hours, from: second / 3600) {
      if hour > second / 3600 { second = hour * 3600 }
      guard let minute = ClockLimits.next(minutes, from: second / 60 % 60) else {
        second = (hour + 1) * 3600
        continue
      }
      if minute > second / 60 % 60 { second = hour * 3600 + minute * 60 }
      guard let secondOfMinute = ClockLimits.next(seconds, from: second % 60) else {
        second = second / 60 * 60 + 60
        continue
      }
      return second / 60 * 60 + secondOfMinute
    }
    return nil
  }

  /// Returns whether steps of `length` seconds from a second of the day ever reach an allowed second, on any
  /// day.
  func areReachable(every length: Int, from second: Int) -> Bool {
    if isEmpty { return true }
    // Over many days, the steps reach every second of the day that differs from the first by a multiple of
    // `stride`.
    let stride = ClockLimits.greatestCommonDivisor(length, WallTime.secondsPerDay)
    var candidate = second % stride
    while let allowed = next(from: candidate) {
      if allowed == candidate { return true }
      candidate = allowed + floorModulo(second - allowed, stride)
    }
    return false
  }

  private static func next(_ values: [Int], from value: Int) -> Int? {
    values.isEmpty ? value : values.first { $0 >= value }
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
