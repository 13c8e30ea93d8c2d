/// The mouse buttons and fingers that are down. Menus and popovers must wait until these are released.
///
/// An open menu or popover grabs all input. If it opens while something is held, the pressed widget never
/// receives the release. GTK then believes that the button is still down, and delivers later clicks to the
/// wrong widget.
package struct HeldInput: Hashable, Sendable {
  /// The source of a request for a menu or a popover.
  package enum Request: Hashable, Sendable {
    /// A button that has just been pressed, and is therefore held itself.
    case press(button: Int)
    /// A click or a tap, whose own button or finger has been released.
    case click
    /// A key, or a control that was activated in any way.
    case key
    /// An action of assistive technology, or one that was chosen from a menu.
    case action
  }

  /// When the requested menu or popover opens.
  package enum Answer: Hashable, Sendable {
    case now
    /// Once nothing is held.
    case later
    case never
  }

  /// The pressed buttons, as GDK button numbers.
  package private(set) var buttons: Set<Int> = []
  /// The fingers on the screen, each identified by an arbitrary number.
  package private(set) var fingers: Set<Int> = []
  private var withheldButtons: Set<Int> = []
  private var withheldFingers: Set<Int> = []

  package init() {}

  /// Whether no button or finger is down.
  package var isEmpty: Bool { buttons.isEmpty && fingers.isEmpty }

  /// Returns whether a requested menu or popover opens now, later or never. A key or a second button is a mistake
  /// while something else is held, so its request is dropped. A click or an action is intended, so its request
  /// waits until nothing is held.
  package func answer(to request: Request) -> Answer {
    var otherInput = self
    if case .press(let button) = request { otherInput.buttons.remove(button) }
    if otherInput.isEmpty { return .now }
    switch request {
    case .press, .key: return .never
    case .click, .action: return .later
    }
  }

  // MARK: Events to pass on

  /// Records that a button was pressed.
  ///
  /// - Returns: whether to pass the event on. It is withheld while another button or a finger is down,
  ///   because GTK's gestures end when a second button is pressed.
  package mutating func press(_ button: Int) -> Bool {
    buttons.remove(button)
    let isPassedOn = isEmpty
    buttons.insert(button)
    if isPassedOn { withheldButtons.remove(button) } else { withheldButtons.insert(button) }
    return isPassedOn
  }

  /// Records that a button was released.
  ///
  /// - Returns: whether to pass the event on, which is the case if the button's press was passed on.
  package mutating func release(_ button: Int) -> Bool {
    buttons.remove(button)
    return withheldButtons.remove(button) == nil
  }

  /// Records that a finger touched the screen.
  ///
  /// - Parameters:
  ///   - isAlone: whether no other finger is on the screen. Any other fingers that are still recorded are
  ///     then stale.
  ///   - opensMenu: whether the finger touches a control that opens a menu.
  /// - Returns: whether to pass the event on. It is withheld while a button is down. On a control that opens
  ///   a menu, it is also withheld while another finger is down; elsewhere, two fingers may scroll and zoom.
  package mutating func touch(_ finger: Int, isAlone: Bool, opensMenu: Bool) -> Bool {
    if isAlone { forgetFingers() }
    fingers.remove(finger)
    let isPassedOn = buttons.isEmpty && (fingers.isEmpty || !opensMenu)
    fingers.insert(finger)
    if isPassedOn { withheldFingers.remove(finger) } else { withheldFingers.insert(finger) }
    return isPassedOn
  }

  /// Returns whether to pass on the events of a finger.
  package func forwardsEvents(of finger: Int) -> Bool { !withheldFingers.contains(finger) }

  /// Records that a finger has left the screen or is no longer reported.
  ///
  /// - Returns: whether to pass the event on, which is the case if the finger's touch was passed on.
  package mutating func lift(_ finger: Int) -> Bool {
    fingers.remove(finger)
    return withheldFingers.remove(finger) == nil
  }

  // MARK: Missed events

  /// Forgets all buttons, because their release went to another program or to a popover.
  package mutating func forgetButtons() { (buttons, withheldButtons) = ([], []) }

  /// Forgets all fingers, because their release will not be reported.
  package mutating func forgetFingers() { (fingers, withheldFingers) = ([], []) }
}
