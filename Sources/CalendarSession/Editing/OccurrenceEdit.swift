import CalendarModel
import CalendarStore

/// The edit of an occurrence in the editor: which occurrence it is, and the changes made so far.
///
/// The changes are applied as they are made, with the scope chosen in the editor. If the user chooses a
/// different scope, they are undone and applied again with that scope.
struct OccurrenceEdit {
  /// The identifiers of the occurrence when the editor was opened.
  let initialIdentifiers: (target: EventID, originalStart: EventTime)
  /// The current identifiers of the occurrence. A split gives the series a new identifier, and a move of the
  /// whole series gives its occurrences new original starts.
  var target: EventID
  var originalStart: EventTime
  /// The scope of the changes.
  var scope = EventEdit.Scope.thisOccurrence
  /// All changes made so far, the newest of each kind.
  var changes: [EventProperty] = []
  /// The edits that made these changes.
  var edits: [EditID] = []

  init(target: EventID, originalStart: EventTime) {
    initialIdentifiers = (target, originalStart)
    (self.target, self.originalStart) = (target, originalStart)
  }

  /// Returns the changes so far with newer ones added.
  func adding(_ newer: [EventProperty]) -> [EventProperty] {
    changes.filter { older in !newer.contains { $0.kind == older.kind } } + newer
  }

  /// Returns changes in groups, each of which is one edit. A new rule is applied first, as a separate edit,
  /// because it splits the series and its COUNT refers to the series before the split.
  static func groups(_ changes: [EventProperty]) -> [[EventProperty]] {
    [changes.filter { $0.kind == .rule }, changes.filter { $0.kind != .rule }].filter { !$0.isEmpty }
  }
}
