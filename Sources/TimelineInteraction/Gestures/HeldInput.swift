/// The mouse buttons and fingers that are down, and the menus and popovers that must wait until they are
/// released.
///
/// An open menu or popover grabs all input. If it opens while something is held, the pressed widget never
/// receives the release; to GTK the button then stays down, and later clicks go to the wrong place.
package struct HeldInput: Hashable, Sendable {
  /// The source of a request for a menu or a popover.
  package enum Request: Hashable, Sendable {
    /// A button that has just been pressed, and is therefore held itself.
    case press(button: Int)
    /// A click or a tap, whose own button or finger has been released.
    case click
    /// A key, or a control that was activated in any way.
    case key
    /// An action of assistive technology, or chosen from a menu.
    case action
  }

  /// When the requested menu or popover opens.
  package enum Answer: Hashable, Sendable {
    case now
    /// Once nothing is held.
    case later
    case never
  }

  /// The pressed buttons, by GDK's numbers.
  package private(set) var buttons: Set<Int> = []
  /// The fingers on the screen, each identified by an arbitrary number.
  package private(set) var fingers: Set<Int> = []
  private var withheldButtons: Set<Int> = []
  private var withheldFingers: Set<Int> = []

  package init() {}

  /// Whether nothing is down.
  package var isEmpty: Bool { buttons.isEmpty && fingers.isEmpty }

  /// When a requested menu or popover opens. A key or a second button while something else is held is a
  /// mistake and is dropped; an intended request that arrives while another button or finger is still down
  /// waits.
  package func answer(to request: Request) -> Answer {
    var others = self
    if case .press(let button) = request { others.buttons.remove(button) }
    if others.isEmpty { return .now }
    switch request {
    case .press, .key: return .never
    case .click, .action: return .later
    }
  }

  // MARK: Events to pass on

  /// A button was pressed.
  ///
  /// - Returns: whether to pass the event on: not while another button or a finger is down, because GTK's
  ///   gestures end when another button is pressed.
  package mutating func press(_ button: Int) -> Bool {
    buttons.remove(button)
    let isPassedOn = isEmpty
    buttons.insert(button)
    if isPassedOn { withheldButtons.remove(button) } else { withheldButtons.insert(button) }
    return isPassedOn
  }

  /// A button was released.
  ///
  /// - Returns: whether to pass the event on, as for its press.
  package mutating func release(_ button: Int) -> Bool {
    buttons.remove(button)
    return withheldButtons.remove(button) == nil
  }

  /// A finger touched the screen.
  ///
  /// - Parameters:
  ///   - isAlone: whether no other finger is on the screen; any others that are still recorded are then
  ///     stale.
  ///   - opensMenu: whether it touches a control that opens a menu.
  /// - Returns: whether to pass the event on: not while a button is down; and not on such a control while
  ///   another finger is down, although elsewhere two fingers may scroll and zoom.
  package mutating func touch(_ finger: Int, isAlone: Bool, opensMenu: Bool) -> Bool {
    if isAlone { forgetFingers() }
    fingers.remove(finger)
    let isPassedOn = buttons.isEmpty && (fingers.isEmpty || !opensMenu)
    fingers.insert(finger)
    if isPassedOn { withheldFingers.remove(finger) } else { withheldFingers.insert(finger) }
    return isPassedOn
  }

  /// Whether to pass on events of that finger.
  package func passesOn(_ finger: Int) -> Bool { !withheldFingers.contains(finger) }

  /// A finger left the screen, or will not be reported any more.
  ///
  /// - Returns: whether to pass the event on, as for its touch.
  package mutating func lift(_ finger: Int) -> Bool {
    fingers.remove(finger)
    return withheldFingers.remove(finger) == nil
  }

  // MARK: Missed events

  /// Forgets all buttons: their release went to another program or to a popover.
  package mutating func forgetButtons() { (buttons, withheldButtons) = ([], []) }

  /// Forgets all fingers: their release will not be reported.
  package mutating func forgetFingers() { (fingers, withheldFingers) = ([], []) }
}
