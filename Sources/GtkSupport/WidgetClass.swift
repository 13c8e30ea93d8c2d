import CGtk

/// A GObject class for a Swift widget type. Each widget type stores its class in a constant.
///
/// The class is registered once, when the first instance is created.
@MainActor
public final class WidgetClass {
  /// A class action without parameters, which assistive technology offers by name.
  package struct Action: Sendable {
    /// The name in the form that GTK requires, `prefix.verb`.
    package let name: String
    package init(_ name: String) { self.name = name }
  }

  let name: String
  let role: GtkAccessibleRole
  let cssName: String?
  let actions: [Action]
  let isScrollable: Bool
  let isHeightForWidth: Bool
  private var type: GType?

  /// - Parameters:
  ///   - name: the name of the GObject type, which must be unique in the process.
  ///   - role: the accessible role.
  ///   - cssName: the widget's name in style sheets.
  ///   - actions: the class actions, which are performed by `CustomWidget.perform(action:)`.
  ///   - isScrollable: whether the widget implements GtkScrollable and can be the child of a
  ///     GtkScrolledWindow.
  ///   - isHeightForWidth: whether the height depends on the width. Otherwise, `CustomWidget.measure` is not
  ///     told the size along the other axis.
  package init(
    _ name: String, role: GtkAccessibleRole, cssName: String? = nil, actions: [Action] = [],
    isScrollable: Bool = false, isHeightForWidth: Bool = false
  ) {
    self.name = name
    self.role = role
    self.cssName = cssName
    self.actions = actions
    self.isScrollable = isScrollable
    self.isHeightForWidth = isHeightForWidth
  }

  /// The GType, registered on first use.
  var gtype: GType {
    if let type { return type }
    var query = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &query)
    var info = GTypeInfo()
    info.class_size = UInt16(query.class_size)
    info.instance_size = UInt16(query.instance_size)
    // The class exists as long as the process does, and so must this object.
    info.class_data = UnsafeRawPointer(Unmanaged.passRetained(self).toOpaque())
    info.class_init = { klass, data in
      nonisolated(unsafe) let (klass, data) = (klass, data)
      MainActor.assumeIsolated {
        guard let klass, let data else { return }
        Unmanaged<WidgetClass>.fromOpaque(data).takeUnretainedValue()
          .initialize(klass.assumingMemoryBound(to: GtkWidgetClass.self))
      }
    }
    let registeredType = g_type_register_static(gtk_widget_get_type(), name, &info, GTypeFlags(rawValue: 0))
    if isScrollable {
      var interface = GInterfaceInfo(interface_init: nil, interface_finalize: nil, interface_data: nil)
      g_type_add_interface_static(registeredType, gtk_scrollable_get_type(), &interface)
    }
    type = registeredType
    return registeredType
  }

  private func initialize(_ klass: UnsafeMutablePointer<GtkWidgetClass>) {
    gtk_widget_class_set_accessible_role(klass, role)
    if let cssName { gtk_widget_class_set_css_name(klass, cssName) }
    for action in actions {
      gtk_widget_class_install_action(klass, action.name, nil) { widget, name, _ in
        let actionName = name.map { String(cString: $0) } ?? ""
        nonisolated(unsafe) let widget = widget
        MainActor.assumeIsolated { CustomWidget.swiftObject(of: widget)?.perform(action: actionName) }
      }
    }
    if isHeightForWidth { klass.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH } }
    klass.pointee.measure = { widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
      nonisolated(unsafe) let (widget, minimum, natural) = (widget, minimum, natural)
      MainActor.assumeIsolated {
        let size = CustomWidget.swiftObject(of: widget)?.measure(
          isVertical: orientation == GTK_ORIENTATION_VERTICAL, for: Int(size))
        minimum?.pointee = Int32(size?.minimum ?? 0)
        natural?.pointee = Int32(size?.natural ?? 0)
      }
      minimumBaseline?.pointee = -1
      naturalBaseline?.pointee = -1
    }
    klass.pointee.size_allocate = { widget, width, height, _ in
      nonisolated(unsafe) let widget = widget
      MainActor.assumeIsolated {
        CustomWidget.swiftObject(of: widget)?.allocate(width: Int(width), height: Int(height))
      }
    }
    klass.pointee.snapshot = { widget, snapshot in
      nonisolated(unsafe) let (widget, snapshot) = (widget, snapshot)
      MainActor.assumeIsolated {
        if let snapshot { CustomWidget.swiftObject(of: widget)?.snapshot(snapshot) }
      }
    }
    klass.pointee.focus = { widget, direction in
      nonisolated(unsafe) let widget = widget
      return MainActor.assumeIsolated {
        (CustomWidget.swiftObject(of: widget)?.focus(direction) ?? false).gboolean
      }
    }
    klass.pointee.grab_focus = { widget in
      nonisolated(unsafe) let widget = widget
      return MainActor.assumeIsolated {
        (CustomWidget.swiftObject(of: widget)?.grabFocus() ?? false).gboolean
      }
    }
    let object = UnsafeMutableRawPointer(klass).assumingMemoryBound(to: GObjectClass.self)
    object.pointee.dispose = { instance in
      guard let instance else { return }
      let widget = UnsafeMutableRawPointer(instance).assumingMemoryBound(to: GtkWidget.self)
      // GTK requires a container to unparent its children when the container is disposed.
      while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
      let parent = g_type_class_peek(gtk_widget_get_type()).assumingMemoryBound(to: GObjectClass.self)
      parent.pointee.dispose(instance)
    }
    if isScrollable { ScrollableProperties.install(on: object) }
  }
}
