/// A recurrence rule: a value of type RECUR (RFC 5545 3.3.10).
///
/// A rule has no start: anything that it leaves open (such as the time of day, or the weekday if the rule is
/// just `FREQ=WEEKLY`) is taken from the event's DTSTART during expansion. Lists are sorted and have no
/// duplicates.
package struct RecurrenceRule: Hashable, Sendable {
  /// FREQ: the unit of the periods, in order of increasing length.
  package enum Frequency: Int, CaseIterable, Comparable, Hashable, Sendable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    /// Whether the periods are shorter than a day.
    package var isWithinDay: Bool { self < .daily }

    package static func < (a: Frequency, b: Frequency) -> Bool { a.rawValue < b.rawValue }
  }

  /// UNTIL, in the form in which it is written. It is inclusive.
  package enum Until: Hashable, Sendable {
    /// A date: the rule continues to the end of that day.
    case date(Day)
    /// A wall time in the event's own zone.
    case wall(WallTime)
    /// A moment, written as a wall time in UTC.
    case utc(WallTime)
  }

  /// An element of BYDAY: every such weekday, or the nth one in the month or year.
  package struct NumberedWeekday: Hashable, Comparable, Sendable {
    /// 1 is the first, -1 the last; nil means every one.
    package var number: Int?
    package var weekday: Weekday

    /// Creates an element for every such weekday, or for the one with the given number.
    ///
    /// - Precondition: `number` is in -53...53 and not 0.
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
  /// INTERVAL: 1 is every period, 2 every other one, and so on. At least 1.
  package var interval = 1 { didSet { precondition(interval >= 1) } }
  /// COUNT: the number of dates that the rule generates; DTSTART counts only if the rule generates it. Nil if
  /// there is no limit.
  package var count: Int?
  /// UNTIL; nil if there is none.
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
  /// BYSETPOS: the positions of the instances to keep in each period, 1 to 366 and, counted from the end, -1
  /// to -366.
  package var setPositions: [Int] = []
  /// The part of the rule that Handspan does not support, for instance `RSCALE=HEBREW`; nil if it supports
  /// all of it.
  ///
  /// Such a rule is never expanded: showing an event at the wrong time is worse than reporting that it is not
  /// shown.
  package var unsupported: String?

  /// Creates a rule without an end.
  ///
  /// - Precondition: `interval` is at least 1.
  package init(_ frequency: Frequency, interval: Int = 1) {
    precondition(interval >= 1)
    self.frequency = frequency
    self.interval = interval
  }

  /// Whether Handspan can expand the whole rule.
  package var isSupported: Bool { unsupported == nil }
  /// Whether the rule has neither COUNT nor UNTIL.
  package var isEndless: Bool { count == nil && until == nil }
}

extension Weekday {
  /// The two-letter code for this day, as defined in RFC 5545.
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
