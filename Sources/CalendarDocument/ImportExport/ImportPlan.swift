import CalendarModel

/// What an import would do to a calendar: which objects are new, which would be updated, and which stay as they
/// are.
package struct ImportPlan: Sendable {
  /// An object of the calendar, and where it is.
  package struct Existing: Sendable {
    let object: CalendarObject
    let file: ByteString?
    /// Whether several files of the folder have objects with this UID, or the file cannot be changed.
    let isFixed: Bool
  }

  /// A change to one object.
  package struct Change: Sendable {
    package let uid: ByteString
    /// The file that contains the object; nil if it is new, or if the calendar is a single file.
    package let file: ByteString?
    /// The components before the import; empty if the object is new.
    package let before: [[UInt8]]
    /// The object after the import.
    package let after: CalendarObject
  }

  package private(set) var insertions: [Change] = []
  package private(set) var updates: [Change] = []
  /// What the plan does with the objects of each kind that there is.
  package private(set) var counts: [ObjectKind: ImportCounts] = [:]
  /// What it does with the events.
  package var events: ImportCounts { counts[.event] ?? ImportCounts() }

  /// - Parameters:
  ///   - imported: the objects to import.
  ///   - documents: the files of the calendar.
  ///   - fixedFiles: the files that cannot be changed.
  package init(
    _ imported: [CalendarObject], into documents: [CalendarDocument], fixedFiles: Set<ByteString> = []
  ) {
    let existing = Self.existing(Set(imported.map(\.uid)), in: documents, fixedFiles)
    for object in imported {
      guard let known = existing[object.uid] else {
        insertions.append(Change(uid: object.uid, file: nil, before: [], after: object))
        count(object, \.new)
        continue
      }
      let result = known.object.updated(by: object)
      if known.object.hasSameContents(as: result) {
        count(object, \.same)
      } else if known.isFixed || object.isOlder(than: known.object) && object.hasMaster {
        count(object, \.kept)
      } else {
        updates.append(
          Change(uid: object.uid, file: known.file, before: known.object.texts, after: result))
        count(object, \.updated)
      }
    }
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool { insertions.isEmpty && updates.isEmpty }

  /// Returns the plan without updates: what is in the calendar stays as it is.
  package func withoutUpdates() -> ImportPlan {
    var plan = self
    plan.updates = []
    for (kind, own) in counts {
      plan.counts[kind] = ImportCounts(new: own.new, same: own.same, kept: own.kept + own.updated)
    }
    return plan
  }

  /// Returns how many objects there are of each kind among those that this plan adds or updates.
  ///
  /// - Parameter isDone: whether an object was added or updated.
  package func changedCounts(where isDone: (ByteString) -> Bool) -> [ObjectKind: Int] {
    (insertions + updates).reduce(into: [:]) { counts, change in
      if isDone(change.uid) { counts[change.after.kind, default: 0] += 1 }
    }
  }

  private mutating func count(_ object: CalendarObject, _ sort: WritableKeyPath<ImportCounts, Int>) {
    counts[object.kind, default: ImportCounts()][keyPath: sort] += 1
  }

  private static func existing(
    _ uids: Set<ByteString>, in documents: [CalendarDocument], _ fixedFiles: Set<ByteString>
  ) -> [ByteString: Existing] {
    var existing: [ByteString: Existing] = [:]
    for document in documents {
      let isFixed = document.file.map(fixedFiles.contains) ?? false
      for object in document.objects(withUIDs: uids) {
        let isRepeated = existing[object.uid] != nil
        existing[object.uid] = Existing(
          object: existing[object.uid]?.object ?? object, file: document.file,
          isFixed: isFixed || isRepeated)
      }
    }
    return existing
  }
}
