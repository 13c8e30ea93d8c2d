import CalendarModel
import Synchronization

/// The results of comparing VTIMEZONEs with the zones of the database, for all documents: each file of a folder may contain
/// the same VTIMEZONE, and a comparison takes milliseconds.
final class ZoneComparisons: Sendable {
  static let shared = ZoneComparisons()

  private struct Key: Hashable {
    let definition: [UInt8]
    let zone: Zone
  }

  private struct Entry {
    /// The zone at the time of the comparison. If the database has changed since, it is another object.
    let zone: Zone
    let contradiction: Zone.Contradiction?
  }

  private let entries = Mutex<[Key: Entry]>([:])
  /// The maximum number of results. A file could contain any number of different definitions.
  private static let maximumCount = 200

  /// Returns how a VTIMEZONE contradicts a zone of the database; nil if it does not, or cannot be read.
  ///
  /// - Parameter rules: reads the VTIMEZONE.
  func contradiction(
    of definition: [UInt8], to zone: Zone, readingBy rules: () -> FileZone?
  ) -> Zone.Contradiction? {
    let key = Key(definition: definition, zone: zone)
    if let entry = entries.withLock({ $0[key] }), entry.zone.isIdentical(to: zone) {
      return entry.contradiction
    }
    guard let rules = rules() else { return nil }
    let contradiction = ZoneDefinition.endOfDifferences(of: rules, from: zone).map {
      Zone.Contradiction(rules: rules, end: $0)
    }
    entries.withLock {
      if $0.count >= Self.maximumCount { $0.removeAll() }
      $0[key] = Entry(zone: zone, contradiction: contradiction)
    }
    return contradiction
  }
}
