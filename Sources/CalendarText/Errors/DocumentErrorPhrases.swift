import CalendarModel

extension DocumentError {
  /// Returns a message that says what happened and what to do.
  package func message(_ t: Translator) -> String {
    switch self {
    case .tooLarge(let bytes, let limit):
      t.tr(
        "The file is too large: {size} MB. The limit is {limit} MB. Split the file into smaller calendars.",
        ["size": t.number(bytes / 1_000_000), "limit": t.number(limit / 1_000_000)])
    case .tooManyLines(let limit):
      t.tr(
        "The file has more than {limit} lines. Split it into smaller calendars.", ["limit": t.number(limit)])
    case .empty: t.tr("The file is empty. A calendar has at least BEGIN:VCALENDAR and END:VCALENDAR.")
    case .noCalendar:
      t.tr("This is not an iCalendar file: it has no BEGIN:VCALENDAR. Choose another file.")
    }
  }
}

extension EditError {
  /// Returns a message that says what happened and what to do.
  package func message(_ t: Translator) -> String {
    switch self {
    case .repeating: t.tr("Repeating events cannot be changed this way.")
    case .series(let refusal): refusal.message(t)
    case .vanished: t.tr("The event is no longer in the file. It may have been removed.")
    case .conflict: t.tr("The event was changed elsewhere in the meantime. Check it and try again.")
    case .changedAfterEdit: t.tr("The event was changed in the meantime, so this step cannot be undone.")
    case .endNotAfterStart: t.tr("The end must be after the start. Choose a later end or an earlier start.")
    case .mixedTimes:
      t.tr("The start and the end must both be dates or both be times.")
    case .outOfRange: t.tr("The event would be outside the years 1 to 9999. Choose another date.")
    case .differentForm:
      t.tr("Moving an event cannot make it all-day, give it times, or change its time zone.")
    case .unreadableEnd:
      t.tr("The end of the event cannot be read. Correct DTEND or DURATION in the file.")
    case .exists: t.tr("The file already contains this event. Choose another calendar.")
    case .conflictingZone:
      t.tr(
        "The file contains a different definition of this event’s time zone, so the event cannot be saved. Choose another time zone or another calendar."
      )
    case .noCalendar:
      t.tr(
        "The file has no complete VCALENDAR, so events cannot be added or deleted. Correct the file."
      )
    case .unwritableLink: t.tr("A link cannot contain spaces or line breaks. Correct the link.")
    case .unnamedColor:
      t.tr("Calendar files can only contain colors that have a CSS name. Choose one of those.")
    case .tooLarge: t.tr("The change would make the file too large. Split the file into smaller calendars.")
    }
  }
}
