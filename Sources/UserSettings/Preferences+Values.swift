import CalendarModel
import CalendarStore

// The settings as typed values.
extension Preferences {
  /// The preferred view.
  package var view: ViewKind { ViewKind(rawValue: self[Preferences.view]) ?? Preferences.defaultView }

  /// The first day of the week: the user's choice, or the first day of the week in the locale.
  package var firstWeekday: Weekday {
    Weekday(setting: self[Preferences.firstWeekday]) ?? Language.firstWeekday
  }

  /// The days of the work week: the user's choice, or all days that are not on the weekend in the locale.
  package var workdays: Set<Weekday> {
    guard isSet(Preferences.workdays) else { return LocaleFacts.workdays }
    return Set(self[Preferences.workdays].compactMap { Weekday(setting: $0) })
  }

  /// The zone whose hours are shown beside those of the display zone; nil for none.
  package var secondZone: Zone? {
    let name = self[Preferences.secondZone]
    return name.isEmpty ? nil : SystemZones.shared.zone(named: name)
  }

  /// The time of day of reminders of all-day events, in seconds since midnight.
  package var allDayReminderSecond: Int { 60 * Int(self[Preferences.allDayReminderTime]) }

  /// The reminders that new events get.
  package var defaultReminders: DefaultReminders {
    DefaultReminders(
      timed: Int(self[Preferences.defaultReminder]).map { .before(seconds: $0 * 60) },
      allDay: Int(self[Preferences.defaultAllDayReminder]).map {
        .days($0, atSecondOfDay: allDayReminderSecond)
      })
  }

  /// The working hours, in minutes since midnight.
  package var workingMinutes: Range<Int> {
    let start = Int(self[Preferences.workingHoursStart])
    return start..<max(start, Int(self[Preferences.workingHoursEnd]))
  }
}
