/// The mouse buttons and fingers that are down, and what must wait until they are up.
///
/// A menu or a popover takes all input for itself. If it opens while something is held, whatever was pressed never hears of
/// its release; to GTK the button then stays down, and later clicks do not arrive where they are meant.
package struct HeldInput: Hashable, Sendable {
  /// What asks for a menu or a popover.
  package enum Request: Hashable, Sendable {
    /// A button that has just gone down, and so is held itself.
    case press(button: Int)
    /// A click or a tap; its own button or finger is up again.
    case click
    /// A key, or a control that was activated by whatever.
    case key
    /// An action of assistive technology, or one chosen from a menu.
    case action
  }

  /// When it opens.
  package enum Answer: Hashable, Sendable {
    case now
    /// Once nothing is held any more.
    case later
    case never
  }

  /// The buttons that are down, by GDK's numbers.
  package private(set) var buttons: Set<Int> = []
  /// The fingers that are down, by any number that tells them apart.
  package private(set) var fingers: Set<Int> = []
  private var unheardButtons: Set<Int> = []
  private var unheardFingers: Set<Int> = []

  package init() {}

  /// Whether nothing is down.
  package var isEmpty: Bool { buttons.isEmpty && fingers.isEmpty }

  /// When something that is asked for opens: a key or a second button is a slip of the hand and forgotten; what was meant,
  /// and only comes while another hand still holds on, waits.
  package func answer(to request: Request) -> Answer {
    var others = self
    if case .press(let button) = request { others.buttons.remove(button) }
    if others.isEmpty { return .now }
    switch request {
    case .press, .key: return .never
    case .click, .action: return .later
    }
  }

  // MARK: What is heard

  /// A button goes down.
  ///
  /// - Returns: whether anything hears of it: not while another button or a finger is down, because GTK's gestures end at
  ///   the press of another button.
  package mutating func press(_ button: Int) -> Bool {
    buttons.remove(button)
    let isHeard = isEmpty
    buttons.insert(button)
    if isHeard { unheardButtons.remove(button) } else { unheardButtons.insert(button) }
    return isHeard
  }

  /// A button goes up.
  ///
  /// - Returns: whether anything hears of it, as of its press.
  package mutating func release(_ button: Int) -> Bool {
    buttons.remove(button)
    return unheardButtons.remove(button) == nil
  }

  /// A finger touches.
  ///
  /// - Parameters:
  ///   - isAlone: whether no other finger is on the screen; what is known of others is then out of date.
  ///   - opensMenu: whether it touches a control that opens a menu.
  /// - Returns: whether anything hears of it: not while a button is down; and not on such a control while another finger
  ///   is, though elsewhere two fingers may scroll and zoom.
  package mutating func touch(_ finger: Int, isAlone: Bool, opensMenu: Bool) -> Bool {
    if isAlone { forgetFingers() }
    fingers.remove(finger)
    let isHeard = buttons.isEmpty && (fingers.isEmpty || !opensMenu)
    fingers.insert(finger)
    if isHeard { unheardFingers.remove(finger) } else { unheardFingers.insert(finger) }
    return isHeard
  }

  /// Whether anything hears of what that finger does.
  package func hears(_ finger: Int) -> Bool { !unheardFingers.contains(finger) }

  /// A finger leaves the screen, or is no longer told of.
  ///
  /// - Returns: whether anything hears of it, as of its touch.
  package mutating func lift(_ finger: Int) -> Bool {
    fingers.remove(finger)
    return unheardFingers.remove(finger) == nil
  }

  // MARK: What was missed

  /// Buttons whose release went to another program or to a popover.
  package mutating func forgetButtons() { (buttons, unheardButtons) = ([], []) }

  /// Fingers were lost: their release will not be reported.
  package mutating func forgetFingers() { (fingers, unheardFingers) = ([], []) }
}
