import CalendarModel

/// An effect of an input to the timeline, which the host carries out.
package enum TimelineEffect: Hashable, Sendable {
  // MARK: Dragging

  /// An event was lifted: end kinetic scrolling, and show the event above everything else. Exactly one
  /// `endLift` follows.
  case lift(LiftMethod)
  /// Show the dragged event in its current state.
  case showDragged(DraggedEvent)
  /// Show the result of key steps, as a lifted event or in its new position, and scroll to it.
  case showStep(KeyboardMove)
  /// Reposition the event lifted with the keyboard, because the layout has changed.
  case repositionKeyboardMove(KeyboardMove)
  /// The lifted event was released. Exactly one such effect follows each `lift`.
  case endLift(DragOutcome)
  /// Apply the change that key steps have made to an event that was not lifted.
  case saveSteps(EventEdit.Change, Occurrence)
  /// Apply to all selected events the change that key steps have made to one of them.
  case saveStepsForSelected(GroupEdit, Occurrence)
  /// Discard the key steps of an event that was not lifted, because they change nothing.
  case discardSteps
  /// Undo the key steps of an event that was not lifted, and restore a place.
  case undoSteps(Place)
  /// Scroll to a place on the current page.
  case scroll(to: Place)
  /// Turn to the page of a place.
  case turn(to: Place)
  /// Show and announce a dwell, or hide it if nil.
  case dwell(DwellState?)
  /// The lifted event is held over the sidebar, or was dropped there.
  case sidebar(SidebarEffect)
  /// Send `TimelineInput.time` at the given time, in seconds of the host's clock.
  case wait(until: Double)

  // MARK: A new event

  /// Show a new event with a field for its title. Exactly one `endNaming` follows.
  case beginNaming(Naming)
  /// The new event is kept or discarded. Exactly one such effect follows each `beginNaming`.
  case endNaming(Naming, isKept: Bool, takesFocus: Bool)
  /// The new event has moved to another calendar.
  case updateNaming(Naming)

  // MARK: The scope of a change to a series

  /// Compute what the change would do with each scope, and send `scopeChoices`. `endScopeQuestion` follows.
  case askScope(ScopeQuestion)
  /// Ask the user for the scope, or update the open question.
  case showScopeQuestion(ScopeQuestion)
  /// Show the outcome of the focused choice.
  case previewScope
  /// Say why a choice is not possible.
  case explain(ScopeChoice)
  /// The question has been answered: apply the edit, or put the event back. This effect occurs without
  /// `askScope` if key steps are put back before the question is asked.
  case endScopeQuestion(ScopeQuestion, ScopeAnswer)

  // MARK: Focus and selection

  /// Give an event the focus, and scroll to it if `scrolls` is true.
  case focus(Occurrence.ID, scrolls: Bool)
  /// Give the focus to the selected day.
  case focusDay
  /// Announce that a key did not move the focus, because there is no further event in the direction of the key.
  case reachedEnd(FocusEnd)
  /// Move the focus by `days` days, then send `focusNear` with `nearY`, which is in px from the top of the hours.
  case moveFocus(days: Int, nearY: Double)
  /// The selection has changed: show it, and announce the change.
  case showSelection(EventSelection, SelectionChange)
  /// The set of selected, focused or lifted events has changed.
  case refreshMarks

  // MARK: Details, menus and other effects

  /// Close open details, unless they belong to the given event.
  case closeDetails(except: Occurrence.ID?)
  /// Open an event's details.
  case showDetails(Occurrence.ID, HeldInput.Request)
  /// Open an event's menu, requested by a key.
  case openMenu(Occurrence.ID)
  /// Open an event in the host's editor.
  case edit(Occurrence)
  /// Let an event follow the pointer: send `TimelineInput.moveWithPointer`.
  case moveWithPointer(Occurrence)
  /// Ask for the day to move an event to, then send `TimelineInput.moveToDay`.
  case askForDate(Occurrence)
  /// Ask which calendar to move an event to, and move it there.
  case askForCalendar(Occurrence)
  /// Apply a change that moves an event to another day, and show that day.
  case moveToDay(EventEdit.Change, Occurrence)
  /// Apply a change that moves all selected events, and show the given one.
  case moveSelectedToDay(GroupEdit, Occurrence)
  /// Cut, copy or duplicate an event.
  case clipboard(EventAction, Occurrence)
  /// Write events to a file; a repeating event is written with its whole series.
  case export([Occurrence])
  case apply(EventEdit)
  /// Apply a change to several events, with a scope for those that belong to a series.
  case applyToSelected(GroupEdit, EventEdit.Scope)
  /// Move several events to the clipboard: copy them, then apply the deletion.
  case cutSelected(GroupEdit, EventEdit.Scope)
  /// Copy several events.
  case copySelected([Occurrence])
  /// Ask which calendar to move several events to, and move them there.
  case askForCalendarOfSelected([Occurrence])
  /// The request cannot be fulfilled: tell the user why.
  case refuse(EditRefusal)
  /// Pass a finger's input to the pages.
  case paging(PagerInput)
  /// Set the height of the hours and the scroll offset.
  case zoom(DayAxis, scroll: Double)
  /// The last finger was lifted: send `allReleased` once all other handlers have received the event.
  case lastFingerLifted
}

/// Why a key does not move the focus to another event.
package enum FocusEnd: Hashable, Sendable {
  /// The first or the last event has the focus.
  case first, last
  /// There are no events.
  case noEvents
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
    case .pointer(let draggedEvent): draggedEvent.occurrence
    case .keys(let move): move.occurrence
    }
  }
  /// Whether it is a new event.
  package var isNew: Bool {
    switch self {
    case .pointer(let draggedEvent): draggedEvent.isNew
    case .keys: false
    }
  }
}

/// How a drag ended.
package enum DragOutcome: Hashable, Sendable {
  /// Dropped where it is shown: apply the change.
  case changed(EventEdit.Change, Occurrence)
  /// Dropped where it is shown: apply the change to all selected events. The occurrence is the lifted one.
  case changedSelected(GroupEdit, Occurrence)
  case unchanged(Occurrence.ID)
  /// Dropped where it is shown, but the change needs a scope: `askScope` follows.
  case needsScope(ScopeQuestion)
  /// Dropped on the sidebar: `sidebar(.move)`, `moveToDay`, `moveSelectedToDay` or `askScope` follows.
  case droppedOnSidebar(Occurrence.ID)
  /// Canceled: the event and the view return to where they were.
  case returned(Occurrence.ID, Place)
  /// A new event replaces the lifted one; `beginNaming` follows.
  case created
  /// A new event was discarded. The event that had the focus before regains it.
  case notCreated(focus: Occurrence.ID?, Place)
}

/// The response to an input.
package struct Response: Hashable, Sendable {
  /// The effects to carry out, in order.
  package var effects: [TimelineEffect] = []
  /// Whether the input was handled. A handled key is not passed on.
  package var isHandled = false
  /// Whether to claim the pointer's event sequence.
  package var isClaimed = false

  package init() {}

  mutating func add(_ effect: TimelineEffect) { effects.append(effect) }

  mutating func add(_ effects: TimelineEffect...) { self.effects += effects }
}
