/// The rules of a time zone: its UTC offset at any moment.
///
/// The system's database and a file's own VTIMEZONE are two conformers.
package protocol ZoneRules: Sendable {
  /// Seconds that the zone's wall clocks are ahead of UTC (east is positive) at that moment.
  func offset(at instant: Instant) -> Int

  /// The moment from which on the clocks change on the same dates of each year by one rule, or never change again; nil
  /// if that is not known.
  var settles: Instant? { get }
}

extension ZoneRules {
  /// Not known.
  package var settles: Instant? { nil }
}

/// A fixed UTC offset.
package struct FixedOffset: ZoneRules, Hashable {
  private let seconds: Int

  /// A zone whose clocks are always `seconds` ahead of UTC.
  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// The constant distance.
  package func offset(at instant: Instant) -> Int { seconds }
}

/// Finds zones by name. The system's database is one; a document with its own VTIMEZONEs is another.
package protocol ZoneProvider: Sendable {
  /// The zone of that TZID, or nil if it is not known.
  func zone(named identifier: String) -> Zone?
}
