import CalendarModel

/// What an import would do to a calendar: which objects are new, which would be updated, and which stay as they
/// are.
package struct ImportPlan: Sendable {
  /// An object of the calendar, and where it is.
  package struct Existing: Sendable {
    let object: CalendarObject
    let file: ByteString?
    /// Whether several files of the folder have objects with this UID, or the file cannot be changed.
    let hasKnownSize: Bool
  }

  /// A change of one object.
  package struct Change: Sendable {
    package let uid: ByteString
    /// The file that contains the object; nil if it is new, or if the calendar is a single file.
    package let file: ByteString?
    /// The components before the import; empty if the object is new.
    package let before: [[UInt8]]
    /// The object after the import.
    package let after: CalendarObject
  }

  /// How many objects there are of one kind.
  package struct Counts: Hashable, Sendable {
    /// The calendar does not have them.
    package var new = 0
    /// The calendar has an older revision.
    package var updated = 0
    /// The calendar has them already.
    package var same = 0
    /// The calendar has a newer revision, or one that cannot be changed.
    package var kept = 0

    package init(new: Int = 0, updated: Int = 0, same: Int = 0, kept: Int = 0) {
      (self.new, self.updated, self.same, self.kept) = (new, updated, same, kept)
    }
  }

  package private(set) var insertions: [Change] = []
  package private(set) var updates: [Change] = []
  /// The counts of the events; a series counts as one.
  package private(set) var events = Counts()
  /// The counts of the tasks and journal entries.
  package private(set) var others = Counts()

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
      } else if known.hasKnownSize || object.isOlder(than: known.object) && object.hasMaster {
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
    for path in [\ImportPlan.events, \.others] {
      plan[keyPath: path].kept += plan[keyPath: path].updated
      plan[keyPath: path].updated = 0
    }
    return plan
  }

  private mutating func count(_ object: CalendarObject, _ kind: WritableKeyPath<Counts, Int>) {
    if object.isEvent { events[keyPath: kind] += 1 } else { others[keyPath: kind] += 1 }
  }

  private static func existing(
    _ uids: Set<ByteString>, in documents: [CalendarDocument], _ fixedFiles: Set<ByteString>
  ) -> [ByteString: Existing] {
    var existing: [ByteString: Existing] = [:]
    for document in documents {
      let hasKnownSize = document.file.map(fixedFiles.contains) ?? false
      for object in document.objects(withUIDs: uids) {
        let isRepeated = existing[object.uid] != nil
        existing[object.uid] = Existing(
          object: existing[object.uid]?.object ?? object, file: document.file,
          hasKnownSize: hasKnownSize || isRepeated)
      }
    }
    return existing
  }
}
