import CGtk
import GtkSupport
import TimelineInteraction

/// Supplies the key input with the timeline's focus.
@MainActor
protocol KeyInputHost: TimelineInputHost {
  /// The event that key presses apply to.
  var focusedTarget: TimelineInput.EventTarget? { get }
  /// Whether the focus is on a widget of the timeline.
  var containsFocus: Bool { get }
  /// Collapses the row of all-day events. Returns whether it was expanded.
  func foldAllDayRow() -> Bool
}

/// Handles keys on the timeline, and the keys that it needs wherever the focus is in the window.
@MainActor
final class KeyInput {
  private unowned let host: any KeyInputHost
  private let details: DetailsPopover
  private let editor: NewEventEditor
  private let mouse: HoverInput
  private var isInWindow = false

  /// - Parameters:
  ///   - sheet: the scrolled content. It gets a controller of its own, because GtkScrolledWindow, between it
  ///     and the timeline, would handle Ctrl+Up and Ctrl+Down first.
  ///   - details: scrolled by keys while it is open.
  ///   - editor: the title field of a new event.
  ///   - mouse: the hover input, which is notified of key presses.
  init(
    on host: any KeyInputHost, sheet: WidgetPointer, details: DetailsPopover, editor: NewEventEditor,
    mouse: HoverInput
  ) {
    (self.host, self.details, self.editor, self.mouse) = (host, details, editor, mouse)
    for widget in [sheet, host.pointer] {
      let keys = created(gtk_event_controller_key_new())
      onKey(keys) { [weak self] in self?.pressed($0) ?? false }
      gtk_widget_add_controller(widget, keys)
    }
    // Escape and modifiers are needed wherever the focus is, so they are captured at the window.
    onSignal(host.pointer.opaque, "realize") { [weak self] in self?.installWindowControllers() }
  }

  private func installWindowControllers() {
    guard !isInWindow, let root = gtk_widget_get_root(host.pointer) else { return }
    isInWindow = true
    let keys = created(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] in self?.pressedInWindow($0) ?? false }
    onKeyReleased(keys) { [weak self] press in if press.isShift { self?.host.send(.fineSnapping(false)) } }
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.focusLeft() }
    gtk_widget_add_controller(host.pointer, focus)
    gtk_widget_add_controller(WidgetPointer(root), keys)
  }

  private func pressedInWindow(_ press: KeyPress) -> Bool {
    host.send(.windowKey)
    if !press.isModifier { mouse.keyPressed() }
    // The state in a key's own event is from before the press.
    if press.isShift { host.send(.fineSnapping(true)) }
    return Int32(press.symbol) == GDK_KEY_Escape && host.send(.escape).isHandled
  }

  private func pressed(_ press: KeyPress) -> Bool {
    let key = TimelineKey(press)
    if host.state.interaction.naming != nil {
      // The title field handles Enter itself.
      guard key?.name == .enter, editor.isChoosingCalendar else { return send(key) }
      host.send(.namingFinished(takesFocus: true))
      return true
    }
    if press.modifiers.isEmpty, host.state.interaction.drag == nil, let pages = key?.scrollPages,
      details.scroll(by: pages)
    {
      return true
    }
    return send(key) || (key?.name == .escape && host.foldAllDayRow())
  }

  private func send(_ key: TimelineKey?) -> Bool {
    guard let key else { return false }
    let press = TimelineInput.KeyCommand(
      key, for: host.focusedTarget, details: details.shown, time: SteadyClock.seconds)
    return host.send(.key(press)).isHandled
  }

  /// Saves pending steps when the focus leaves the timeline.
  private func focusLeft() {
    afterMilliseconds(0) { [weak self] in
      if let host = self?.host, !host.containsFocus { host.send(.focusLeft) }
      return false
    }
  }
}
