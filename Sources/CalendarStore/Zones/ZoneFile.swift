import CalendarModel

/// A compiled time zone of the tz database (TZif, RFC 9636), parsed with limits on its size.
///
/// GLib also reads these files, but treats daylight saving time that is behind standard time as if it were
/// ahead of it. Times in Dublin after 2037 would therefore be two hours off.
struct ZoneFile: Hashable, Sendable {
  /// The UTC offset before the first transition, in seconds.
  let initialOffset: Int
  /// The transitions in order, within the years 1 to 9999. Some change only the abbreviation or the daylight
  /// saving flag.
  let transitions: [PosixZoneRule.Transition]
  /// The rule after the last transition; nil if there are no further transitions.
  let rule: PosixZoneRule?
  /// The rule as written in the file.
  let footer: String
  /// The time when the data expires, in seconds since 1970; nil if the data does not expire. Data with leap
  /// seconds expires, because future leap seconds are unknown.
  let expiry: Int?

  /// The reason why a file is rejected.
  enum ParseError: Error, Hashable {
    /// It does not begin with the TZif signature.
    case notAZoneFile
    /// It is shorter than its header says.
    case truncated
    /// Its contents are invalid.
    case malformed
  }

  /// The maximum number of transitions. Real zones have about 250 at most.
  private static let maximumCount = 20_000
  /// The range of accepted times, in seconds since 1970: the years 1 to 9999, less one day at each end to
  /// leave room for the UTC offset.
  private static let acceptedTimes =
    (WallTime(.earliest).seconds + WallTime.secondsPerDay)...WallTime(.latest).seconds

  init(rule: PosixZoneRule, footer: String) {
    (initialOffset, transitions, self.rule, self.footer, expiry) = (
      rule.standardOffset, [], rule, footer, nil
    )
  }

  init(_ bytes: [UInt8]) throws(ParseError) {
    var reader = Reader(remaining: bytes[...])
    var header = try Header(&reader)
    // The first block has 32-bit times, for readers of version 1, and is skipped.
    if header.version >= 2 {
      _ = try reader.readBytes(header.size(timeSize: 4))
      header = try Header(&reader)
    }
    let timeSize = header.version >= 2 ? 8 : 4
    guard header.typeCount > 0, header.typeCount <= 256, header.timeCount <= Self.maximumCount,
      header.leapCount <= 1_000
    else { throw .malformed }
    let moments = try reader.readNumbers(header.timeCount, size: timeSize)
    let types = try reader.readBytes(header.timeCount)
    var offsets: [Int] = []
    for _ in 0..<header.typeCount {
      offsets.append(try reader.readNumber(size: 4))
      _ = try reader.readBytes(2)
    }
    _ = try reader.readBytes(header.characterCount)
    var leaps: [(moment: Int, correction: Int)] = []
    for _ in 0..<header.leapCount {
      leaps.append((try reader.readNumber(size: timeSize), try reader.readNumber(size: 4)))
    }
    _ = try reader.readBytes(header.standardIndicatorCount + header.utIndicatorCount)
    guard types.allSatisfy({ $0 < header.typeCount }),
      offsets.allSatisfy({ abs($0) < WallTime.secondsPerDay }),
      zip(moments, moments.dropFirst()).allSatisfy(<)
    else { throw .malformed }

    var (rule, footer) = header.version >= 2 ? try Self.readRule(from: &reader) : (nil, "")
    var initialOffset = offsets[0]
    var transitions: [PosixZoneRule.Transition] = []
    for (moment, type) in zip(moments, types) {
      let offset = offsets[Int(type)]
      // In files with leap seconds, the times count leap seconds; `Instant` does not.
      let leap = leaps.last { $0.moment <= moment }?.correction ?? 0
      guard moment <= Self.acceptedTimes.upperBound else {
        (rule, footer) = (nil, "")
        break
      }
      // Old zone compilers write a first transition at the time of the Big Bang.
      if moment < Self.acceptedTimes.lowerBound {
        initialOffset = offset
      } else {
        transitions.append(PosixZoneRule.Transition(seconds: moment - leap, offset: offset))
      }
    }
    if header.timeCount == 0, let rule { initialOffset = rule.standardOffset }
    (self.initialOffset, self.transitions, self.rule, self.footer) = (
      initialOffset, transitions, rule, footer
    )
    expiry = leaps.isEmpty || rule != nil ? nil : transitions.last?.seconds
  }

  private static func readRule(
    from reader: inout Reader
  ) throws(ParseError) -> (rule: PosixZoneRule?, footer: String) {
    guard try reader.readBytes(1).first == 0x0A, let end = reader.remaining.firstIndex(of: 0x0A) else {
      throw .truncated
    }
    let text = reader.remaining[..<end]
    guard !text.isEmpty else { return (nil, "") }
    guard let rule = PosixZoneRule(text) else { throw .malformed }
    return (rule, String(decoding: text, as: UTF8.self))
  }

  /// The version of the file, and the counts that determine the size of a data block (RFC 9636 3.1).
  private struct Header {
    let version: Int
    let utIndicatorCount: Int
    let standardIndicatorCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int
    let characterCount: Int

    init(_ reader: inout Reader) throws(ParseError) {
      guard reader.remaining.starts(with: "TZif".utf8) else { throw .notAZoneFile }
      let start = try reader.readBytes(20)
      // The version is an ASCII digit, or a zero byte for version 1.
      let digit = start[start.startIndex + 4]
      guard digit == 0 || (0x32...0x39).contains(digit) else { throw .malformed }
      version = digit == 0 ? 1 : Int(digit - 0x30)
      let counts = try reader.readNumbers(6, size: 4)
      guard counts.allSatisfy({ $0 >= 0 }) else { throw .malformed }
      (utIndicatorCount, standardIndicatorCount, leapCount) = (counts[0], counts[1], counts[2])
      (timeCount, typeCount, characterCount) = (counts[3], counts[4], counts[5])
    }

    /// Returns the size of the following block, in bytes.
    func size(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4)
        + standardIndicatorCount + utIndicatorCount
    }
  }

  private struct Reader {
    var remaining: ArraySlice<UInt8>

    mutating func readBytes(_ count: Int) throws(ParseError) -> ArraySlice<UInt8> {
      guard count <= remaining.count else { throw .truncated }
      defer { remaining = remaining.dropFirst(count) }
      return remaining.prefix(count)
    }

    /// Reads a signed big-endian number.
    mutating func readNumber(size: Int) throws(ParseError) -> Int {
      let value = try readBytes(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return size == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
    }

    mutating func readNumbers(_ count: Int, size: Int) throws(ParseError) -> [Int] {
      guard count <= remaining.count / size else { throw .truncated }
      var numbers: [Int] = []
      numbers.reserveCapacity(count)
      for _ in 0..<count { numbers.append(try readNumber(size: size)) }
      return numbers
    }
  }
}
