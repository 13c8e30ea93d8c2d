import CalendarModel

/// Definitions of time zones, as VTIMEZONEs.
package enum ZoneDefinition {
  /// Returns the moment from which a VTIMEZONE defines the same clocks as a zone of the database; nil if it does so from
  /// its first onset on.
  static func endOfDifferences(of definition: FileZone, from zone: Zone) -> Instant? {
    let start = min(max(definition.firstOnset, comparedMoments.lowerBound), comparedMoments.upperBound - 1)
    let moments = start..<comparedMoments.upperBound
    let changes = definition.changes(in: moments) + zone.rules.changes(in: moments)
    let onsets = Set(changes.map(\.moment) + [start]).sorted()
    let last = onsets.lastIndex {
      definition.offset(at: Instant(seconds: $0)) != zone.rules.offset(at: Instant(seconds: $0))
    }
    return last.map { Instant(seconds: $0 + 1 < onsets.count ? onsets[$0 + 1] : comparedMoments.upperBound) }
  }

  /// The moments for which two definitions are compared, in seconds since 1970-01-01T00:00:00Z: 1970 to 2100.
  private static let comparedMoments = 0..<47_482 * WallTime.secondsPerDay

  /// The clocks that a VTIMEZONE defines.
  struct Clocks: Hashable {
    private let firstOffset: Int
    private let changes: [ClockChange]

    /// Returns nil if the VTIMEZONE cannot be read.
    init?(_ definition: [UInt8]) {
      guard let zone = FileZone(bytes: definition) else { return nil }
      firstOffset = zone.offset(at: Instant(seconds: comparedMoments.lowerBound))
      changes = zone.changes(in: comparedMoments)
    }
  }

  /// Returns whether two VTIMEZONEs define the same clocks. One that cannot be read is the same only as itself.
  package static func haveSameRules(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    guard let a = Clocks(a), let b = Clocks(b) else { return false }
    return a == b
  }
}
