import CalendarDocument
import CalendarModel

/// The reason why an import, or its undo or redo, changed nothing.
package enum ImportFailure: Error, Hashable, Sendable {
  /// The user canceled it.
  case canceled
  case failed(StoreError)
}

/// An import that was carried out, with everything needed to undo and redo it as a whole.
package struct AppliedImport: Sendable {
  enum Content: Sendable {
    /// The changed files of a folder, or objects of another backend.
    case objects([FolderTransaction.Change])
    /// The changes of a single file.
    case file(AppliedReplacements)
  }

  package let calendar: CalendarID
  let content: Content
  /// The number of objects of each kind that the import added or updated; empty for an undo or redo.
  package private(set) var counts: [ObjectKind: Int] = [:]
  /// The number of events that were left out because the calendar file defines a different time zone with the same
  /// name as theirs.
  package private(set) var refusedCount = 0
  /// The number of events that were skipped because they had been changed since the plan was made or, in an undo
  /// or redo, since the import.
  package private(set) var unchangedCount = 0

  init(
    calendar: CalendarID, _ content: Content, counts: [ObjectKind: Int] = [:], refusedCount: Int = 0,
    unchangedCount: Int = 0
  ) {
    (self.calendar, self.content, self.counts) = (calendar, content, counts)
    (self.refusedCount, self.unchangedCount) = (refusedCount, unchangedCount)
  }

  /// Returns this import with the counts of the plan that it carried out.
  func counted(by plan: ImportPlan) -> AppliedImport {
    guard case .file(let applied) = content else { return self }
    let uids = Set(applied.replacements.map(\.uid))
    var done = self
    done.counts = plan.changedCounts(where: uids.contains)
    return done
  }

  /// The import that reverts this one.
  package var inverse: AppliedImport {
    switch content {
    case .objects(let changes): AppliedImport(calendar: calendar, .objects(changes.map(\.inverse)))
    case .file(let applied): AppliedImport(calendar: calendar, .file(applied.inverse))
    }
  }
}
