/// The rules of a time zone: its UTC offset at any moment.
///
/// Zones from the system's database and VTIMEZONEs from a file conform to this protocol.
package protocol ZoneRules: Sendable {
  /// Returns the number of seconds by which the zone's clocks are ahead of UTC at a moment; negative if they
  /// are behind.
  func offset(at instant: Instant) -> Int

  /// The moment after which the clocks follow a single yearly rule or never change again; nil if it is not
  /// known.
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

/// A source of zones, found by name: the system's database, or a document with its own VTIMEZONEs.
package protocol ZoneProvider: Sendable {
  /// Returns the zone with the given TZID, or nil if it is unknown.
  func zone(named identifier: String) -> Zone?
}
