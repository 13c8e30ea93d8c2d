import CGtk

/// Shows popovers that the compositor has refused.
///
/// A popover that closes on a click elsewhere grabs the keyboard with the event that opened it. Mutter 48 refuses that if the
/// event is a key that has been released by then, which is so whenever the program is slower than the finger, and dismisses
/// the popover at once. GTK 4.18 then leaves the popover visible but not mapped. At the window's next layout, it presents
/// the popover's surface again, which now gets the keyboard, and never draws into it: nothing is seen, and all
/// keys are lost. Mutter does accept the release of the key, so the popover is shown again once that has arrived.
@MainActor
package enum RefusedPopovers {
  /// The time in milliseconds between two attempts to show a popover, and their number. The release of the key has
  /// usually been received before the first one.
  private static let (interval, attempts) = (UInt32(10), 30)

  /// Begins to watch all popovers of the program, also those that GTK itself creates, such as those of menu buttons. GTK must
  /// have been initialized.
  package static func install() {
    // The class is kept: the signal exists only once there is a class of widgets.
    _ = g_type_class_ref(gtk_popover_get_type())
    let hook: GSignalEmissionHook = { _, count, values, _ in
      guard count > 0, let values, let widget = g_value_get_object(values) else { return 1 }
      let instance = OpaquePointer(widget)
      MainActor.assumeIsolated { RefusedPopovers.shown(instance) }
      return 1
    }
    g_signal_add_emission_hook(g_signal_lookup("show", gtk_widget_get_type()), 0, hook, nil, nil)
  }

  /// Called after GTK has shown a widget.
  private static func shown(_ instance: OpaquePointer) {
    guard g_type_check_instance_is_a(instance.as(GTypeInstance.self), gtk_popover_get_type()) != 0,
      isRefused(instance.as(GtkWidget.self))
    else { return }
    showLater(ObjectReference(instance), after: 0, attemptsLeft: attempts)
  }

  private static func showLater(_ popover: ObjectReference, after milliseconds: UInt32, attemptsLeft: Int) {
    afterMilliseconds(milliseconds) {
      let widget = popover.pointer.as(GtkWidget.self)
      if isRefused(widget) { show(widget) }
      if isRefused(widget), attemptsLeft > 1 {
        showLater(popover, after: interval, attemptsLeft: attemptsLeft - 1)
      } else if gtk_widget_get_mapped(widget) == 0 {
        giveUp(widget)
      }
      return false
    }
  }

  /// Makes sure that a popover neither counts as open nor takes the keys.
  private static func giveUp(_ popover: WidgetPointer) {
    gtk_widget_set_visible(popover, 0)
    // GTK hides only the surface of a popover that is mapped.
    guard gtk_widget_get_realized(popover) != 0,
      let surface = gtk_native_get_surface(popover.opaque), gdk_surface_get_mapped(surface) != 0
    else { return }
    gdk_surface_hide(surface)
  }

  /// Whether GTK regards a popover as visible although the compositor does not show it.
  private static func isRefused(_ popover: WidgetPointer) -> Bool {
    guard gtk_widget_get_visible(popover) != 0, gtk_widget_get_mapped(popover) == 0,
      let parent = gtk_widget_get_parent(popover)
    else { return false }
    return gtk_widget_get_mapped(parent) != 0
  }

  /// Repeats what GTK does when a widget is shown. `gtk_widget_set_visible` does nothing for a visible one, hiding it first
  /// would tell everyone that it was closed, and the signal would begin further attempts.
  private static func show(_ popover: WidgetPointer) {
    guard let widgetClass = popover.as(GTypeInstance.self).pointee.g_class else { return }
    UnsafeMutableRawPointer(widgetClass).assumingMemoryBound(to: GtkWidgetClass.self).pointee.show?(popover)
  }
}
