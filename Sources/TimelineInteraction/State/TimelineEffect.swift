import CalendarModel

/// The effects of the timeline's state that its host carries out, in order.
package enum TimelineEffect: Hashable, Sendable {
  // MARK: In the hand

  /// An event is lifted: end kinetic scrolling, show it above everything. One `putDown` follows in time.
  case lift(Hand)
  /// Show what the pointer holds like this.
  case show(Lifted)
  /// Show what keys have made of an event, and bring it into view: lifted, or at its new place.
  case showStep(KeyHold)
  /// What keys have lifted is elsewhere on screen.
  case placeHold(KeyHold)
  /// What was lifted is let go. The one end of each `lift`.
  case putDown(Outcome)
  /// Steps of an event that was not lifted: apply this change.
  case saveSteps(EventEdit.Change, Occurrence)
  /// Steps of an event that was not lifted came to nothing: it shows as it is.
  case dropSteps
  /// The same, and what was shown before is shown again.
  case takeBackSteps(scroll: Double, day: Day)
  case setScroll(Double)
  /// Show the page that begins with that day, scrolled there.
  case showDay(Day, scroll: Double)
  /// Show and say a dwell, or (nil) that there is none.
  case dwell(DwellState?)
  /// Ask for `TimelineInput.time` then, in the host's seconds.
  case wait(until: Double)

  // MARK: A new event

  /// Show a new event in its place, with a field for its title. One `endNaming` follows in time.
  case beginNaming(Naming)
  /// The new event is kept or not. The one end of each `beginNaming`.
  case endNaming(Naming, isKept: Bool, takesFocus: Bool)
  /// The new event is in another calendar.
  case showNaming(Naming)

  // MARK: Focus and selection

  /// Give an event the focus, in sight if `scrolls`.
  case focus(Occurrence.ID, scrolls: Bool)
  /// Give the focus to the day that the keyboard is on.
  case focusDay
  /// Put the keyboard on the day so many days later; `focusNear` with that y of the sheet is to follow.
  case turnFocus(days: Int, near: Double)
  /// Which events are selected, focused or lifted has changed.
  case refresh

  // MARK: Beside it

  /// Close open details, unless they are that event's.
  case closeDetails(except: Occurrence.ID?)
  /// Open an event's details.
  case showDetails(Occurrence.ID, HeldInput.Request)
  /// Open an event's menu, by a key.
  case openMenu(Occurrence.ID)
  /// Let the host edit an event.
  case edit(Occurrence)
  /// Have an event follow the pointer: `TimelineInput.carry` is to follow.
  case carry(Occurrence)
  /// Cut, copy or duplicate an event.
  case clipboard(EventAction, Occurrence)
  case apply(EventEdit)
  /// What was asked for cannot be done: say why.
  case refuse(EditRefusal)
  /// Take what a finger did to the pages.
  case paging(PagerInput)
  /// Hours of another height, scrolled there.
  case zoom(DayAxis, scroll: Double)
  /// The last finger is up: `allUp` is to follow once everyone has heard of that.
  case fingersUp
}

/// How an event was lifted: by pointer or by keyboard.
package enum Hand: Hashable, Sendable {
  /// A mouse or a finger.
  case pointer(Lifted)
  /// Keys, or assistive technology.
  case keys(KeyHold)

  /// The event as it was.
  package var occurrence: Occurrence {
    switch self {
    case .pointer(let lifted): lifted.occurrence
    case .keys(let hold): hold.occurrence
    }
  }
  /// Whether it is an event in the making.
  package var isNew: Bool {
    switch self {
    case .pointer(let lifted): lifted.isNew
    case .keys: false
    }
  }
}

/// How a drag ended.
package enum Outcome: Hashable, Sendable {
  /// Where it shows: apply this change.
  case changed(EventEdit.Change, Occurrence)
  case unchanged(Occurrence.ID)
  /// It was given up: it goes back, and so does what is shown.
  case back(Occurrence.ID, scroll: Double, day: Day)
  /// It was in the making and now stands in its place: `beginNaming` follows.
  case made
  /// It was in the making and was given up; what had the focus before has it again.
  case notMade(focus: Occurrence.ID?, scroll: Double, day: Day)
}

/// The result of an input.
package struct Response: Hashable, Sendable {
  /// What is to be done, in order.
  package var effects: [TimelineEffect] = []
  /// Whether the input was of use: a key that was is nobody else's.
  package var isHandled = false
  /// Whether the pointer's sequence is to be taken from everyone else.
  package var isClaimed = false

  package init() {}

  mutating func add(_ effects: TimelineEffect...) { self.effects += effects }
}
