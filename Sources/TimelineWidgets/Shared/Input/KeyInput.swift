import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The functions of the timeline that the key input uses.
@MainActor
protocol KeyInputHost: TimelineInputHost {
  /// The event that key presses apply to.
  var focusedTarget: TimelineInput.EventTarget? { get }
  /// Whether the focus is on a widget of the timeline.
  var containsFocus: Bool { get }
  /// The widgets of the view.
  var parts: ViewParts { get }
  /// Called when nothing else has handled Escape. Returns whether the view has handled it.
  func handleEscape() -> Bool
}

/// Handles keys on the timeline, and a few keys anywhere in the window.
@MainActor
final class KeyInput {
  private unowned let host: any KeyInputHost
  private let details: DetailsPopover
  private let editor: NewEventEditor
  private var hasWindowControllers = false

  /// - Parameters:
  ///   - details: the details popover, which can be scrolled with keys while it is open.
  ///   - editor: the title field of a new event.
  init(on host: any KeyInputHost, details: DetailsPopover, editor: NewEventEditor) {
    (self.host, self.details, self.editor) = (host, details, editor)
    // A GtkScrolledWindow around the content would otherwise handle Ctrl+Up and Ctrl+Down first.
    for widget in [host.parts.content.gtkWidget, host.gtkWidget] { handleKeys(on: widget) }
    // Escape and modifiers are needed wherever the focus is, so they are captured at the window.
    onSignal(host.gtkWidget.opaque, "realize") { [weak self] in self?.installWindowControllers() }
  }

  /// Handles keys on a widget before a GtkScrolledWindow around it does.
  func handleKeys(on widget: WidgetPointer) {
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] in self?.pressed($0) ?? false }
    gtk_widget_add_controller(widget, keys)
  }

  private func installWindowControllers() {
    guard !hasWindowControllers, let root = gtk_widget_get_root(host.gtkWidget) else { return }
    hasWindowControllers = true
    let keys = nonNull(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] in self?.pressedInWindow($0) ?? false }
    onKeyReleased(keys) { [weak self] press in if press.isShift { self?.host.send(.fineSnapping(false)) } }
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.didLoseFocus() }
    gtk_widget_add_controller(host.gtkWidget, focus)
    gtk_widget_add_controller(WidgetPointer(root), keys)
  }

  private func pressedInWindow(_ press: KeyEvent) -> Bool {
    host.send(.windowKey)
    // The modifier state in a key event does not include the pressed key itself.
    if press.isShift { host.send(.fineSnapping(true)) }
    return Int32(press.symbol) == GDK_KEY_Escape && host.send(.escape).isHandled
  }

  private func pressed(_ press: KeyEvent) -> Bool {
    let key = TimelineKey(press)
    if host.state.interaction.scopeQuestion != nil, press.modifiers.isEmpty, let scope = scope(for: press) {
      return host.send(.scopeChosen(scope)).isHandled
    }
    if host.state.interaction.naming != nil {
      // The title field handles Enter itself.
      guard key?.name == .enter, editor.isChoosingCalendar else { return send(key) }
      host.send(.namingFinished(.enter))
      return true
    }
    if press.modifiers.isEmpty, host.state.interaction.drag == nil, let screenfuls = key?.scrolledScreenfuls,
      details.scroll(by: screenfuls)
    {
      return true
    }
    return send(key) || (key?.name == .escape && host.handleEscape())
  }

  /// Returns the scope that a digit key chooses: 1, 2 or 3, on the main keyboard or the keypad.
  private func scope(for press: KeyEvent) -> EventEdit.Scope? {
    let symbol = Int32(press.symbol)
    let scopes = EventEdit.Scope.allCases
    for firstDigit in [GDK_KEY_1, GDK_KEY_KP_1]
    where (firstDigit..<firstDigit + Int32(scopes.count)).contains(symbol) {
      return scopes[Int(symbol - firstDigit)]
    }
    return nil
  }

  private func send(_ key: TimelineKey?) -> Bool {
    guard let key else { return false }
    let command = TimelineInput.KeyCommand(
      key, for: host.focusedTarget, eventWithOpenDetails: details.shownID, time: SteadyClock.seconds)
    return host.send(.key(command)).isHandled
  }

  /// Saves pending steps when the focus leaves the timeline.
  private func didLoseFocus() {
    afterMilliseconds(0) { [weak self] in
      if let host = self?.host, !host.containsFocus { host.send(.focusMovedAway) }
      return false
    }
  }
}
