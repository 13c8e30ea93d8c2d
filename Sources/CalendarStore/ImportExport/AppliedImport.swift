import CalendarDocument
import CalendarModel

/// The reason why an import, or its undo or redo, changed nothing.
package enum ImportFailure: Error, Hashable, Sendable {
  /// The user canceled it.
  case canceled
  case failed(StoreError)
}

/// Why an import, or its undo or redo, was carried out only in part.
package struct ImportInterruption: Hashable, Sendable {
  package let error: StoreError
  /// The number of objects that were certainly changed.
  package let writtenCount: Int
  /// The number of objects that should have been changed.
  package let totalCount: Int
}

/// An import that was carried out, with everything needed to undo and redo it as a whole.
package struct AppliedImport: Sendable {
  enum Content: Sendable {
    /// The changes to the files of a folder, or to the objects of a non-file backend.
    case objects([FolderTransaction.Change])
    /// The changes to a single file.
    case file(AppliedReplacements)
  }

  package let calendar: CalendarID
  let content: Content
  /// The kinds of the objects that the import adds or updates, by UID.
  let kinds: [ByteString: ObjectKind]
  /// The UIDs of the changed objects in each file of a folder.
  let uids: [ByteString: [ByteString]]
  /// The number of events that were skipped because they had been changed since the plan was made or, in an undo
  /// or redo, since the import.
  package private(set) var skippedCount = 0
  /// Why the rest was not imported; nil if all of it was. A calendar of an account cannot change many objects at once,
  /// and what was written before a failure cannot be taken back if its server cannot be reached.
  package private(set) var interruption: ImportInterruption?

  init(
    calendar: CalendarID, _ content: Content, kinds: [ByteString: ObjectKind],
    uids: [ByteString: [ByteString]] = [:], skippedCount: Int = 0,
    interruption: ImportInterruption? = nil
  ) {
    (self.calendar, self.content, self.kinds, self.uids) = (calendar, content, kinds, uids)
    (self.skippedCount, self.interruption) = (skippedCount, interruption)
  }

  /// The number of objects of each kind that were added, updated, removed or restored.
  package var counts: [ObjectKind: Int] {
    let changedUIDs: [ByteString] =
      switch content {
      case .objects(let changes): changes.flatMap { uids[$0.name] ?? [] }
      case .file(let replacements): replacements.replacements.map(\.uid)
      }
    return changedUIDs.reduce(into: [:]) { $0[kinds[$1] ?? .event, default: 0] += 1 }
  }

  /// The import that reverts this one.
  package var inverse: AppliedImport {
    switch content {
    case .objects(let changes):
      AppliedImport(calendar: calendar, .objects(changes.map(\.inverse)), kinds: kinds, uids: uids)
    case .file(let replacements): AppliedImport(calendar: calendar, .file(replacements.inverse), kinds: kinds)
    }
  }
}
