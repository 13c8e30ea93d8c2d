import CGtk
import CalendarText
import GtkSupport

/// Creates the window that lists the keyboard shortcuts.
///
/// A GtkShortcutsWindow neither scrolls nor wraps, so it would be wider than a small monitor in some
/// languages or with large text.
@MainActor
enum ShortcutsWindow {
  /// The size of the window in px, unless its parent is narrower.
  private static let naturalSize: (width: Int32, height: Int32) = (640, 640)
  /// The minimum width in px of a window with keys beside their descriptions.
  private static let minimumWidthWithColumns: Int32 = 600

  static func create(_ phrases: Phrases, parentWidth: Int32) -> WidgetPointer {
    let t = phrases.translator
    let window = nonNull(adw_preferences_window_new())
    gtk_window_set_title(window.as(GtkWindow.self), t.tr("Shortcuts"))
    gtk_window_set_default_size(
      window.as(GtkWindow.self), min(naturalSize.width, parentWidth), naturalSize.height)
    let isStacked = Toolkit.hasLargeText || parentWidth < minimumWidthWithColumns
    // A narrow title bar needs the space of the search button for its title.
    adw_preferences_window_set_search_enabled(
      window.as(AdwPreferencesWindow.self), (!isStacked).gboolean)
    let page = nonNull(adw_preferences_page_new())
    for (title, shortcuts) in Shortcuts.groups(t) {
      let group = nonNull(adw_preferences_group_new())
      adw_preferences_group_set_title(group.as(AdwPreferencesGroup.self), AdwSupport.escaped(title))
      for shortcut in shortcuts {
        let row = isStacked ? makeStackedRow(shortcut) : makeRow(shortcut)
        // The keys are part of the name: Orca 43 would read a description twice.
        Accessible.setLabel(row, phrases.nameAndValue(shortcut.title, spokenKeys(shortcut)))
        adw_preferences_group_add(group.as(AdwPreferencesGroup.self), row)
      }
      adw_preferences_page_add(page.as(AdwPreferencesPage.self), group.as(AdwPreferencesGroup.self))
    }
    adw_preferences_window_add(window.as(AdwPreferencesWindow.self), page.as(AdwPreferencesPage.self))
    SinglePageWindow.prepare(window, minimumWidth: MainWindow.minimumSize.width)
    return window
  }

  /// Creates a row with the keys at its end.
  private static func makeRow(_ shortcut: Shortcuts.Row) -> WidgetPointer {
    let row = nonNull(adw_action_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), AdwSupport.escaped(shortcut.title))
    let keys = nonNull(gtk_shortcut_label_new(shortcut.keys))
    gtk_widget_set_valign(keys, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(row.as(AdwActionRow.self), keys)
    return row
  }

  /// Creates a row with the keys below the description, each accelerator on a line of its own.
  private static func makeStackedRow(_ shortcut: Shortcuts.Row) -> WidgetPointer {
    let content = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    gtk_widget_add_css_class(content, "stacked-shortcut")
    let label = nonNull(gtk_label_new(shortcut.title))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_box_append(content.as(GtkBox.self), label)
    for keys in accelerators(shortcut) {
      gtk_box_append(content.as(GtkBox.self), nonNull(gtk_shortcut_label_new(keys)))
    }
    let row = nonNull(adw_preferences_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), AdwSupport.escaped(shortcut.title))
    gtk_list_box_row_set_activatable(row.as(GtkListBoxRow.self), 0)
    gtk_list_box_row_set_child(row.as(GtkListBoxRow.self), content)
    return row
  }

  private static func accelerators(_ shortcut: Shortcuts.Row) -> [String] {
    shortcut.keys.split(separator: " ").map(String.init)
  }

  /// Returns the names of the keys, as GTK translates them.
  private static func spokenKeys(_ shortcut: Shortcuts.Row) -> String {
    accelerators(shortcut).compactMap { accelerator in
      var key: guint = 0
      var modifiers = GdkModifierType(rawValue: 0)
      gtk_accelerator_parse(accelerator, &key, &modifiers)
      return takeString(gtk_accelerator_get_label(key, modifiers))
    }.joined(separator: ", ")
  }
}
