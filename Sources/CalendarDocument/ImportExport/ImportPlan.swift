import CalendarModel

/// What an import would do to a calendar: which objects are new, which would be updated, and which stay as they
/// are.
package struct ImportPlan: Sendable {
  /// An object in the calendar.
  package struct ExistingObject: Sendable {
    let object: CalendarObject
    let file: ByteString?
    /// Whether the object can be updated: its file can be changed, and no other file of the folder has an object
    /// with this UID.
    let isUpdatable: Bool
  }

  /// A change to one object.
  package struct Change: Sendable {
    package let uid: ByteString
    /// The file that contains the object; nil if it is new, or if the calendar is a single file.
    package let file: ByteString?
    /// The components before the import; empty if the object is new.
    package let oldComponents: [[UInt8]]
    /// The object after the import.
    package let newObject: CalendarObject
  }

  package private(set) var insertions: [Change] = []
  package private(set) var updates: [Change] = []
  /// The numbers of objects that the plan adds, updates or leaves as they are, by kind.
  package private(set) var counts: [ObjectKind: ImportCounts] = [:]
  /// The numbers of events that the plan adds, updates or leaves as they are.
  package var eventCounts: ImportCounts { counts[.event] ?? ImportCounts() }

  /// - Parameters:
  ///   - importedObjects: the objects to import.
  ///   - documents: the files of the calendar.
  ///   - unchangeableFiles: the files that cannot be changed.
  package init(
    _ importedObjects: [CalendarObject], into documents: [CalendarDocument],
    unchangeableFiles: Set<ByteString> = []
  ) {
    let existingObjects = Self.existingObjects(
      Set(importedObjects.map(\.uid)), in: documents, unchangeableFiles)
    for object in importedObjects {
      guard let match = existingObjects[object.uid] else {
        insertions.append(Change(uid: object.uid, file: nil, oldComponents: [], newObject: object))
        count(object, \.new)
        continue
      }
      let result = match.object.updated(by: object)
      if match.object.hasSameContents(as: result) {
        count(object, \.same)
      } else if !match.isUpdatable || object.isOlder(than: match.object) && object.hasMaster {
        count(object, \.kept)
      } else {
        updates.append(
          Change(uid: object.uid, file: match.file, oldComponents: match.object.texts, newObject: result))
        count(object, \.updated)
      }
    }
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool { insertions.isEmpty && updates.isEmpty }

  /// Returns the plan without updates: objects that are already in the calendar stay as they are.
  package func withoutUpdates() -> ImportPlan {
    var plan = self
    plan.updates = []
    for (kind, count) in counts {
      plan.counts[kind] = ImportCounts(new: count.new, same: count.same, kept: count.kept + count.updated)
    }
    return plan
  }

  /// The kinds of the objects that this plan adds or updates, by UID.
  package var changedKinds: [ByteString: ObjectKind] {
    Dictionary(
      (insertions + updates).map { ($0.uid, $0.newObject.kind) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func count(_ object: CalendarObject, _ category: WritableKeyPath<ImportCounts, Int>) {
    counts[object.kind, default: ImportCounts()][keyPath: category] += 1
  }

  private static func existingObjects(
    _ uids: Set<ByteString>, in documents: [CalendarDocument], _ unchangeableFiles: Set<ByteString>
  ) -> [ByteString: ExistingObject] {
    var existingObjects: [ByteString: ExistingObject] = [:]
    for document in documents {
      let isChangeable = document.file.map { !unchangeableFiles.contains($0) } ?? true
      for object in document.objects(withUIDs: uids) {
        let isRepeated = existingObjects[object.uid] != nil
        existingObjects[object.uid] = ExistingObject(
          object: existingObjects[object.uid]?.object ?? object, file: document.file,
          isUpdatable: isChangeable && !isRepeated)
      }
    }
    return existingObjects
  }
}
