import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// A view of a calendar that can stand in a window: the timeline, a month, an agenda.
///
/// This is all that the window, its header and its dialogs know of it. A view gets events from its data source and hands
/// it edits; what else it has to say goes through the callbacks. What only some views have (a zoom, something to lift) has a
/// default here for those that do not.
@MainActor
public protocol CalendarPresenting: AnyObject {
  // MARK: What the window gives it

  /// The widget that stands in the window.
  var pointer: WidgetPointer { get }
  /// Where events come from and edits go. Not kept alive by the view.
  var dataSource: (any TimelineDataSource)? { get set }
  /// What the user prefers. Set as a whole; the view shows anew what has changed.
  var configuration: TimelineConfiguration { get set }
  /// Its words, and how clocks tell the hour.
  var phrases: Phrases { get set }
  /// The present moment.
  var now: () -> Instant { get set }
  /// What lets menus and popovers open.
  var gate: PopoverGate { get }
  /// Whether the last edit is safely on disk.
  var isSaved: Bool { get set }

  // MARK: What is visible

  /// The day that the keyboard is on: one of those shown.
  var day: Day { get }
  /// The days that are shown.
  var shownDays: Range<Day> { get }
  /// How many days are turned at once, as it is called: the wanted view, or what there is room for.
  var shownView: CalendarView { get }
  /// px that text of usual size is high.
  var textSize: Double { get }
  /// Where an event is, in px of the widget, as far as it is in sight; nil if it is not.
  func frame(of id: Occurrence.ID) -> GdkRectangle?

  // MARK: Showing days and events

  /// Shows a day at once.
  func show(_ day: Day)
  /// Turns to a day.
  func turn(to day: Day)
  /// Turns so many pages on, or back if negative.
  func turn(by count: Int)
  /// Scrolls to where one begins to read: the present, or the first event.
  func scrollToOpening()
  /// Turns and scrolls to an event, and leaves the focus where it is.
  func bringIntoSight(_ occurrence: Occurrence)
  /// Turns and scrolls to an event, and gives it the focus.
  func reveal(_ occurrence: Occurrence)
  /// Makes hours taller, or lower if negative, by so many steps.
  func zoom(steps: Double)
  /// Back to the zoom that follows from the text.
  func resetZoom()

  // MARK: What has changed

  /// Asks the data source again. Called once for each edit, whoever made it.
  func reload()
  /// The clocks show another minute.
  func presentChanged()
  /// The data source shows days by the clocks of another zone.
  func displayZoneChanged()
  /// The window is in use, or no longer.
  func windowActiveChanged(_ isActive: Bool)

  // MARK: Selection and what is in hand

  /// The event that keys are meant for; nil if none was chosen.
  var chosenOccurrence: Occurrence? { get }
  /// Whether something is lifted, so that nothing else may begin.
  var isLifted: Bool { get }
  /// Whether the title of a new event is being typed.
  var isNamingEvent: Bool { get }
  /// Takes the focus, without showing it.
  func takeFocus()
  /// Begins a new event, to be given its title.
  func newEvent()
  /// Deletes an event and gives the focus to its neighbour.
  func delete(_ occurrence: Occurrence)
  /// Saves steps by keys that still wait for more.
  func finishKeyboardEdit()
  /// Ends all that is in hand, since the window closes or something else is opened.
  func endInteraction()
  /// Says something to whoever uses a screen reader.
  func say(_ text: String)

  // MARK: Callbacks

  /// Other days are shown, by whatever, or the keyboard is on another one.
  var onDayChanged: (Day) -> Void { get set }
  /// The user chose another zoom: px per hour, or 0 for the one that follows from the text.
  var onZoomChanged: (Double) -> Void { get set }
  /// A text is to be shown for a moment.
  var onNotice: (String) -> Void { get set }
  /// An event was to be made and no calendar takes it.
  var onNoCalendar: () -> Void { get set }
  /// Something was lifted or put down.
  var onLiftChanged: (Bool) -> Void { get set }
  /// The title of a new event begins to be typed, or no longer is.
  var onDraftChanged: () -> Void { get set }
  /// An event is to be edited, one that can be changed.
  var onEdit: (Occurrence) -> Void { get set }
  /// An event is to be cut, copied or duplicated, or something to be pasted.
  var onExchange: (EventExchange, Occurrence?) -> Void { get set }
  /// Whether there is something to paste.
  var canPaste: () -> Bool { get set }
  /// It has another width.
  var onResized: () -> Void { get set }
}

/// What is to be done with an event and the clipboard.
public enum EventExchange: Hashable, Sendable {
  /// An event goes to the clipboard, or stays beside its copy.
  case cut, copy, duplicate
  /// Something goes where it was pointed at, or where nothing was, onto `day` at its own time of the day.
  case paste(at: PastePlace? = nil)
}

// MARK: - For views that have no such thing

extension CalendarPresenting {
  /// px of usual text.
  public var textSize: Double { TimelineConfiguration.usualTextSize }
  /// Nothing ever is.
  public var isLifted: Bool { false }
  /// None ever is.
  public var isNamingEvent: Bool { false }
  /// Nowhere: the editor opens as if for an event that is out of sight.
  public func frame(of id: Occurrence.ID) -> GdkRectangle? { nil }
  /// There is nothing to scroll.
  public func scrollToOpening() {}
  /// There is no zoom.
  public func zoom(steps: Double) {}
  /// There is no zoom.
  public func resetZoom() {}
  /// It looks the same.
  public func windowActiveChanged(_ isActive: Bool) {}
  /// Nothing waits.
  public func finishKeyboardEdit() {}
  /// Nothing is in hand.
  public func endInteraction() {}
}

extension TimelineView: CalendarPresenting {
  /// Shows the page of a day at once, scrolled as before.
  public func show(_ day: Day) { show(day, scroll: nil) }
  /// Makes hours taller, or lower if negative, by so many steps, around the middle.
  public func zoom(steps: Double) { zoom(steps: steps, anchoredAt: nil) }
}
