import CalendarModel

/// Why a file cannot be shown at all.
public enum DocumentError: Error, Hashable, Sendable {
  /// It has that many bytes, more than are read.
  case tooLarge(bytes: Int, limit: Int)
  /// It has more lines than are read.
  case tooManyLines(limit: Int)
  /// It has no content.
  case empty
  /// There is neither a calendar nor an event in it.
  case noCalendar

  /// What happened and what to do, in English.
  public var message: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "The file is too large: \(bytes / 1_000_000) MB, where at most \(limit / 1_000_000) MB are read. "
        + "Split it into smaller calendars."
    case .tooManyLines(let limit):
      "The file has more than \(limit) lines. Split it into smaller calendars."
    case .empty: "The file is empty. A calendar has at least BEGIN:VCALENDAR and END:VCALENDAR."
    case .noCalendar: "This is not an iCalendar file: it has no BEGIN:VCALENDAR. Choose another file."
    }
  }
}

/// Why an edit, an undo or a redo is refused. The document is as it was.
public enum EditError: Error, Hashable, Sendable {
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

  /// What happened and what to do, in English.
  public var message: String {
    switch self {
    case .repeating: "Repeating events cannot be changed yet."
    case .vanished: "The event is no longer in the file. Reload the calendar."
    case .conflict: "The event was changed elsewhere in the meantime. Look at it and try again."
    case .changedSince: "The event was changed in the meantime, so this step cannot be taken back."
    case .endNotAfterStart: "An event ends after it starts. Choose a later end or an earlier start."
    case .mixedTimes:
      "An event lasts whole days, or begins and ends at a time. Give both its ends the same way."
    case .outOfRange: "The event would leave the years 1 to 9999. Choose a date within them."
    case .otherForm: "The event keeps the kind of time that its file gives it. Choose a time of that kind."
    case .unreadableEnd: "The end that the file gives cannot be read. Correct DTEND or DURATION in the file."
    case .exists: "There is an event with this UID in the file already. Choose another calendar."
    case .otherZone:
      "The file knows a time zone of the same name with other clocks, so this event cannot be added. Choose another "
        + "calendar."
    case .noCalendar:
      "The file has no BEGIN:VCALENDAR with its END, so its events cannot be added or deleted. Correct the file."
    case .unwritableLink: "A link has neither blanks nor line breaks in it. Correct the link."
    case .unnamedColor: "Calendar files know colours by their CSS names alone. Choose one of these."
    case .tooLarge: "The file has no room for the change. Split it into smaller calendars."
    }
  }
}
