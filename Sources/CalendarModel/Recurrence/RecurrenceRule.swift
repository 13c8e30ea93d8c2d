/// A recurrence rule, the RECUR value of RFC 5545 3.3.10: what repeats, how often, and until when.
///
/// It has no start: what a rule leaves open (the weekday of a plain `FREQ=WEEKLY`, the time of day) is taken from the
/// event's DTSTART when it is expanded. Lists are sorted and have no duplicates.
package struct RecurrenceRule: Hashable, Sendable {
  /// FREQ: the length of the periods in which a rule counts, shortest first.
  package enum Frequency: Int, CaseIterable, Comparable, Hashable, Sendable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    /// Whether its periods are parts of a day.
    package var isWithinDay: Bool { self < .daily }

    package static func < (a: Frequency, b: Frequency) -> Bool { a.rawValue < b.rawValue }
  }

  /// UNTIL in the form in which it is written; the moment that it names is still part of the rule.
  package enum Until: Hashable, Sendable {
    /// A date: the rule goes on to the end of that day.
    case date(Day)
    /// A wall time of the event's own clocks.
    case wall(WallTime)
    /// A moment, written as the wall time of UTC.
    case utc(WallTime)
  }

  /// An element of BYDAY: every such weekday, or the nth one of the month or year.
  package struct NumberedWeekday: Hashable, Comparable, Sendable {
    /// 1 is the first and -1 the last; nil is every one.
    package var number: Int?
    /// The day of the week.
    package var weekday: Weekday

    /// Every such weekday, or the one of that number.
    ///
    /// - Precondition: number in -53...53 and not 0.
    package init(_ weekday: Weekday, number: Int? = nil) {
      precondition(number.map { (1...53).contains(abs($0)) } ?? true)
      self.number = number
      self.weekday = weekday
    }

    package static func < (a: NumberedWeekday, b: NumberedWeekday) -> Bool {
      (a.number ?? 0, a.weekday.rawValue) < (b.number ?? 0, b.weekday.rawValue)
    }
  }

  /// FREQ.
  package var frequency: Frequency
  /// INTERVAL: 1 is every period, 2 every other one; never less than 1.
  package var interval = 1 { didSet { precondition(interval >= 1) } }
  /// COUNT: how many dates the rule gives, of which DTSTART is one only if the rule names it; nil for as many as
  /// there are.
  package var count: Int?
  /// UNTIL; nil for no end.
  package var until: Until?
  /// WKST: the day on which weeks begin.
  package var weekStart = Weekday.monday
  /// BYMONTH: 1 to 12.
  package var months: [Int] = []
  /// BYWEEKNO: 1 to 53 and, counted from the end of the year, -1 to -53.
  package var weekNumbers: [Int] = []
  /// BYYEARDAY: 1 to 366 and, counted from the end, -1 to -366.
  package var yearDays: [Int] = []
  /// BYMONTHDAY: 1 to 31 and, counted from the end, -1 to -31.
  package var monthDays: [Int] = []
  /// BYDAY.
  package var weekdays: [NumberedWeekday] = []
  /// BYHOUR: 0 to 23.
  package var hours: [Int] = []
  /// BYMINUTE: 0 to 59.
  package var minutes: [Int] = []
  /// BYSECOND: 0 to 59.
  package var seconds: [Int] = []
  /// BYSETPOS: which instances of each period count, 1 to 366 and, from the end, -1 to -366.
  package var setPositions: [Int] = []
  /// What of the rule Handspan cannot follow, for instance `RSCALE=HEBREW`; nil if it follows all of it.
  ///
  /// Such a rule is never expanded: an event in the wrong place is worse than one that says it is not shown.
  package var unsupported: String?

  /// Every so many of those periods, forever.
  ///
  /// - Precondition: `interval` is at least 1.
  package init(_ frequency: Frequency, interval: Int = 1) {
    precondition(interval >= 1)
    self.frequency = frequency
    self.interval = interval
  }

  /// Whether Handspan can expand all of it.
  package var isSupported: Bool { unsupported == nil }
  /// Whether neither COUNT nor UNTIL ends it.
  package var isEndless: Bool { count == nil && until == nil }
}

extension Weekday {
  /// The two letters of RFC 5545 for this day.
  var code: String {
    switch self {
    case .monday: "MO"
    case .tuesday: "TU"
    case .wednesday: "WE"
    case .thursday: "TH"
    case .friday: "FR"
    case .saturday: "SA"
    case .sunday: "SU"
    }
  }
}
