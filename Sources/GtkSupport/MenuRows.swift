import CGtk

extension Accessible {
  /// Gives each row of a menu and its submenus its label as the accessible name.
  ///
  /// GTK names rows after their labels, and GTK 4.18 hides the labels from assistive technology, which then
  /// finds rows without a name. Call it whenever the menu is about to open, because rows come and go with the
  /// menu's model.
  package static func nameRows(of menu: WidgetPointer) {
    let type = g_type_from_name("GtkModelButton")
    guard type != 0 else { return }
    nameRows(in: menu, type)
  }

  /// Names the rows in the menu of a GtkMenuButton.
  package static func nameRows(ofMenuIn button: WidgetPointer) {
    if let popover = gtk_menu_button_get_popover(button.opaque) {
      nameRows(of: popover.opaque.widget)
    }
  }

  private static func nameRows(in widget: WidgetPointer, _ type: GType) {
    if g_type_check_instance_is_a(widget.as(GTypeInstance.self), type) != 0 {
      let text = stringProperty(widget.opaque, "text")
      if !text.isEmpty {
        gtk_accessible_reset_relation(widget.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setLabel(widget, text)
      }
    }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      nameRows(in: next, type)
      child = gtk_widget_get_next_sibling(next)
    }
  }
}
