import CGtk

/// The number of device pixels per px of the surface that shows a widget.
@MainActor
enum SurfaceScale {
  /// Returns the scale of a widget's surface. It may be a fraction with GTK 4.12 and later. Before the widget is in a
  /// window, the result is GTK's estimate, a whole number.
  static func scale(of widget: WidgetPointer) -> Double {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native) else {
      return max(1, Double(gtk_widget_get_scale_factor(widget)))
    }
    return max(1, handspan_surface_scale(surface))
  }

  /// Returns the position of a widget's upper-left corner in its surface, in px.
  static func originInSurface(of widget: WidgetPointer) -> (x: Double, y: Double)? {
    var (origin, position) = (graphene_point_t(), graphene_point_t())
    guard let native = gtk_widget_get_native(widget),
      gtk_widget_compute_point(widget, WidgetPointer(native), &origin, &position) != 0
    else { return nil }
    var (x, y) = (0.0, 0.0)
    gtk_native_get_surface_transform(native, &x, &y)
    return (Double(position.x) + x, Double(position.y) + y)
  }

  /// Calls a function whenever the scale of a widget's surface has changed, and then queues layout and drawing of the
  /// widget and all its descendants.
  static func observe(_ widget: WidgetPointer, _ onChange: @escaping @MainActor () -> Void) {
    var connection: (surface: ObjectReference, handler: gulong)?
    func disconnect() {
      guard let oldConnection = connection else { return }
      g_signal_handler_disconnect(
        UnsafeMutableRawPointer(oldConnection.surface.pointer), oldConnection.handler)
      connection = nil
    }
    onSignal(widget.opaque, "realize") {
      disconnect()
      guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native) else {
        return
      }
      // Before GTK 4.12, the surface does not have this property, and the handler is never called.
      let handler = onNotify(surface, "scale") {
        onChange()
        queueLayoutAndDrawing(in: widget)
      }
      connection = (ObjectReference(surface), handler)
    }
    onSignal(widget.opaque, "unrealize") { disconnect() }
  }

  private static func queueLayoutAndDrawing(in widget: WidgetPointer) {
    gtk_widget_queue_allocate(widget)
    gtk_widget_queue_draw(widget)
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      queueLayoutAndDrawing(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
  }
}
