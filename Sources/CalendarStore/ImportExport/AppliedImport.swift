import CalendarDocument
import CalendarModel

/// The reason why an import, its undo or its redo has changed nothing.
package enum ImportFailure: Error, Hashable, Sendable {
  /// The user has canceled it.
  case canceled
  case failed(StoreError)
}

/// An import that was carried out, with all that is needed to undo and redo it as a whole.
package struct AppliedImport: Sendable {
  enum Content: Sendable {
    /// The changed files of a folder, or objects of another backend.
    case objects([FolderTransaction.Change])
    /// The changes of a single file.
    case file(AppliedReplacements)
  }

  package let calendar: CalendarID
  let content: Content
  /// The number of objects of each kind that a plan has added or updated; empty for an undo or redo.
  package private(set) var counts: [ObjectKind: Int] = [:]
  /// The number of events that were left out because another zone in the file has the name of their time zone.
  package private(set) var refusedCount = 0
  /// The number of events that have been changed since the plan was made or, in an undo or redo, since the import,
  /// and stay as they are.
  package private(set) var unchangedCount = 0

  init(
    calendar: CalendarID, _ content: Content, counts: [ObjectKind: Int] = [:], refusedCount: Int = 0,
    unchangedCount: Int = 0
  ) {
    (self.calendar, self.content, self.counts) = (calendar, content, counts)
    (self.refusedCount, self.unchangedCount) = (refusedCount, unchangedCount)
  }

  /// Returns this import as that of a plan.
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
