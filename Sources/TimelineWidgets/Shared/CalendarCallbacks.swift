import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// The callbacks through which the view stack reports to its window. By default, they do nothing.
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
