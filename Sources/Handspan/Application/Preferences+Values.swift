import CalendarModel
import CalendarStore

// What the settings mean.
extension Preferences {
  /// How many days are shown.
  var view: CalendarView { CalendarView(rawValue: self[Preferences.view]) ?? Preferences.usualView }

  /// The day on which weeks begin: the one that was chosen, or the locale's.
  var firstWeekday: Weekday { Weekday(setting: self[Preferences.firstWeekday]) ?? Language.firstWeekday }

  /// The days of the work week.
  var workdays: Set<Weekday> { Set(self[Preferences.workdays].compactMap { Weekday(setting: $0) }) }

  /// The zone whose hours stand beside one's own.
  var secondZone: Zone? {
    let name = self[Preferences.secondZone]
    return name.isEmpty ? nil : SystemZones.shared.zone(named: name)
  }

  /// Working hours, in minutes after midnight.
  var workingMinutes: Range<Int> {
    let start = Int(self[Preferences.workingHoursStart])
    return start..<max(start, Int(self[Preferences.workingHoursEnd]))
  }
}
