import CGtk
import GtkSupport
import TimelineInteraction

extension TimelineKey {
  /// Creates a timeline key from a key press, or returns nil for a key that the timeline does not use.
  init?(_ press: KeyEvent) {
    let names: [Int32: Name] = [
      GDK_KEY_Up: .up, GDK_KEY_KP_Up: .up, GDK_KEY_Down: .down, GDK_KEY_KP_Down: .down, GDK_KEY_Left: .left,
      GDK_KEY_KP_Left: .left, GDK_KEY_Right: .right, GDK_KEY_KP_Right: .right, GDK_KEY_Home: .home,
      GDK_KEY_KP_Home: .home, GDK_KEY_End: .end, GDK_KEY_KP_End: .end, GDK_KEY_Page_Up: .pageUp,
      GDK_KEY_KP_Page_Up: .pageUp, GDK_KEY_Page_Down: .pageDown, GDK_KEY_KP_Page_Down: .pageDown,
      GDK_KEY_space: .space, GDK_KEY_KP_Space: .space, GDK_KEY_Return: .enter, GDK_KEY_KP_Enter: .enter,
      GDK_KEY_ISO_Enter: .enter, GDK_KEY_Escape: .escape, GDK_KEY_Delete: .delete, GDK_KEY_KP_Delete: .delete,
      GDK_KEY_Menu: .menu, GDK_KEY_F2: .f2, GDK_KEY_F10: .f10, GDK_KEY_e: .e,
    ]
    guard let name = names[Int32(press.symbol)] else { return nil }
    var modifiers = Modifiers()
    if press.modifiers.contains(.shift) { modifiers.insert(.shift) }
    if press.modifiers.contains(.control) { modifiers.insert(.control) }
    if press.modifiers.contains(.alt) { modifiers.insert(.alt) }
    self.init(name, modifiers)
  }

  /// The number of screenfuls by which the key scrolls the details, positive for down; nil for other keys.
  var scrolledScreenfuls: Double? { name == .pageUp ? -1 : name == .pageDown ? 1 : nil }
}

extension KeyEvent {
  var isShift: Bool { Int32(symbol) == GDK_KEY_Shift_L || Int32(symbol) == GDK_KEY_Shift_R }
}
