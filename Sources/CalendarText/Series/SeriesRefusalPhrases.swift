import CalendarModel

extension SeriesRefusal {
  /// Returns a message that says why the edit is not possible, and with which scopes it is possible.
  package func message(_ t: Translator) -> String {
    guard !possibleScopes.isEmpty else { return reason.message(t) }
    let scopes = possibleScopes.map { $0.name(t) }.joined(separator: ", ")
    return t.tr("{reason} You can change: {scopes}.", ["reason": reason.message(t), "scopes": scopes])
  }
}

extension EventEdit.Scope {
  /// Returns a phrase for the occurrences in the scope, for use within a sentence.
  package func name(_ t: Translator) -> String {
    switch self {
    case .thisOccurrence: t.tr("only this event")
    case .thisAndFollowing: t.tr("this and the following events")
    case .all: t.tr("all events")
    }
  }
}

extension SeriesRefusal.Reason {
  /// Returns one sentence that says why an edit with this scope is not possible.
  package func message(_ t: Translator) -> String {
    switch self {
    case .edit(let error): error.message(t)
    case .notRepeating: t.tr("The event does not repeat.")
    case .notAnOccurrenceEdit: t.tr("A repeating event cannot be moved to another calendar.")
    case .unreadable: t.tr("The file does not say clearly how the event repeats.")
    case .noMaster: t.tr("The file contains only this changed event and not its series.")
    case .severalFiles: t.tr("The series is in several files. Change one event at a time.")
    case .ambiguous: t.tr("The file contains the same event more than once.")
    case .sharedUID: t.tr("The file does not give this event a UID of its own.")
    case .thisAndFutureOverride: t.tr("This event was changed together with the ones that follow it.")
    case .invitation:
      t.tr("Only the organizer can change this and the following events.")
    case .severalRules: t.tr("The event repeats according to several rules.")
    case .exceptionRule: t.tr("The series has exceptions that follow a rule of their own.")
    case .unsupported(let part):
      t.tr("The repeat rule contains {part}, which is not supported.", ["part": part])
    case .setPositions:
      t.tr("The repeat rule chooses dates by position, so they cannot be moved to another day.")
    case .weekdayTaken: t.tr("The event already takes place on that day of the week.")
    case .differentWeek: t.tr("A series on several days of the week cannot be moved to another week.")
    case .timesOfDay: t.tr("The repeat rule contains times of day that cannot be changed this way.")
    case .sharedDay: t.tr("Two events would be on the same day.")
    case .sharedTime: t.tr("Two events would be at the same time.")
    case .addedDate:
      t.tr("This date was added to the series separately, so the repeat rule cannot be changed from here.")
    case .noEquivalentRule: t.tr("No repeat rule could describe the series after this change.")
    case .beforeRemainingOccurrence:
      t.tr("The event would no longer come after the earlier events of the series.")
    case .ruleOfOneOccurrence: t.tr("A single event of a series cannot have its own repeat rule.")
    case .timesAndRule: t.tr("Change the time and the repeat rule separately.")
    case .noDates: t.tr("The series would end before it begins.")
    case .tooLong: t.tr("The series is too long for this change to be checked.")
    }
  }
}
