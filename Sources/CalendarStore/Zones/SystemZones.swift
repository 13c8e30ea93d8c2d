import CalendarModel
import Glibc
import Synchronization

/// The time zones of the system's database (tzdata).
///
/// Zones are read once and cached. Without a database, as in a minimal container, only UTC is available.
package final class SystemZones: ZoneProvider {
  /// The program's shared instance.
  package static let shared = SystemZones()

  let database: ZoneDatabase
  private let root: String
  private let tzVariable: String?
  private let cache = Mutex<[String: Zone?]>([:])
  /// The database's spelling of each name, by its lowercase form; nil until first needed.
  private let spellings = Mutex<[String: String]?>(nil)

  /// Creates a provider with an empty cache, for the running system.
  package convenience init() {
    self.init(root: "", tzVariable: Self.environment("TZ"), folder: Self.environment("TZDIR"))
  }

  /// - Parameters:
  ///   - root: a prefix for every absolute path.
  ///   - tzVariable: the environment variable TZ.
  ///   - folder: the environment variable TZDIR.
  init(root: String, tzVariable: String?, folder: String? = nil) {
    self.root = root
    self.tzVariable = tzVariable
    database = ZoneDatabase(folder: folder ?? root + "/usr/share/zoneinfo")
  }

  /// The system's local time zone: TZ, else /etc/localtime, else UTC.
  ///
  /// It is read again on each access, because it may change when the user is traveling. This takes well
  /// under a millisecond. Its identifier is a name from the database only if the database has the same rules
  /// under that name.
  package var local: Zone {
    let localZone = LocalZone(tzVariable: tzVariable, root: root, database: database)
    let now = Instant(seconds: time(nil))
    guard let name = localZone.name(now: now, zoneFile: rules, nameOfZone: nameOfZone(withBytes:)) else {
      return Zone(identifier: localZone.generatedName, rules: SystemZoneRules(localZone.rules))
    }
    // The database may have been updated since the cached zone was read.
    cache.withLock { $0[name] = nil }
    return zone(named: name) ?? .utc
  }

  /// Returns the zone with the given IANA name; nil if it is not in the database. Names are compared
  /// case-insensitively, and the zone's identifier has the database's spelling.
  package func zone(named identifier: String) -> Zone? {
    cache.withLock { cache in
      if let cachedZone = cache[identifier] { return cachedZone }
      let zone = load(identifier)
      // A file may contain any number of invalid names, so they are cached only while the cache is small.
      if zone != nil || cache.count < 1_000 { cache[identifier] = .some(zone) }
      return zone
    }
  }

  private static let universalNames: Set<String> = [
    "UTC", "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Universal", "Zulu", "Z",
  ]

  private func load(_ identifier: String) -> Zone? {
    if Self.universalNames.contains(identifier) {
      return Zone(identifier: identifier, rules: FixedOffset(seconds: 0))
    }
    if let rules = rules(named: identifier) {
      return Zone(identifier: identifier, rules: SystemZoneRules(rules))
    }
    guard ZoneDatabase.isSafeName(identifier), let spelling = spelling(of: identifier),
      spelling != identifier
    else { return nil }
    return load(spelling)
  }

  /// Returns the database's spelling of a name. Names are compared case-insensitively. The list of all names
  /// is read once, which takes a few milliseconds.
  private func spelling(of name: String) -> String? {
    spellings.withLock { spellings in
      let allSpellings =
        spellings
        ?? Dictionary(
          (database.names + Self.universalNames.sorted()).map { ($0.lowercased(), $0) },
          uniquingKeysWith: { first, _ in first })
      spellings = allSpellings
      return allSpellings[name.lowercased()]
    }
  }

  private func rules(named identifier: String) -> ZoneFile? {
    Self.universalNames.contains(identifier) ? LocalZone.universal.rules : database.zone(named: identifier)
  }

  /// Returns the name of a compiled zone with these contents; nil if there is none.
  private func nameOfZone(withBytes bytes: [UInt8]) -> String? {
    database.names.first { database.bytes(named: $0) == bytes }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
