/// A key that the timeline handles, with its modifiers. Keypad keys are treated like their counterparts.
package struct TimelineKey: Hashable, Sendable {
  package enum Name: Hashable, Sendable, CaseIterable {
    /// Keys that move the focus or an event.
    case up, down, left, right, home, end, pageUp, pageDown
    /// Keys that perform an action.
    case space, enter, escape, delete, menu, f2, f10, e
  }

  /// Keys that change the meaning of others.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    /// Ctrl.
    package static let control = Modifiers(rawValue: 2)
    package static let alt = Modifiers(rawValue: 4)
  }

  package var name: Name
  /// The modifiers that are held.
  package var modifiers: Modifiers

  package init(_ name: Name, _ modifiers: Modifiers = []) {
    (self.name, self.modifiers) = (name, modifiers)
  }

  /// The direction of an arrow key: down (1) or up (-1), or forward in time (1) or back (-1); both are nil for other keys.
  /// In right-to-left layouts, the next day is to the left.
  package func direction(isRightToLeft: Bool) -> (down: Int?, later: Int?) {
    switch name {
    case .up: (-1, nil)
    case .down: (1, nil)
    case .left: (nil, isRightToLeft ? 1 : -1)
    case .right: (nil, isRightToLeft ? -1 : 1)
    case .home, .end, .pageUp, .pageDown, .space, .enter, .escape, .delete, .menu, .f2, .f10, .e: (nil, nil)
    }
  }
}
