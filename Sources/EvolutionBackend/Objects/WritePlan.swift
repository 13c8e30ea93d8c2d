import CalendarModel
import ICalendar

/// The requests that turn the components of an object into those of a new version.
///
/// Only components that differ are sent, so nothing that the user did not change is normalized by the
/// service. Components are created and changed before any is removed: if a request fails, an occurrence may
/// be there twice, but none is lost.
struct WritePlan: Hashable, Sendable {
  /// Why an object cannot be stored by the service.
  enum Refusal: Error, Hashable, Sendable {
    /// It is not an iCalendar object that can be read, or not UTF-8.
    case unreadable
    /// It has events with several UIDs, or another UID than before.
    case otherUID
    /// The series would be removed, but changed occurrences of it would remain.
    case withoutSeries
    /// Two of its components are the same occurrence.
    case repeatedOccurrence
  }

  var uid: ByteString
  /// The VTIMEZONEs that the service must know before the components, by name.
  var zones: [String: [UInt8]] = [:]
  /// The time zones that are used but not defined in the object. The service must know them already.
  var undefinedZones: Set<String> = []
  /// The component with which a new object begins.
  var created: [UInt8]?
  /// The changed and added components.
  var modified: [[UInt8]] = []
  /// The values of RECURRENCE-ID of the changed occurrences to remove.
  var removedOccurrences: [String] = []
  /// Whether the whole object is removed.
  var removesObject = false
  /// The object to compare with what the service has stored; nil if the object is removed.
  var result: ServiceObject?

  var isEmpty: Bool {
    created == nil && modified.isEmpty && removedOccurrences.isEmpty && !removesObject
  }

  /// - Parameters:
  ///   - stored: the object as the service has it now; nil if there is none.
  ///   - base: the text on which the new version is based, as it was handed out.
  ///   - bytes: the new version; nil to remove the object.
  init(stored: ServiceObject?, base: [UInt8]?, bytes: [UInt8]?) throws(Refusal) {
    let old = base.flatMap(ServiceComponent.components) ?? []
    guard let bytes else {
      uid = stored?.uid ?? ByteString("")
      removesObject = stored != nil
      return
    }
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0),
      let new = ServiceComponent.components(in: bytes), let first = ServiceObject(new)?.components.first
    else { throw .unreadable }
    guard new.allSatisfy({ $0.uid == first.uid }), !first.uid.isEmpty,
      stored.map({ $0.uid == first.uid }) ?? true
    else { throw .otherUID }
    uid = first.uid
    guard Set(new.map(\.recurrenceID)).count == new.count else { throw .repeatedOccurrence }
    result = ServiceObject(new)
    guard let stored else {
      created = first.bytes
      modified = (result?.components ?? []).dropFirst().map(\.bytes)
      recordZones(of: new, definedIn: bytes)
      return
    }
    let oldBytes = Dictionary(old.map { ($0.recurrenceID, $0.bytes) }, uniquingKeysWith: { $1 })
    let newRecurrenceIDs = Set(new.map(\.recurrenceID))
    if oldBytes.keys.contains(nil), !newRecurrenceIDs.contains(nil) { throw .withoutSeries }
    let changed = new.filter { oldBytes[$0.recurrenceID] != $0.bytes }
    modified = changed.map { $0.bytes(with: stored.serviceLines(for: $0.recurrenceID)) }
    removedOccurrences = oldBytes.keys.compactMap { $0 }.filter { !newRecurrenceIDs.contains($0) }.sorted()
    recordZones(of: changed, definedIn: bytes)
  }

  /// Records the time zones of components that are sent, with their definitions in the object.
  private mutating func recordZones(of sent: [ServiceComponent], definedIn bytes: [UInt8]) {
    let used = sent.reduce(into: Set<String>()) { $0.formUnion($1.zones) }
    zones = WritePlan.definitions(in: bytes).filter { used.contains($0.key) }
    undefinedZones = used.subtracting(zones.keys)
  }

  /// The VTIMEZONEs in a text, by name.
  static func definitions(in bytes: [UInt8]) -> [String: [UInt8]] {
    guard let text = try? ICalendarText(bytes) else { return [:] }
    var definitions: [String: [UInt8]] = [:]
    for index in text.components.indices where text.components[index].name == "VTIMEZONE" {
      for line in text.ownLines(of: index).joined() {
        guard let content = text.line(line), content.name == "TZID" else { continue }
        definitions[Text.unescape(content.value)] =
          Array(text.bytes(ofComponent: index))
      }
    }
    return definitions
  }
}

extension ServiceObject {
  /// Returns the lines that the service needs with a component. All components of an object have the same; a
  /// new occurrence gets those of its series.
  func serviceLines(for recurrenceID: String?) -> [UInt8] {
    (components.first { $0.recurrenceID == recurrenceID } ?? components[0]).serviceLines
  }
}
