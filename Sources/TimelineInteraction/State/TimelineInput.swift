import CalendarModel

/// Something that happened to the timeline. Times are in seconds: of the event, of the frame clock, or the host's.
public enum TimelineInput: Hashable, Sendable {
  // MARK: Pointers

  /// The first button or finger went down on the days.
  case press(Press)
  /// It is somewhere else: in px of the viewport, and (`place`) of the widget; without a place it has not moved itself, and
  /// the viewport has.
  case move(to: Point, place: Point?, isFine: Bool, time: Double)
  /// It has been down for the time of a long press.
  case longPress
  /// It is up; `time` is the event's.
  case release(time: Double)
  /// The toolkit took it away.
  case sequenceTaken
  /// A finger of any number did something.
  case touch(Touch)
  /// No button and no finger is down any more.
  case allUp
  /// Fingers whose end will not be told.
  case fingersLost
  /// The pointer is there without a button held; nil where it is elsewhere.
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
  /// Nothing is to come of the new event.
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
  public struct Press: Hashable, Sendable {
    /// px of the viewport.
    public var point: Point
    /// px of the widget.
    public var place: Point
    /// What points.
    public var pointer: PointerKind
    /// The event's time.
    public var time: Double
    /// What is under it; nil for empty time.
    public var target: PressTarget?
    /// What empty time would become.
    public var empty: EmptyTime?
    /// The event whose details were open.
    public var details: Occurrence.ID?

    /// A press there on that.
    public init(
      at point: Point, place: Point? = nil, by pointer: PointerKind = .mouse, time: Double = 0,
      on target: PressTarget? = nil, empty: EmptyTime? = nil, details: Occurrence.ID? = nil
    ) {
      (self.point, self.place, self.pointer, self.time) = (point, place ?? point, pointer, time)
      (self.target, self.empty, self.details) = (target, empty, details)
    }
  }

  /// What a finger did; fingers are told apart by any number, places are in px of the widget.
  public enum Touch: Hashable, Sendable {
    /// It touched.
    case began(Int, at: Point, time: Double)
    /// It is somewhere else.
    case moved(Int, to: Point, time: Double)
    /// It is up.
    case ended(Int, time: Double)
    /// It was taken away.
    case cancelled(Int)
  }

  /// What two fingers did; `centreY` is in px of the viewport.
  public enum Pinch: Hashable, Sendable {
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
  public struct KeyPress: Hashable, Sendable {
    /// The key.
    public var key: TimelineKey
    /// The event that has the focus.
    public var subject: Subject?
    /// The event whose details are open.
    public var details: Occurrence.ID?
    /// The host's time.
    public var time: Double

    /// A key for an event.
    public init(
      _ key: TimelineKey, for subject: Subject? = nil, details: Occurrence.ID? = nil, time: Double = 0
    ) {
      (self.key, self.subject, self.details, self.time) = (key, subject, details, time)
    }
  }

  /// An event that something is to be done with.
  public struct Subject: Hashable, Sendable {
    /// The event.
    public var occurrence: Occurrence
    /// Why it cannot be changed; nil if it can.
    public var refusal: EditRefusal?
    /// The host's time.
    public var time: Double

    /// That event.
    public init(_ occurrence: Occurrence, refusal: EditRefusal? = nil, time: Double = 0) {
      (self.occurrence, self.refusal, self.time) = (occurrence, refusal, time)
    }
  }

  /// What begins.
  public enum Beginning: Hashable, Sendable {
    /// A press, of which it is not yet known what it is on.
    case press
    /// A menu, an editor, another view, the end of the window.
    case command
  }
}
