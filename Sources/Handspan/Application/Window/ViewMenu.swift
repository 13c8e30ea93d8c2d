import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineWidgets

/// The menu of views.
@MainActor
enum ViewMenu {
  /// The views, in the order of the menu and the shortcuts.
  static let views: [ViewKind] = [.week, .workWeek, .threeDays, .day]

  /// Creates the menu model; the caller owns it.
  static func model(_ phrases: Phrases) -> OpaquePointer {
    let menu = nonNull(g_menu_new())
    for view in views {
      let item = nonNull(g_menu_item_new(phrases.name(view), nil))
      g_menu_item_set_action_and_target_value(item, "win.view", g_variant_new_string(view.rawValue))
      g_menu_append_item(menu, item)
      g_object_unref(UnsafeMutableRawPointer(item))
    }
    return menu
  }
}
