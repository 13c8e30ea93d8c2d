import CGLib
import CalendarModel
import Glibc
import Synchronization

/// The time zones of the system's database, by GLib.
///
/// Zones are read once and kept. Without a database (a bare container) only UTC is known.
public final class SystemZones: ZoneProvider {
  /// The one that a program shares.
  public static let shared = SystemZones()

  private let known = Mutex<[String: Zone?]>([:])

  /// A provider with an empty cache.
  public init() {}

  /// The zone that the system's clocks show: TZ, else /etc/localtime, else UTC.
  public var local: Zone {
    let zone: OpaquePointer = g_time_zone_new_local()
    let identifier = String(cString: g_time_zone_get_identifier(zone))
    return Zone(identifier: identifier, rules: SystemZoneRules(adopting: zone))
  }

  /// The zone of an IANA name, or nil if the database has none of that name.
  public func zone(named identifier: String) -> Zone? {
    known.withLock { known in
      if let answer = known[identifier] { return answer }
      let zone = Self.load(identifier)
      // A file can invent as many names as it likes: what is not known is kept only while that stays small.
      if zone != nil || known.count < 1_000 { known[identifier] = .some(zone) }
      return zone
    }
  }

  private static let universalNames: Set<String> = [
    "UTC", "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Universal", "Zulu", "Z",
  ]

  private static func load(_ identifier: String) -> Zone? {
    if universalNames.contains(identifier) {
      return Zone(identifier: identifier, rules: FixedOffset(seconds: 0))
    }
    guard isPlausible(identifier), isCompiledZone(identifier),
      let zone = g_time_zone_new_identifier(identifier)
    else { return nil }
    return Zone(identifier: identifier, rules: SystemZoneRules(adopting: zone))
  }

  /// Whether a name that comes from a file may be looked up below the database's folder at all: GLib would
  /// follow `../` and absolute paths.
  private static func isPlausible(_ identifier: String) -> Bool {
    guard (1...64).contains(identifier.utf8.count), identifier.first?.isLetter == true else { return false }
    return identifier.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }

  /// Whether the database has a compiled zone of that name: GLib warns loudly where it finds other text, such
  /// as `leapseconds`.
  private static func isCompiledZone(_ identifier: String) -> Bool {
    let base = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    let descriptor = open("\(base)/\(identifier)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var magic: [UInt8] = [0, 0, 0, 0]
    return read(descriptor, &magic, 4) == 4 && magic == Array("TZif".utf8)
  }
}
