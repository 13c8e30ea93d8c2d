import CGtk

extension Accessible {
  /// Sets the accessible name of each row in a menu and its submenus to the row's label.
  ///
  /// GTK names rows after their labels, but GTK 4.18 hides the labels from assistive technology, which then
  /// finds rows without names. Call this whenever the menu is about to open, because its rows change with the
  /// menu's model. This method also shortens the rows of a menu that is too wide for its window.
  package static func nameRows(of menu: WidgetPointer) {
    let type = g_type_from_name("GtkModelButton")
    guard type != 0 else { return }
    nameRows(in: menu, type)
    MenuRows.fit(menu)
  }

  /// Names the rows in the menu of a GtkMenuButton, and the menu itself.
  package static func nameRows(ofMenuIn button: WidgetPointer, named name: String) {
    guard let popover = gtk_menu_button_get_popover(button.opaque)?.opaque.widget else { return }
    nameRows(of: popover)
    nameStacks(in: popover, name)
  }

  /// Names a menu and the pages of its stacks, which GTK 4.8 would name after their classes.
  private static func nameStacks(in widget: WidgetPointer, _ name: String) {
    func isA(_ type: GType) -> Bool { g_type_check_instance_is_a(widget.as(GTypeInstance.self), type) != 0 }
    if isA(gtk_popover_get_type()) { setLabel(widget, name) }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if isA(gtk_stack_get_type()), let page = gtk_stack_get_page(widget.opaque, current) {
        removeName(ofPage: page)
      }
      nameStacks(in: current, name)
      child = gtk_widget_get_next_sibling(current)
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
    while let current = child {
      nameRows(in: current, type)
      child = gtk_widget_get_next_sibling(current)
    }
  }
}

/// Shortens the rows of a menu that is too wide for its window.
@MainActor
private enum MenuRows {
  /// Hides the shortcuts in a menu that would otherwise be wider than its window, for example with large text in
  /// a narrow window. If the menu is still too wide, its labels are ellipsized.
  static func fit(_ menu: WidgetPointer) {
    guard let root = gtk_widget_get_root(menu).map({ WidgetPointer($0) }) else { return }
    let availableWidth = gtk_widget_get_width(root)
    guard availableWidth > 0 else { return }
    let (shortcuts, rowLabels) = (labels(in: menu, "accelerator"), labels(in: menu, "label"))
    for shortcut in shortcuts { gtk_widget_set_visible(shortcut, 1) }
    for label in rowLabels { gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE) }
    guard isWider(menu, than: availableWidth) else { return }
    for shortcut in shortcuts { gtk_widget_set_visible(shortcut, 0) }
    guard isWider(menu, than: availableWidth) else { return }
    for label in rowLabels { gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE) }
  }

  /// The width in px of a popover's own edges on both sides of its contents.
  private static let popoverEdges: Int32 = 24

  private static func isWider(_ menu: WidgetPointer, than availableWidth: Int32) -> Bool {
    // A closed popover itself has no size.
    guard let contents = gtk_popover_get_child(menu.as(GtkPopover.self)) else { return false }
    // The minimum width would be too small, because the contents of a menu can scroll in newer GTK versions.
    var natural: Int32 = 0
    gtk_widget_measure(contents, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
    return natural + popoverEdges > availableWidth
  }

  /// Returns the labels in a widget that have the given CSS name.
  private static func labels(in widget: WidgetPointer, _ cssName: String) -> [WidgetPointer] {
    var matchingLabels: [WidgetPointer] = []
    if g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_label_get_type()) != 0,
      String(cString: gtk_widget_get_css_name(widget)) == cssName
    {
      matchingLabels.append(widget)
    }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      matchingLabels += labels(in: current, cssName)
      child = gtk_widget_get_next_sibling(current)
    }
    return matchingLabels
  }
}
