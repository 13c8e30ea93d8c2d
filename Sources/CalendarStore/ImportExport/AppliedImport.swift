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
  /// The number of events that were left out because their time zone has the same name as another one of the file.
  package private(set) var refusedCount = 0
  /// The number of events that have been changed since the plan was made or, in an undo or redo, since the import,
  /// and stay as they are.
  package private(set) var unchangedCount = 0

  init(calendar: CalendarID, _ content: Content, refusedCount: Int = 0, unchangedCount: Int = 0) {
    (self.calendar, self.content) = (calendar, content)
    (self.refusedCount, self.unchangedCount) = (refusedCount, unchangedCount)
  }

  /// The import that reverts this one.
  package var inverse: AppliedImport {
    switch content {
    case .objects(let changes): AppliedImport(calendar: calendar, .objects(changes.map(\.inverse)))
    case .file(let applied): AppliedImport(calendar: calendar, .file(applied.inverse))
    }
  }
}
