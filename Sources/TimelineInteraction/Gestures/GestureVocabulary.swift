import CalendarModel

/// What points.
public enum PointerKind: Hashable, Sendable {
  /// A mouse, touchpad or pen: exact, and its button says that something is meant.
  case mouse
  /// A finger: it also scrolls, so that it lifts only after a long press.
  case touch
}

/// The part of an event that is held.
public enum EventPart: Hashable, Sendable {
  /// All of it: it moves.
  case body
  /// Its start: it is stretched, the end stays.
  case start
  /// Its end: it is stretched, the start stays.
  case end
}

/// What is under a pointer when it presses.
public struct PressTarget: Hashable, Sendable {
  /// The occurrence.
  public var occurrence: Occurrence
  /// The part of it.
  public var part: EventPart
  /// Whether it is selected, so that a finger moves it at once.
  public var isSelected: Bool
  /// Why it cannot be changed, or nil if it can.
  public var refusal: EditRefusal?
  /// Where its bar is, if it was taken above the hours.
  public var bar: Bar?

  /// That part of that occurrence.
  public init(
    occurrence: Occurrence, part: EventPart, isSelected: Bool = false, refusal: EditRefusal? = nil,
    bar: Bar? = nil
  ) {
    self.bar = bar
    self.occurrence = occurrence
    self.part = part
    self.isSelected = isSelected
    self.refusal = refusal
  }
}

/// Why a gesture ends without its will being done.
public enum CancelReason: Hashable, Sendable {
  /// Escape was pressed.
  case escape
  /// The toolkit took the sequence away.
  case gestureCancelled
  /// Another window became active.
  case focusLost
  /// The timeline is no longer on screen.
  case unmapped
  /// The event is no longer there.
  case vanished
}

/// A dwell at an edge that is under way, to be shown and said.
public struct DwellState: Hashable, Sendable {
  /// The edge.
  public let side: EdgeDwell.Side
  /// The first day that will be shown.
  public let target: Day
  /// 0 to 1.
  public let progress: Double
}

/// What a gesture asks its host to do, in order.
public enum GestureEffect: Hashable, Sendable {
  /// Take the pointer's sequence from everyone else.
  case claim
  /// Something is lifted: end kinetic scrolling, show it above everything; `update` follows.
  case lift
  /// Show what is lifted like this.
  case update(Lifted)
  /// Show what the keys have made of an event like this: lifted, or at its new place.
  case hold(KeyHold)
  /// Scroll there.
  case setScroll(Double)
  /// Show the page that begins with that day, scrolled there.
  case showDay(Day, scroll: Double)
  /// Show and say a dwell, or (nil) that there is none.
  case dwell(DwellState?)
  /// Apply this change to the occurrence; what was lifted is dropped.
  case commit(EventEdit.Change, Occurrence)
  /// What was made in the hand is let go: this event, which stands nowhere yet, is to be given its title.
  case create(Occurrence)
  /// What was lifted is dropped without a change.
  case settle
  /// The gesture was cancelled; `restore` follows if something was lifted.
  case cancelled(CancelReason)
  /// Show what was shown at the lift; what was lifted is back at its place.
  case restore(scroll: Double, day: Day)
  /// Select that occurrence, or (nil) none.
  case select(Occurrence.ID?)
  /// A click or tap on an occurrence, or (nil) on empty time.
  case click(Occurrence.ID?, Point)
  /// The event cannot be changed: say why.
  case refused(EditRefusal)
}
