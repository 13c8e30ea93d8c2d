import CGtk

// Callbacks of GTK and GLib that are not GObject signals: drawing, frames, timers and Unix signals.

/// Sets the draw function of a GtkDrawingArea. The function receives the Cairo context, and the width and
/// height of the area in px.
@MainActor
package func setDrawFunction(
  _ area: WidgetPointer, _ draw: @escaping @MainActor (OpaquePointer, Int, Int) -> Void
) {
  gtk_drawing_area_set_draw_func(
    area.as(GtkDrawingArea.self),
    { _, cairo, width, height, data in
      guard let cairo else { return }
      MainActor.assumeIsolated {
        boxedHandler(data, (@MainActor (OpaquePointer, Int, Int) -> Void).self)?(
          cairo, Int(width), Int(height))
      }
    }, Unmanaged.passRetained(Box(draw)).toOpaque(),
    { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
}

/// Calls a handler each time a GtkMenuButton is about to open its menu, so that the menu can be created or
/// filled. The handler returns whether the menu may open.
@MainActor
package func onOpening(menuOf button: WidgetPointer, _ handler: @escaping @MainActor () -> Bool) {
  gtk_menu_button_set_create_popup_func(
    button.opaque,
    { button, data in
      MainActor.assumeIsolated {
        guard let button, boxedHandler(data, (@MainActor () -> Bool).self)?() == false else { return }
        preventMenu(of: button)
      }
    }, Unmanaged.passRetained(Box(handler)).toOpaque(),
    { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
}

/// Moves the focus to a GtkMenuButton after its menu closes, unless a visible widget has the focus. If the menu is
/// closed while a submenu is open, GTK leaves the focus in the submenu, and keys have no effect in the window.
@MainActor
package func returnFocus(fromMenuOf button: WidgetPointer) {
  guard let popover = gtk_menu_button_get_popover(button.opaque) else { return }
  onSignal(popover.opaque, "closed") {
    let reference = ObjectReference(button.opaque)
    afterMilliseconds(0) {
      let button = reference.pointer.opaque.widget
      let focused = FocusedWidget.inWindow(of: button)
      if focused.map({ gtk_widget_get_mapped($0) == 0 }) ?? true { gtk_widget_grab_focus(button) }
      return false
    }
  }
}

/// Prevents a button from opening its menu. GTK requests the menu before opening it and offers no way to
/// refuse, so the menu is removed from the button until GTK has handled the request.
@MainActor
private func preventMenu(of button: OpaquePointer) {
  let buttonReference = ObjectReference(button)
  let menu = gtk_menu_button_get_popover(button).map { ObjectReference($0.opaque) }
  gtk_menu_button_set_popover(button, nil)
  afterMilliseconds(0) {
    let button = buttonReference.pointer.opaque
    gtk_menu_button_popdown(button)
    if let menu { gtk_menu_button_set_popover(button, menu.pointer.as(GtkWidget.self)) }
    return false
  }
}

/// Calls a handler before each frame of a widget's frame clock, with the frame time in microseconds, until
/// the handler returns false or the callback is removed.
@MainActor
package func addTickCallback(_ widget: WidgetPointer, _ handler: @escaping @MainActor (Int) -> Bool) -> guint
{
  gtk_widget_add_tick_callback(
    widget,
    { _, clock, data in
      MainActor.assumeIsolated {
        (boxedHandler(data, (@MainActor (Int) -> Bool).self)?(gdk_frame_clock_get_frame_time(clock)) ?? false)
          .gboolean
      }
    }, Unmanaged.passRetained(Box(handler)).toOpaque(),
    { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
}

/// Calls a handler after the given number of milliseconds, and again at that interval for as long as it
/// returns true.
@MainActor @discardableResult
package func afterMilliseconds(_ milliseconds: UInt32, _ handler: @escaping @MainActor () -> Bool) -> guint {
  g_timeout_add_full(
    G_PRIORITY_DEFAULT, milliseconds,
    { data in
      MainActor.assumeIsolated { (boxedHandler(data, (@MainActor () -> Bool).self)?() ?? false).gboolean }
    }, Unmanaged.passRetained(Box(handler)).toOpaque(),
    { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
}

/// Calls a handler whenever a widget has been shown, once its window has set the initial focus.
@MainActor
package func whenShown(_ widget: OpaquePointer, _ handler: @escaping @MainActor () -> Void) {
  onSignal(widget, "map") {
    afterMilliseconds(0) {
      handler()
      return false
    }
  }
}

/// Calls a handler once all pending input except mouse motion has been handled. GDK holds mouse motion back
/// until the next frame, and the compositor decides when that frame comes.
@MainActor
package func afterPendingEvents(_ handler: @escaping @MainActor () -> Void) {
  g_idle_add_full(
    G_PRIORITY_HIGH_IDLE,
    { data in
      MainActor.assumeIsolated { boxedHandler(data, (@MainActor () -> Void).self)?() }
      return 0
    }, Unmanaged.passRetained(Box(handler)).toOpaque(),
    { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
}

/// Calls a handler once all pending input has been handled and the current frame, if any, has been drawn. If the
/// program is busy drawing, calls it after a tenth of a second at the latest.
@MainActor
package func betweenFrames(_ handler: @escaping @MainActor () -> Void) {
  var pendingHandler: (@MainActor () -> Void)? = handler
  let callOnce: @MainActor () -> Void = {
    let handler = pendingHandler
    pendingHandler = nil
    handler?()
  }
  for (priority, delay) in [(GDK_PRIORITY_REDRAW + 1, 0), (G_PRIORITY_DEFAULT, 100)] {
    g_timeout_add_full(
      Int32(priority), guint(delay),
      { data in
        MainActor.assumeIsolated { boxedHandler(data, (@MainActor () -> Void).self)?() }
        return 0
      }, Unmanaged.passRetained(Box(callOnce)).toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }
}

/// Calls a handler whenever a file descriptor is readable, until the source with the returned ID is removed.
@MainActor
func onReadable(_ descriptor: Int32, _ handler: @escaping @MainActor () -> Void) -> guint {
  g_unix_fd_add_full(
    G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
    { _, _, data in
      MainActor.assumeIsolated { boxedHandler(data, (@MainActor () -> Void).self)?() }
      return 1
    }, Unmanaged.passRetained(Box(handler)).toOpaque(),
    { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
}

/// Calls a handler on the main thread for each Unix signal with the given number, for as long as it returns
/// true.
@MainActor @discardableResult
package func onUnixSignal(_ number: Int32, _ handler: @escaping @MainActor () -> Bool) -> guint {
  g_unix_signal_add_full(
    G_PRIORITY_DEFAULT, number,
    { data in
      MainActor.assumeIsolated { (boxedHandler(data, (@MainActor () -> Bool).self)?() ?? false).gboolean }
    },
    Unmanaged.passRetained(Box(handler)).toOpaque(),
    { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
}
