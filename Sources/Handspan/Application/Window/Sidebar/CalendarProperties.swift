import CGtk
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// Shows where a calendar is stored, what prevents it from being used, how many events it has and how large it is.
@MainActor
enum CalendarProperties {
  /// Creates the list of properties.
  ///
  /// - Parameters:
  ///   - account: the name of the account that the calendar belongs to; nil if there is none.
  ///   - size: the size in bytes.
  ///   - state: what prevents the calendar from being used; nil if nothing does.
  static func makeList(
    _ calendar: CalendarInfo, account: String?, size: Int, state: String?, _ phrases: Phrases
  ) -> WidgetPointer {
    let t = phrases.translator
    let list = nonNull(gtk_list_box_new())
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    gtk_widget_add_css_class(list, "boxed-list")
    Accessible.setLabel(list, t.tr("Properties"))
    var rows = [
      account.map { (t.tr("Account"), $0) } ?? (t.tr("Location"), calendar.location.text)
    ]
    if let state { rows.append((t.tr("Status"), state)) }
    if calendar.isAvailable {
      rows.append((t.tr("Events"), t.trn("{count} event", "{count} events", calendar.eventCount)))
      rows.append((t.tr("Size"), takeString(g_format_size(guint64(size))) ?? ""))
    }
    for (title, text) in rows {
      let row = nonNull(adw_action_row_new())
      adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), title)
      adw_preferences_row_set_use_markup(row.as(AdwPreferencesRow.self), 0)
      adw_action_row_set_subtitle(row.as(AdwActionRow.self), text)
      adw_action_row_set_subtitle_lines(row.as(AdwActionRow.self), 0)
      gtk_list_box_row_set_activatable(row.as(GtkListBoxRow.self), 0)
      Accessible.setLabel(row, title + ": " + text)
      gtk_list_box_append(list.opaque, row)
    }
    return list
  }
}
