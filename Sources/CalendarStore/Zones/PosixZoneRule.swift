import CalendarModel

/// A time zone rule in the format of POSIX's TZ variable: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// A compiled zone ends with such a rule for the time after its last transition (RFC 9636 3.3).
struct PosixZoneRule: Hashable, Sendable {
  /// The UTC offset during standard time, in seconds; positive east of Greenwich.
  let standardOffset: Int
  /// Daylight saving time, if the zone has any.
  let daylight: Daylight?

  /// Daylight saving time. It may be behind standard time, as in Ireland, where standard time is in summer.
  struct Daylight: Hashable, Sendable {
    /// The UTC offset, in seconds.
    let offset: Int
    /// The start, in standard time.
    let start: Change
    /// The end, in daylight saving time.
    let end: Change
  }

  /// The day of the year and the time of day of a transition.
  struct Change: Hashable, Sendable {
    let date: Date
    /// The time in seconds after midnight, from -167 to 167 hours.
    let time: Int
  }

  /// A day of the year, in one of the formats of a rule.
  enum Date: Hashable, Sendable {
    /// `Jn`: day `n` of the year, from 1 to 365; February 29 is never counted.
    case julian(Int)
    /// `n`: day `n` of the year, from 0 to 365; February 29 is counted.
    case ordinal(Int)
    /// `Mm.n.d`: month `m`, week `n` from 1 to 5 (the last), and weekday `d` from 0 (Sunday) to 6.
    case weekday(month: Int, week: Int, day: Int)

    /// Returns the day in a year; nil outside the years 1 to 9999.
    func day(in year: Int) -> Day? {
      guard let first = Day(year: year, month: 1, day: 1) else { return nil }
      switch self {
      case .julian(let number): return first.adding(days: number - (number < 60 || !Day.isLeap(year) ? 1 : 0))
      case .ordinal(let number): return first.adding(days: number)
      case .weekday(let month, let week, let day):
        guard let first = Day(year: year, month: month, day: 1) else { return nil }
        let number = (day - first.weekday.rawValue % 7 + 7) % 7 + (week - 1) * 7
        return first.adding(days: number < Day.length(ofMonth: month, year: year) ? number : number - 7)
      }
    }
  }

  /// The start of a period with a constant UTC offset.
  struct Transition: Hashable, Sendable {
    /// The time of the transition, in seconds since 1970-01-01T00:00:00Z.
    let seconds: Int
    /// The UTC offset from then on, in seconds.
    let offset: Int
  }

  /// Returns the transitions in a year, in order; empty outside the years 1 to 9999.
  func transitions(in year: Int) -> [Transition] {
    guard let daylight, let start = daylight.start.date.day(in: year),
      let end = daylight.end.date.day(in: year)
    else { return [] }
    let transitions = [
      Transition(
        seconds: WallTime(start).seconds + daylight.start.time - standardOffset, offset: daylight.offset),
      Transition(
        seconds: WallTime(end).seconds + daylight.end.time - daylight.offset, offset: standardOffset),
    ]
    return transitions[0].seconds <= transitions[1].seconds ? transitions : transitions.reversed()
  }
}

extension PosixZoneRule {
  /// Parses a rule; nil if it is invalid.
  ///
  /// Daylight saving time without dates follows the rules of the United States, as in the C library; POSIX
  /// does not specify this.
  init?(_ text: some Sequence<UInt8>) {
    var reader = Reader(remaining: Array(text)[...])
    guard reader.remaining.count <= 256, reader.readName(), let secondsWest = reader.readTime(hours: 23)
    else {
      return nil
    }
    guard !reader.remaining.isEmpty else {
      self.init(standardOffset: -secondsWest, daylight: nil)
      return
    }
    guard reader.readName() else { return nil }
    var offset = 3600 - secondsWest
    if let byte = reader.remaining.first, byte != UInt8(ascii: ",") {
      guard let secondsWest = reader.readTime(hours: 23) else { return nil }
      offset = -secondsWest
    }
    // `ZoneFile` has the same limit: no zone is a whole day away from UTC.
    guard abs(offset) < WallTime.secondsPerDay else { return nil }
    if reader.remaining.isEmpty { reader.remaining = Array(",M3.2.0,M11.1.0".utf8)[...] }
    guard let start = reader.readChange(), let end = reader.readChange(), reader.remaining.isEmpty else {
      return nil
    }
    let rule = PosixZoneRule(
      standardOffset: -secondsWest, daylight: Daylight(offset: offset, start: start, end: end))
    // Daylight saving time that lasts until its next start is permanent (RFC 9636 3.3.1).
    let isPermanent = (2001...2004).allSatisfy { year in
      guard let end = rule.transitions(in: year).last, end.offset == -secondsWest,
        let next = rule.transitions(in: year + 1).first
      else { return false }
      return end.seconds >= next.seconds
    }
    self = isPermanent ? PosixZoneRule(standardOffset: offset, daylight: nil) : rule
  }

  private struct Reader {
    var remaining: ArraySlice<UInt8>

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
      guard remaining.first == UInt8(ascii: character) else { return false }
      remaining.removeFirst()
      return true
    }

    /// Reads a name: at least three letters, or letters, digits and signs between < and >.
    mutating func readName() -> Bool {
      let isQuoted = consume("<")
      let name = remaining.prefix { byte in
        switch byte {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0x30...0x39, 0x2B, 0x2D: isQuoted
        default: false
        }
      }
      remaining = remaining.dropFirst(name.count)
      return name.count >= 3 && (!isQuoted || consume(">"))
    }

    mutating func readNumber(_ range: ClosedRange<Int>) -> Int? {
      let digits = remaining.prefix { (0x30...0x39).contains($0) }
      guard (1...3).contains(digits.count) else { return nil }
      remaining = remaining.dropFirst(digits.count)
      let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return range.contains(number) ? number : nil
    }

    /// Reads a time of the form `[+-]hh[:mm[:ss]]`, and returns it in seconds.
    mutating func readTime(hours maximum: Int) -> Int? {
      let isNegative = consume("-")
      if !isNegative { _ = consume("+") }
      guard let hours = readNumber(0...maximum) else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] where consume(":") {
        guard let number = readNumber(0...59) else { return nil }
        seconds += number * unit
      }
      guard seconds < (maximum + 1) * 3600 else { return nil }
      return isNegative ? -seconds : seconds
    }

    mutating func readChange() -> Change? {
      guard consume(","), let date = readDate() else { return nil }
      guard consume("/") else { return Change(date: date, time: 2 * 3600) }
      return readTime(hours: 167).map { Change(date: date, time: $0) }
    }

    private mutating func readDate() -> Date? {
      if consume("J") { return readNumber(1...365).map { .julian($0) } }
      guard consume("M") else { return readNumber(0...365).map { .ordinal($0) } }
      guard let month = readNumber(1...12), consume("."), let week = readNumber(1...5), consume("."),
        let day = readNumber(0...6)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }
  }
}
