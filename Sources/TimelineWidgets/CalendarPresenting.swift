import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// A calendar view that a window can show, such as the timeline, a month or an agenda.
///
/// The window, its header and its dialogs use a view only through this protocol. A view fetches events from
/// its data source, passes edits to the data source, and reports everything else through `callbacks`.
/// Features that only some views have, such as zooming, have default implementations.
@MainActor
package protocol CalendarPresenting: AnyObject {
  // MARK: Connection to the window

  /// The view's widget.
  var gtkWidget: WidgetPointer { get }
  /// The source of events and the destination of edits. Held weakly.
  var dataSource: (any TimelineDataSource)? { get set }
  /// The user's preferences. They are set as one value; the view updates only the parts that have changed.
  var configuration: TimelineConfiguration { get set }
  /// Translated phrases and the clock format.
  var phrases: Phrases { get set }
  /// Returns the current time.
  var now: () -> Instant { get set }
  /// Decides whether menus and popovers may open now.
  var popoverGate: PopoverGate { get }
  /// Whether the last edit has been saved to disk.
  var isSaved: Bool { get set }

  // MARK: Visible content

  /// The day with the keyboard focus; one of `shownDays`.
  var day: Day { get }
  /// The visible days.
  var shownDays: Range<Day> { get }
  /// The view in use: the preferred one, or a narrower one if there is not enough space for it.
  var shownView: ViewKind { get }
  /// The font size of body text, in px.
  var textSize: Double { get }
  /// The width in px at which the preferred view is shown with all of its days.
  var minimumWidth: Double { get }
  /// Returns the visible part of an event's block, in the widget's coordinates; nil if the view does not show
  /// the event.
  func frame(of id: Occurrence.ID) -> GdkRectangle?

  // MARK: Showing days and events

  /// Shows a day without an animation.
  func jump(to day: Day)
  /// Turns the pages to a day with an animation.
  func turn(to day: Day)
  /// Selects a day, turns to its page, and scrolls to the current time, or to the first event if today is not
  /// visible. If the view contains the focus, moves the focus to the day.
  func goTo(_ day: Day)
  /// Turns `count` pages forward, or back if `count` is negative.
  func turn(by count: Int)
  /// Scrolls to the current time, or to the first event if today is not visible.
  func scrollToInitialPosition()
  /// Scrolls an event into view without moving the focus.
  func scrollIntoView(_ occurrence: Occurrence)
  /// Scrolls an event into view and focuses it.
  func reveal(_ occurrence: Occurrence)
  /// The days and hours that are visible, and the focus.
  var position: ViewPosition { get }
  /// Returns to a previous position, without an animation.
  ///
  /// - Parameter takesFocus: whether the event that had the focus gets it back.
  func restore(_ position: ViewPosition, takesFocus: Bool)
  /// The event that shows a ring without having the focus, such as a search result; nil for none.
  var highlightedOccurrence: Occurrence.ID? { get set }
  /// Zooms in by `steps`, or out if `steps` is negative.
  func zoom(steps: Double)
  /// Resets the zoom to its default, which depends on the text size.
  func resetZoom()

  // MARK: Changes

  /// Fetches events from the data source again. Called once for each edit, wherever it was made.
  func reload()
  /// Fetches events again and shows them frame by frame, because calendars have been hidden, shown or given a
  /// different color.
  func reloadGradually()
  /// Fetches events again, because another program has changed them.
  func reloadAfterExternalChange()
  /// Called when the minute or the day has changed.
  func currentTimeChanged()
  /// Called when the data source has changed its display zone.
  func displayZoneChanged()
  /// Called when the window becomes active or inactive.
  func windowActiveChanged(_ isActive: Bool)
  /// Called when the focus has moved to another widget of the window, inside or outside the view.
  func windowFocusMoved()

  // MARK: Selection and interaction

  /// The selected event, to which keyboard actions apply.
  var selectedOccurrence: Occurrence? { get }
  /// The events that are selected together; empty unless the user is selecting several. They need not be visible.
  var multipleSelection: [Occurrence] { get }
  /// Performs a command on all events that are selected together.
  func perform(_ command: SelectionCommand)
  /// Applies a change to several events and shows the result. A deletion ends the selection.
  func apply(_ group: GroupEdit, scope: EventEdit.Scope, in context: ApplyContext)
  /// Whether an event is lifted. No other interaction may begin until the event is dropped.
  var isEventLifted: Bool { get }
  /// Whether the title of a new event is being typed.
  var isNamingEvent: Bool { get }
  /// Takes the keyboard focus without a visible focus ring.
  func takeFocus()
  /// Takes the keyboard focus back, for what had it most recently.
  func returnFocus()
  /// Creates a new event and lets the user type its title.
  func createEvent()
  /// Deletes an event and moves the focus to its neighbor.
  func delete(_ occurrence: Occurrence)
  /// Asks which day to move an event to; see `callbacks.onMoveToDate`.
  func askForDate(of occurrence: Occurrence)
  /// Asks which calendar to move an event to; see `callbacks.onMoveToCalendar`.
  func askForCalendar(of occurrence: Occurrence)
  /// Moves an event to another day, at the same time of day, then shows and focuses it. If it is one of several
  /// selected events, they all move by the same number of days. If this changes a series, asks for the scope first.
  func move(_ occurrence: Occurrence, to day: Day)
  /// Cuts an occurrence of a series: asks for the scope, and reports the answer through `callbacks.onCut`.
  func cut(_ occurrence: Occurrence)
  /// Applies an edit that deletes an occurrence of a series, and moves the focus to a neighbor.
  func delete(_ occurrence: Occurrence, applying edit: EventEdit, in context: ApplyContext)
  /// Whether the user is choosing the scope of a change to an occurrence of a series.
  var isChoosingScope: Bool { get }
  /// Cancels the change whose scope the user is choosing.
  func cancelScopeChoice()
  /// Commits a pending keyboard edit.
  func finishKeyboardEdit()
  /// Ends every interaction. Called when the window is about to close or to open other calendars.
  func endInteraction()
  /// Announces a message to screen readers.
  func announce(_ text: String)

  /// The sidebar, in which a lifted event can be dropped. Held weakly.
  var liftDestination: (any LiftDestination)? { get set }
  /// The callbacks through which the view reports to its window.
  var callbacks: CalendarCallbacks { get set }
}

/// The days and hours that a view shows, and the event that has the focus.
package struct ViewPosition: Hashable, Sendable {
  /// The day with the keyboard focus.
  package var day: Day
  package var shownDays: Range<Day>
  /// The scroll offset in px.
  package var scroll: Double
  /// The focused event; nil if none has the focus.
  package var focus: Occurrence.ID?

  package init(day: Day, shownDays: Range<Day>, scroll: Double = 0, focus: Occurrence.ID? = nil) {
    (self.day, self.shownDays, self.scroll, self.focus) = (day, shownDays, scroll, focus)
  }
}

/// The callbacks through which a view reports to its window. By default, they do nothing.
@MainActor
package struct CalendarCallbacks {
  /// Called when `day` or `shownDays` has changed.
  package var onDayChanged: (Day) -> Void = { _ in }
  /// Called when the user has zoomed, with the new zoom in px per hour, or 0 for the default zoom.
  package var onZoomChanged: (Double) -> Void = { _ in }
  /// Called with a message to show in a toast.
  package var onNotice: (String) -> Void = { _ in }
  /// Called when the user wants to create an event, but no calendar is writable.
  package var onNoWritableCalendar: () -> Void = {}
  /// Called with true when an event has been lifted, and with false when the lift has ended.
  package var onLiftChanged: (Bool) -> Void = { _ in }
  /// Called when `isNamingEvent` has changed.
  package var onNamingChanged: () -> Void = {}
  /// Called when the view shows a change that is not saved yet: a step of the keyboard, or a change of which the scope is
  /// being asked.
  package var onUnsavedChange: () -> Void = {}
  /// Called when the user wants to edit an event that can be changed.
  package var onEdit: (Occurrence) -> Void = { _ in }
  /// Called when `multipleSelection` has changed.
  package var onSelectionChanged: ([Occurrence]) -> Void = { _ in }
  /// Called when the user wants to move several events to the clipboard, with the edit that deletes them and its
  /// scope. The events must be copied before the edit is applied.
  package var onCutSelection: (GroupEdit, EventEdit.Scope, ApplyContext) -> Void = { _, _, _ in }
  /// Called when the user wants to copy several events.
  package var onCopySelection: ([Occurrence]) -> Void = { _ in }
  /// Called when the user wants to choose the calendar to which several events are moved.
  package var onMoveSelectionToCalendar: ([Occurrence]) -> Void = { _ in }
  /// Called after `cut`, once the user has chosen a scope, with the occurrence of a series and the edit that
  /// deletes it. The occurrence must be copied before the edit is applied.
  package var onCut: (Occurrence, EventEdit, ApplyContext) -> Void = { _, _, _ in }
  /// Called when the user wants to choose the day to which an event is moved, together with the other selected
  /// events if it is one of them. Call `move` once the day has been chosen.
  package var onMoveToDate: (Occurrence) -> Void = { _ in }
  /// Called when the user wants to choose the calendar to which an event is moved.
  package var onMoveToCalendar: (Occurrence) -> Void = { _ in }
  /// Called when the user wants to write events to a file. A repeating event is written with its whole series.
  package var onExport: ([Occurrence]) -> Void = { _ in }
  /// Called when the user wants to cut, copy, duplicate or paste.
  package var onClipboardAction: (ClipboardAction, Occurrence?) -> Void = { _, _ in }
  /// Returns whether the clipboard contains events that can be pasted.
  package var canPaste: () -> Bool = { false }
  /// Called when the widget's width, or the width of what is beside the days, has changed.
  package var onResized: () -> Void = {}

  package init() {}
}

/// A clipboard action.
package enum ClipboardAction: Hashable, Sendable {
  case cut, copy, duplicate
  /// Copies or duplicates the whole series of an occurrence.
  case copySeries, duplicateSeries
  /// Pastes at the given position. If the position is nil, pastes on the view's `day` at the copied event's
  /// time of day.
  case paste(at: PasteTarget? = nil)

  /// Creates a clipboard action from an event action, or returns nil if that is not a clipboard action.
  init?(_ action: EventAction) {
    switch action {
    case .cut: self = .cut
    case .copy: self = .copy
    case .duplicate: self = .duplicate
    case .showDetails, .edit, .lift, .moveWithPointer, .moveToDate, .moveToCalendar, .toggleSelection,
      .export, .delete,
      .moveEarlier, .moveLater,
      .moveToPreviousDay,
      .moveToNextDay, .startEarlier, .startLater, .endEarlier, .endLater:
      return nil
    }
  }
}

extension CalendarPresenting {
  /// The event to which a window command applies, together with the other events in `multipleSelection`. If
  /// several events are selected and `selectedOccurrence` is not one of them, this is the first of them; otherwise,
  /// it is `selectedOccurrence`.
  package var primaryOccurrence: Occurrence? {
    guard !multipleSelection.isEmpty else { return selectedOccurrence }
    return multipleSelection.first { $0.id == selectedOccurrence?.id } ?? multipleSelection.first
  }
}

// MARK: - Default implementations of optional features

extension CalendarPresenting {
  /// The default font size, in px.
  package var textSize: Double { TimelineConfiguration.defaultTextSize }
  /// Always 0: the view shows all of its days at any width.
  package var minimumWidth: Double { 0 }
  /// Reloads immediately.
  package func reloadGradually() { reload() }
  /// Reloads immediately.
  package func reloadAfterExternalChange() { reload() }
  /// Always nil: events cannot be lifted.
  package var liftDestination: (any LiftDestination)? {
    get { nil }
    set { _ = newValue }
  }
  /// Always empty: several events cannot be selected.
  package var multipleSelection: [Occurrence] { [] }
  /// Does nothing: several events cannot be selected.
  package func perform(_ command: SelectionCommand) {}
  /// Passes the changes to the data source.
  package func apply(_ group: GroupEdit, scope: EventEdit.Scope, in context: ApplyContext) {
    dataSource?.apply(group, scope: scope, in: context)
  }
  /// Always false: events cannot be lifted.
  package var isEventLifted: Bool { false }
  /// Always false: titles are not typed in the view.
  package var isNamingEvent: Bool { false }
  /// Always nil: the editor opens as it does for an event that is not shown.
  package func frame(of id: Occurrence.ID) -> GdkRectangle? { nil }
  /// The visible days.
  package var position: ViewPosition { ViewPosition(day: day, shownDays: shownDays) }
  /// Returns to the day of a previous position.
  package func restore(_ position: ViewPosition, takesFocus: Bool) {
    jump(to: position.day)
    if takesFocus { takeFocus() }
  }
  /// Always nil: the view highlights no events.
  package var highlightedOccurrence: Occurrence.ID? {
    get { nil }
    set { _ = newValue }
  }
  /// Takes the focus: the view does not know what had it.
  package func returnFocus() { takeFocus() }
  /// Does nothing: the view does not scroll.
  package func scrollToInitialPosition() {}
  /// Does nothing: the view has no zoom.
  package func zoom(steps: Double) {}
  /// Does nothing: the view has no zoom.
  package func resetZoom() {}
  /// Does nothing: the view looks the same in an inactive window.
  package func windowActiveChanged(_ isActive: Bool) {}
  /// Does nothing: the view never delays an announcement.
  package func windowFocusMoved() {}
  /// Always false: the view does not ask for the scope of a change.
  package var isChoosingScope: Bool { false }
  /// Does nothing: the view does not ask for the scope of a change.
  package func cancelScopeChoice() {}
  /// Reports the cut through `callbacks.onCut` immediately, with an edit that has the default scope.
  package func cut(_ occurrence: Occurrence) {
    callbacks.onCut(occurrence, occurrence.edit(.delete), ApplyContext())
  }
  /// Reports the request through `callbacks.onMoveToDate` immediately.
  package func askForDate(of occurrence: Occurrence) { callbacks.onMoveToDate(occurrence) }
  /// Reports the request through `callbacks.onMoveToCalendar` immediately.
  package func askForCalendar(of occurrence: Occurrence) { callbacks.onMoveToCalendar(occurrence) }
  /// Passes the move to the data source, with the default scope.
  package func move(_ occurrence: Occurrence, to day: Day) {
    guard let dataSource else { return }
    dataSource.apply(occurrence.edit(.move(occurrence.times.moved(toDay: day, in: dataSource.displayZone))))
  }
  /// Passes the edit to the data source.
  package func delete(_ occurrence: Occurrence, applying edit: EventEdit, in context: ApplyContext) {
    dataSource?.apply(edit, in: context)
  }
  /// Does nothing: no keyboard edit is ever pending.
  package func finishKeyboardEdit() {}
  /// Does nothing: there is no interaction to end.
  package func endInteraction() {}
}

extension TimelineView: CalendarPresenting {
  /// Shows a day without an animation and keeps the scroll position.
  package func jump(to day: Day) { jump(to: day, scroll: nil) }
  /// Zooms in by `steps`, or out if `steps` is negative, around the focused event or the middle of the
  /// viewport.
  package func zoom(steps: Double) { zoom(steps: steps, anchoredAt: nil) }
}
