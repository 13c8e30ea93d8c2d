import CGtk
import CGtkTesting
import GtkSupport

@testable import Handspan

/// Presses keys in a window, as far as the program itself handles them: key controllers, the accelerators of actions, and
/// what GTK does with Tab, Escape, Enter and Space.
@MainActor
struct Keyboard {
  let window: MainWindow

  /// The focused widget of the window that is in front.
  var focus: WidgetPointer? { frontWindow.flatMap { gtk_window_get_focus($0.as(GtkWindow.self)) } }

  /// A dialog in a window of its own, or else the main window.
  private var frontWindow: WidgetPointer? {
    var front: WidgetPointer?
    let windows = gtk_window_get_toplevels()
    for index in 0..<g_list_model_get_n_items(windows) {
      guard let item = g_list_model_get_item(windows, index) else { continue }
      defer { g_object_unref(item) }
      let widget = item.assumingMemoryBound(to: GtkWidget.self)
      guard gtk_widget_get_mapped(widget) != 0, widget != window.gtkWidget,
        gtk_window_get_transient_for(widget.as(GtkWindow.self)) != nil
      else { continue }
      front = widget
    }
    return front ?? window.gtkWidget
  }

  /// Presses a key in GTK's notation, such as "<Control>n".
  func press(_ accelerator: String) {
    var symbol: guint = 0
    var state = GdkModifierType(rawValue: 0)
    guard gtk_accelerator_parse(accelerator, &symbol, &state) != 0 else {
      preconditionFailure("\(accelerator) is not a key")
    }
    if emit(symbol, state) || performAction(of: accelerator) { return }
    pressForToolkit(Int32(symbol), state)
  }

  private func emit(_ symbol: guint, _ state: GdkModifierType) -> Bool {
    // libadwaita's own controllers need a real event.
    let isLibraryWindow = frontWindow.map { typeName(of: $0) == "AdwPreferencesWindow" }
    guard let focus, isLibraryWindow == false else { return false }
    var path = [focus]
    while let parent = path.last.flatMap({ gtk_widget_get_parent($0) }) { path.append(parent) }
    for widget in path.reversed() where handspan_test_emit_key(widget, GTK_PHASE_CAPTURE, symbol, state) != 0
    {
      return true
    }
    for widget in path where handspan_test_emit_key(widget, GTK_PHASE_BUBBLE, symbol, state) != 0 {
      return true
    }
    return false
  }

  private func performAction(of accelerator: String) -> Bool {
    guard frontWindow == window.gtkWidget,
      let action = Shortcuts.accelerators.first(where: { $0.keys.contains(accelerator) })?.action
        ?? WindowClipboard.actions.first(where: { $0.keys == accelerator }).map({ "win." + $0.name })
    else { return false }
    let parts = action.split(separator: ":").map(String.init)
    let target = parts.count > 1 ? g_variant_new_string(parts[1]) : nil
    return gtk_widget_activate_action_variant(window.gtkWidget, parts[0], target) != 0
  }

  private func pressForToolkit(_ symbol: Int32, _ state: GdkModifierType) {
    guard let focus, let root = frontWindow else { return }
    switch symbol {
    case GDK_KEY_Tab:
      gtk_widget_child_focus(root, GTK_DIR_TAB_FORWARD)
    case GDK_KEY_ISO_Left_Tab:
      gtk_widget_child_focus(root, GTK_DIR_TAB_BACKWARD)
    case GDK_KEY_Escape:
      if let popover = gtk_widget_get_ancestor(focus, gtk_popover_get_type()) {
        gtk_popover_popdown(popover.as(GtkPopover.self))
      } else if handspan_test_close_top_dialog(window.gtkWidget) == 0, root != window.gtkWidget {
        gtk_window_close(root.as(GtkWindow.self))
      } else if gtk_widget_get_ancestor(focus, gtk_search_entry_get_type()) != nil {
        handspan_test_emit_stop_search(gtk_widget_get_ancestor(focus, gtk_search_entry_get_type()))
      }
    case GDK_KEY_Return where gtk_widget_get_ancestor(focus, gtk_entry_get_type()) != nil:
      handspan_test_emit_activate(gtk_widget_get_ancestor(focus, gtk_entry_get_type()))
    case GDK_KEY_Return, GDK_KEY_space:
      let isButton = g_type_check_instance_is_a(focus.as(GTypeInstance.self), gtk_button_get_type()) != 0
      if isButton { handspan_test_emit_clicked(focus) } else { gtk_widget_activate(focus) }
    default: break
    }
  }
}
