import CalendarModel

/// The effects of the timeline's state that its host carries out, in order.
package enum TimelineEffect: Hashable, Sendable {
  // MARK: Dragging

  /// An event was lifted: end kinetic scrolling, show it above everything. Exactly one `endLift` follows.
  case lift(LiftMethod)
  /// Show the dragged event like this.
  case showDragged(DraggedEvent)
  /// Show the result of key steps and scroll to it: lifted, or in its new position.
  case showStep(KeyboardMove)
  /// The event lifted by keys has moved on screen.
  case repositionKeyboardMove(KeyboardMove)
  /// The lifted event was released. Ends each `lift` exactly once.
  case endLift(DragOutcome)
  /// Key steps of an event that was not lifted: apply this change.
  case saveSteps(EventEdit.Change, Occurrence)
  /// Key steps of an event that was not lifted had no result: show the event as it is.
  case discardSteps
  /// The same, and restore what was shown before.
  case undoSteps(scroll: Double, day: Day)
  case setScroll(Double)
  /// Show the page that begins with that day, scrolled there.
  case showDay(Day, scroll: Double)
  /// Show and announce a dwell, or (nil) hide it.
  case dwell(DwellState?)
  /// Send `TimelineInput.time` at that time, in the host's seconds.
  case wait(until: Double)

  // MARK: A new event

  /// Show a new event with a field for its title. Exactly one `endNaming` follows.
  case beginNaming(Naming)
  /// The new event is kept or discarded. Ends each `beginNaming` exactly once.
  case endNaming(Naming, isKept: Bool, takesFocus: Bool)
  /// The new event has moved to another calendar.
  case updateNaming(Naming)

  // MARK: Focus and selection

  /// Give an event the focus, and scroll to it if `scrolls`.
  case focus(Occurrence.ID, scrolls: Bool)
  /// Give the focus to the selected day.
  case focusDay
  /// Move the focus by `days` days, then send `focusNear` with that y of the sheet.
  case turnFocus(days: Int, near: Double)
  /// The set of selected, focused or lifted events has changed.
  case refreshMarks

  // MARK: Details, menus and other effects

  /// Close open details, unless they belong to that event.
  case closeDetails(except: Occurrence.ID?)
  /// Open an event's details.
  case showDetails(Occurrence.ID, HeldInput.Request)
  /// Open an event's menu, requested by a key.
  case openMenu(Occurrence.ID)
  /// Open an event in the host's editor.
  case edit(Occurrence)
  /// Let an event follow the pointer: send `TimelineInput.moveWithPointer`.
  case moveWithPointer(Occurrence)
  /// Cut, copy or duplicate an event.
  case clipboard(EventAction, Occurrence)
  case apply(EventEdit)
  /// The request cannot be fulfilled: tell the user why.
  case refuse(EditRefusal)
  /// Pass a finger's input to the pages.
  case paging(PagerInput)
  /// Set the height of the hours and the scroll offset.
  case zoom(DayAxis, scroll: Double)
  /// The last finger was lifted: send `allReleased` once all other handlers have received the event.
  case lastFingerLifted
}

/// How an event was lifted: by pointer or by keyboard.
package enum LiftMethod: Hashable, Sendable {
  /// A mouse or a finger.
  case pointer(DraggedEvent)
  /// Keys, or assistive technology.
  case keys(KeyboardMove)

  /// The event in its original state.
  package var occurrence: Occurrence {
    switch self {
    case .pointer(let lifted): lifted.occurrence
    case .keys(let hold): hold.occurrence
    }
  }
  /// Whether it is a new event.
  package var isNew: Bool {
    switch self {
    case .pointer(let lifted): lifted.isNew
    case .keys: false
    }
  }
}

/// How a drag ended.
package enum DragOutcome: Hashable, Sendable {
  /// Dropped where it is shown: apply this change.
  case changed(EventEdit.Change, Occurrence)
  case unchanged(Occurrence.ID)
  /// Cancelled: the event, the scroll offset and the page return to where they were.
  case returned(Occurrence.ID, scroll: Double, day: Day)
  /// A new event is now in its place: `beginNaming` follows.
  case created
  /// A new event was discarded; the event that had the focus before regains it.
  case notCreated(focus: Occurrence.ID?, scroll: Double, day: Day)
}

/// The result of an input.
package struct Response: Hashable, Sendable {
  /// The effects to carry out, in order.
  package var effects: [TimelineEffect] = []
  /// Whether the input was handled: if so, a key is not passed on.
  package var isHandled = false
  /// Whether to claim the pointer's event sequence.
  package var isClaimed = false

  package init() {}

  mutating func add(_ effect: TimelineEffect) { effects.append(effect) }

  mutating func add(_ effects: TimelineEffect...) { self.effects += effects }
}
