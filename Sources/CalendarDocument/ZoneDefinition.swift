import CalendarModel

/// Definitions of time zones, as VTIMEZONEs.
package enum ZoneDefinition {
  /// The moments for which two definitions are compared, in seconds since 1970-01-01T00:00:00Z: 1970 to 2100.
  private static let comparedMoments = 0..<47_482 * WallTime.secondsPerDay

  /// Returns whether two VTIMEZONEs define the same clocks. One that cannot be read is the same only as itself.
  package static func haveSameRules(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    guard let a = FileZone(bytes: a), let b = FileZone(bytes: b) else { return false }
    let start = Instant(seconds: comparedMoments.lowerBound)
    return a.offset(at: start) == b.offset(at: start)
      && a.changes(in: comparedMoments) == b.changes(in: comparedMoments)
  }
}
