import CalendarModel
import CalendarText

/// The times of a second zone, for the hours of a day in the display zone.
package struct SecondZone: Hashable, Sendable {
  /// How far the display zone is from UTC at the day's noon: "UTC+1".
  package let ownName: String
  /// How far the other zone is from UTC then: "UTC−5".
  package let name: String
  /// The other zone's wall times at 0:00, 1:00 ... 24:00 of the day.
  package let walls: [WallTime]

  /// What clocks of `other` show during a day of `zone`. An hour that `zone`'s clocks skip has none of its own; it
  /// is shown as the moment that it means.
  package init(_ other: Zone, beside zone: Zone, on day: Day) {
    let noon = zone.time(at: WallTime(day, hour: 12))
    ownName = SecondZone.name(ofOffset: noon.offset)
    name = SecondZone.name(ofOffset: other.rules.offset(at: noon.instant))
    walls = (0...24).map { hour in
      other.time(at: zone.time(at: WallTime(day, hour: hour)).instant).wall
    }
  }

  /// The hours in words: full ones as the gutter says them, with minutes where the zones are not whole hours apart.
  func labels(_ phrases: Phrases) -> [String] {
    walls.map { $0.minute == 0 ? phrases.hourLabel($0.hour) : phrases.time($0) }
  }

  /// "UTC", "UTC+1", "UTC−3:30".
  private static func name(ofOffset seconds: Int) -> String {
    guard seconds != 0 else { return "UTC" }
    let (hours, minutes) = (abs(seconds) / 3600, abs(seconds) / 60 % 60)
    let rest = minutes == 0 ? "" : minutes < 10 ? ":0\(minutes)" : ":\(minutes)"
    return "UTC\(seconds < 0 ? "−" : "+")\(hours)\(rest)"
  }
}
