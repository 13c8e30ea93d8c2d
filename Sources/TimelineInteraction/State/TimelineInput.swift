import CalendarModel

/// An input of the timeline. Times are in seconds, from the event, the frame clock or the host.
package enum TimelineInput: Hashable, Sendable {
  // MARK: Pointers

  /// The primary button or a finger was pressed on the days.
  case press(Press)
  /// The pointer moved to a point, in px of the viewport; `widgetPoint` is the same point in px of the
  /// widget, or nil if the viewport moved under a stationary pointer.
  case move(to: Point, widgetPoint: Point?, isFine: Bool, time: Double)
  /// The press has lasted long enough for a long press.
  case longPress
  /// The press was released; `time` is that of the event.
  case release(time: Double)
  /// The toolkit cancelled the press.
  case pressCancelled
  /// Any finger touched, moved or was lifted.
  case touch(Touch)
  /// All buttons and fingers were released.
  case allReleased
  /// Fingers were lost: their release will not be reported.
  case fingersLost
  /// The pointer hovers at a point; nil if it has left.
  case hover(Point?)
  /// Two fingers pinched.
  case pinch(Pinch)

  // MARK: Keys

  /// A key, while the timeline has the focus.
  case key(KeyCommand)
  /// Any key in the window.
  case windowKey
  /// Escape, whatever widget has the focus.
  case escape
  /// Shift was pressed or released: while it is held, times snap to smaller steps.
  case fineSnapping(Bool)
  /// An action from assistive technology, a menu or the details.
  case action(EventAction, EventTarget)

  // MARK: Focus and selection

  /// The toolkit gave the focus to an event's block; `isIncidental` if the user did not choose it.
  case focused(Occurrence.ID, isIncidental: Bool)
  /// The focus has left the timeline.
  case focusLeft
  /// Give the focus to an event, scrolling to it if `scrolls`; or (nil) to the selected day.
  case focus(Occurrence.ID?, scrolls: Bool)
  /// The selected day has changed: give the focus to the day's event that is nearest to a y coordinate of
  /// the sheet.
  case focusNear(Double, on: Day)
  /// Select an event, or (nil) none.
  case select(Occurrence.ID?)

  // MARK: A new event's title

  /// The current text of the title field.
  case typed(String)
  /// The user is done with the title field or the calendar list; `takesFocus` tells whether the event then
  /// gets the focus.
  case namingFinished(takesFocus: Bool)
  /// The new event is discarded.
  case namingCancelled
  /// The new event moves to another calendar.
  case calendarChosen(Occurrence)

  // MARK: Starting something else

  /// The host or the widget is about to start something: pending changes are saved first.
  case willStart(Start)
  /// Create a new event at a time, and ask for its title.
  case newEvent(Occurrence)
  /// Create the event that pressing empty time without dragging would create.
  case create(EmptyTime, at: Point)
  /// Delete an event; the window then offers undo.
  case delete(EventTarget)
  /// "Move to…": let an event follow the pointer.
  case moveWithPointer(EventTarget, bar: Bar?, at: Point)

  // MARK: Time and surroundings

  /// A frame begins.
  case frame(time: Double)
  /// The frame is about to be painted.
  case painted
  /// Time has passed, in the host's seconds.
  case time(Double)
  /// The timeline was scrolled, zoomed, resized or turned, or its events changed.
  case layoutChanged
  /// The pages were turned; `isShown` tells whether they are at rest and the new event is on the visible one.
  case pagesTurned(isShown: Bool)
  /// The event that is being changed no longer exists.
  case editedEventRemoved
  /// The window is no longer active, or the timeline no longer visible.
  case interrupted(CancelReason)
}

extension TimelineInput {
  /// A press of a button or finger.
  package struct Press: Hashable, Sendable {
    /// px of the viewport.
    package var point: Point
    /// px of the widget.
    package var widgetPoint: Point
    /// The kind of pointing device.
    package var pointer: PointerKind
    /// The event's time in seconds.
    package var time: Double
    /// What was pressed; nil for empty time.
    package var target: PressTarget?
    /// The empty time that was pressed, with the event that can be created there.
    package var empty: EmptyTime?
    /// The event whose details were open.
    package var details: Occurrence.ID?

    package init(
      at point: Point, widgetPoint: Point? = nil, by pointer: PointerKind = .mouse, time: Double = 0,
      on target: PressTarget? = nil, empty: EmptyTime? = nil, details: Occurrence.ID? = nil
    ) {
      (self.point, self.widgetPoint, self.pointer, self.time) = (point, widgetPoint ?? point, pointer, time)
      (self.target, self.empty, self.details) = (target, empty, details)
    }
  }

  /// A touch event. Each finger is identified by an arbitrary number; points are in px of the widget.
  package enum Touch: Hashable, Sendable {
    case began(Int, at: Point, time: Double)
    case moved(Int, to: Point, time: Double)
    case ended(Int, time: Double)
    /// The toolkit cancelled it.
    case cancelled(Int)
  }

  /// A pinch by two fingers; `centreY` is in px of the viewport.
  package enum Pinch: Hashable, Sendable {
    /// The second finger touched.
    case began(centreY: Double)
    /// Their distance is `factor` times that at the beginning.
    case changed(factor: Double, centreY: Double)
    /// One of them was lifted.
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
    package var details: Occurrence.ID?
    /// The host's time in seconds.
    package var time: Double

    package init(
      _ key: TimelineKey, for target: EventTarget? = nil, details: Occurrence.ID? = nil, time: Double = 0
    ) {
      (self.key, self.target, self.details, self.time) = (key, target, details, time)
    }
  }

  /// The event that an action applies to.
  package struct EventTarget: Hashable, Sendable {
    /// The event.
    package var occurrence: Occurrence
    /// Why it cannot be changed; nil if it can.
    package var refusal: EditRefusal?
    /// The host's time in seconds.
    package var time: Double

    package init(_ occurrence: Occurrence, refusal: EditRefusal? = nil, time: Double = 0) {
      (self.occurrence, self.refusal, self.time) = (occurrence, refusal, time)
    }
  }

  /// What is starting.
  package enum Start: Hashable, Sendable {
    /// A press whose target is not yet known.
    case press
    /// A menu, an editor, another view, or closing the window.
    case command
  }
}
