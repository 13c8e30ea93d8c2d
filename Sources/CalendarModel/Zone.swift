/// A moment on the world's one time line: seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int

  /// The moment that many seconds after 1970-01-01T00:00:00Z.
  public init(seconds: Int) {
    self.seconds = seconds
  }

  /// The moment that many seconds later.
  public func adding(seconds: Int) -> Instant { Instant(seconds: self.seconds + seconds) }
  /// Elapsed seconds from `other` to this.
  public func seconds(since other: Instant) -> Int { seconds - other.seconds }

  /// The order of time.
  public static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }
}

/// What is to be known of a time zone: how far its clocks are from UTC at any moment.
///
/// The system's database and a file's own VTIMEZONE are two conformers.
public protocol ZoneRules: Sendable {
  /// Seconds that the zone's wall clocks are ahead of UTC (east is positive) at that moment.
  func offset(at instant: Instant) -> Int

  /// The moment from which on the clocks change on the same dates of each year by one rule, or never change again; nil
  /// if that is not known.
  var settles: Instant? { get }
}

extension ZoneRules {
  /// Not known.
  public var settles: Instant? { nil }
}

/// A constant distance from UTC.
public struct FixedOffset: ZoneRules, Hashable {
  private let seconds: Int

  /// A zone whose clocks are always `seconds` ahead of UTC.
  public init(seconds: Int) {
    self.seconds = seconds
  }

  /// The constant distance.
  public func offset(at instant: Instant) -> Int { seconds }
}

/// A named time zone with its rules. Zones are equal if their names are.
public struct Zone: Hashable, Sendable {
  /// What all times in one zone have in common: each holds a reference to it, for there are many.
  private final class Definition: Sendable {
    let identifier: String
    let rules: any ZoneRules

    init(identifier: String, rules: any ZoneRules) {
      (self.identifier, self.rules) = (identifier, rules)
    }
  }

  private let definition: Definition

  /// The TZID: an IANA name, or what a file calls its own zone.
  public var identifier: String { definition.identifier }
  /// How far the clocks are from UTC, and when.
  public var rules: any ZoneRules { definition.rules }

  /// Universal time.
  public static let utc = Zone(identifier: "UTC", rules: FixedOffset(seconds: 0))

  /// A zone of that name and those rules.
  public init(identifier: String, rules: any ZoneRules) {
    definition = Definition(identifier: identifier, rules: rules)
  }

  /// Zones are equal if their names are.
  public static func == (a: Zone, b: Zone) -> Bool {
    a.definition === b.definition || a.identifier == b.identifier
  }
  /// The name is all that is hashed.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// What the wall clocks of the zone show at that moment.
  public func time(at instant: Instant) -> ZonedTime {
    let offset = rules.offset(at: instant)
    return ZonedTime(wall: WallTime(seconds: instant.seconds + offset), offset: offset)
  }

  /// What a wall time means in this zone.
  ///
  /// As RFC 5545 3.3.5 (with erratum 4271) says: a wall time that the clocks skip is read with the offset
  /// before the gap, so that 02:30 becomes 03:30; one that they show twice is the first of the two. The
  /// result's `wall` therefore differs from the argument in a gap, and only there.
  public func time(at wall: WallTime) -> ZonedTime {
    // The same moments as `instants(at:)` finds, the first of them first; asked for every occurrence of a series.
    let before = rules.offset(at: Instant(seconds: wall.seconds - WallTime.secondsPerDay))
    let early = Instant(seconds: wall.seconds - before)
    if rules.offset(at: early) == before { return ZonedTime(wall: wall, offset: before) }
    let after = rules.offset(at: Instant(seconds: wall.seconds + WallTime.secondsPerDay))
    if rules.offset(at: Instant(seconds: wall.seconds - after)) == after {
      return ZonedTime(wall: wall, offset: after)
    }
    return time(at: early)
  }

  /// The moments at which the zone's wall clocks show `wall`, in order: none in a gap, two in an overlap.
  public func instants(at wall: WallTime) -> [Instant] {
    // No zone is more than a day away from UTC, so the offsets a day before and after are the only candidates
    // (two changes within two days are not known of any zone).
    let before = rules.offset(at: Instant(seconds: wall.seconds - WallTime.secondsPerDay))
    let after = rules.offset(at: Instant(seconds: wall.seconds + WallTime.secondsPerDay))
    var found: [Instant] = []
    for offset in before == after ? [before] : [before, after] {
      let instant = Instant(seconds: wall.seconds - offset)
      if rules.offset(at: instant) == offset { found.append(instant) }
    }
    return found.sorted()
  }
}

/// A wall time together with its distance from UTC: one moment, as one zone's clocks show it.
public struct ZonedTime: Hashable, Sendable {
  /// What the clocks show.
  public var wall: WallTime
  /// Seconds ahead of UTC.
  public var offset: Int

  /// What clocks that are `offset` seconds ahead of UTC show.
  public init(wall: WallTime, offset: Int) {
    self.wall = wall
    self.offset = offset
  }

  /// The moment.
  public var instant: Instant { Instant(seconds: wall.seconds - offset) }
}

extension ZonedTime: CustomStringConvertible {
  /// The moment as in RFC 3339: `2026-01-05T09:00:00+01:00`.
  ///
  /// Local mean time, until about 1900, is some seconds away from a whole minute. RFC 3339 cannot say that; they are
  /// written as ISO 8601-2 has them, `+00:53:28`, so that the moment is not another one.
  public var description: String {
    guard offset != 0 else { return "\(wall)Z" }
    let size = abs(offset)
    let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return "\(wall)\(offset < 0 ? "-" : "+")\(parts.map { padded($0, 2) }.joined(separator: ":"))"
  }
}

/// Finds zones by name. The system's database is one; a document with its own VTIMEZONEs is another.
public protocol ZoneProvider: Sendable {
  /// The zone of that TZID, or nil if it is not known.
  func zone(named identifier: String) -> Zone?
}
