import CalendarModel

// The wording of the question that asks which part of a series a change applies to.
extension Phrases {
  /// Returns a description of the change that the question is about: "“Standup” moved to 14:15", "“Standup”
  /// changed to 14:15 – 15:00 · 45 min", "Delete “Standup”?".
  ///
  /// - Parameters:
  ///   - oldOccurrence: the occurrence before the change.
  ///   - newOccurrence: the occurrence after the change.
  ///   - isCut: whether a deleted occurrence is moved to the clipboard.
  package func scopeHeading(
    _ change: EventEdit.Change, from oldOccurrence: Occurrence, to newOccurrence: Occurrence, isCut: Bool
  ) -> String {
    let title = shortTitle(oldOccurrence.event)
    switch change {
    case .delete:
      return isCut
        ? translator.tr("Cut “{title}”?", ["title": title])
        : translator.tr("Delete “{title}”?", ["title": title])
    case .move:
      let day = newOccurrence.start.wall.day
      let isSameDay = oldOccurrence.start.wall.day == day
      let time = time(newOccurrence.start.wall)
      let when = newOccurrence.isAllDay ? shortDate(day) : isSameDay ? time : listed([shortDate(day), time])
      return translator.tr("“{title}” moved to {when}", ["title": title, "when": when])
    case .resizeStart, .resizeEnd:
      let when = dragLabel(newOccurrence, onPageOf: oldOccurrence.start.wall.day)
      return translator.tr("“{title}” changed to {when}", ["title": title, "when": when])
    case .set, .add, .transfer:
      return translator.tr("“{title}” changed", ["title": title])
    }
  }

  /// Returns the announcement of the question: "“Standup” moved to 14:15. Only this one, this and following, or
  /// all events?".
  ///
  /// - Parameter heading: the result of `scopeHeading`.
  package func scopeQuestion(_ heading: String, isDeletion: Bool) -> String {
    isDeletion
      ? translator.tr(
        "{question} Only this one, this and following, or all events?", ["question": heading])
      : translator.tr("{change}. Only this one, this and following, or all events?", ["change": heading])
  }

  /// Returns the label of a choice.
  package func label(_ scope: EventEdit.Scope) -> String {
    switch scope {
    case .thisOccurrence: translator.tr("Only This One")
    case .thisAndFollowing: translator.tr("This and Following")
    case .all: translator.tr("All Events")
    }
  }

  /// Returns the accessible name of a choice: its label and, if it adds information, the outcome of the
  /// choice.
  package func accessibleName(_ choice: ScopeChoice) -> String {
    guard choice.isPossible else { return unavailabilityMessage(choice) }
    return choice.text.isEmpty ? label(choice.scope) : listed([label(choice.scope), choice.text])
  }

  /// Returns the reason why a choice is not possible: ““All Events” is not possible. The event already takes
  /// place on that day of the week.”.
  package func unavailabilityMessage(_ choice: ScopeChoice) -> String {
    translator.tr(
      "“{choice}” is not possible. {reason}", ["choice": label(choice.scope), "reason": choice.text])
  }

  /// The label of the button that puts a moved event back.
  package var putBack: String { translator.tr("Put Back") }
  /// The label of the button that cancels a deletion.
  package var cancelDeletion: String { translator.tr("Cancel") }

  /// Returns the remark on the choices for an event with an organizer or attendees; nil for other events.
  package func usualScopeRemark(_ event: CalendarEvent) -> String? {
    if event.organizer != nil {
      return translator.tr(
        "Only your copy changes. Handspan does not notify the organizer or the attendees, but the server may."
      )
    }
    guard !event.attendees.isEmpty else { return nil }
    return translator.tr("Handspan does not notify the attendees, but the server may.")
  }

  /// Returns the message that a change was not made, because the user did not choose a scope.
  ///
  /// - Parameter reason: why no choice was possible; nil if the user continued without choosing.
  package func notChangedMessage(_ event: CalendarEvent, isDeletion: Bool, reason: String? = nil) -> String {
    let title = shortTitle(event)
    let text =
      isDeletion
      ? translator.tr("“{title}” was not deleted", ["title": title])
      : translator.tr("“{title}” was not changed", ["title": title])
    guard let reason else { return text }
    return translator.tr("{message}. {reason}", ["message": text, "reason": reason])
  }

  /// The announcement that nothing was deleted.
  package var notDeletedAnnouncement: String { translator.tr("Not deleted") }
}
