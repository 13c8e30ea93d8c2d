import CalendarModel

// The texts for moving an event to a date or to another calendar by a dialog.
extension Phrases {
  /// Returns the heading of the dialog that asks for the day: “Move “Standup” to Date”.
  package func moveToDateHeading(_ event: CalendarEvent) -> String {
    translator.tr("Move “{title}” to Date", ["title": shortTitle(event)])
  }

  /// Returns the heading of the dialog that asks for the calendar: “Move “Standup” to Calendar”.
  package func moveToCalendarHeading(_ event: CalendarEvent) -> String {
    translator.tr("Move “{title}” to Calendar", ["title": shortTitle(event)])
  }

  /// Returns the current date and time of an occurrence, for the dialog that asks for the day: “Mon 8 Jan 2035,
  /// 09:00 – 09:15”.
  package func currentDate(_ occurrence: Occurrence) -> String {
    listed([shortDateWithYear(occurrence.start.wall.day), blockTime(occurrence)])
  }

  /// Returns why an event cannot be moved to a calendar.
  package func obstacle(_ obstacle: TransferOption.Obstacle) -> String {
    switch obstacle {
    case .readOnly: translator.tr("Read-only")
    case .unavailable: translator.tr("Not available")
    case .sameUID: translator.tr("Already contains this event")
    }
  }

  /// Returns the accessible name of a calendar in the list: “Work”, “Holidays, Read-only”.
  package func accessibleName(_ option: TransferOption) -> String {
    listed([option.calendar.name, option.obstacle.map(obstacle)].compactMap(\.self))
  }

  /// The message that there is no calendar to which an event could be moved.
  package var noOtherCalendar: String { translator.tr("No other calendar is open") }
}
