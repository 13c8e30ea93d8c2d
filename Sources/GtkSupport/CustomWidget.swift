import CGtk

/// A widget whose behavior is written in Swift. To use it, create a subclass with a `WidgetClass`.
///
/// The Swift object owns the GObject, and the GObject stores an unretained pointer back to the Swift object.
/// Code that shows a custom widget must therefore retain the Swift object for as long as the widget is shown.
@MainActor
open class CustomWidget {
  private let reference: ObjectReference
  package let gtkWidget: WidgetPointer

  /// The key under which a GObject stores the pointer to its Swift object.
  private static let swiftObjectKey = g_quark_from_static_string(strdup("handspan-peer"))

  public init(_ widgetClass: WidgetClass) {
    let object = nonNull(g_object_new_with_properties(widgetClass.gtype, 0, nil, nil))
    gtkWidget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
    reference = ObjectReference(gtkWidget.opaque)
    g_object_set_qdata(
      reference.pointer, CustomWidget.swiftObjectKey, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    g_object_set_qdata(reference.pointer, CustomWidget.swiftObjectKey, nil)
    // If the widget still has a parent, its GObject would remain on screen without behavior. GTK's containers
    // store their own pointers to their children, so in such a container the GObject has to stay and is drawn
    // empty.
    if CustomWidget.swiftObject(of: gtk_widget_get_parent(gtkWidget)) != nil {
      gtk_widget_unparent(gtkWidget)
    } else {
      gtk_widget_queue_draw(gtkWidget)
    }
  }

  /// Returns the Swift object of a widget; nil for GTK's own widgets.
  static func swiftObject(of widget: WidgetPointer?) -> CustomWidget? {
    guard let widget,
      let object = g_object_get_qdata(
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), swiftObjectKey)
    else { return nil }
    return Unmanaged<CustomWidget>.fromOpaque(object).takeUnretainedValue()
  }

  // MARK: Overridden by subclasses

  /// Returns the minimum and natural size along one axis, in px. `size` is the size along the other axis, or
  /// -1 if that size is not known.
  open func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  /// Allocates the children. The widget now has the given size, in px.
  open func allocate(width: Int, height: Int) {}

  /// Draws the widget. The default implementation draws its children in order.
  open func snapshot(_ snapshot: OpaquePointer) {
    var child = gtk_widget_get_first_child(gtkWidget)
    while let current = child {
      gtk_widget_snapshot_child(gtkWidget, current, snapshot)
      child = gtk_widget_get_next_sibling(current)
    }
  }

  /// Performs the class action with the given name, which assistive technology or a shortcut has activated.
  open func perform(action: String) {}

  /// Moves the focus within the widget. Returns false to let the focus leave it.
  open func focus(_ direction: GtkDirectionType) -> Bool {
    if gtk_widget_get_focusable(gtkWidget) != 0 {
      return gtk_widget_is_focus(gtkWidget) == 0 && gtk_widget_grab_focus(gtkWidget) != 0
    }
    let isLeft = direction == GTK_DIR_LEFT
    let isBackward =
      direction == GTK_DIR_TAB_BACKWARD || direction == GTK_DIR_UP
      || ((isLeft || direction == GTK_DIR_RIGHT) && isLeft != isRightToLeft)
    func next(_ child: WidgetPointer) -> WidgetPointer? {
      isBackward ? gtk_widget_get_prev_sibling(child) : gtk_widget_get_next_sibling(child)
    }
    // The search begins with the child that contains the focus, because the focus may move within that child. The
    // children before it have already had the focus.
    var child =
      gtk_widget_get_focus_child(gtkWidget)
      ?? (isBackward ? gtk_widget_get_last_child(gtkWidget) : gtk_widget_get_first_child(gtkWidget))
    while let current = child {
      if gtk_widget_get_visible(current) != 0, gtk_widget_child_focus(current, direction) != 0 { return true }
      child = next(current)
    }
    return false
  }

  /// Moves the focus to the widget, if it is focusable. Returns whether the focus was moved.
  open func grabFocus() -> Bool {
    guard gtk_widget_get_focusable(gtkWidget) != 0, let root = gtk_widget_get_root(gtkWidget) else {
      return false
    }
    gtk_root_set_focus(root, gtkWidget)
    return true
  }

  /// Called when an adjustment of a scrollable widget has been set from outside.
  open func adjustmentsChanged() {}

  // MARK: Used by subclasses

  /// Adds a child before a sibling, or as the last child.
  package func add(_ child: WidgetPointer, before sibling: WidgetPointer? = nil) {
    gtk_widget_insert_before(child, gtkWidget, sibling)
  }

  /// Removes a child.
  package func remove(_ child: WidgetPointer) {
    precondition(gtk_widget_get_parent(child) == gtkWidget, "not a child of this widget")
    removeTextFocus(in: child)
    gtk_widget_unparent(child)
  }

  /// Removes the focus from a text widget that is about to be removed. GTK itself does so only after the
  /// widget has left its window, and GTK's Wayland input method then keeps using a widget that no longer
  /// exists.
  private func removeTextFocus(in child: WidgetPointer) {
    guard let root = gtk_widget_get_root(child), let focus = gtk_root_get_focus(root),
      focus == child || gtk_widget_is_ancestor(focus, child) != 0
    else { return }
    let instance = focus.as(GTypeInstance.self)
    let isText = [gtk_text_get_type(), gtk_text_view_get_type()].contains { type in
      g_type_check_instance_is_a(instance, type) != 0
    }
    if isText { gtk_root_set_focus(root, nil) }
  }

  /// Allocates a child at a position that may be between pixels. The child is moved to the nearest device
  /// pixel, because painted pictures are only sharp there.
  ///
  /// Ignores a hidden child. Measures the child first, as GTK requires.
  package func allocate(_ child: WidgetPointer, x: Double, y: Double, width: Int, height: Int) {
    guard gtk_widget_should_layout(child) != 0 else { return }
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    let scale = scaleFactor
    func onDevicePixel(_ value: Double) -> Double { (value * scale + 0.5).rounded(.down) / scale }
    let shift = deviceShift
    var point = graphene_point_t(x: Float(onDevicePixel(x) + shift.x), y: Float(onDevicePixel(y) + shift.y))
    let transform = gsk_transform_translate(nil, &point)
    gtk_widget_allocate(child, Int32(width), Int32(height), -1, transform)
  }

  /// The widget's width in px.
  package var width: Int { Int(gtk_widget_get_width(gtkWidget)) }
  /// The widget's height in px.
  package var height: Int { Int(gtk_widget_get_height(gtkWidget)) }
  /// The number of device pixels per px, such as 1, 1.5 or 2.
  package var scaleFactor: Double { SurfaceScale.scale(of: gtkWidget) }
  /// Whether the widget's text direction is right to left.
  package var isRightToLeft: Bool { gtk_widget_get_direction(gtkWidget) == GTK_TEXT_DIR_RTL }

  /// The distance in px by which the widget's origin must be moved to be on a device pixel. It is 0 inside
  /// another custom widget, which allocates its children on device pixels, and at whole scales.
  private var deviceShift: (x: Double, y: Double) {
    let scale = scaleFactor
    guard scale != scale.rounded(), CustomWidget.swiftObject(of: gtk_widget_get_parent(gtkWidget)) == nil,
      let origin = SurfaceScale.originInSurface(of: gtkWidget)
    else { return (0, 0) }
    func shift(_ value: Double) -> Double { (value * scale).rounded() / scale - value }
    return (shift(origin.x), shift(origin.y))
  }

  /// Returns the length in px, rounded up to a whole number of device pixels.
  func roundedUp(_ length: Double) -> Double {
    let scale = scaleFactor
    return (length * scale - 0.001).rounded(.up) / scale
  }

  /// Lays out and paints the widget and all its descendants again whenever the scale of its surface changes. By itself,
  /// GTK does so only if the scale, rounded up to a whole number, changes.
  ///
  /// - Parameter onChange: called when the scale has changed, before the layout.
  package func followSurfaceScale(onChange: @escaping @MainActor () -> Void = {}) {
    SurfaceScale.observe(gtkWidget, onChange)
  }

  /// The maximum height of a surface that is painted in one piece, in device pixels.
  private static let maximumSurfaceHeight = 2048.0

  /// Draws with Cairo on the whole area of the widget, extended by `outset` px on each side.
  ///
  /// Content taller than one surface is drawn in tiles, so `body` may be called more than once.
  ///
  /// - Parameters:
  ///   - width: the width in px, or nil for the widget's own width.
  ///   - height: the height in px, or nil for the widget's own height.
  ///   - cachesPixels: whether the content will be shown in many frames. If so, it is rasterized once;
  ///     otherwise only its visible part is painted, in each frame.
  package func draw(
    on snapshot: OpaquePointer, outset: Double = 0, width: Double? = nil, height: Double? = nil,
    cachesPixels: Bool = true, _ body: (OpaquePointer) -> Void
  ) {
    let outset = roundedUp(outset)
    let drawnWidth = (width ?? Double(self.width)) + 2 * outset
    let bottom = (height ?? Double(self.height)) + outset
    let tileHeight = CustomWidget.maximumSurfaceHeight / scaleFactor
    var top = -outset
    let shift = deviceShift
    var point = graphene_point_t(x: Float(shift.x), y: Float(shift.y))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &point)
    defer { gtk_snapshot_restore(snapshot) }
    while top < bottom {
      var bounds = graphene_rect_t(
        origin: graphene_point_t(x: Float(-outset), y: Float(top)),
        size: graphene_size_t(width: Float(drawnWidth), height: Float(min(tileHeight, bottom - top))))
      if cachesPixels {
        draw(bounds, on: snapshot, body)
      } else if let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) {
        body(cairo)
        cairo_destroy(cairo)
      }
      top += tileHeight
    }
  }

  /// Rasterizes a rectangle of the widget with Cairo once, to be shown in many frames. The rectangle is in the
  /// widget's coordinates.
  func draw(_ bounds: graphene_rect_t, on snapshot: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    PaintedPicture(of: bounds, scale: scaleFactor, body)?.append(to: snapshot, forGPU: isDrawnByGPU)
  }

  /// Draws children before they become visible. GTK caches the render node of a widget until a redraw is
  /// queued.
  ///
  /// The children must have been allocated.
  package func cacheRenderNodes(of children: [WidgetPointer]) {
    let snapshot = nonNull(gtk_snapshot_new())
    for child in children { gtk_widget_snapshot_child(gtkWidget, child, snapshot) }
    if let node = gtk_snapshot_free_to_node(snapshot) { gsk_render_node_unref(node) }
  }

  /// Whether the window is rendered by anything other than GSK's Cairo renderer.
  private var isDrawnByGPU: Bool {
    guard let native = gtk_widget_get_native(gtkWidget), let renderer = gtk_native_get_renderer(native) else {
      return false
    }
    return g_type_check_instance_is_a(renderer.as(GTypeInstance.self), gsk_cairo_renderer_get_type()) == 0
  }
}
