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

  /// Returns the result of a change, for the toast that offers to undo it: "Moved “Standup” to 14:15", "Moved
  /// “Standup” to Tue 6 Jan, 14:15", "Changed “Standup” to 14:15 – 15:30 · 1 h 15 min", "Deleted “Standup” on Mon 5
  /// Jan".
  ///
  /// - Parameters:
  ///   - change: the requested change.
  ///   - oldOccurrence: the occurrence before the change.
  ///   - newOccurrence: the occurrence after the change.
  ///   - scope: the part of the series that was changed, if the event repeats.
  package func toast(
    _ change: EventEdit.Change, from oldOccurrence: Occurrence, to newOccurrence: Occurrence,
    scope: EventEdit.Scope = .thisOccurrence
  ) -> String {
    let day = newOccurrence.start.wall.day
    let changed = changedEvents(oldOccurrence, scope)
    switch change {
    case .move:
      let time = time(newOccurrence.start.wall)
      let isSameDay = oldOccurrence.start.wall.day == day
      let when = newOccurrence.isAllDay ? shortDate(day) : isSameDay ? time : listed([shortDate(day), time])
      return translator.tr("Moved {event} to {when}", ["event": changed, "when": when])
    case .resizeStart, .resizeEnd:
      let when = dragLabel(newOccurrence, onPageOf: oldOccurrence.start.wall.day)
      return translator.tr("Changed {event} to {when}", ["event": changed, "when": when])
    case .set, .transfer:
      return translator.tr("“{title}” was changed", ["title": shortTitle(newOccurrence.event)])
    case .add: return translator.tr("“{title}” was added", ["title": shortTitle(newOccurrence.event)])
    case .delete: return translator.tr("Deleted {event}", ["event": changed])
    }
  }

  /// Returns the message that a change was undone: "Undone: deletion of “Standup” on Mon 5 Jan".
  ///
  /// - Parameters:
  ///   - occurrence: the changed occurrence.
  ///   - scope: the part of the series that was changed, if the event repeats.
  package func undone(_ change: EventEdit.Change, of occurrence: Occurrence, scope: EventEdit.Scope) -> String
  {
    undone(noun(for: change, of: changedEvents(occurrence, scope)))
  }

  /// Returns the message that a change was redone: "Redone: deletion of “Standup” on Mon 5 Jan".
  ///
  /// - Parameters: see `undone(_:of:scope:)`.
  package func redone(_ change: EventEdit.Change, of occurrence: Occurrence, scope: EventEdit.Scope) -> String
  {
    redone(noun(for: change, of: changedEvents(occurrence, scope)))
  }

  /// Returns the message that something was undone: "Undone: 3 events deleted".
  package func undone(_ change: String) -> String { translator.tr("Undone: {change}", ["change": change]) }

  /// Returns the message that something was redone: "Redone: 3 events deleted".
  package func redone(_ change: String) -> String { translator.tr("Redone: {change}", ["change": change]) }

  private func noun(for change: EventEdit.Change, of events: String) -> String {
    switch change {
    case .move, .transfer: translator.tr("move of {event}", ["event": events])
    case .resizeStart, .resizeEnd, .set: translator.tr("change of {event}", ["event": events])
    case .add: translator.tr("addition of {event}", ["event": events])
    case .delete: translator.tr("deletion of {event}", ["event": events])
    }
  }

  /// Returns the events that a change was made to: "“Standup”", "“Standup” on Mon 5 Jan", "“Standup” from Mon 5 Jan
  /// on", "all events of “Standup”".
  private func changedEvents(_ occurrence: Occurrence, _ scope: EventEdit.Scope) -> String {
    let title = shortTitle(occurrence.event)
    guard occurrence.event.isRepeating else { return translator.tr("“{title}”", ["title": title]) }
    let day = shortDate(occurrence.start.wall.day)
    switch scope {
    case .thisOccurrence: return translator.tr("“{title}” on {day}", ["title": title, "day": day])
    case .thisAndFollowing: return translator.tr("“{title}” from {day} on", ["title": title, "day": day])
    case .all: return translator.tr("all events of “{title}”", ["title": title])
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

  /// Returns the message that several events were added: "3 events were added".
  package func additionMessage(count: Int) -> String {
    translator.trn("{count} event was added", "{count} events were added", count)
  }

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
