/// The reason why an edit, undo or redo was refused. The document is unchanged.
package enum EditError: Error, Hashable, Sendable {
  /// The event is part of a series.
  case repeating
  /// The event repeats, and the edit is not possible with its scope.
  indirect case series(SeriesRefusal)
  /// The event is no longer in the document.
  case vanished
  /// The properties of the edit were changed elsewhere after it was made. The associated value contains their
  /// current values; it is empty if the conflict concerns the whole event, as when the edit was to delete it.
  case conflict([EventProperty])
  /// The event has been changed since the edit, which therefore cannot be undone or redone.
  case changedAfterEdit
  /// The event would end before or at its start.
  case endNotAfterStart
  /// The start is a date and the end a time, or the reverse, or an all-day event would have a duration in
  /// hours.
  case mixedTimes
  /// The event would be outside the years 1 to 9999.
  case outOfRange
  /// The form of the new times (date, floating, UTC, zone) differs from that in the file.
  case differentForm
  /// The event's end in the file cannot be read, so it cannot be replaced.
  case unreadableEnd
  /// The file already contains an event with this UID.
  case exists
  /// The file defines a zone with the same name but different rules.
  case conflictingZone
  /// The file has no complete VCALENDAR around its events, so events cannot be added or removed.
  case noCalendar
  /// The link contains spaces or control characters, which are not allowed in a URI.
  case unwritableLink
  /// The color has no CSS name, and calendars store colors only by name (RFC 7986 5.9).
  case unnamedColor
  /// The file would exceed the size limit for reading.
  case tooLarge
}
