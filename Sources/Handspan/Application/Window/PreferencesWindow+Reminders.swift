import CGtk
import CalendarText
import GtkSupport
import UserSettings

// The reminders in the preferences window.
extension PreferencesWindow {
  func makeReminderGroup() -> WidgetPointer {
    let t = phrases.translator
    let group = makeGroup(
      t.tr("Reminders"),
      t.tr(
        "Reminders of files, folders and subscriptions. Those of online accounts are shown by other programs."
      ))
    for row in [
      makeSwitchRow(
        t.tr("Show Reminders"), t.tr("As notifications, even while Handspan is closed"),
        Preferences.ringsWhileClosed),
      makeSwitchRow(t.tr("Sound"), t.tr("Play a sound with each reminder"), Preferences.reminderSound),
      isNarrow
        ? makeStackedRow(t.tr("Snooze"), makeSnoozeChoice())
        : makeRow(t.tr("Snooze"), nil, makeSnoozeChoice()),
      makeTimeRow(t.tr("All-Day Events"), Preferences.allDayReminderTime, from: 0, through: 24 * 60 - 30),
      makeSwitchRow(
        t.tr("Hidden Calendars"), t.tr("Show the reminders of hidden calendars, too"),
        Preferences.hiddenCalendarsRing),
    ] { adw_preferences_group_add(group.as(AdwPreferencesGroup.self), row) }
    return group
  }

  /// The words of `Snooze`, and another one that is stored.
  private func makeSnoozeChoice() -> WidgetPointer {
    let t = phrases.translator
    let stored = preferences[Preferences.reminderSnooze]
    var words = ["5", "15", "60", "start"]
    if !words.contains(stored), Int(stored) != nil { words.append(stored) }
    let names = words.map { word in Int(word).map { phrases.minutes($0) } ?? t.tr("Until the Start") }
    let choice = makeDropDown(names)
    name(choice, t.tr("Snooze"), names)
    gtk_drop_down_set_selected(OpaquePointer(choice), guint(words.firstIndex(of: stored) ?? 1))
    onNotify(choice.opaque, "selected") { [weak self] in
      let index = Int(gtk_drop_down_get_selected(OpaquePointer(choice)))
      if words.indices.contains(index) { self?.preferences[Preferences.reminderSnooze] = words[index] }
    }
    return choice
  }
}
