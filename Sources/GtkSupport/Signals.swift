import CGtk

// There is one trampoline (a C function that calls the Swift handler) per C signature in use, and one box per
// connection. The connection retains the box, and its destroy notify releases the box when the handler is
// disconnected or the object is finalized.

/// Contains a Swift handler, so that C code can pass it around as a pointer.
final class Box<Handler>: @unchecked Sendable {
  let handler: Handler
  init(_ handler: Handler) { self.handler = handler }
}

/// Returns the handler in the box to which a callback's user data points.
func boxedHandler<Handler>(_ data: gpointer?, _: Handler.Type) -> Handler? {
  data.map { Unmanaged<Box<Handler>>.fromOpaque($0).takeUnretainedValue().handler }
}

/// Connects a handler to a signal by means of a trampoline.
@MainActor
func connect<Handler, Trampoline>(
  _ object: OpaquePointer, _ signal: String, _ handler: Handler, _ trampoline: Trampoline
) -> gulong {
  let box = Unmanaged.passRetained(Box(handler))
  return g_signal_connect_data(
    UnsafeMutableRawPointer(object), signal, unsafeBitCast(trampoline, to: GCallback.self), box.toOpaque(),
    { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
}

/// Connects to a signal without arguments.
@MainActor @discardableResult
package func onSignal(_ object: OpaquePointer, _ signal: String, _ handler: @escaping @MainActor () -> Void)
  -> gulong
{
  let trampoline: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor () -> Void).self)?() }
  }
  return connect(object, signal, handler, trampoline)
}

/// Connects to `notify::property`.
@MainActor @discardableResult
package func onNotify(_ object: OpaquePointer, _ property: String, _ handler: @escaping @MainActor () -> Void)
  -> gulong
{
  let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor () -> Void).self)?() }
  }
  return connect(object, "notify::" + property, handler, trampoline)
}

/// Connects to a signal with two numbers, such as those of GtkGestureDrag, GtkGestureLongPress and
/// GtkEventControllerMotion.
@MainActor @discardableResult
package func onSignal(
  _ object: OpaquePointer, _ signal: String, numbers handler: @escaping @MainActor (Double, Double) -> Void
) -> gulong {
  let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor (Double, Double) -> Void).self)?(x, y) }
  }
  return connect(object, signal, handler, trampoline)
}

/// Connects to a signal with one number, such as the scale of GtkGestureZoom.
@MainActor @discardableResult
package func onSignal(
  _ object: OpaquePointer, _ signal: String, number handler: @escaping @MainActor (Double) -> Void
) -> gulong {
  let trampoline: @convention(c) (gpointer?, Double, gpointer?) -> Void = { _, value, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor (Double) -> Void).self)?(value) }
  }
  return connect(object, signal, handler, trampoline)
}

/// Connects to a signal with the index of an item, such as a list's `activate`.
@MainActor @discardableResult
package func onSignal(
  _ object: OpaquePointer, _ signal: String, index handler: @escaping @MainActor (Int) -> Void
) -> gulong {
  let trampoline: @convention(c) (gpointer?, guint, gpointer?) -> Void = { _, index, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor (Int) -> Void).self)?(Int(index)) }
  }
  return connect(object, signal, handler, trampoline)
}

/// Connects to one of GtkGestureClick's signals. The handler receives the number of presses, x and y.
@MainActor @discardableResult
package func onClick(
  _ object: OpaquePointer, _ signal: String, _ handler: @escaping @MainActor (Int, Double, Double) -> Void
) -> gulong {
  let trampoline: @convention(c) (gpointer?, gint, Double, Double, gpointer?) -> Void = {
    _, pressCount, x, y, data in
    MainActor.assumeIsolated {
      boxedHandler(data, (@MainActor (Int, Double, Double) -> Void).self)?(Int(pressCount), x, y)
    }
  }
  return connect(object, signal, handler, trampoline)
}

/// Connects to a gesture's signal about one event sequence: `begin`, `end` or `cancel`.
@MainActor @discardableResult
package func onSequence(
  _ object: OpaquePointer, _ signal: String, _ handler: @escaping @MainActor (OpaquePointer?) -> Void
) -> gulong {
  let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, sequence, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor (OpaquePointer?) -> Void).self)?(sequence) }
  }
  return connect(object, signal, handler, trampoline)
}

/// A key press or release, as reported by GtkEventControllerKey.
package struct KeyEvent: Sendable {
  /// The key symbol, with the modifiers applied.
  package let symbol: UInt32
  /// The modifiers that were held before the event.
  package let modifiers: Modifiers

  package init(symbol: UInt32, modifiers: Modifiers) {
    self.symbol = symbol
    self.modifiers = modifiers
  }
}

/// The modifiers that Handspan distinguishes.
package struct Modifiers: OptionSet, Sendable {
  /// GDK's modifier bits, limited to these three modifiers.
  package let rawValue: UInt32
  /// Either Shift key.
  package static let shift = Modifiers(rawValue: 1 << 0)
  /// Either Ctrl key.
  package static let control = Modifiers(rawValue: 1 << 2)
  /// Either Alt key.
  package static let alt = Modifiers(rawValue: 1 << 3)

  /// Creates a set from GDK's modifier bits, ignoring all other modifiers.
  package init(rawValue: UInt32) { self.rawValue = rawValue & 0b1101 }
}

/// Connects to GtkEventControllerKey's `key-pressed`. The handler returns whether it has handled the key.
@MainActor @discardableResult
package func onKey(_ controller: OpaquePointer, _ handler: @escaping @MainActor (KeyEvent) -> Bool) -> gulong
{
  let trampoline: @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
    _, symbol, _, state, data in
    MainActor.assumeIsolated {
      let event = KeyEvent(symbol: symbol, modifiers: Modifiers(rawValue: state.rawValue))
      return (boxedHandler(data, (@MainActor (KeyEvent) -> Bool).self)?(event) ?? false).gboolean
    }
  }
  return connect(controller, "key-pressed", handler, trampoline)
}

/// Connects to GtkEventControllerKey's `key-released`.
@MainActor @discardableResult
package func onKeyReleased(_ controller: OpaquePointer, _ handler: @escaping @MainActor (KeyEvent) -> Void)
  -> gulong
{
  let trampoline: @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> Void = {
    _, symbol, _, state, data in
    MainActor.assumeIsolated {
      let event = KeyEvent(symbol: symbol, modifiers: Modifiers(rawValue: state.rawValue))
      boxedHandler(data, (@MainActor (KeyEvent) -> Void).self)?(event)
    }
  }
  return connect(controller, "key-released", handler, trampoline)
}

/// Connects to GtkEventControllerScroll's `scroll`. The handler returns whether it has handled the event.
@MainActor @discardableResult
package func onScroll(
  _ controller: OpaquePointer, _ handler: @escaping @MainActor (Double, Double) -> Bool
) -> gulong {
  let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> gboolean = { _, dx, dy, data in
    MainActor.assumeIsolated {
      (boxedHandler(data, (@MainActor (Double, Double) -> Bool).self)?(dx, dy) ?? false).gboolean
    }
  }
  return connect(controller, "scroll", handler, trampoline)
}

/// Connects to GtkEventControllerLegacy's `event`. The handler receives every event and does not stop its
/// propagation.
@MainActor @discardableResult
package func onEvent(_ controller: OpaquePointer, _ handler: @escaping @MainActor (OpaquePointer) -> Void)
  -> gulong
{
  let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gboolean = { _, event, data in
    MainActor.assumeIsolated {
      if let event { boxedHandler(data, (@MainActor (OpaquePointer) -> Void).self)?(event) }
      return 0
    }
  }
  return connect(controller, "event", handler, trampoline)
}

/// Connects to GtkEventControllerLegacy's `event`. The handler returns whether to stop the event's
/// propagation.
@MainActor @discardableResult
package func onEvent(
  _ controller: OpaquePointer, stopping handler: @escaping @MainActor (OpaquePointer) -> Bool
) -> gulong {
  let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gboolean = { _, event, data in
    MainActor.assumeIsolated {
      (event.flatMap { boxedHandler(data, (@MainActor (OpaquePointer) -> Bool).self)?($0) } ?? false).gboolean
    }
  }
  return connect(controller, "event", handler, trampoline)
}

/// Calls a function after the next key, button or finger has been released in a widget's window, and after the widgets
/// have handled this.
@MainActor
package func afterNextRelease(inWindowOf widget: WidgetPointer, _ body: @escaping @MainActor () -> Void) {
  guard let root = gtk_widget_get_root(widget) else { return body() }
  let (window, events) = (WidgetPointer(root), nonNull(gtk_event_controller_legacy_new()))
  gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
  var isWaiting = true
  onEvent(events) { event in
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL, GDK_KEY_RELEASE: break
    default: return
    }
    guard isWaiting else { return }
    isWaiting = false
    let reference = ObjectReference(window.opaque)
    afterMilliseconds(0) {
      gtk_widget_remove_controller(reference.pointer.as(GtkWidget.self), events)
      body()
      return false
    }
  }
  gtk_widget_add_controller(window, events)
}

/// Connects to a signal whose handler returns whether it has handled the signal, such as `close-request`.
@MainActor @discardableResult
package func onRequest(
  _ object: OpaquePointer, _ signal: String, _ handler: @escaping @MainActor () -> Bool
) -> gulong {
  let trampoline: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
    MainActor.assumeIsolated { (boxedHandler(data, (@MainActor () -> Bool).self)?() ?? false).gboolean }
  }
  return connect(object, signal, handler, trampoline)
}

/// Connects to a widget's `mnemonic-activate`, and replaces the widget's default behavior.
@MainActor @discardableResult
package func onMnemonic(_ widget: WidgetPointer, _ handler: @escaping @MainActor () -> Void) -> gulong {
  let trampoline: @convention(c) (gpointer?, gboolean, gpointer?) -> gboolean = { _, _, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor () -> Void).self)?() }
    return 1
  }
  return connect(widget.opaque, "mnemonic-activate", handler, trampoline)
}

/// Connects to a signal whose argument is an object or another pointer, such as GSettings' `changed`.
@MainActor @discardableResult
package func onObjectSignal(
  _ object: OpaquePointer, _ signal: String,
  _ handler: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
) -> gulong {
  let trampoline: @convention(c) (gpointer?, UnsafeMutableRawPointer?, gpointer?) -> Void = {
    _, value, data in
    // The pointer does not outlive the emission, and is used only on this thread.
    nonisolated(unsafe) let value = value
    MainActor.assumeIsolated {
      boxedHandler(data, (@MainActor (UnsafeMutableRawPointer?) -> Void).self)?(value)
    }
  }
  return connect(object, signal, handler, trampoline)
}

/// Connects to a dialog's `response`.
@MainActor @discardableResult
package func onResponse(_ object: OpaquePointer, _ handler: @escaping @MainActor (Int32) -> Void) -> gulong {
  let trampoline: @convention(c) (gpointer?, gint, gpointer?) -> Void = { _, response, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor (Int32) -> Void).self)?(response) }
  }
  return connect(object, "response", handler, trampoline)
}

/// Connects to a signal with one string, such as a message dialog's `response`.
@MainActor @discardableResult
package func onStringSignal(
  _ object: OpaquePointer, _ signal: String, _ handler: @escaping @MainActor (String) -> Void
)
  -> gulong
{
  let trampoline: @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void = { _, text, data in
    let text = text.map { String(cString: $0) } ?? ""
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor (String) -> Void).self)?(text) }
  }
  return connect(object, signal, handler, trampoline)
}
