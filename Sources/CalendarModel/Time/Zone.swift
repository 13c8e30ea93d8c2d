/// A named time zone with its rules. Zones with the same name are equal, unless a file defines several of them with different
/// rules.
package struct Zone: Hashable, Sendable {
  /// A definition that all times in the zone share, so that each of them contains only a reference.
  private final class Definition: Sendable {
    let identifier: String
    let variant: Int
    let rules: any ZoneRules
    let contradiction: Contradiction?

    init(_ identifier: String, _ variant: Int, _ rules: any ZoneRules, _ contradiction: Contradiction?) {
      (self.identifier, self.variant, self.rules, self.contradiction) = (
        identifier, variant, rules, contradiction
      )
    }
  }

  /// Rules that a file has under the name of a zone, although others apply.
  package struct Contradiction: Sendable {
    package let rules: any ZoneRules
    /// The moment from which they are the same as those that apply.
    package let end: Instant

    package init(rules: any ZoneRules, end: Instant) {
      (self.rules, self.end) = (rules, end)
    }
  }

  private let definition: Definition

  /// The TZID: an IANA name, or the name of a zone that a file defines.
  package var identifier: String { definition.identifier }
  /// The rules that determine the UTC offset at any moment.
  package var rules: any ZoneRules { definition.rules }

  /// Distinguishes zones of the same name with different rules. 0 for the database's zone and for the only definition of
  /// a file.
  package var variant: Int { definition.variant }

  package static let utc = Zone(identifier: "UTC", rules: FixedOffset(seconds: 0))

  package init(
    identifier: String, variant: Int = 0, rules: any ZoneRules, contradiction: Contradiction? = nil
  ) {
    definition = Definition(identifier, variant, rules, contradiction)
  }

  /// The rules that the file has under this name, if they differ from those that apply.
  package var contradiction: Contradiction? { definition.contradiction }

  package static func == (a: Zone, b: Zone) -> Bool {
    // Byte for byte: a file may define zones whose names differ only in how their accents are written.
    a.definition === b.definition
      || (a.identifier.utf8.elementsEqual(b.identifier.utf8)
        && (a.variant == b.variant || a.hasSameOffsets(as: b)))
  }

  /// Compares the offsets on every tenth day from 1970 to 2040. A copy of an event has another variant in a file in which
  /// it is alone.
  private func hasSameOffsets(as other: Zone) -> Bool {
    stride(from: 0, to: 70 * 366 * WallTime.secondsPerDay, by: 10 * WallTime.secondsPerDay).allSatisfy {
      rules.offset(at: Instant(seconds: $0)) == other.rules.offset(at: Instant(seconds: $0))
    }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// Returns whether two zones share their definition.
  package func isIdentical(to other: Zone) -> Bool { definition === other.definition }

  /// Returns the wall time and the offset in this zone at a moment.
  package func time(at instant: Instant) -> ZonedTime {
    let offset = rules.offset(at: instant)
    return ZonedTime(wall: WallTime(seconds: instant.seconds + offset), offset: offset)
  }

  /// Returns the moment that a wall time denotes in this zone.
  ///
  /// As RFC 5545 3.3.5 (with erratum 4271) requires, a wall time that the clocks skip is interpreted with the
  /// offset before the gap, so 02:30 becomes 03:30. A wall time that they show twice denotes the first of the
  /// two moments, unless it says that it is the second. The result's `wall` differs from the argument only in a gap.
  package func time(at wall: WallTime) -> ZonedTime {
    if wall.isSecondOfTwo, let later = instants(at: wall).last {
      return ZonedTime(wall: wall, offset: wall.seconds - later.seconds)
    }
    // This finds the same moment as `instants(at:)`, or the first if there are two. It is faster, which
    // matters because it runs for every occurrence of a series.
    let offsetBefore = rules.offset(at: Instant(seconds: wall.seconds - WallTime.secondsPerDay))
    let earlyInstant = Instant(seconds: wall.seconds - offsetBefore)
    if rules.offset(at: earlyInstant) == offsetBefore { return ZonedTime(wall: wall, offset: offsetBefore) }
    let offsetAfter = rules.offset(at: Instant(seconds: wall.seconds + WallTime.secondsPerDay))
    if rules.offset(at: Instant(seconds: wall.seconds - offsetAfter)) == offsetAfter {
      return ZonedTime(wall: wall, offset: offsetAfter)
    }
    return time(at: earlyInstant)
  }

  /// Returns the moment that a wall time denotes by the rules that the file has under this name; nil if they give the
  /// same moment.
  package func differingTime(at wall: WallTime) -> ZonedTime? {
    guard let contradiction else { return nil }
    let instant = time(at: wall).instant
    guard instant.seconds < contradiction.end.seconds + WallTime.secondsPerDay else { return nil }
    let other = Zone(identifier: identifier, rules: contradiction.rules).time(at: wall)
    return other.instant == instant ? nil : other
  }

  /// Returns the wall time that denotes exactly a moment, even if it is the second moment with this wall time.
  package func wallTime(at instant: Instant) -> WallTime {
    let wall = time(at: instant).wall
    return time(at: wall).instant == instant ? wall : wall.secondOfTwo
  }

  /// Returns the wall time that the clocks skip and that denotes the given moment; nil if there is none.
  package func skippedWallTime(at instant: Instant) -> WallTime? {
    let offsetBefore = rules.offset(at: instant.adding(seconds: -WallTime.secondsPerDay))
    let wall = WallTime(seconds: instant.seconds + offsetBefore)
    let shown = time(at: wall)
    return shown.instant == instant && shown.wall != wall ? wall : nil
  }

  /// Returns the moments at which the zone's clocks show `wall`, in order: none in a gap, two in an overlap.
  package func instants(at wall: WallTime) -> [Instant] {
    // No zone is more than a day away from UTC, so the offsets a day before and after are the only candidates
    // (no zone is known to change twice within two days).
    let offsetBefore = rules.offset(at: Instant(seconds: wall.seconds - WallTime.secondsPerDay))
    let offsetAfter = rules.offset(at: Instant(seconds: wall.seconds + WallTime.secondsPerDay))
    var instants: [Instant] = []
    for offset in offsetBefore == offsetAfter ? [offsetBefore] : [offsetBefore, offsetAfter] {
      let instant = Instant(seconds: wall.seconds - offset)
      if rules.offset(at: instant) == offset { instants.append(instant) }
    }
    return instants.sorted()
  }
}
