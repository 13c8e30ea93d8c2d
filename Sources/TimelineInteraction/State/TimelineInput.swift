import CalendarModel

/// An input of the timeline. Times are in seconds, from the event, the frame clock or the host.
package enum TimelineInput: Hashable, Sendable {
  // MARK: Pointers

  /// The primary button or a finger was pressed on the days.
  case press(Press)
  /// The pointer moved: in px of the viewport, and (`widgetPoint`) of the widget. If `widgetPoint` is nil, the
  /// viewport moved under a still pointer.
  case move(to: Point, widgetPoint: Point?, isFine: Bool, time: Double)
  /// The press has lasted long enough for a long press.
  case longPress
  /// The press was released; `time` is that of the event.
  case release(time: Double)
  /// The toolkit cancelled the press.
  case sequenceTaken
  /// A finger of any number did something.
  case touch(Touch)
  /// All buttons and fingers were released.
  case allUp
  /// Fingers were lost: their release will not be reported.
  case fingersLost
  /// The pointer hovers there; nil if it is outside.
  case hover(Point?)
  /// Two fingers.
  case pinch(Pinch)

  // MARK: Keys

  /// A key, while the keyboard is on the timeline.
  case key(KeyPress)
  /// Any key in the window.
  case windowKey
  /// Escape, whatever has the focus.
  case escape
  /// Shift was pressed or released: snapping is fine.
  case fine(Bool)
  /// An action of assistive technology, of a menu or of the details.
  case action(EventAction, Subject)

  // MARK: Focus and selection

  /// The toolkit gave the focus to a block of an event; `isIncidental` if nobody chose it.
  case focused(Occurrence.ID, isIncidental: Bool)
  /// The focus is on nothing of the timeline any more.
  case focusLeft
  /// An event is to have the focus, in sight if `scrolls`; or (nil) the day that the keyboard is on.
  case focus(Occurrence.ID?, scrolls: Bool)
  /// The day that the keyboard is on has changed: its event nearest to that y of the sheet is to have the focus.
  case focusNear(Double, on: Day)
  /// An event is to be selected, or (nil) none.
  case select(Occurrence.ID?)

  // MARK: A new event's title

  /// This is what stands in the field now.
  case typed(String)
  /// The field or the calendars beside it are done with; `takesFocus` if the event is to have the focus then.
  case named(takesFocus: Bool)
  /// The new event is discarded.
  case unnamed
  /// The new event goes to another calendar.
  case calendarChosen(Occurrence)

  // MARK: What begins something else

  /// Something of the host or the widget begins: what waits to be saved is saved first.
  case begin(Beginning)
  /// A new event is to be made at a time, and named.
  case newEvent(Occurrence)
  /// Empty time is to become what a press alone makes of it.
  case create(EmptyTime, at: Point)
  /// An event is to be deleted; what the window then says offers the way back.
  case delete(Subject)
  /// "Move to…": an event is to follow the pointer.
  case carry(Subject, bar: Bar?, at: Point)

  // MARK: Time and surroundings

  /// A frame begins.
  case frame(time: Double)
  /// It is about to be painted.
  case painted
  /// Time has passed, in the host's seconds.
  case time(Double)
  /// The timeline was scrolled, zoomed, resized, turned or given other events.
  case layoutChanged
  /// Pages turn; `isShown` tells whether a new event is still on the one that is shown, at rest.
  case pagesTurned(isShown: Bool)
  /// The event that is being changed is no longer there.
  case vanished
  /// The window is no longer used, or the timeline no longer seen.
  case interrupted(CancelReason)
}

extension TimelineInput {
  /// A button or finger that goes down.
  package struct Press: Hashable, Sendable {
    /// px of the viewport.
    package var point: Point
    /// px of the widget.
    package var widgetPoint: Point
    /// The kind of pointing device.
    package var pointer: PointerKind
    /// The event's time.
    package var time: Double
    /// What is under it; nil for empty time.
    package var target: PressTarget?
    /// What empty time would become.
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

  /// What a finger did; fingers are told apart by any number, places are in px of the widget.
  package enum Touch: Hashable, Sendable {
    case began(Int, at: Point, time: Double)
    /// It is somewhere else.
    case moved(Int, to: Point, time: Double)
    /// It is up.
    case ended(Int, time: Double)
    /// It was taken away.
    case cancelled(Int)
  }

  /// What two fingers did; `centreY` is in px of the viewport.
  package enum Pinch: Hashable, Sendable {
    /// They are two.
    case began(centreY: Double)
    /// They are so many times as far apart as at the beginning.
    case changed(factor: Double, centreY: Double)
    /// One of them is up.
    case ended

    var isBeginning: Bool {
      switch self {
      case .began: true
      case .changed, .ended: false
      }
    }
  }

  /// A key, and what it is meant for.
  package struct KeyPress: Hashable, Sendable {
    package var key: TimelineKey
    /// The event that has the focus.
    package var subject: Subject?
    /// The event whose details are open.
    package var details: Occurrence.ID?
    /// The host's time.
    package var time: Double

    package init(
      _ key: TimelineKey, for subject: Subject? = nil, details: Occurrence.ID? = nil, time: Double = 0
    ) {
      (self.key, self.subject, self.details, self.time) = (key, subject, details, time)
    }
  }

  /// An event that something is to be done with.
  package struct Subject: Hashable, Sendable {
    /// The event.
    package var occurrence: Occurrence
    /// Why it cannot be changed; nil if it can.
    package var refusal: EditRefusal?
    /// The host's time.
    package var time: Double

    package init(_ occurrence: Occurrence, refusal: EditRefusal? = nil, time: Double = 0) {
      (self.occurrence, self.refusal, self.time) = (occurrence, refusal, time)
    }
  }

  /// What begins.
  package enum Beginning: Hashable, Sendable {
    /// A press, of which it is not yet known what it is on.
    case press
    /// A menu, an editor, another view, the end of the window.
    case command
  }
}
