import CalendarModel
import CalendarText

/// What the clocks of another zone show while those of the display zone show the hours of a day.
public struct SecondZone: Hashable, Sendable {
  /// What the zone is called where there is little room: "New York".
  public let name: String
  /// The other zone's wall times at 0:00, 1:00 ... 24:00 of the day.
  public let walls: [WallTime]

  /// What clocks of `other` show during a day of `zone`. An hour that `zone`'s clocks skip has none of its own; it
  /// is shown as the moment that it means.
  public init(_ other: Zone, beside zone: Zone, on day: Day) {
    name = SecondZone.name(of: other)
    walls = (0...24).map { hour in
      other.time(at: zone.time(at: WallTime(day, hour: hour)).instant).wall
    }
  }

  /// The hours in words: full ones as the gutter says them, with minutes where the zones are not whole hours apart.
  func labels(_ phrases: Phrases) -> [String] {
    walls.map { $0.minute == 0 ? phrases.hourLabel($0.hour) : phrases.time($0) }
  }

  /// The last part of an IANA name, which is a city: "America/Argentina/Salta" is "Salta".
  static func name(of zone: Zone) -> String {
    let city = zone.identifier.split(separator: "/").last.map(String.init) ?? zone.identifier
    return String(city.map { $0 == "_" ? " " : $0 })
  }
}
