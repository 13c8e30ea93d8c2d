import CGtk
import GtkSupport
import TimelineInteraction

/// What the timeline does with keys that are about its focus.
@MainActor
protocol KeyInputHost: TimelineInputHost {
  /// The event that keys are meant for.
  var focusedSubject: TimelineInput.Subject? { get }
  /// Whether the focus is on something of the timeline.
  var containsFocus: Bool { get }
}

/// The keys: those on the timeline, and those that are heard wherever the focus is in its window.
@MainActor
final class KeyInput {
  private unowned let host: any KeyInputHost
  private let details: DetailsPopover
  private let editor: NewEventEditor
  private let mouse: HoverInput
  private var isInWindow = false

  /// - Parameters:
  ///   - sheet: the scrolled content. GtkScrolledWindow, between it and the timeline, takes Ctrl+Up and Ctrl+Down for itself.
  ///   - details: what is scrolled by keys while it is open.
  ///   - editor: where the title of a new event is typed.
  ///   - mouse: what gives way to keys.
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
    // Escape and modifiers are heard whatever has the focus, so they are caught at the window.
    onSignal(host.pointer.opaque, "realize") { [weak self] in self?.followWindow() }
  }

  private func followWindow() {
    guard !isInWindow, let root = gtk_widget_get_root(host.pointer) else { return }
    isInWindow = true
    let keys = created(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] in self?.pressedInWindow($0) ?? false }
    onKeyReleased(keys) { [weak self] press in if press.isShift { self?.host.send(.fine(false)) } }
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.focusLeft() }
    gtk_widget_add_controller(host.pointer, focus)
    gtk_widget_add_controller(WidgetPointer(root), keys)
  }

  private func pressedInWindow(_ press: KeyPress) -> Bool {
    host.send(.windowKey)
    // A key's own event carries the modifiers from before it.
    if press.isShift { host.send(.fine(true)) }
    return Int32(press.symbol) == GDK_KEY_Escape && host.send(.escape).isHandled
  }

  private func pressed(_ press: KeyPress) -> Bool {
    let key = TimelineKey(press)
    if host.state.interaction.naming != nil {
      // The field hears Enter itself.
      guard key?.name == .enter, editor.isChoosingCalendar else { return send(key) }
      host.send(.named(takesFocus: true))
      return true
    }
    // Arrows choose a day; the keys that choose a view do not, and leave it to the mouse.
    if press.modifiers.isDisjoint(with: [.alt, .control]) { mouse.giveWay() }
    if press.modifiers.isEmpty, host.state.interaction.drag == nil, let pages = key?.pagesOn,
      details.scroll(by: pages)
    {
      return true
    }
    return send(key)
  }

  private func send(_ key: TimelineKey?) -> Bool {
    guard let key else { return false }
    let press = TimelineInput.KeyPress(
      key, for: host.focusedSubject, details: details.shown, time: SteadyClock.seconds)
    return host.send(.key(press)).isHandled
  }

  /// Steps that wait are saved when the focus goes elsewhere.
  private func focusLeft() {
    afterMilliseconds(0) { [weak self] in
      if let host = self?.host, !host.containsFocus { host.send(.focusLeft) }
      return false
    }
  }
}
