import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import GtkSupport

/// A list of the events to be added, with a drop-down for choosing their calendar if there are several
/// calendars.
@MainActor
final class EventsToAddList {
  let gtkWidget: WidgetPointer = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
  private let calendars: [CalendarInfo]
  private let dropDown: WidgetPointer?

  /// The maximum number of listed events. If there are more, the list ends with the number of the remaining
  /// events.
  private static let maximumListedCount = 100
  /// The maximum height of the list in px. A longer list scrolls.
  private static let maximumHeight: Int32 = 260

  /// - Parameters:
  ///   - files: the events of each file. If there are several files, their names are shown.
  ///   - calendars: the writable calendars, the default one first.
  init(
    _ files: [(name: String?, events: [CalendarEvent])], zone: Zone, calendars: [CalendarInfo],
    phrases: Phrases
  ) {
    self.calendars = calendars
    dropDown = calendars.count > 1 ? CalendarDropDown.make(calendars, phrases) : nil
    let list = nonNull(gtk_list_box_new())
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    gtk_widget_add_css_class(list, "boxed-list")
    Accessible.setLabel(list, phrases.translator.tr("Events to add"))
    var freeRowCount = Self.maximumListedCount
    for (name, events) in files {
      if files.count > 1, let name, freeRowCount > 0 { addHeading(name, to: list) }
      for event in events.prefix(freeRowCount) {
        let occurrence = Occurrence(event: event, zone: zone)
        append(phrases.title(event), phrases.dateAndTime(occurrence), to: list)
      }
      freeRowCount -= min(freeRowCount, events.count)
    }
    let unlistedCount = files.reduce(0) { $0 + $1.events.count } - Self.maximumListedCount
    if unlistedCount > 0 {
      append(phrases.translator.trn("and {count} more", "and {count} more", unlistedCount), "", to: list)
    }
    let scrolled = nonNull(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scrolled.opaque, Self.maximumHeight)
    gtk_scrolled_window_set_child(scrolled.opaque, list)
    gtk_box_append(gtkWidget.as(GtkBox.self), scrolled)
    if let dropDown { gtk_box_append(gtkWidget.as(GtkBox.self), dropDown) }
  }

  /// The chosen calendar.
  var chosenCalendar: CalendarID? {
    let index = dropDown.map { Int(gtk_drop_down_get_selected($0.opaque)) } ?? 0
    return calendars.indices.contains(index) ? calendars[index].id : nil
  }

  private func append(_ title: String, _ subtitle: String, to list: WidgetPointer) {
    let row = nonNull(adw_action_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), AdwSupport.escaped(title))
    adw_action_row_set_subtitle(row.as(AdwActionRow.self), AdwSupport.escaped(subtitle))
    adw_action_row_set_title_lines(row.as(AdwActionRow.self), 2)
    gtk_list_box_append(list.opaque, row)
  }

  /// Adds the name of the file that the following events come from.
  private func addHeading(_ name: String, to list: WidgetPointer) {
    let label = nonNull(gtk_label_new(name))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
    for style in ["heading", "file-name"] { gtk_widget_add_css_class(label, style) }
    let row = nonNull(gtk_list_box_row_new())
    gtk_list_box_row_set_child(row.as(GtkListBoxRow.self), label)
    gtk_list_box_row_set_activatable(row.as(GtkListBoxRow.self), 0)
    gtk_list_box_append(list.opaque, row)
  }
}
