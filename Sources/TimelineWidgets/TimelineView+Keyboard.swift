import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Keys and the actions of assistive technology: all that a pointer can do, and said in words.
extension TimelineView {
  func installKeyboard() {
    // On the sheet too: GtkScrolledWindow, between both, takes Ctrl+Up and Ctrl+Down for itself.
    for widget in [sheet.pointer, pointer] {
      let keys = created(gtk_event_controller_key_new())
      onKey(keys) { [weak self] press in self?.pressed(press) ?? false }
      gtk_widget_add_controller(widget, keys)
    }
    // Escape and modifiers are heard whatever has the focus, so they are caught at the window.
    onSignal(pointer.opaque, "realize") { [weak self] in self?.installWindowKeys() }
  }

  private func installWindowKeys() {
    guard !hasWindowKeys, let root = gtk_widget_get_root(pointer) else { return }
    hasWindowKeys = true
    let keys = created(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in self?.pressedInWindow(press) ?? false }
    onKeyReleased(keys) { [weak self] press in if press.isShift { self?.send(.fine(false)) } }
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.focusLeft() }
    gtk_widget_add_controller(pointer, focus)
    gtk_widget_add_controller(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self), keys)
  }

  private func pressedInWindow(_ press: KeyPress) -> Bool {
    send(.windowKey)
    // A key's own event carries the modifiers from before it.
    if press.isShift { send(.fine(true)) }
    return Int32(press.symbol) == GDK_KEY_Escape && send(.escape).isHandled
  }

  // MARK: Keys on an event

  private func pressed(_ press: KeyPress) -> Bool {
    let key = TimelineKey(press)
    if isNamingEvent {
      // The field hears Enter itself.
      guard key?.name == .enter, draft?.calendars?.hasFocus == true else { return sendKey(key) }
      send(.named(takesFocus: true))
      return true
    }
    // Arrows choose a day; the keys that choose a view do not, and leave it to the mouse.
    if press.modifiers.isDisjoint(with: [.alt, .control]) { mouse.isInUse = false }
    if press.modifiers.isEmpty, lifted == nil, let pages = key?.pagesOn, popover.scroll(by: pages) {
      return true
    }
    return sendKey(key)
  }

  private func sendKey(_ key: TimelineKey?) -> Bool {
    guard let key else { return false }
    let press = TimelineInput.KeyPress(
      key, for: focusedOccurrence.map(subject), details: popover.shown, time: seconds())
    return send(.key(press)).isHandled
  }

  /// The occurrence that keys are meant for.
  var focusedOccurrence: Occurrence? {
    guard let focused = state.focus else { return nil }
    return occurrences.first { $0.id == focused } ?? state.interaction.hold?.occurrence
  }

  /// Steps that wait are saved when the focus goes elsewhere.
  private func focusLeft() {
    afterMilliseconds(0) { [weak self] in
      if let self, !self.containsFocus { self.send(.focusLeft) }
      return false
    }
  }

  /// Microseconds after a menu has closed in which the window may be inactive for a moment.
  private static let handingBack = 300_000

  /// The window became active or no longer is; a lifted event goes back then.
  public func windowActiveChanged(_ isActive: Bool) {
    // A menu that closes hands the keyboard back by way of the compositor, which takes it away once more meanwhile.
    let sinceMenu = Int(g_get_monotonic_time()) - menus.closed
    guard !isActive, sinceMenu > TimelineView.handingBack else { return }
    send(.interrupted(.focusLost))
    forgetFingers()
  }
}
