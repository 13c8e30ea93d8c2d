import CalendarModel
import ICalendar

/// The requests that turn the components of an object into those of a new version.
///
/// Only components that differ are sent, so the service does not normalize what the user did not change. Components
/// are created and changed before any is removed: if a request fails, an occurrence may exist twice, but none is
/// lost.
struct WritePlan: Hashable, Sendable {
  /// Why an object cannot be stored by the service.
  enum Refusal: Error, Hashable, Sendable {
    /// It is not a readable iCalendar object, or not UTF-8.
    case unreadable
    /// Its events have different UIDs or no UID, or the UID has changed.
    case differentUID
    /// The master would be removed, but overrides of it would remain.
    case missingMaster
    /// Two of its components have the same RECURRENCE-ID, or both have none.
    case repeatedOccurrence
  }

  var uid: ByteString
  /// The VTIMEZONEs to send before the components, by name.
  var zoneDefinitions: [ByteString: [UInt8]] = [:]
  /// The time zones that are used but not defined in the object. The service must know them already.
  var undefinedZones: Set<ByteString> = []
  /// The first component of a new object.
  var createdComponent: [UInt8]?
  /// The changed and added components.
  var modifiedComponents: [[UInt8]] = []
  /// The values of RECURRENCE-ID of the changed occurrences to remove.
  var removedOccurrences: [String] = []
  /// Whether the whole object is removed.
  var removesObject = false
  /// The new version of the object; nil if the object is removed.
  var newObject: ServiceObject?

  var isEmpty: Bool {
    createdComponent == nil && modifiedComponents.isEmpty && removedOccurrences.isEmpty && !removesObject
  }

  /// - Parameters:
  ///   - stored: the object as the service has it now; nil if there is none.
  ///   - base: the text on which the new version is based, as the store received it.
  ///   - bytes: the new version; nil to remove the object.
  ///   - sendsUnchanged: whether components that do not differ are sent too, so that the service asks the server.
  init(
    stored: ServiceObject?, base: [UInt8]?, bytes: [UInt8]?, sendsUnchanged: Bool = false
  ) throws(Refusal) {
    let oldComponents = base.flatMap(ServiceComponent.components) ?? []
    guard let bytes else {
      uid = stored?.uid ?? ByteString("")
      removesObject = stored != nil
      return
    }
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0),
      let newComponents = ServiceComponent.components(in: bytes),
      let newObject = ServiceObject(newComponents),
      let first = newObject.components.first
    else { throw .unreadable }
    guard newComponents.allSatisfy({ $0.uid == first.uid }), !first.uid.isEmpty,
      stored.map({ $0.uid == first.uid }) ?? true
    else { throw .differentUID }
    uid = first.uid
    guard Set(newComponents.map(\.recurrenceID)).count == newComponents.count else {
      throw .repeatedOccurrence
    }
    self.newObject = newObject
    guard let stored else {
      createdComponent = first.bytes
      modifiedComponents = newObject.components.dropFirst().map(\.bytes)
      recordZones(of: newComponents, definedIn: bytes)
      return
    }
    let oldBytes = Dictionary(oldComponents.map { ($0.recurrenceID, $0.bytes) }, uniquingKeysWith: { $1 })
    let newRecurrenceIDs = Set(newComponents.map(\.recurrenceID))
    if oldBytes.keys.contains(nil), !newRecurrenceIDs.contains(nil) { throw .missingMaster }
    let changedComponents = newComponents.filter { sendsUnchanged || oldBytes[$0.recurrenceID] != $0.bytes }
    modifiedComponents = changedComponents.map {
      $0.bytes(with: stored.serviceLines(for: $0.recurrenceID))
    }
    removedOccurrences = oldBytes.keys.compactMap { $0 }.filter { !newRecurrenceIDs.contains($0) }.sorted()
    recordZones(of: changedComponents, definedIn: bytes)
  }

  /// Records the time zones of components to send, with their definitions in the object.
  private mutating func recordZones(of components: [ServiceComponent], definedIn bytes: [UInt8]) {
    let names = components.reduce(into: Set<ByteString>()) { $0.formUnion($1.zones) }
    zoneDefinitions = WritePlan.definitions(in: bytes).filter { names.contains($0.key) }
    undefinedZones = names.subtracting(zoneDefinitions.keys)
  }

  /// The VTIMEZONEs in iCalendar text, by name.
  static func definitions(in bytes: [UInt8]) -> [ByteString: [UInt8]] {
    guard let text = try? ICalendarText(bytes) else { return [:] }
    var definitions: [ByteString: [UInt8]] = [:]
    for index in text.components.indices where text.components[index].name == "VTIMEZONE" {
      for line in text.ownLines(of: index).joined() {
        guard let content = text.line(line), content.name == "TZID" else { continue }
        definitions[ByteString(Text.unescape(content.value))] = Array(text.bytes(ofComponent: index))
      }
    }
    return definitions
  }
}

extension ServiceObject {
  /// Returns the lines that the service needs with a component. For a new override, these are the lines of the
  /// master.
  func serviceLines(for recurrenceID: String?) -> [UInt8] {
    (components.first { $0.recurrenceID == recurrenceID } ?? components[0]).serviceLines
  }
}
