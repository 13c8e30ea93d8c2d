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
      t.tr("Reminders of calendars on this computer and of subscriptions"))
    for row in [
      makeSwitchRow(
        t.tr("Show Reminders"), t.tr("As notifications, even while Handspan is closed"),
        Preferences.ringsWhileClosed),
      makeReminderRow(
        t.tr("New Events"), Preferences.defaultReminder, [0, 5, 10, 15, 30, 60, 24 * 60],
        words: { self.phrases.reminder(.before(seconds: 60 * $0), in: .utc) }),
      makeReminderRow(
        t.tr("New All-Day Events"), Preferences.defaultAllDayReminder, [0, 1, 2, 7],
        words: phrases.reminderDay),
      makeTimeRow(t.tr("All-Day Events"), Preferences.allDayReminderTime, from: 0, through: 24 * 60 - 30),
      makeSwitchRow(t.tr("Sound"), t.tr("Play a sound with each reminder"), Preferences.reminderSound),
      isNarrow
        ? makeStackedRow(t.tr("Snooze"), makeSnoozeChoice())
        : makeRow(t.tr("Snooze"), nil, makeSnoozeChoice()),
      makeAccountRow(),
      makeSwitchRow(
        t.tr("Hidden Calendars"), t.tr("Show the reminders of hidden calendars, too"),
        Preferences.hiddenCalendarsRing),
    ] { adw_preferences_group_add(group.as(AdwPreferencesGroup.self), row) }
    return group
  }

  /// Creates a row that says who shows the reminders of accounts. The user can choose only if no other program does.
  private func makeAccountRow() -> WidgetPointer {
    let (t, title) = (phrases.translator, phrases.translator.tr("Online Accounts"))
    let other: String
    switch AccountReminders.shared.ringer {
    case .evolution: other = t.tr("Evolution shows their reminders")
    case .shell: other = t.tr("GNOME Shell shows their reminders")
    case .handspan, .nobody, nil:
      return makeSwitchRow(
        title, t.tr("Show their reminders, as no other program does"), Preferences.accountsRing)
    }
    let label = nonNull(gtk_label_new(other))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, isNarrow ? 0 : 1)
    gtk_widget_add_css_class(label, "dim-label")
    return isNarrow ? makeStackedRow(title, label) : makeRow(title, nil, label)
  }

  /// Creates a row in which the user chooses the reminder of new events.
  private func makeReminderRow(
    _ title: String, _ key: Preferences.Key<String>, _ numbers: [Int], words: (Int) -> String
  ) -> WidgetPointer {
    let stored = preferences[key]
    var values = ["none"] + numbers.map(String.init)
    if !values.contains(stored), Int(stored) != nil { values.append(stored) }
    let names = values.map { Int($0).map(words) ?? phrases.noReminder }
    let choice = makeDropDown(names)
    name(choice, title, names)
    gtk_drop_down_set_selected(OpaquePointer(choice), guint(values.firstIndex(of: stored) ?? 0))
    onNotify(choice.opaque, "selected") { [weak self] in
      let index = Int(gtk_drop_down_get_selected(OpaquePointer(choice)))
      if values.indices.contains(index) { self?.preferences[key] = values[index] }
    }
    return isNarrow ? makeStackedRow(title, choice) : makeRow(title, nil, choice)
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
