import CalendarModel

/// An applied edit of a series, with everything needed to undo and redo it.
package struct AppliedSeriesEdit: Sendable {
  package let edit: EventEdit
  /// The changes of events, in the order in which they were made.
  let changes: [ComponentChange]
  /// The VTIMEZONEs added before them.
  let zonesBefore: [ZoneEdit]
  /// The VTIMEZONEs extended or removed after them.
  var zonesAfter: [ZoneEdit] = []
  /// Something the user should know about the edit; nil if there is nothing.
  package internal(set) var notice: EditNotice?
  /// The file of the new series that a split made in a folder of files; nil otherwise. It is to be written
  /// before the edited file, and removed when the edit is undone.
  package internal(set) var newFile: CalendarDocument?
  /// The identifier of the new series that a split made.
  package internal(set) var newSeries: EventID?

  /// Whether the edit changed nothing.
  package var isUnchanged: Bool { changes.isEmpty && newFile == nil }
}
