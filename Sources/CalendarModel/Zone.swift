/// A named time zone with its rules. Zones are equal if their names are.
package struct Zone: Hashable, Sendable {
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
  package var identifier: String { definition.identifier }
  /// How far the clocks are from UTC, and when.
  package var rules: any ZoneRules { definition.rules }

  /// Universal time.
  package static let utc = Zone(identifier: "UTC", rules: FixedOffset(seconds: 0))

  package init(identifier: String, rules: any ZoneRules) {
    definition = Definition(identifier: identifier, rules: rules)
  }

  package static func == (a: Zone, b: Zone) -> Bool {
    a.definition === b.definition || a.identifier == b.identifier
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// What the wall clocks of the zone show at that moment.
  package func time(at instant: Instant) -> ZonedTime {
    let offset = rules.offset(at: instant)
    return ZonedTime(wall: WallTime(seconds: instant.seconds + offset), offset: offset)
  }

  /// What a wall time means in this zone.
  ///
  /// As RFC 5545 3.3.5 (with erratum 4271) says: a wall time that the clocks skip is read with the offset
  /// before the gap, so that 02:30 becomes 03:30; one that they show twice is the first of the two. The
  /// result's `wall` therefore differs from the argument in a gap, and only there.
  package func time(at wall: WallTime) -> ZonedTime {
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
  package func instants(at wall: WallTime) -> [Instant] {
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
