import CGtk

/// An item of a menu.
package enum MenuItem: Equatable {
  /// A row that activates an action, with a string as its target if the action has one.
  case row(String, action: String, target: String? = nil)
  case submenu(String, [MenuItem])
  /// Rows between separators; nothing if there are no rows.
  case section([MenuItem])

  /// Creates the model of a menu. The caller owns it.
  @MainActor
  package static func makeModel(_ items: [MenuItem]) -> OpaquePointer {
    let menu = nonNull(g_menu_new())
    for item in items { item.append(to: menu) }
    return menu
  }

  @MainActor
  private func append(to menu: OpaquePointer) {
    func append(_ items: [MenuItem], _ body: (UnsafeMutablePointer<GMenuModel>) -> Void) {
      let model = MenuItem.makeModel(items)
      body(model.as(GMenuModel.self))
      g_object_unref(UnsafeMutableRawPointer(model))
    }
    switch self {
    case .row(let label, let action, let target):
      let item = nonNull(g_menu_item_new(label, nil))
      g_menu_item_set_action_and_target_value(item, action, target.map { g_variant_new_string($0) } ?? nil)
      g_menu_append_item(menu, item)
      g_object_unref(UnsafeMutableRawPointer(item))
    case .submenu(let label, let items): append(items) { g_menu_append_submenu(menu, label, $0) }
    case .section(let items):
      if !items.isEmpty { append(items) { g_menu_append_section(menu, nil, $0) } }
    }
  }
}

/// Gives a GtkMenuButton a menu.
@MainActor
package func setMenu(_ items: [MenuItem], of button: WidgetPointer) {
  let model = MenuItem.makeModel(items)
  gtk_menu_button_set_menu_model(button.opaque, model.as(GMenuModel.self))
  g_object_unref(UnsafeMutableRawPointer(model))
}
