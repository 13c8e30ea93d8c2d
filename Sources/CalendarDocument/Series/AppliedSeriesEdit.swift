import CalendarModel

/// An applied edit to a series, with everything needed to undo and redo it.
package struct AppliedSeriesEdit: Sendable {
  package let edit: EventEdit
  /// The changes to events, in the order in which they were made.
  let changes: [ComponentChange]
  /// The edits that added VTIMEZONEs before `changes` were made.
  let zoneEditsBeforeChanges: [ZoneEdit]
  /// The occurrence before the edit, with its times: the state that the edit was based on.
  var previousOccurrence: CalendarEvent?
  /// The time of the edit.
  var stamp = Instant(seconds: 0)
  /// The user's addresses when the edit was made. They determine whether the series may be split, even when the edit
  /// is merged later.
  var ownAddresses: Set<String> = []
  /// Whether only the component changes are known, not the edit that made them. `edit` is then a placeholder.
  var hasOnlyComponentChanges = false
  /// Whether the component changes add the series, if only they are known.
  var addsSeries = false
  /// The edits that extended or removed VTIMEZONEs after `changes` were made.
  var zoneEditsAfterChanges: [ZoneEdit] = []
  /// A notice for the user about the edit, if there is one.
  package internal(set) var notice: EditNotice?
  /// The file of the new series, if the edit split a series in a folder of files. Write it before the edited
  /// file, and remove it when the edit is undone.
  package internal(set) var newFile: CalendarDocument?
  /// The identifier of the new series, if the edit split a series.
  package internal(set) var newSeries: EventID?

  /// Whether the edit left the document as it was.
  package var hasNoEffect: Bool { changes.isEmpty && newFile == nil }
}
