/// The rules of a time zone: its UTC offset at any moment.
///
/// The system's database and the VTIMEZONEs of a file conform to it.
package protocol ZoneRules: Sendable {
  /// The seconds by which the zone's clocks are ahead of UTC at a moment; positive to the east.
  func offset(at instant: Instant) -> Int

  /// The moment from which the clocks change on the same dates every year, by one rule, or never again; nil
  /// if it is not known.
  var regularSince: Instant? { get }
}

extension ZoneRules {
  package var regularSince: Instant? { nil }
}

/// A fixed UTC offset.
package struct FixedOffset: ZoneRules, Hashable {
  private let seconds: Int

  /// Creates rules for clocks that are always `seconds` ahead of UTC.
  package init(seconds: Int) {
    self.seconds = seconds
  }

  package func offset(at instant: Instant) -> Int { seconds }
}

/// Finds zones by name. The system's database and a document with its own VTIMEZONEs conform to it.
package protocol ZoneProvider: Sendable {
  /// The zone with this TZID, or nil if it is unknown.
  func zone(named identifier: String) -> Zone?
}
