/// Why an edit of a series was refused, and what can be done instead. The document is unchanged.
package struct SeriesRefusal: Error, Hashable, Sendable {
  package let reason: Reason
  /// The scopes with which the same change is possible.
  package let possible: [EventEdit.Scope]

  package init(_ reason: Reason, possible: [EventEdit.Scope] = []) {
    (self.reason, self.possible) = (reason, possible)
  }

  package enum Reason: Error, Hashable, Sendable {
    /// A reason that any event may have.
    case edit(EditError)
    /// The event does not repeat, so the edit has no scope.
    case notRepeating
    /// The edit is not one of an occurrence: an event is added or moved to another calendar.
    case notOfAnOccurrence
    /// The file says in a way that cannot be read how the event repeats.
    case unreadable
    /// The file has only changed occurrences, and not their series.
    case noMaster
    /// The file has several events for the same occurrence, and none is newer.
    case ambiguous
    /// The occurrence is written so that later ones follow it (RANGE=THISANDFUTURE).
    case thisAndFutureOverride
    /// A series that somebody else organizes cannot be split.
    case invitation
    /// The series has several rules.
    case severalRules
    /// The series has a rule for exceptions (EXRULE).
    case exceptionRule
    /// The rule has a part that is not supported, so that its dates are not known.
    case unsupported(String)
    /// The rule picks dates by their position (BYSETPOS), which does not follow to another day.
    case setPositions
    /// The rule already has the weekday to which the occurrence was moved.
    case weekdayTaken
    /// A rule with several weekdays cannot follow into another week.
    case otherWeek
    /// The rule's times of day cannot all move by this much.
    case timesOfDay
    /// Two occurrences would be on the same day.
    case sharedDay
    /// Two occurrences would be at the same time, so that one of them would be lost.
    case sharedTime
    /// The occurrence was added to the series (RDATE), so its rule cannot follow or begin there.
    case addedDate
    /// No rule says what the change would make of the series: occurrences would be lost or added.
    case cannotFollow
    /// The occurrence would be on or before one that stays in the series.
    case beforeStaying
    /// The series is too long to be checked.
    case tooLong
  }
}
