import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// A view of a calendar that a window can show: the timeline, a month, an agenda.
///
/// The window, its header and its dialogs use a view only through this protocol. A view gets its events from
/// its data source and sends its edits there; it reports everything else through `callbacks`. Features that
/// only some views have, such as a zoom, have default implementations.
@MainActor
package protocol CalendarPresenting: AnyObject {
  // MARK: Set by the window

  /// The view's widget.
  var pointer: WidgetPointer { get }
  /// Where events come from and edits go. Held weakly.
  var dataSource: (any TimelineDataSource)? { get set }
  /// The user's preferences. Set as one value; the view updates what has changed.
  var configuration: TimelineConfiguration { get set }
  /// Translated phrases and the clock format.
  var phrases: Phrases { get set }
  var now: () -> Instant { get set }
  /// Decides whether menus and popovers may open now.
  var popoverGate: PopoverGate { get }
  /// Whether the last edit is safely on disk.
  var isSaved: Bool { get set }

  // MARK: Visible content

  /// The day with the keyboard focus; one of `shownDays`.
  var day: Day { get }
  /// The visible days.
  var shownDays: Range<Day> { get }
  /// The view in use: the preferred one, or a narrower one if there is not enough space for it.
  var shownView: CalendarView { get }
  /// Font size of body text, in px.
  var textSize: Double { get }
  /// The visible part of an event's block in the widget's coordinates; nil if it is out of view.
  func frame(of id: Occurrence.ID) -> GdkRectangle?

  // MARK: Showing days and events

  /// Shows a day without an animation.
  func jump(to day: Day)
  /// Turns the pages to a day, animated.
  func turn(to day: Day)
  /// Turns `count` pages forward, or back if negative.
  func turn(by count: Int)
  /// Scrolls to the present, or to the first event of other days.
  func scrollToInitialPosition()
  /// Scrolls an event into view without moving the focus.
  func scrollIntoView(_ occurrence: Occurrence)
  /// Scrolls an event into view and focuses it.
  func reveal(_ occurrence: Occurrence)
  /// Zooms in by `steps`, or out if negative.
  func zoom(steps: Double)
  /// Returns to the default zoom, which follows from the text size.
  func resetZoom()

  // MARK: Changes

  /// Fetches events from the data source again. Called once per edit, whatever its origin.
  func reload()
  /// Called when the minute, or the day, has changed.
  func currentTimeChanged()
  /// Called when the data source has changed its display zone.
  func displayZoneChanged()
  /// Called when the window becomes active or inactive.
  func windowActiveChanged(_ isActive: Bool)

  // MARK: Selection and interaction

  /// The selected event, which keyboard actions apply to.
  var selectedOccurrence: Occurrence? { get }
  /// Whether an event is lifted; nothing else may begin until it is dropped.
  var isLifted: Bool { get }
  /// Whether the title of a new event is being typed.
  var isNamingEvent: Bool { get }
  /// Takes the keyboard focus without a visible focus ring.
  func takeFocus()
  /// Creates a new event and asks for its title.
  func newEvent()
  /// Deletes an event and moves the focus to its neighbour.
  func delete(_ occurrence: Occurrence)
  /// Commits a pending keyboard edit.
  func finishKeyboardEdit()
  /// Ends every interaction, because the window closes or other calendars are opened.
  func endInteraction()
  /// Announces a text to screen readers.
  func announce(_ text: String)

  /// Called when something happens in the view.
  var callbacks: CalendarCallbacks { get set }
}

/// The events that a view reports to its window. Each callback does nothing by default.
@MainActor
package struct CalendarCallbacks {
  /// `day` or `shownDays` has changed.
  package var onDayChanged: (Day) -> Void = { _ in }
  /// The user has zoomed: px per hour, or 0 for the default zoom.
  package var onZoomChanged: (Double) -> Void = { _ in }
  /// A text to show in a toast.
  package var onNotice: (String) -> Void = { _ in }
  /// The user wanted to create an event and no calendar is writable.
  package var onNoCalendar: () -> Void = {}
  /// An event was lifted or dropped.
  package var onLiftChanged: (Bool) -> Void = { _ in }
  /// `isNamingEvent` has changed.
  package var onNamingChanged: () -> Void = {}
  /// The user wants to edit an event. Called only for events that can be changed.
  package var onEdit: (Occurrence) -> Void = { _ in }
  /// The user wants to cut, copy, duplicate or paste.
  package var onClipboardAction: (ClipboardAction, Occurrence?) -> Void = { _, _ in }
  /// Whether the clipboard holds something that can be pasted.
  package var canPaste: () -> Bool = { false }
  /// The widget's width has changed.
  package var onResized: () -> Void = {}

  package init() {}
}

/// A clipboard action.
package enum ClipboardAction: Hashable, Sendable {
  case cut, copy, duplicate
  /// Paste at the given position, or onto `day` at the copied event's own time of day if there is none.
  case paste(at: PasteTarget? = nil)

  /// The clipboard action for an event action; nil if the event action is not one.
  init?(_ action: EventAction) {
    switch action {
    case .cut: self = .cut
    case .copy: self = .copy
    case .duplicate: self = .duplicate
    case .showDetails, .edit, .lift, .moveTo, .delete, .moveEarlier, .moveLater, .movePreviousDay,
      .moveNextDay, .startEarlier, .startLater, .endEarlier, .endLater:
      return nil
    }
  }
}

// MARK: - Default implementations of optional features

extension CalendarPresenting {
  /// The default font size, in px.
  package var textSize: Double { TimelineConfiguration.defaultTextSize }
  /// Always false: events cannot be lifted.
  package var isLifted: Bool { false }
  /// Always false: titles are not typed in the view.
  package var isNamingEvent: Bool { false }
  /// Always nil: the editor opens as it does for an event that is out of view.
  package func frame(of id: Occurrence.ID) -> GdkRectangle? { nil }
  /// Does nothing: the view does not scroll.
  package func scrollToInitialPosition() {}
  /// Does nothing: the view has no zoom.
  package func zoom(steps: Double) {}
  /// Does nothing: the view has no zoom.
  package func resetZoom() {}
  /// Does nothing: the view looks the same in an inactive window.
  package func windowActiveChanged(_ isActive: Bool) {}
  /// Does nothing: no keyboard edit is ever pending.
  package func finishKeyboardEdit() {}
  /// Does nothing: there is no interaction to end.
  package func endInteraction() {}
}

extension TimelineView: CalendarPresenting {
  /// Shows a day without an animation and keeps the scroll position.
  package func jump(to day: Day) { jump(to: day, scroll: nil) }
  /// Zooms in by `steps`, or out if negative, around the middle.
  package func zoom(steps: Double) { zoom(steps: steps, anchoredAt: nil) }
}
