import CGtk

/// A widget whose behaviour is written in Swift. To use it, create a subclass with a `WidgetClass`.
///
/// The Swift object owns the GObject, which holds an unretained pointer back to it. So code that shows a
/// custom widget must retain its Swift object for as long as the widget is shown.
@MainActor
open class CustomWidget {
  private let reference: ObjectReference
  package let pointer: WidgetPointer

  private static let key = "handspan-peer"
  private static let quark = g_quark_from_static_string(strdup("handspan-peer"))

  public init(_ widgetClass: WidgetClass) {
    let object = created(g_object_new_with_properties(widgetClass.gtype, 0, nil, nil))
    pointer = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
    reference = ObjectReference(pointer.opaque)
    g_object_set_qdata(
      reference.pointer, CustomWidget.quark, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    g_object_set_qdata(reference.pointer, CustomWidget.quark, nil)
    // If the widget still has a parent, a GObject without behaviour would remain on screen. GTK's own
    // containers hold their own pointer to a child, so in those the GObject has to stay, and is drawn empty.
    if CustomWidget.peer(of: gtk_widget_get_parent(pointer)) != nil {
      gtk_widget_unparent(pointer)
    } else {
      gtk_widget_queue_draw(pointer)
    }
  }

  static func peer(of widget: WidgetPointer?) -> CustomWidget? {
    guard let widget,
      let peer = g_object_get_qdata(
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), quark)
    else { return nil }
    return Unmanaged<CustomWidget>.fromOpaque(peer).takeUnretainedValue()
  }

  // MARK: Overridden by subclasses

  /// The minimum and natural size in px along one axis; `size` is the size along the other, or -1.
  open func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  /// Allocates the children. The widget now has this size in px.
  open func allocate(width: Int, height: Int) {}

  /// Draws the widget; by default its children in order.
  open func snapshot(_ snapshot: OpaquePointer) {
    var child = gtk_widget_get_first_child(pointer)
    while let current = child {
      gtk_widget_snapshot_child(pointer, current, snapshot)
      child = gtk_widget_get_next_sibling(current)
    }
  }

  /// Performs a class action that assistive technology or a shortcut has activated by name.
  open func perform(action: String) {}

  /// Moves the focus within the widget. Returning false lets the focus leave it.
  open func focus(_ direction: GtkDirectionType) -> Bool {
    if gtk_widget_get_focusable(pointer) != 0 {
      return gtk_widget_is_focus(pointer) == 0 && gtk_widget_grab_focus(pointer) != 0
    }
    var child = gtk_widget_get_first_child(pointer)
    while let current = child {
      if gtk_widget_get_visible(current) != 0, gtk_widget_child_focus(current, direction) != 0 { return true }
      child = gtk_widget_get_next_sibling(current)
    }
    return false
  }

  /// Takes the focus, if the widget can have it.
  open func grabFocus() -> Bool {
    guard gtk_widget_get_focusable(pointer) != 0, let root = gtk_widget_get_root(pointer) else {
      return false
    }
    gtk_root_set_focus(root, pointer)
    return true
  }

  /// Called when an adjustment was set from outside, for scrollable widgets only.
  open func adjustmentsChanged() {}

  // MARK: Used by subclasses

  /// Adds a child before a sibling, or last.
  package func add(_ child: WidgetPointer, before sibling: WidgetPointer? = nil) {
    gtk_widget_insert_before(child, pointer, sibling)
  }

  package func remove(_ child: WidgetPointer) {
    precondition(gtk_widget_get_parent(child) == pointer, "not a child of this widget")
    endTyping(in: child)
    gtk_widget_unparent(child)
  }

  /// Removes the focus from a text that is about to be removed. GTK itself does so only after the text has
  /// left its window, and its Wayland input method then keeps using a text that no longer exists.
  private func endTyping(in child: WidgetPointer) {
    guard let root = gtk_widget_get_root(child), let focus = gtk_root_get_focus(root),
      focus == child || gtk_widget_is_ancestor(focus, child) != 0
    else { return }
    let instance = focus.as(GTypeInstance.self)
    let isText = [gtk_text_get_type(), gtk_text_view_get_type()].contains { type in
      g_type_check_instance_is_a(instance, type) != 0
    }
    if isText { gtk_root_set_focus(root, nil) }
  }

  /// Allocates a child at a position that may lie between pixels.
  ///
  /// A hidden child is ignored. The child is measured first, as GTK requires.
  package func allocate(_ child: WidgetPointer, x: Double, y: Double, width: Int, height: Int) {
    guard gtk_widget_should_layout(child) != 0 else { return }
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    var point = graphene_point_t(x: Float(x), y: Float(y))
    let transform = gsk_transform_translate(nil, &point)
    gtk_widget_allocate(child, Int32(width), Int32(height), -1, transform)
  }

  /// The widget's width in px.
  package var width: Int { Int(gtk_widget_get_width(pointer)) }
  /// The widget's height in px.
  package var height: Int { Int(gtk_widget_get_height(pointer)) }
  /// Device pixels per px, usually 1 or 2.
  package var scaleFactor: Int { Int(gtk_widget_get_scale_factor(pointer)) }
  /// Whether the widget's text direction is right to left.
  package var isRightToLeft: Bool { gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL }

  /// The maximum height in device pixels of a surface that is painted in one piece.
  private static let tallestSurface = 2048.0

  /// Draws with Cairo over the widget's whole area, extended by `outset` px on each side.
  ///
  /// Content taller than one surface is drawn in tiles, so `body` may be called more than once.
  ///
  /// - Parameters:
  ///   - width: in px; the widget's own width if nil.
  ///   - height: in px; the widget's own height if nil.
  ///   - isLasting: whether the content will be shown in many frames. It is then painted to pixels once;
  ///     otherwise only the visible part is ever painted.
  package func draw(
    on snapshot: OpaquePointer, outset: Double = 0, width: Double? = nil, height: Double? = nil,
    isLasting: Bool = true, _ body: (OpaquePointer) -> Void
  ) {
    let across = (width ?? Double(self.width)) + 2 * outset
    let bottom = (height ?? Double(self.height)) + outset
    let tileHeight = (CustomWidget.tallestSurface / Double(max(1, scaleFactor))).rounded(.down)
    var top = -outset
    while top < bottom {
      var bounds = graphene_rect_t(
        origin: graphene_point_t(x: Float(-outset), y: Float(top)),
        size: graphene_size_t(width: Float(across), height: Float(min(tileHeight, bottom - top))))
      if isLasting {
        draw(bounds, on: snapshot, body)
      } else if let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) {
        body(cairo)
        cairo_destroy(cairo)
      }
      top += tileHeight
    }
  }

  /// Paints a rectangle in px of the widget with Cairo, to pixels that are shown in many frames.
  func draw(_ bounds: graphene_rect_t, on snapshot: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    PaintedPicture(of: bounds, scale: scaleFactor, body)?.append(to: snapshot, forGPU: isDrawnByGPU)
  }

  /// Draws children before they become visible. GTK keeps a widget's drawing until a redraw is queued.
  ///
  /// The children must have been allocated.
  package func cacheRenderNodes(of children: [WidgetPointer]) {
    let snapshot = created(gtk_snapshot_new())
    for child in children { gtk_widget_snapshot_child(pointer, child, snapshot) }
    if let node = gtk_snapshot_free_to_node(snapshot) { gsk_render_node_unref(node) }
  }

  /// Whether the window is rendered by anything other than GSK's Cairo renderer.
  private var isDrawnByGPU: Bool {
    guard let native = gtk_widget_get_native(pointer), let renderer = gtk_native_get_renderer(native) else {
      return false
    }
    return g_type_check_instance_is_a(renderer.as(GTypeInstance.self), gsk_cairo_renderer_get_type()) == 0
  }
}
