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
  /// The objects that the import adds, updates or removes, by UID.
  let objects: [ByteString: ImportPlan.ChangedObject]
  /// The UIDs of the changed objects in each file of a folder.
  let uids: [ByteString: [ByteString]]
  /// The number of events that were skipped because they had been changed since the plan was made or, in an undo
  /// or redo, since the import.
  package private(set) var skippedCount = 0
  /// Why the rest was not imported; nil if all of it was. A calendar of an account cannot change many objects at once,
  /// and what was written before a failure cannot be taken back if its server cannot be reached.
  package private(set) var interruption: ImportInterruption?

  init(
    calendar: CalendarID, _ content: Content, objects: [ByteString: ImportPlan.ChangedObject],
    uids: [ByteString: [ByteString]] = [:], skippedCount: Int = 0,
    interruption: ImportInterruption? = nil
  ) {
    (self.calendar, self.content, self.objects, self.uids) = (calendar, content, objects, uids)
    (self.skippedCount, self.interruption) = (skippedCount, interruption)
  }

  /// The number of objects of each kind that were added, updated or restored.
  package var keptCounts: [ObjectKind: Int] { counts { $0.existsAfter } }

  /// The number of objects of each kind that were removed.
  package var removedCounts: [ObjectKind: Int] { counts { !$0.existsAfter } }

  private func counts(where isCounted: (ImportPlan.ChangedObject) -> Bool) -> [ObjectKind: Int] {
    let changedUIDs: [ByteString] =
      switch content {
      case .objects(let changes): changes.flatMap { uids[$0.name] ?? [] }
      case .file(let replacements): replacements.replacements.map(\.uid)
      }
    return changedUIDs.compactMap { objects[$0] }.filter(isCounted).reduce(into: [:]) {
      $0[$1.kind, default: 0] += 1
    }
  }

  /// The import that reverts this one.
  package var inverse: AppliedImport {
    let inverseContent: Content =
      switch content {
      case .objects(let changes): .objects(changes.map(\.inverse))
      case .file(let replacements): .file(replacements.inverse)
      }
    return AppliedImport(
      calendar: calendar, inverseContent, objects: objects.mapValues(\.inverse), uids: uids)
  }
}
