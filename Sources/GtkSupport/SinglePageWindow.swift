import CGtk

/// A window of libadwaita's class AdwPreferencesWindow that has only one page.
@MainActor
package enum SinglePageWindow {
  /// Prepares a window, whose page has been added, for the keyboard and for assistive technology.
  ///
  /// The tab of the page is not visible, but GTK would give it the focus. Orca 43 would read it as “GtkLabel page tab”, and
  /// then nothing that has the focus. So the first row of the page gets the focus, as soon as a screen reader has noticed
  /// the window. The pages of the window's stacks have no names, which would be those of classes.
  ///
  /// - Parameter minimumWidth: the minimum width of the window in px; by itself, the library requests 360 px.
  package static func prepare(_ window: WidgetPointer, minimumWidth: Int32) {
    prepareParts(of: window, minimumWidth: minimumWidth)
    gtk_widget_set_size_request(window, minimumWidth, -1)
    guard let row = firstRow(in: window) else { return }
    // Until then, nothing has the focus: Orca would read what GTK chooses.
    let content = gtk_widget_get_first_child(window).map { ObjectReference($0.opaque) }
    content.map { gtk_widget_set_can_focus($0.pointer.as(GtkWidget.self), 0) }
    let reference = ObjectReference(row.opaque)
    var isFirstTime = true
    onNotify(window.opaque, "is-active") {
      guard isFirstTime, gtk_window_is_active(window.as(GtkWindow.self)) != 0 else { return }
      isFirstTime = false
      afterMilliseconds(0) {
        content.map { gtk_widget_set_can_focus($0.pointer.as(GtkWidget.self), 1) }
        gtk_widget_grab_focus(reference.pointer.as(GtkWidget.self))
        return false
      }
    }
  }

  private static func prepareParts(of widget: WidgetPointer, minimumWidth: Int32) {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if isInstance(widget, gtk_stack_get_type()), let page = gtk_stack_get_page(widget.opaque, current) {
        Accessible.removeName(ofPage: page)
      }
      // AdwLeaflet and, in newer versions, AdwBreakpointBin, which must request some width.
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_widget_get_size_request(current, &width, &height)
      if width > minimumWidth { gtk_widget_set_size_request(current, 1, height) }
      if isInstance(current, adw_view_switcher_title_get_type())
        || isInstance(current, adw_view_switcher_bar_get_type())
      {
        gtk_widget_set_can_focus(current, 0)
        Accessible.setHidden(current, true)
      }
      prepareParts(of: current, minimumWidth: minimumWidth)
      child = gtk_widget_get_next_sibling(current)
    }
  }

  private static func firstRow(in widget: WidgetPointer) -> WidgetPointer? {
    if isInstance(widget, gtk_list_box_row_get_type()) { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if let row = firstRow(in: current) { return row }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }

  private static func isInstance(_ widget: WidgetPointer, _ type: GType) -> Bool {
    g_type_check_instance_is_a(widget.as(GTypeInstance.self), type) != 0
  }
}
