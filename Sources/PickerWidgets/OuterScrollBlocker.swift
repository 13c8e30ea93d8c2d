import CGtk
import GtkSupport

/// Prevents the scrolled windows around a widget from taking over a drag on the widget. Otherwise, they would
/// take over the drag after a few px, even if it has been claimed.
@MainActor
final class OuterScrollBlocker {
  /// The enclosing scrolled windows whose kinetic scrolling is turned off.
  private var stoppedWindows: [ObjectReference] = []

  /// Turns off the kinetic scrolling of all enclosing scrolled windows until `resume` is called.
  func stop(around widget: WidgetPointer) {
    guard stoppedWindows.isEmpty else { return }
    var ancestor = gtk_widget_get_parent(widget)
    while let widget = ancestor {
      if g_type_check_instance_is_a(widget.opaque.as(GTypeInstance.self), gtk_scrolled_window_get_type())
        != 0,
        gtk_scrolled_window_get_kinetic_scrolling(widget.opaque) != 0
      {
        gtk_scrolled_window_set_kinetic_scrolling(widget.opaque, 0)
        stoppedWindows.append(ObjectReference(widget.opaque))
      }
      ancestor = gtk_widget_get_parent(widget)
    }
  }

  func resume() {
    for window in stoppedWindows {
      gtk_scrolled_window_set_kinetic_scrolling(OpaquePointer(window.pointer), 1)
    }
    stoppedWindows = []
  }
}
