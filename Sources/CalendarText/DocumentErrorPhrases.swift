import CalendarModel

extension DocumentError {
  /// A message that says what happened and what to do.
  package func message(_ t: Translator) -> String {
    switch self {
    case .tooLarge(let bytes, let limit):
      t.tr(
        "The file is too large: {size} MB, where at most {limit} MB are read. Split it into smaller calendars.",
        ["size": "\(bytes / 1_000_000)", "limit": "\(limit / 1_000_000)"])
    case .tooManyLines(let limit):
      t.tr("The file has more than {limit} lines. Split it into smaller calendars.", ["limit": "\(limit)"])
    case .empty: t.tr("The file is empty. A calendar has at least BEGIN:VCALENDAR and END:VCALENDAR.")
    case .noCalendar:
      t.tr("This is not an iCalendar file: it has no BEGIN:VCALENDAR. Choose another file.")
    }
  }
}

extension EditError {
  /// A message that says what happened and what to do.
  package func message(_ t: Translator) -> String {
    switch self {
    case .repeating: t.tr("Repeating events cannot be changed yet.")
    case .vanished: t.tr("The event is no longer in the file. Reload the calendar.")
    case .conflict: t.tr("The event was changed elsewhere in the meantime. Look at it and try again.")
    case .changedSince: t.tr("The event was changed in the meantime, so this step cannot be taken back.")
    case .endNotAfterStart: t.tr("An event ends after it starts. Choose a later end or an earlier start.")
    case .mixedTimes:
      t.tr("An event lasts whole days, or begins and ends at a time. Give both its ends the same way.")
    case .outOfRange: t.tr("The event would leave the years 1 to 9999. Choose a date within them.")
    case .otherForm:
      t.tr("The event keeps the kind of time that its file gives it. Choose a time of that kind.")
    case .unreadableEnd:
      t.tr("The end that the file gives cannot be read. Correct DTEND or DURATION in the file.")
    case .exists: t.tr("There is an event with this UID in the file already. Choose another calendar.")
    case .otherZone:
      t.tr(
        "The file knows a time zone of the same name with other clocks, so this event cannot be added. Choose another calendar."
      )
    case .noCalendar:
      t.tr(
        "The file has no BEGIN:VCALENDAR with its END, so its events cannot be added or deleted. Correct the file."
      )
    case .unwritableLink: t.tr("A link has neither blanks nor line breaks in it. Correct the link.")
    case .unnamedColor: t.tr("Calendar files know colours by their CSS names alone. Choose one of these.")
    case .tooLarge: t.tr("The file has no room for the change. Split it into smaller calendars.")
    }
  }
}
