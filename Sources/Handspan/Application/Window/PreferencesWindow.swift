import CGtk
import CalendarModel
import CalendarText
import GtkSupport

@MainActor
final class PreferencesWindow {
  let preferences: Preferences
  let phrases: Phrases
  private let dialogs: WindowDialogs

  init(_ preferences: Preferences, _ phrases: Phrases, _ dialogs: WindowDialogs) {
    (self.preferences, self.phrases, self.dialogs) = (preferences, phrases, dialogs)
  }

  func present() {
    let t = phrases.translator
    let window = created(adw_preferences_window_new())
    let page = created(adw_preferences_page_new())
    let handling = group(t.tr("Interaction"))
    let hold = switchRow(
      t.tr("Hold to drag"),
      t.tr(
        "Hold the mouse button for a moment to lift an event; Undo stays visible until the next action"
      ), Preferences.holdToDrag)
    adw_preferences_group_add(handling.as(AdwPreferencesGroup.self), hold)
    let hours = group(t.tr("Working hours"), t.tr("Time outside working hours is shaded"))
    for (key, text) in [
      (Preferences.workingHoursStart, t.tr("Begin")), (Preferences.workingHoursEnd, t.tr("End")),
    ] {
      adw_preferences_group_add(hours.as(AdwPreferencesGroup.self), hourRow(text, key))
    }
    for group in [weekGroup(in: window), handling, hours] {
      adw_preferences_page_add(page.as(AdwPreferencesPage.self), group.as(AdwPreferencesGroup.self))
    }
    adw_preferences_window_add(window.as(AdwPreferencesWindow.self), page.as(AdwPreferencesPage.self))
    dialogs.present(window)
  }

  private func weekGroup(in window: WidgetPointer) -> WidgetPointer {
    let t = phrases.translator
    let week = group(t.tr("Week"))
    for row in [
      row(t.tr("First day of week"), nil, firstWeekdayChoice()),
      workdayRow(),
      switchRow(t.tr("Week numbers"), t.tr("Numbered according to ISO 8601"), Preferences.showsWeekNumbers),
      secondZoneRow(in: window),
    ] { adw_preferences_group_add(week.as(AdwPreferencesGroup.self), row) }
    return week
  }

  private func firstWeekdayChoice() -> WidgetPointer {
    let t = phrases.translator
    let settings = ["locale"] + Weekday.allCases.map(\.setting)
    let names =
      [t.tr("System Default ({weekday})", ["weekday": phrases.weekday(Language.firstWeekday)])]
      + Weekday.allCases.map { phrases.weekday($0) }
    let choice = dropDown(names)
    let chosen = settings.firstIndex(of: preferences[Preferences.firstWeekday]) ?? 0
    gtk_drop_down_set_selected(OpaquePointer(choice), guint(chosen))
    Accessible.setLabel(choice, t.tr("First day of week"))
    onNotify(choice.opaque, "selected") { [weak self] in
      let index = Int(gtk_drop_down_get_selected(OpaquePointer(choice)))
      if settings.indices.contains(index) { self?.preferences[Preferences.firstWeekday] = settings[index] }
    }
    return choice
  }

  /// Creates a toggle button for each weekday, active on the days of the work week. They are below the row's
  /// title, because they need its full width.
  private func workdayRow() -> WidgetPointer {
    let t = phrases.translator
    let content = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    let title = created(gtk_label_new(t.tr("Work week")))
    gtk_widget_set_halign(title, GTK_ALIGN_START)
    let toggles = workdayToggles()
    Accessible.setLabel(toggles, t.tr("Work week"))
    for widget in [title, toggles] { gtk_box_append(content.as(GtkBox.self), widget) }
    gtk_widget_set_margin_top(content, 12)
    gtk_widget_set_margin_bottom(content, 12)
    gtk_widget_set_margin_start(content, 12)
    gtk_widget_set_margin_end(content, 12)
    let row = created(adw_preferences_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), t.tr("Work week"))
    gtk_list_box_row_set_activatable(row.as(GtkListBoxRow.self), 0)
    gtk_list_box_row_set_child(row.as(GtkListBoxRow.self), content)
    return row
  }

  private func workdayToggles() -> WidgetPointer {
    let box = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_box_set_homogeneous(box.as(GtkBox.self), 1)
    gtk_widget_add_css_class(box, "linked")
    let first = preferences.firstWeekday.rawValue
    for offset in 0..<7 {
      guard let day = Weekday(rawValue: (first - 1 + offset) % 7 + 1) else { continue }
      let toggle = created(gtk_toggle_button_new_with_label(phrases.shortWeekday(day)))
      gtk_widget_add_css_class(toggle, "weekday")
      gtk_widget_set_hexpand(toggle, 1)
      Accessible.setLabel(toggle, phrases.weekday(day))
      gtk_toggle_button_set_active(
        toggle.as(GtkToggleButton.self), preferences[Preferences.workdays].contains(day.setting).gboolean)
      onSignal(toggle.opaque, "toggled") { [weak self] in
        guard let self else { return }
        let isOn = gtk_toggle_button_get_active(toggle.as(GtkToggleButton.self)) != 0
        let days = self.preferences[Preferences.workdays].filter { $0 != day.setting }
        self.preferences[Preferences.workdays] = isOn ? days + [day.setting] : days
      }
      gtk_box_append(box.as(GtkBox.self), toggle)
    }
    return box
  }

  private func dropDown(_ names: [String]) -> WidgetPointer {
    let list = created(gtk_string_list_new(nil))
    for name in names { gtk_string_list_append(list, name) }
    // The drop-down takes ownership of the list.
    return created(gtk_drop_down_new(list, nil))
  }

  private func group(_ title: String, _ description: String? = nil) -> WidgetPointer {
    let group = created(adw_preferences_group_new())
    adw_preferences_group_set_title(group.as(AdwPreferencesGroup.self), title)
    if let description {
      adw_preferences_group_set_description(group.as(AdwPreferencesGroup.self), description)
    }
    return group
  }

  private func switchRow(_ title: String, _ subtitle: String, _ key: Preferences.Key<Bool>) -> WidgetPointer {
    let toggle = created(gtk_switch_new())
    preferences.bind(key, to: toggle.opaque, "active")
    let row = row(title, subtitle, toggle)
    adw_action_row_set_activatable_widget(row.as(AdwActionRow.self), toggle)
    return row
  }

  private func hourRow(_ title: String, _ key: Preferences.Key<Int32>) -> WidgetPointer {
    let spin = created(gtk_spin_button_new_with_range(0, 24, 1))
    Accessible.setLabel(spin, title)
    gtk_spin_button_set_value(spin.opaque, Double(preferences[key]) / 60)
    onSignal(spin.opaque, "value-changed") { [weak self] in
      self?.preferences[key] = Int32(gtk_spin_button_get_value(spin.opaque) * 60)
    }
    return row(title, nil, spin)
  }

  /// Creates a row with a widget at its end.
  private func row(_ title: String, _ subtitle: String?, _ widget: WidgetPointer) -> WidgetPointer {
    let row = created(adw_action_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), title)
    if let subtitle { adw_action_row_set_subtitle(row.as(AdwActionRow.self), subtitle) }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(row.as(AdwActionRow.self), widget)
    return row
  }
}
