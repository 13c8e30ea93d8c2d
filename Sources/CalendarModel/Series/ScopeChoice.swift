/// What an edit to an occurrence of a series would do with one scope.
package struct ScopeChoice: Hashable, Sendable {
  /// The edit with this scope.
  package let edit: EventEdit
  /// The events before and after the edit, or the error if the edit is not possible.
  package let outcome: Result<EventReplacement, StoreError>
  /// The outcome in words, such as “From Thu 5 Mar 2026 on”, or the reason why the edit is not possible; empty if
  /// the scope needs no explanation.
  package let text: String

  package init(edit: EventEdit, outcome: Result<EventReplacement, StoreError>, text: String) {
    (self.edit, self.outcome, self.text) = (edit, outcome, text)
  }

  package var scope: EventEdit.Scope { edit.scope }
  package var isPossible: Bool { replacement != nil }
  /// The events before and after the edit; nil if the edit is not possible.
  package var replacement: EventReplacement? {
    if case .success(let replacement) = outcome { replacement } else { nil }
  }
}

extension Occurrence {
  /// Whether the user has to choose a scope for a change to this occurrence. Moving or resizing an occurrence
  /// that already differs from its series changes only that occurrence.
  package func needsScope(for change: EventEdit.Change) -> Bool {
    guard case .series(let role) = event.repetition else { return false }
    switch change {
    case .add, .transfer: return false
    case .set, .delete: return true
    case .move, .resizeStart, .resizeEnd:
      if case .changed(_, let isThisAndFuture) = role { return isThisAndFuture }
      return true
    }
  }
}
