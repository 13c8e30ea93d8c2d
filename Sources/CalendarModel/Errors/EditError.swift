/// The reason why an edit, undo or redo was refused. The document is unchanged.
package enum EditError: Error, Hashable, Sendable {
  /// The event is part of a series.
  case repeating
  /// The event is no longer in the document.
  case vanished
  /// The properties of the edit were changed elsewhere after it was made. The values are the current ones;
  /// empty if the event was to be deleted.
  case conflict([EventProperty])
  /// The event has been changed since the edit, so it cannot be undone or redone.
  case changedSince
  /// The event would end before or when it starts.
  case endNotAfterStart
  /// The start is a date and the end a time or the reverse, or an all-day event would have a length in hours.
  case mixedTimes
  /// The event would be outside the years 1 to 9999.
  case outOfRange
  /// The new times are in another form (date, floating, UTC, zone) than the file's.
  case otherForm
  /// The event's end cannot be read in the file, so it cannot be replaced.
  case unreadableEnd
  /// The file already contains an event with this UID.
  case exists
  /// The file defines a zone of the same name with different rules.
  case otherZone
  /// The file has no complete VCALENDAR around its events, so events cannot be added or removed.
  case noCalendar
  /// The link contains spaces or control characters, which are not allowed in a URI.
  case unwritableLink
  /// The colour has no CSS name, and calendars store colours only by name (RFC 7986 5.9).
  case unnamedColor
  /// The file would exceed the size limit for reading.
  case tooLarge
}
