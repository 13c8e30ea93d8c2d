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
    let sinceMenu = Int(g_get_monotonic_time()) - menuClosed
    guard !isActive, sinceMenu > TimelineView.handingBack else { return }
    send(.interrupted(.focusLost))
    forgetFingers()
  }

  /// Shows what the keys have made of an event: lifted above the timeline, or at its new place.
  func show(_ hold: KeyHold) {
    follow(hold.snapped)
    if !hold.isLifted {
      reload()
      grabFocus(hold.occurrence.id, scrolls: true)
    }
    scrollTo(hold.snapped)
    if hold.isLifted { place(hold) }
    if !hold.isLifted, spoken.times == nil { spoken.times = hold.occurrence.times }
    tell(hold.snapped)
  }

  /// Places what the keys have lifted; it goes with the sheet.
  func place(_ hold: KeyHold) {
    let offset = sheet.drawnScroll
    let span = hold.snapped.span
    let shown = page.days.clamp(span.start.day)
    let midnight = WallTime(shown)
    let area = columns.x(of: shown)
    func y(_ wall: WallTime) -> Double {
      DevicePixels.round(axis.y(ofSecond: Double(wall.seconds(since: midnight))), scaleFactor) - offset
    }
    var (top, bottom) = (y(span.start), max(y(span.end), y(span.start) + style.minimumBlockHeight))
    if hold.snapped.standsAboveHours {
      // What takes whole days is lifted as the bar that it is, just below its strip.
      (top, bottom) = (6, 6 + style.minimumBlockHeight + 6)
    }
    liftLayer.update(
      LiftLayer.Placement(
        x: area.left + liftedInset, width: liftedWidth, top: top, bottom: bottom, outlines: [],
        labelAtStart: false),
      label: liveLabel(of: hold.snapped))
  }
}

extension TimelineKey {
  /// What a key of GDK's is here; nil for one that the timeline has no use for.
  init?(_ press: KeyPress) {
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

  /// How far it scrolls a text that is read.
  fileprivate var pagesOn: Double? { name == .pageUp ? -1 : name == .pageDown ? 1 : nil }
}

extension KeyPress {
  fileprivate var isShift: Bool { Int32(symbol) == GDK_KEY_Shift_L || Int32(symbol) == GDK_KEY_Shift_R }
}
