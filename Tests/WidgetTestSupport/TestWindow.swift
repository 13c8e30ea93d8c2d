import CGtk
import GtkSupport

/// A window that shows one widget at an exact size, so that GTK allocates, focuses and draws it as in the application.
@MainActor
package final class TestWindow {
  package let window: WidgetPointer
  private let child: WidgetPointer
  private var isOpen = true

  /// Shows a widget and waits for its first frame.
  package init(_ child: WidgetPointer, width: Int = 640, height: Int = 480) {
    self.child = child
    window = nonNull(gtk_window_new())
    gtk_window_set_decorated(window.as(GtkWindow.self), 0)
    gtk_window_set_default_size(window.as(GtkWindow.self), Int32(width), Int32(height))
    gtk_window_set_child(window.as(GtkWindow.self), child)
    gtk_window_present(window.as(GtkWindow.self))
    waitForFrame()
  }

  isolated deinit { close() }

  package var focus: WidgetPointer? { gtk_window_get_focus(window.as(GtkWindow.self)) }

  /// Runs the main loop until a complete frame has been painted.
  package func waitForFrame() { Loop.runFrame(of: window) }

  /// Renders the widget's current contents, including its cached nodes. Without a background, translucent pixels have
  /// no color.
  package func picture(onWhite: Bool = false) -> Pixels {
    let snapshot = nonNull(gtk_snapshot_new())
    gtk_widget_snapshot_child(window, child, snapshot)
    let node = gtk_snapshot_free_to_node(snapshot)
    let pixels = Pixels(
      width: Int(gtk_widget_get_width(child)), height: Int(gtk_widget_get_height(child)))
    if let node {
      pixels.paint {
        if onWhite {
          cairo_set_source_rgb($0, 1, 1, 1)
          cairo_paint($0)
        }
        gsk_render_node_draw(node, $0)
      }
      gsk_render_node_unref(node)
    }
    return pixels
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    gtk_window_destroy(window.as(GtkWindow.self))
    Loop.runPending()
  }
}

/// Runs GLib's main loop from tests.
@MainActor
package enum Loop {
  /// Runs the loop until a condition is true, but at most for `seconds`.
  ///
  /// - Returns: whether the condition became true.
  @discardableResult
  package static func run(until condition: () -> Bool, seconds: Double = 60) -> Bool {
    var hasTimedOut = false
    let timeout = afterMilliseconds(UInt32(seconds * 1000)) {
      hasTimedOut = true
      return false
    }
    while !condition(), !hasTimedOut { g_main_context_iteration(nil, 1) }
    if !hasTimedOut { g_source_remove(timeout) }
    return condition()
  }

  /// Runs the loop until a complete frame of a widget's window has been painted.
  package static func runFrame(of widget: WidgetPointer) {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    var isPainted = false
    let handler = onSignal(clock, "after-paint") { isPainted = true }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    run(until: { isPainted })
    g_signal_handler_disconnect(UnsafeMutableRawPointer(clock), handler)
  }

  /// Handles pending events without waiting for more.
  package static func runPending() {
    while g_main_context_pending(nil) != 0 { g_main_context_iteration(nil, 0) }
  }
}
