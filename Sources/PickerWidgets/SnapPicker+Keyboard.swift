import CGtk
import GtkSupport
import TimelineInteraction

// Keyboard input, handled before the focused child of the picker receives it.
extension SnapPicker {
  func installKeyboard() {
    let keys = created(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in self?.pressed(press) ?? false }
    gtk_widget_add_controller(pointer, keys)
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.endTyping() }
    gtk_widget_add_controller(pointer, focus)
  }

  var containsFocus: Bool {
    FocusedWidget.inWindow(of: pointer) == pointer || FocusedWidget.isIn(pointer)
  }

  func pressed(_ press: KeyPress) -> Bool {
    // Alt and Ctrl belong to the window.
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
      return true
    }
    switch key {
    case GDK_KEY_Home, GDK_KEY_KP_Home, GDK_KEY_End, GDK_KEY_KP_End:
      endTyping()
      go(to: key == GDK_KEY_Home || key == GDK_KEY_KP_Home ? 0 : items.count - 1)
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      endTyping()
      return false
    default: return character(press.symbol).map(typed) ?? false
    }
    return true
  }

  /// Moves to an item the shorter way.
  func go(to item: Int) { move { $0.go(to: item, time: now) } }

  /// The number of steps for a key, 0 for an arrow across the row; nil for other keys.
  private func step(_ key: Int32) -> Int? {
    switch key {
    case GDK_KEY_Up, GDK_KEY_KP_Up: axis.step(x: 0, y: -1)
    case GDK_KEY_Down, GDK_KEY_KP_Down: axis.step(x: 0, y: 1)
    case GDK_KEY_Left, GDK_KEY_KP_Left: axis.step(x: -1, y: 0)
    case GDK_KEY_Right, GDK_KEY_KP_Right: axis.step(x: 1, y: 0)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: -Feel.pickerPageStep
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: Feel.pickerPageStep
    default: nil
    }
  }

  /// The character of a key that types or deletes; nil for other keys, including those that move the focus.
  private func character(_ symbol: UInt32) -> Character? {
    let code = gdk_keyval_to_unicode(symbol)
    guard code != 0, code != 0x20, code != 0x09, code != 0x1B, let scalar = Unicode.Scalar(code) else {
      return nil
    }
    return Character(scalar)
  }
}
