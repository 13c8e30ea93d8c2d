import CGtk
import CalendarText
import GtkSupport
import UserSettings

// The second time zone in the preferences window.
extension PreferencesWindow {
  /// Creates a row that opens the list of zones.
  func makeSecondZoneRow(in window: WidgetPointer) -> WidgetPointer {
    let t = phrases.translator
    let row = nonNull(adw_action_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), t.tr("Second Time Zone"))
    adw_action_row_set_subtitle(row.as(AdwActionRow.self), t.tr("Shown beside your own time zone"))
    let chosenLabel = nonNull(gtk_label_new(nil))
    gtk_label_set_wrap(chosenLabel.opaque, 1)
    gtk_label_set_xalign(chosenLabel.opaque, 1)
    gtk_widget_add_css_class(chosenLabel, "dim-label")
    for widget in [chosenLabel, nonNull(gtk_image_new_from_icon_name("go-next-symbolic"))] {
      adw_action_row_add_suffix(row.as(AdwActionRow.self), widget)
    }
    gtk_list_box_row_set_activatable(row.as(GtkListBoxRow.self), 1)
    func showChosenZone() {
      let zone = preferences[Preferences.secondZone]
      let text = zone.isEmpty ? t.tr("None") : phrases.zone(zone)
      gtk_label_set_text(chosenLabel.opaque, text)
      Accessible.setDescription(row, text)
    }
    showChosenZone()
    onSignal(row.opaque, "activated") { [weak self] in
      self?.chooseSecondZone(in: window.as(AdwPreferencesWindow.self)) { zone in
        self?.preferences[Preferences.secondZone] = zone
        showChosenZone()
      }
    }
    return row
  }

  /// Shows the list of zones in place of the preferences until the user chooses a zone or goes back.
  private func chooseSecondZone(
    in window: UnsafeMutablePointer<AdwPreferencesWindow>, _ choose: @escaping (String) -> Void
  ) {
    let t = phrases.translator
    let list = ZoneList(
      chosen: preferences[Preferences.secondZone], noneLabel: t.tr("None"), phrases: phrases)
    list.onChoose = { zone in
      choose(zone)
      adw_preferences_window_close_subpage(window)
    }
    list.onCancel = { adw_preferences_window_close_subpage(window) }
    let bar = nonNull(adw_header_bar_new())
    let title = nonNull(gtk_label_new(t.tr("Second Time Zone")))
    gtk_label_set_wrap(title.opaque, 1)
    gtk_label_set_justify(title.opaque, GTK_JUSTIFY_CENTER)
    gtk_widget_add_css_class(title, "heading")
    adw_header_bar_set_title_widget(bar.opaque, title)
    adw_header_bar_pack_start(
      bar.opaque, makeBackButton(phrases) { adw_preferences_window_close_subpage(window) })
    let page = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_set_vexpand(list.gtkWidget, 1)
    for widget in [bar, list.gtkWidget] { gtk_box_append(page.as(GtkBox.self), widget) }
    // Keeps the list alive as long as its page exists.
    onSignal(page.opaque, "destroy") { withExtendedLifetime(list) {} }
    adw_preferences_window_present_subpage(window, page)
    list.takeFocus()
  }
}
