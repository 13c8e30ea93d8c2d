/// The reason why an edit, undo or redo was refused. The document is unchanged.
package enum EditError: Error, Hashable, Sendable {
  /// The event is one of a series.
  case repeating
  /// The event is not in the document any more.
  case vanished
  /// What the edit changes was changed elsewhere since it was made. This is what it says now; nothing where the
  /// event was to be deleted.
  case conflict([EventProperty])
  /// What was edited has been changed since, so that it cannot be undone or done again.
  case changedSince
  /// The event would end before or when it starts.
  case endNotAfterStart
  /// One end is a date and the other a time, or an event of whole days would last hours.
  case mixedTimes
  /// The event would leave the years 1 to 9999.
  case outOfRange
  /// The new times are in another form (date, floating, UTC, zone) than the file's.
  case otherForm
  /// The file's own end of the event cannot be read, so it cannot be replaced.
  case unreadableEnd
  /// There is an event of that UID in the file already.
  case exists
  /// The file has a zone of the same name whose clocks are others.
  case otherZone
  /// The file has no whole VCALENDAR around its events, so that none can be added or taken out.
  case noCalendar
  /// The link has blanks or control characters in it, which no URI has.
  case unwritableLink
  /// The colour has no name in CSS, and calendars know colours by name alone (RFC 7986 5.9).
  case unnamedColor
  /// The file would become larger than files are read.
  case tooLarge
}
