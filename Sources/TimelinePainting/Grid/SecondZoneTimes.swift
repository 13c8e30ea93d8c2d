import CalendarModel
import CalendarText

/// The times in a second zone at each hour of a day in the display zone.
package struct SecondZoneTimes: Hashable, Sendable {
  /// The city of the display zone, or its UTC offset at noon if it has no city: "Berlin", "UTC+1".
  package let displayZoneLabel: String
  /// The city of the second zone, or its UTC offset at the same time if it has no city: "New York", "UTC−5".
  package let label: String
  /// The second zone's wall times at 0:00, 1:00, … 24:00 in the display zone.
  package let wallTimes: [WallTime]

  /// Creates the times in `other` during a day in `zone`. For an hour that the clocks of `zone` skip, the
  /// time is that of the instant to which `zone` resolves the hour.
  package init(_ other: Zone, beside zone: Zone, on day: Day) {
    let noon = zone.time(at: WallTime(day, hour: 12))
    displayZoneLabel =
      Phrases.city(ofZone: zone.identifier) ?? SecondZoneTimes.text(ofOffset: noon.offset)
    label =
      Phrases.city(ofZone: other.identifier)
      ?? SecondZoneTimes.text(ofOffset: other.rules.offset(at: noon.instant))
    wallTimes = (0...24).map { hour in
      other.time(at: zone.time(at: WallTime(day, hour: hour)).instant).wall
    }
  }

  /// Returns the labels for the hours in the format of the gutter. Times that are not on the hour include the
  /// minutes.
  func labels(_ phrases: Phrases) -> [String] {
    wallTimes.map { $0.minute == 0 ? phrases.hourLabel($0.hour) : phrases.time($0) }
  }

  /// Returns the offset as text, such as "UTC", "UTC+1" or "UTC−3:30".
  private static func text(ofOffset seconds: Int) -> String {
    guard seconds != 0 else { return "UTC" }
    let (hours, minutes) = (abs(seconds) / 3600, abs(seconds) / 60 % 60)
    let minutesText = minutes == 0 ? "" : minutes < 10 ? ":0\(minutes)" : ":\(minutes)"
    return "UTC\(seconds < 0 ? "−" : "+")\(hours)\(minutesText)"
  }
}
