import CGtk
import GtkSupport
import TimelineInteraction

// Keyboard input, handled before it reaches the focused child of the picker.
extension SnapPicker {
  func installKeyboard() {
    let keys = nonNull(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in self?.handleKey(press) ?? false }
    gtk_widget_add_controller(gtkWidget, keys)
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.endTyping() }
    gtk_widget_add_controller(gtkWidget, focus)
  }

  var containsFocus: Bool {
    FocusedWidget.inWindow(of: gtkWidget) == gtkWidget || FocusedWidget.isIn(gtkWidget)
  }

  func handleKey(_ press: KeyEvent) -> Bool {
    // The window handles shortcuts with Alt and Ctrl.
    guard press.modifiers.subtracting(.shift).isEmpty else { return false }
    let key = Int32(press.symbol)
    if key == GDK_KEY_Escape, pressGesture.isPressed {
      pressGesture.cancel()
      return true
    }
    if let step = step(key) {
      guard step != 0 else { return false }
      endTyping()
      move { $0.step(by: step, time: now) }
      pickedWithKeyboard()
      return true
    }
    switch key {
    case GDK_KEY_Home, GDK_KEY_KP_Home, GDK_KEY_End, GDK_KEY_KP_End:
      endTyping()
      go(to: key == GDK_KEY_Home || key == GDK_KEY_KP_Home ? 0 : items.count - 1)
      pickedWithKeyboard()
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      endTyping()
      return false
    default: return character(press.symbol).map(handleTyped) ?? false
    }
    return true
  }

  /// Moves to an item in the shorter direction.
  func go(to item: Int) { move { $0.go(to: item, time: now) } }

  /// Returns the character of a key that types or deletes; nil for the space bar and for all other keys, including
  /// those that move the focus.
  private func character(_ symbol: UInt32) -> Character? {
    let code = gdk_keyval_to_unicode(symbol)
    guard code != 0, code != 0x20, code != 0x09, code != 0x1B, let scalar = Unicode.Scalar(code) else {
      return nil
    }
    return Character(scalar)
  }
}
