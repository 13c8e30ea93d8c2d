import CalendarModel

/// An input to the timeline. Times are in seconds and come from the event, the frame clock or the host.
package enum TimelineInput: Hashable, Sendable {
  // MARK: Pointers

  /// The primary button or a finger was pressed on the days.
  case press(Press)
  /// The pointer moved to a point, in viewport coordinates; `widgetPoint` is the same point in the coordinates
  /// of the widget, or nil if the viewport moved under a stationary pointer.
  case move(to: Point, widgetPoint: Point?, isFineSnapping: Bool, time: Double)
  /// The press has lasted long enough for a long press.
  case longPress
  /// The press was released; `time` is that of the event.
  case release(time: Double)
  /// The toolkit canceled the press.
  case pressCanceled
  /// A finger touched the screen, moved or was lifted.
  case touch(Touch)
  /// All buttons and fingers were released.
  case allReleased
  /// The toolkit lost track of fingers, and their release will not be reported.
  case fingersLost
  /// The pointer hovers at a point; nil if it has left.
  case hover(Point?)
  /// Two fingers pinched.
  case pinch(Pinch)

  // MARK: Keys

  /// A key was pressed while the timeline had the focus.
  case key(KeyCommand)
  /// Any key was pressed in the window.
  case windowKey
  /// Escape was pressed, whichever widget has the focus.
  case escape
  /// Shift was pressed or released. While it is held, times snap to smaller steps.
  case fineSnapping(Bool)
  /// An action from assistive technology, a menu or the details.
  case action(EventAction, EventTarget)

  // MARK: Focus and selection

  /// The toolkit gave the focus to an event's block; `isIncidental` says whether this happened without the user
  /// choosing it.
  case focused(Occurrence.ID, isIncidental: Bool)
  /// The focus has moved out of the timeline.
  case focusMovedAway
  /// Give the focus to an event, or to the selected day if nil. Scroll to the event if `scrolls` is true.
  case focus(Occurrence.ID?, scrolls: Bool)
  /// An event was deleted: give the focus to its neighbor, or to the selected day if nil.
  case focusAfterDeletion(of: Occurrence.ID, neighbor: Occurrence.ID?)
  /// The event that was deleted last is there again, for example because the deletion was canceled.
  case deletedEventReturned
  /// The selected day has changed: give the focus to the event on that day nearest to a y coordinate, which is in
  /// px from the top of the hours.
  case focusNear(Double, on: Day)
  /// Select an event, or none if nil.
  case select(Occurrence.ID?)
  /// A command for all selected events.
  case selection(SelectionCommand)
  /// The events have been fetched again. The dictionary contains the selected events that still exist; each key
  /// is the identifier of the event in the current selection.
  case selectionRefreshed([Occurrence.ID: EventSelection.Member])

  // MARK: A new event's title

  /// The current text of the title field.
  case typed(String)
  /// The user has left the title field or the calendar list.
  case namingFinished(NamingEnd)
  /// Discard the new event.
  case namingCanceled
  /// Move the new event to another calendar.
  case calendarChosen(Occurrence)

  // MARK: The scope of a change to a series

  /// What the change to an occurrence would do with each scope; empty if the event no longer repeats.
  case scopeChoices([ScopeChoice], for: Occurrence)
  /// Show the outcome of the choice with this scope.
  case scopeFocused(EventEdit.Scope)
  /// The user has chosen this scope.
  case scopeChosen(EventEdit.Scope)
  /// Put the event back where it was.
  case putBack

  // MARK: Starting something else

  /// The host or the widget is about to start something. Pending changes are saved first.
  case willStart(Start)
  /// Create a new event, and ask the user for its title.
  case newEvent(Occurrence)
  /// Create an event in empty time, as a press without dragging does.
  case create(EmptyTime, at: Point)
  /// Delete an event; the window then offers to undo this.
  case delete(EventTarget)
  /// Ask which scope to use when cutting an occurrence of a series.
  case cut(EventTarget)
  /// "Move With Pointer": let an event follow the pointer.
  case moveWithPointer(EventTarget, bar: BarPosition?, at: Point)

  /// The user has chosen the day to which an event is moved.
  case moveToDay(EventTarget, Day)

  // MARK: Time and layout

  /// A frame began.
  case frame(time: Double)
  /// The frame is about to be painted.
  case painted
  /// The current time, in seconds of the host's clock.
  case time(Double)
  /// The timeline was scrolled, zoomed or resized, or its page or its events changed.
  case layoutChanged
  /// The pages were turned; `isShown` says whether they are at rest and the new event is on the visible page.
  case pagesTurned(isShown: Bool)
  /// The event that is being changed no longer exists.
  case editedEventRemoved
  /// The window is no longer active, or the timeline is no longer visible.
  case interrupted(CancelReason)
}

extension TimelineInput {
  /// How the user ends the typing of a title.
  package enum NamingEnd: Hashable, Sendable {
    /// With Enter: the event is kept, even without a title, and receives the focus.
    case enter
    /// With Tab in the last field, or Shift + Tab in the first one: the focus stays on the event or, if it is discarded,
    /// returns to what had it before.
    case tab
    /// By moving the focus elsewhere.
    case focusMoved
  }

  /// A press of a button or finger.
  package struct Press: Hashable, Sendable {
    /// The position in the viewport, in px.
    package var point: Point
    /// The same position in the widget, in px.
    package var widgetPoint: Point
    /// The kind of pointing device.
    package var pointerKind: PointerKind
    /// The time of the input event, in seconds.
    package var time: Double
    /// The event that was pressed; nil for empty time.
    package var target: PressTarget?
    /// The empty time that was pressed, with the event that can be created there.
    package var emptyTime: EmptyTime?
    /// The event whose details were open.
    package var eventWithOpenDetails: Occurrence.ID?
    /// Whether Ctrl is held, so that a click adds the event to the selection or removes it.
    package var togglesSelection: Bool

    package init(
      at point: Point, widgetPoint: Point? = nil, by pointerKind: PointerKind = .mouse, time: Double = 0,
      on target: PressTarget? = nil, emptyTime: EmptyTime? = nil, eventWithOpenDetails: Occurrence.ID? = nil,
      togglesSelection: Bool = false
    ) {
      self.togglesSelection = togglesSelection
      (self.point, self.widgetPoint) = (point, widgetPoint ?? point)
      (self.pointerKind, self.time) = (pointerKind, time)
      (self.target, self.emptyTime, self.eventWithOpenDetails) = (target, emptyTime, eventWithOpenDetails)
    }
  }

  /// A touch event. Each finger is identified by an arbitrary number; points are in the coordinates of the
  /// widget.
  package enum Touch: Hashable, Sendable {
    case began(Int, at: Point, time: Double)
    case moved(Int, to: Point, time: Double)
    case ended(Int, time: Double)
    /// The toolkit canceled the touch.
    case canceled(Int)
  }

  /// A pinch by two fingers; `centerY` is in viewport coordinates.
  package enum Pinch: Hashable, Sendable {
    /// The second finger has touched the screen.
    case began(centerY: Double)
    /// The distance between the fingers is `factor` times the initial one.
    case changed(factor: Double, centerY: Double)
    /// One of the fingers was lifted.
    case ended

    var isBeginning: Bool {
      switch self {
      case .began: true
      case .changed, .ended: false
      }
    }
  }

  /// A key press and its target.
  package struct KeyCommand: Hashable, Sendable {
    package var key: TimelineKey
    /// The event that has the focus.
    package var target: EventTarget?
    /// The event whose details are open.
    package var eventWithOpenDetails: Occurrence.ID?
    /// The time of the host's clock, in seconds.
    package var time: Double

    package init(
      _ key: TimelineKey, for target: EventTarget? = nil, eventWithOpenDetails: Occurrence.ID? = nil,
      time: Double = 0
    ) {
      (self.key, self.target, self.time) = (key, target, time)
      self.eventWithOpenDetails = eventWithOpenDetails
    }
  }

  /// The event to which an action applies.
  package struct EventTarget: Hashable, Sendable {
    /// The event.
    package var occurrence: Occurrence
    /// Why the event cannot be changed; nil if it can.
    package var refusal: EditRefusal?
    /// The time of the host's clock, in seconds.
    package var time: Double

    package init(_ occurrence: Occurrence, refusal: EditRefusal? = nil, time: Double = 0) {
      (self.occurrence, self.refusal, self.time) = (occurrence, refusal, time)
    }
  }

  /// What the host or the widget is about to start.
  package enum Start: Hashable, Sendable {
    /// A press whose target is not yet known.
    case press
    /// A menu, an editor, a different view, or the closing of the window.
    case command
  }
}
