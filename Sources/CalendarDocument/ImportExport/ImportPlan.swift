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
    /// The object after the import; without components if it is removed.
    package let newObject: CalendarObject
    let kind: ObjectKind

    /// - Parameter kind: the kind of the object; by default, that of `newObject`, which must then have components.
    init(
      uid: ByteString, file: ByteString?, oldComponents: [[UInt8]], newObject: CalendarObject,
      kind: ObjectKind? = nil
    ) {
      (self.uid, self.file, self.oldComponents, self.newObject) = (uid, file, oldComponents, newObject)
      self.kind = kind ?? newObject.kind
    }
  }

  /// What is known about a changed object without its text.
  package struct ChangedObject: Hashable, Sendable {
    package let kind: ObjectKind
    package let existsBefore: Bool
    package let existsAfter: Bool

    package init(kind: ObjectKind, existsBefore: Bool, existsAfter: Bool) {
      (self.kind, self.existsBefore, self.existsAfter) = (kind, existsBefore, existsAfter)
    }

    /// The change that reverts this one.
    package var inverse: ChangedObject {
      ChangedObject(kind: kind, existsBefore: existsAfter, existsAfter: existsBefore)
    }
  }

  package private(set) var insertions: [Change] = []
  package private(set) var updates: [Change] = []
  /// The numbers of objects that the plan adds, updates or leaves as they are, by kind.
  package private(set) var counts: [ObjectKind: ImportCounts] = [:]

  /// What would be left of objects without what messages cancel, by UID.
  private var remainders: [ByteString: CalendarObject] = [:]

  /// The messages that change nothing.
  package private(set) var ignoredMessages: [IgnoredMessage] = []

  /// The state of the calendar after the changes planned so far.
  private struct State {
    let zones: any ZoneProvider
    /// The objects in the calendar, and those that the plan adds.
    var objects: [ByteString: ExistingObject]
    /// The positions in `insertions` and `updates` of the planned changes.
    var insertions: [ByteString: Int] = [:]
    var updates: [ByteString: Int] = [:]
    /// The objects that messages cancel, in whole or in part, as they were before.
    var canceledObjects: [ByteString: CalendarObject] = [:]
    /// The number of messages about each object.
    var messageCounts: [ByteString: Int] = [:]
    /// The names of the zones in each file; in a folder, each new object gets a file of its own.
    var zoneNamings: [ByteString?: ZoneNaming]

    /// Returns an object with names for its zones that mean the same in the file into which it is imported.
    mutating func adapting(_ object: CalendarObject) -> CalendarObject {
      let file = objects[object.uid]?.file
      return zoneNamings[file]?.adapting(object) ?? object
    }
  }

  /// - Parameters:
  ///   - importedObjects: the objects to import, in the order in which they take effect.
  ///   - documents: the files of the calendar.
  ///   - unchangeableFiles: the files that cannot be changed.
  ///   - zones: the provider of IANA time zones.
  ///   - userAddresses: the user's addresses, in lower case and without a scheme.
  package init(
    _ importedObjects: [CalendarObject], into documents: [CalendarDocument],
    unchangeableFiles: Set<ByteString> = [], zones: any ZoneProvider, userAddresses: Set<String> = []
  ) {
    var state = State(
      zones: zones,
      objects: Self.existingObjects(Set(importedObjects.map(\.uid)), in: documents, unchangeableFiles),
      zoneNamings: Dictionary(
        documents.map { ($0.file, ZoneNaming($0)) }, uniquingKeysWith: { first, _ in first }))
    for object in importedObjects {
      let object = state.adapting(object)
      if object.method == .publish {
        add(object, &state)
      } else {
        take(SchedulingMessage(object: object, userAddresses: userAddresses, zones: zones), &state)
      }
    }
    for (uid, earlier) in state.canceledObjects {
      guard let position = state.updates[uid] else { continue }
      remainders[uid] = SchedulingMessage.removingCanceled(
        from: updates[position].newObject, since: earlier, zones: zones)
    }
  }

  /// Adds an object, or updates the calendar's own revision of it.
  private mutating func add(_ object: CalendarObject, _ state: inout State) {
    guard let match = state.objects[object.uid] else { return insert(object, &state) }
    let result = match.object.updated(by: object, zones: state.zones)
    if match.object.hasSameContents(as: result) {
      count(object, \.same)
    } else if !match.isUpdatable || object.isOlder(than: match.object) && object.hasMaster {
      count(object, \.kept)
    } else {
      update(match, to: result, &state)
    }
  }

  /// The maximum number of messages about one event, because the event is read again for each of them.
  private static let messageLimit = 100

  private mutating func take(_ message: SchedulingMessage, _ state: inout State) {
    let object = message.object
    guard let match = state.objects[object.uid] else {
      return object.method == .request ? insert(object, &state) : ignore(object, .unknownEvent, nil)
    }
    state.messageCounts[object.uid, default: 0] += 1
    guard state.messageCounts[object.uid, default: 0] <= Self.messageLimit else {
      return ignore(object, .tooMany, match.object)
    }
    switch message.effect(on: match.object) {
    case .same: count(object, \.same)
    case .update(let result, let reason) where match.isUpdatable:
      if object.method == .cancel, state.canceledObjects[object.uid] == nil {
        state.canceledObjects[object.uid] = match.object
      }
      update(match, to: result, &state)
      if let reason { ignore(object, reason, match.object) }
    case .update: ignore(object, .unchangeable, match.object)
    case .nothing(let reason): ignore(object, reason, match.object)
    }
  }

  private mutating func insert(_ object: CalendarObject, _ state: inout State) {
    insertions.append(Change(uid: object.uid, file: nil, oldComponents: [], newObject: object))
    state.insertions[object.uid] = insertions.count - 1
    state.objects[object.uid] = ExistingObject(object: object, file: nil, isUpdatable: true)
    count(object, \.new)
  }

  private mutating func update(_ match: ExistingObject, to result: CalendarObject, _ state: inout State) {
    let uid = result.uid
    state.objects[uid] = ExistingObject(object: result, file: match.file, isUpdatable: true)
    func change(from oldComponents: [[UInt8]]) -> Change {
      Change(uid: uid, file: match.file, oldComponents: oldComponents, newObject: result)
    }
    if let position = state.insertions[uid] {
      insertions[position] = change(from: [])
    } else if let position = state.updates[uid] {
      updates[position] = change(from: updates[position].oldComponents)
    } else {
      state.updates[uid] = updates.count
      updates.append(change(from: match.object.texts))
      count(result, \.updated)
    }
  }

  private mutating func ignore(
    _ message: CalendarObject, _ reason: IgnoredMessage.Reason, _ stored: CalendarObject?
  ) {
    let title = message.title ?? stored?.title ?? ""
    ignoredMessages.append(IgnoredMessage(title: title, method: message.method, reason: reason))
    count(message, \.ignored)
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool { insertions.isEmpty && updates.isEmpty }

  /// Returns the plan without updates: objects that are already in the calendar stay as they are.
  package func withoutUpdates() -> ImportPlan {
    var plan = self
    (plan.updates, plan.remainders) = ([], [:])
    for (kind, count) in counts {
      plan.counts[kind] = ImportCounts(
        new: count.new, same: count.same, kept: count.kept + count.updated, ignored: count.ignored)
    }
    return plan
  }

  /// Whether messages cancel events or occurrences that the calendar has.
  package var cancelsEvents: Bool { !remainders.isEmpty }

  /// Returns the plan with canceled events and occurrences removed instead of marked.
  package func removingCanceled() -> ImportPlan {
    var plan = self
    plan.updates = updates.map { change in
      guard let remainder = remainders[change.uid] else { return change }
      if remainder.components.isEmpty {
        plan.counts[change.newObject.kind, default: ImportCounts()].updated -= 1
        plan.counts[change.newObject.kind, default: ImportCounts()].removed += 1
      }
      return Change(
        uid: change.uid, file: change.file, oldComponents: change.oldComponents, newObject: remainder,
        kind: change.kind)
    }
    return plan
  }

  /// The objects that this plan adds, updates or removes, by UID.
  package var changedObjects: [ByteString: ChangedObject] {
    Dictionary(
      (insertions + updates).map {
        let object = ChangedObject(
          kind: $0.kind, existsBefore: !$0.oldComponents.isEmpty,
          existsAfter: !$0.newObject.components.isEmpty)
        return ($0.uid, object)
      }, uniquingKeysWith: { first, _ in first })
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
