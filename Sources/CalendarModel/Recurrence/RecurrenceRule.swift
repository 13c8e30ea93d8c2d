/// A recurrence rule, the RECUR value of RFC 5545 3.3.10: what repeats, how often, and until when.
///
/// A value without a start: most of what a rule leaves open (the weekday of a plain `FREQ=WEEKLY`, the time of
/// day) comes from the event's DTSTART when it is expanded. Lists are in ascending order and hold nothing twice.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ: the length of the periods in which a rule counts, shortest first.
  public enum Frequency: Int, CaseIterable, Comparable, Hashable, Sendable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    /// Whether its periods are parts of a day.
    public var isWithinDay: Bool { self < .daily }

    /// The shorter period first.
    public static func < (a: Frequency, b: Frequency) -> Bool { a.rawValue < b.rawValue }
  }

  /// UNTIL in the form in which it is written; the moment that it names is still part of the rule.
  public enum Until: Hashable, Sendable {
    /// A date: the rule goes on to the end of that day.
    case date(Day)
    /// A wall time of the event's own clocks.
    case wall(WallTime)
    /// A moment, written as the wall time of UTC.
    case utc(WallTime)
  }

  /// An element of BYDAY: every such weekday, or the nth one of the month or year.
  public struct NumberedWeekday: Hashable, Comparable, Sendable {
    /// 1 is the first and -1 the last; nil is every one.
    public var number: Int?
    /// The day of the week.
    public var weekday: Weekday

    /// Every such weekday, or the one of that number.
    ///
    /// - Precondition: number in -53...53 and not 0.
    public init(_ weekday: Weekday, number: Int? = nil) {
      precondition(number.map { (1...53).contains(abs($0)) } ?? true)
      self.number = number
      self.weekday = weekday
    }

    /// By number, every such weekday being 0, and then by weekday.
    public static func < (a: NumberedWeekday, b: NumberedWeekday) -> Bool {
      (a.number ?? 0, a.weekday.rawValue) < (b.number ?? 0, b.weekday.rawValue)
    }
  }

  /// FREQ.
  public var frequency: Frequency
  /// INTERVAL: 1 is every period, 2 every other one; never less than 1.
  public var interval = 1 { didSet { precondition(interval >= 1) } }
  /// COUNT: how many dates the rule gives, of which DTSTART is one only if the rule names it; nil for as many as
  /// there are.
  public var count: Int?
  /// UNTIL; nil for no end.
  public var until: Until?
  /// WKST: the day on which weeks begin.
  public var weekStart = Weekday.monday
  /// BYMONTH: 1 to 12.
  public var months: [Int] = []
  /// BYWEEKNO: 1 to 53 and, counted from the end of the year, -1 to -53.
  public var weekNumbers: [Int] = []
  /// BYYEARDAY: 1 to 366 and, counted from the end, -1 to -366.
  public var yearDays: [Int] = []
  /// BYMONTHDAY: 1 to 31 and, counted from the end, -1 to -31.
  public var monthDays: [Int] = []
  /// BYDAY.
  public var weekdays: [NumberedWeekday] = []
  /// BYHOUR: 0 to 23.
  public var hours: [Int] = []
  /// BYMINUTE: 0 to 59.
  public var minutes: [Int] = []
  /// BYSECOND: 0 to 59.
  public var seconds: [Int] = []
  /// BYSETPOS: which instances of each period count, 1 to 366 and, from the end, -1 to -366.
  public var setPositions: [Int] = []
  /// What of the rule Handspan cannot follow, for instance `RSCALE=HEBREW`; nil if it follows all of it.
  ///
  /// Such a rule is never expanded: an event in the wrong place is worse than one that says it is not shown.
  public var unsupported: String?

  /// Every so many of those periods, for ever.
  ///
  /// - Precondition: `interval` is at least 1.
  public init(_ frequency: Frequency, interval: Int = 1) {
    precondition(interval >= 1)
    self.frequency = frequency
    self.interval = interval
  }

  /// Whether Handspan can expand all of it.
  public var isSupported: Bool { unsupported == nil }
  /// Whether neither COUNT nor UNTIL ends it.
  public var isEndless: Bool { count == nil && until == nil }
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
