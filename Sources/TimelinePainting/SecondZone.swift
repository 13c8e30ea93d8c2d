import CalendarModel
import CalendarText

/// The times of a second zone, for the hours of a day in the display zone.
package struct SecondZone: Hashable, Sendable {
  /// The display zone's UTC offset at noon: "UTC+1".
  package let displayZoneName: String
  /// The other zone's UTC offset at the same time: "UTC−5".
  package let name: String
  /// The other zone's wall times at 0:00, 1:00 ... 24:00 of the day.
  package let wallTimes: [WallTime]

  /// The wall times of `other` during a day of `zone`. For an hour that `zone`'s clocks skip, the moment that
  /// it resolves to is shown.
  package init(_ other: Zone, beside zone: Zone, on day: Day) {
    let noon = zone.time(at: WallTime(day, hour: 12))
    displayZoneName = SecondZone.name(ofOffset: noon.offset)
    name = SecondZone.name(ofOffset: other.rules.offset(at: noon.instant))
    wallTimes = (0...24).map { hour in
      other.time(at: zone.time(at: WallTime(day, hour: hour)).instant).wall
    }
  }

  /// The hour labels: full hours as in the gutter, with minutes where the zones' offset is not in whole
  /// hours.
  func labels(_ phrases: Phrases) -> [String] {
    wallTimes.map { $0.minute == 0 ? phrases.hourLabel($0.hour) : phrases.time($0) }
  }

  /// "UTC", "UTC+1", "UTC−3:30".
  private static func name(ofOffset seconds: Int) -> String {
    guard seconds != 0 else { return "UTC" }
    let (hours, minutes) = (abs(seconds) / 3600, abs(seconds) / 60 % 60)
    let rest = minutes == 0 ? "" : minutes < 10 ? ":0\(minutes)" : ":\(minutes)"
    return "UTC\(seconds < 0 ? "−" : "+")\(hours)\(rest)"
  }
}
