import CGtk
import GtkSupport
import WidgetTestSupport

/// The visible widgets in all windows, as far as tests look for them.
extension WidgetTestCase {
  /// Returns the visible widgets of a type in all windows.
  func widgets(ofType type: GType) -> [WidgetPointer] {
    var matches: [WidgetPointer] = []
    func visit(_ widget: WidgetPointer) {
      guard gtk_widget_get_mapped(widget) != 0 else { return }
      if g_type_check_instance_is_a(widget.as(GTypeInstance.self), type) != 0 { matches.append(widget) }
      var child = gtk_widget_get_first_child(widget)
      while let current = child {
        visit(current)
        child = gtk_widget_get_next_sibling(current)
      }
    }
    let windows = gtk_window_get_toplevels()
    for index in 0..<g_list_model_get_n_items(windows) {
      guard let window = g_list_model_get_item(windows, index) else { continue }
      visit(window.assumingMemoryBound(to: GtkWidget.self))
      g_object_unref(window)
    }
    return matches
  }

  func widgets(labeled label: String) -> [WidgetPointer] {
    widgets(ofType: gtk_button_get_type()).filter {
      gtk_button_get_label($0.as(GtkButton.self)).map { String(cString: $0) } == label
    }
  }

  var labels: [String] {
    widgets(ofType: gtk_label_get_type()).map { String(cString: gtk_label_get_text($0.opaque)) }
  }
}

func typeName(of widget: WidgetPointer) -> String {
  String(cString: g_type_name_from_instance(widget.as(GTypeInstance.self)))
}
