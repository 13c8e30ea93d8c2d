import CalendarModel

/// The system's local time zone: its rules, and the names that may belong to them.
///
/// Names are not trusted: with a wrong name, for example from a stale /etc/timezone, other machines would read
/// different times from the files that Handspan writes. See docs/decisions/zones.md.
struct LocalZone: Sendable {
  /// The zone's rules.
  var rules: ZoneFile
  /// The contents of the compiled zone file; nil if the rules are not from a file.
  var bytes: [UInt8]?
  /// The names by which the system identifies the zone, the most likely one first.
  var names: [String]

  /// UTC, for a system that specifies no zone.
  static let universal = LocalZone(
    rules: ZoneFile(rule: PosixZoneRule(standardOffset: 0, daylight: nil), footer: "UTC0"), bytes: nil,
    names: ["UTC"])

  /// Returns the IANA name of this zone; nil if there is none.
  ///
  /// If some of `names` denote zones that have the same UTC offsets as this zone for 30 years, starting last
  /// year, the first of these names is returned. Otherwise, the name of an identical compiled zone is
  /// returned.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - zoneFile: returns the database's rules for a name.
  ///   - nameOfZone: returns the IANA name of a compiled zone with the given bytes.
  func name(
    now: Instant, zoneFile: (_ named: String) -> ZoneFile?, nameOfZone: (_ bytes: [UInt8]) -> String?
  ) -> String? {
    let localRules = SystemZoneRules(rules)
    let year = min(max(WallTime(seconds: now.seconds).day.year, 2), 9_900)
    guard let firstDay = Day(year: year - 1, month: 1, day: 1),
      let endDay = Day(year: year + 29, month: 1, day: 1)
    else { return nil }
    let start = WallTime(firstDay).seconds
    let rangeEnd = max(start + 1, min(WallTime(endDay).seconds, rules.expiry ?? Int.max))
    let range = Instant(seconds: start)..<Instant(seconds: rangeEnd)
    let localTransitions = localRules.transitions(in: range)
    for name in names {
      guard let zone = zoneFile(name) else { continue }
      let namedTransitions = SystemZoneRules(zone).transitions(in: range)
      if namedTransitions.initialOffset == localTransitions.initialOffset,
        namedTransitions.transitions == localTransitions.transitions
      {
        return name
      }
    }
    return bytes.flatMap(nameOfZone)
  }

  /// Handspan's own name for a zone that is not in the database. It contains the zone's rule and, for a
  /// compiled zone, a hash of its transitions, so that the same name means the same zone in every file.
  var generatedName: String {
    let offset = rules.transitions.last?.offset ?? rules.initialOffset
    let rule = rules.footer.isEmpty ? "UTC\(Self.sign(offset))\(Self.timeText(abs(offset)))" : rules.footer
    // Characters that would require quotes in a parameter value, and further slashes, are replaced.
    let readableRule = rule.map { character in
      switch character {
      case ",": " "
      case "/": "@"
      case ":": "."
      default: String(character)
      }
    }.joined()
    return "Handspan/" + readableRule + (bytes == nil ? "" : " " + String(fingerprint, radix: 16))
  }

  /// A 32-bit FNV-1a hash of all transitions.
  private var fingerprint: UInt32 {
    let numbers = [rules.initialOffset] + rules.transitions.flatMap { [$0.seconds, $0.offset] }
    return numbers.reduce(2_166_136_261) { hash, number in
      (0..<8).reduce(hash) { ($0 ^ UInt32(truncatingIfNeeded: number >> ($1 * 8)) & 0xFF) &* 16_777_619 }
    }
  }

  private static func sign(_ offset: Int) -> String { offset < 0 ? "-" : "+" }

  private static func timeText(_ seconds: Int) -> String {
    let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }
}

extension LocalZone {
  /// Reads the system's zone.
  ///
  /// - Parameters:
  ///   - tzVariable: the environment variable TZ.
  ///   - root: a prefix for every absolute path; empty for the running system.
  init(tzVariable: String?, root: String, database: ZoneDatabase) {
    guard var text = tzVariable else {
      self = Self.fromFile("/etc/localtime", root: root, database: database)
      return
    }
    if text.hasPrefix(":") { text.removeFirst() }
    if text.hasPrefix("/") {
      self = Self.fromFile(text, root: root, database: database)
    } else if let bytes = database.bytes(named: text), let rules = try? ZoneFile(bytes) {
      self = LocalZone(
        rules: rules, bytes: bytes, names: [database.name(of: database.folder + "/" + text) ?? text])
    } else if let rule = PosixZoneRule(text.utf8) {
      self = LocalZone(rules: ZoneFile(rule: rule, footer: text), bytes: nil, names: Self.names(of: rule))
    } else {
      // The C library, and therefore every other clock in the session, also treats an invalid TZ as UTC.
      self = .universal
    }
  }

  /// Reads the zone from a compiled file, and its names from the symbolic links to the file and from
  /// /etc/timezone.
  private static func fromFile(_ path: String, root: String, database: ZoneDatabase) -> LocalZone {
    var names: [String] = []
    var path = path
    if let name = database.name(of: path) { names.append(name) }
    let isEtcLocaltime = path == "/etc/localtime"
    // The limit is the number of links that the kernel follows. Each link may contribute a name.
    for _ in 0..<40 {
      guard let target = SystemFile.target(ofLink: root + path) else { break }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
      if let name = database.name(of: path), !names.contains(name) { names.append(name) }
    }
    guard let bytes = SystemFile.bytes(root + path), let rules = try? ZoneFile(bytes) else {
      return .universal
    }
    if isEtcLocaltime, let text = SystemFile.bytes(root + "/etc/timezone") {
      let line = text.split(separator: 0x0A).first { $0.first != UInt8(ascii: "#") } ?? []
      let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if let name = words.first { names.append(String(decoding: name, as: UTF8.self)) }
    }
    return LocalZone(rules: rules, bytes: bytes, names: names)
  }

  /// Returns the database's name for a fixed offset of whole hours from UTC, if it has one. The sign in the
  /// name is inverted, as in POSIX.
  private static func names(of rule: PosixZoneRule) -> [String] {
    guard rule.daylight == nil, rule.standardOffset % 3600 == 0 else { return [] }
    let hours = rule.standardOffset / 3600
    return [hours == 0 ? "UTC" : "Etc/GMT\(hours < 0 ? "+" : "-")\(abs(hours))"]
  }
}
