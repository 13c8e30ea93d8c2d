/// The reason why an edit to a series was refused, and the scopes that are possible instead. The document is
/// unchanged.
package struct SeriesRefusal: Error, Hashable, Sendable {
  package let reason: Reason
  /// The scopes with which the same change is possible.
  package let possibleScopes: [EventEdit.Scope]

  package init(_ reason: Reason, possibleScopes: [EventEdit.Scope] = []) {
    (self.reason, self.possibleScopes) = (reason, possibleScopes)
  }

  package enum Reason: Error, Hashable, Sendable {
    /// A reason that is not specific to series.
    case edit(EditError)
    /// The event does not repeat, so the edit has no scope.
    case notRepeating
    /// The edit does not apply to an occurrence: it adds an event or moves one to another calendar.
    case notAnOccurrenceEdit
    /// The recurrence properties of the event cannot be read.
    case unreadable
    /// The file has only changed occurrences, but not their series.
    case noMaster
    /// Several files of the folder contain parts of the series.
    case severalFiles
    /// The file has several events for the same occurrence, and nothing determines which is the newest.
    case ambiguous
    /// An occurrence cannot be changed alone, because the series has no UID, or that of another event.
    case sharedUID
    /// The occurrence is also the template for later ones (RANGE=THISANDFUTURE).
    case thisAndFutureOverride
    /// Somebody else organizes the series, so it cannot be split.
    case invitation
    /// The series has several rules.
    case severalRules
    /// The series has a rule that excludes dates (EXRULE).
    case exceptionRule
    /// The rule has a part that is not supported, so its dates are not known.
    case unsupported(String)
    /// The rule selects dates by their position (BYSETPOS), so it cannot be adapted to a different day.
    case setPositions
    /// The rule already includes the weekday to which the occurrence was moved.
    case weekdayTaken
    /// The rule has several weekdays, so it cannot be adapted to a different week.
    case differentWeek
    /// The rule's times of day cannot all move by the same amount.
    case timesOfDay
    /// Two occurrences would be on the same day.
    case sharedDay
    /// Two occurrences would be at the same time, so one of them would be lost.
    case sharedTime
    /// The occurrence was added to the series (RDATE), so the rule cannot be adapted to it or begin there.
    case addedDate
    /// No rule describes the series after the change: occurrences would be lost or added.
    case noEquivalentRule
    /// The occurrence would not start after the last one that stays in the original series.
    case beforeRemainingOccurrence
    /// A single occurrence has no rule of its own.
    case ruleOfOneOccurrence
    /// The times and the rule of a series cannot be changed by one edit.
    case timesAndRule
    /// The new rule has no date at or after the start.
    case noDates
    /// The series is too long to be checked.
    case tooLong
  }
}
