import CalendarModel

/// The messages of toasts and banners.
extension Phrases {
  /// Returns the reason why an event cannot be changed.
  package func refusal(_ refusal: EditRefusal) -> String {
    switch refusal {
    case .unreadableRepetition:
      translator.tr("This event cannot be changed because its file does not say clearly how it repeats")
    case .readOnly: translator.tr("This event cannot be changed because its calendar is read-only")
    case .signInNeeded: translator.tr("This event cannot be changed until you sign in to its account")
    case .subscription:
      translator.tr("This event cannot be changed because its calendar is a subscription")
    case .vanished: translator.tr("This event is no longer in the calendar")
    case .noCalendar: translator.tr("All open calendars are read-only")
    }
  }

  /// Returns the result of a change, for the toast that offers to undo it: "Moved to 14:15", "Moved to Tue 6
  /// Jan, 14:15", "Changed to 14:15 – 15:30 · 1 h 15 min".
  ///
  /// - Parameters:
  ///   - change: the requested change.
  ///   - oldOccurrence: the occurrence before the change.
  ///   - newOccurrence: the occurrence after the change.
  package func toast(_ change: EventEdit.Change, from oldOccurrence: Occurrence, to newOccurrence: Occurrence)
    -> String
  {
    let day = newOccurrence.start.wall.day
    switch change {
    case .move:
      if newOccurrence.isAllDay { return translator.tr("Moved to {when}", ["when": shortDate(day)]) }
      let time = time(newOccurrence.start.wall)
      let when = oldOccurrence.start.wall.day == day ? time : listed([shortDate(day), time])
      return translator.tr("Moved to {when}", ["when": when])
    case .resizeStart, .resizeEnd:
      return translator.tr(
        "Changed to {when}", ["when": dragLabel(newOccurrence, onPageOf: oldOccurrence.start.wall.day)])
    case .set, .transfer:
      return translator.tr("“{title}” was changed", ["title": shortTitle(newOccurrence.event)])
    case .add: return translator.tr("“{title}” was added", ["title": shortTitle(newOccurrence.event)])
    case .delete: return translator.tr("“{title}” was deleted", ["title": shortTitle(oldOccurrence.event)])
    }
  }

  /// Returns the message that an event was moved to another calendar: "“Standup” was moved to “Work”".
  package func transferMessage(_ event: CalendarEvent, to calendar: String) -> String {
    translator.tr(
      "“{title}” was moved to “{calendar}”", ["title": shortTitle(event), "calendar": calendar])
  }

  /// Returns the message that an event was added to a calendar that the user did not choose: "“Standup” was
  /// added to “Work”".
  package func additionMessage(_ event: CalendarEvent, to calendar: String) -> String {
    translator.tr(
      "“{title}” was added to “{calendar}”", ["title": shortTitle(event), "calendar": calendar])
  }

  /// The label of the toast's button.
  package var undo: String { translator.tr("Undo") }

  /// Returns the banner message that not all occurrences of a repeating event are shown, or nil if the reason
  /// needs no message.
  package func truncationMessage(_ event: CalendarEvent, _ reason: ExpansionEnd) -> String? {
    switch reason {
    case .complete, .unsupported: nil
    case .tooManyStarts:
      translator.tr("“{title}” repeats too often to show every occurrence", ["title": shortTitle(event)])
    case .tooManySteps:
      translator.tr(
        "The repeat rule of “{title}” takes too long to calculate; some occurrences may be missing",
        ["title": shortTitle(event)])
    }
  }

  /// Returns the banner message that `count` more events repeat too often.
  package func moreIncompleteSeries(count: Int) -> String {
    translator.trn(
      "{count} more event repeats too often to show every occurrence",
      "{count} more events repeat too often to show every occurrence", count)
  }

  /// The message shown when the user presses Ctrl+S.
  package var savedAutomaticallyMessage: String { translator.tr("Changes are saved automatically") }
}
