import CGtk
import CalendarText
import GtkSupport

// The window of preferences.
extension MainWindow {
  func showPreferences() {
    let t = phrases.translator
    let window = created(adw_preferences_window_new())
    let page = created(adw_preferences_page_new())
    let handling = group(t.tr("Handling"))
    let hold = switchRow(
      t.tr("Hold to drag"),
      t.tr(
        "The mouse lifts an event only after it was held still for a moment; Undo stays in sight until the next action"
      ), Preferences.holdToDrag)
    adw_preferences_group_add(handling.as(AdwPreferencesGroup.self), hold)
    let hours = group(t.tr("Working hours"), t.tr("The rest of the day is a shade apart"))
    for (key, text) in [
      (Preferences.workingHoursStart, t.tr("Begin")), (Preferences.workingHoursEnd, t.tr("End")),
    ] {
      adw_preferences_group_add(hours.as(AdwPreferencesGroup.self), hourRow(text, key))
    }
    for group in [handling, hours] {
      adw_preferences_page_add(page.as(AdwPreferencesPage.self), group.as(AdwPreferencesGroup.self))
    }
    adw_preferences_window_add(window.as(AdwPreferencesWindow.self), page.as(AdwPreferencesPage.self))
    present(window)
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
      guard let self else { return }
      self.preferences[key] = Int32(gtk_spin_button_get_value(spin.opaque) * 60)
      self.applyWorkingHours()
    }
    return row(title, nil, spin)
  }

  /// A row with what is chosen at its end.
  private func row(_ title: String, _ subtitle: String?, _ widget: WidgetPointer) -> WidgetPointer {
    let row = created(adw_action_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), title)
    if let subtitle { adw_action_row_set_subtitle(row.as(AdwActionRow.self), subtitle) }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(row.as(AdwActionRow.self), widget)
    return row
  }
}
