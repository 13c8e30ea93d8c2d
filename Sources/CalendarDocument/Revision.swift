import CalendarModel
import ICalendar

/// The revision of a component. Of several components with the same UID and RECURRENCE-ID, the newest is the
/// one with the highest SEQUENCE, then the one with the latest DTSTAMP (RFC 5546 2.1.5). A component with
/// neither counts as the oldest.
struct Revision: Comparable {
  private var sequence = 0
  private var stamp = Int.min

  init(of component: Int, in text: ICalendarText) {
    var lines = EventLines()
    for index in text.ownLines(of: component).joined() {
      guard let line = text.line(index), lines.record(line.name, at: index) else { continue }
      switch line.name {
      case "SEQUENCE": sequence = Revision.sequence(TimeValue.trimmed(line.value))
      case "DTSTAMP":
        if case .time(let wall, _) = TimeValue(line.value) { stamp = wall.seconds }
      default: break
      }
    }
  }

  static func < (a: Revision, b: Revision) -> Bool { (a.sequence, a.stamp) < (b.sequence, b.stamp) }

  private static func sequence(_ value: ArraySlice<UInt8>) -> Int {
    let isNumber = !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }
    // A number too large for `Int` still counts as the highest.
    return isNumber ? Int(String(decoding: value, as: UTF8.self)) ?? Int.max : 0
  }

  /// Identifies the event that a revision belongs to, by its UID and original start. UIDs are compared byte
  /// by byte.
  struct Identity: Hashable {
    private enum OriginalStart: Hashable {
      case none
      case date(Day)
      case floating(WallTime)
      case moment(Instant)
      /// A RECURRENCE-ID that is not a valid time.
      case text([UInt8])
    }

    private let uid: ByteString
    private let originalStart: OriginalStart
    private let isThisAndFuture: Bool

    /// Creates the identity of an event. Returns nil for an event without a UID, which has no revisions.
    init?(_ event: CalendarEvent) {
      guard !event.id.uid.isEmpty else { return nil }
      uid = event.id.uid
      guard case .changed(let time, let isThisAndFuture) = event.series else {
        originalStart = event.id.recurrenceID.map { .text(Array($0.utf8)) } ?? .none
        isThisAndFuture = false
        return
      }
      self.isThisAndFuture = isThisAndFuture
      originalStart =
        switch time {
        case .date(let day): .date(day)
        case .floating(let wall): .floating(wall)
        case .utc, .zoned: .moment(time.time(in: .utc).instant)
        }
    }
  }
}

/// A VEVENT as read from a file.
struct ParsedEvent {
  struct Key: Hashable {
    let uid: ByteString
    let recurrenceID: String?
  }

  let uid: ByteString
  let recurrenceID: String?
  /// The event; nil if it cannot be shown.
  let event: SharedEvent?
  let component: Int
  /// Whether `event` already has its identifier and the calendar's color. `EventID.duplicate` is set later if
  /// an earlier event has the same UID and RECURRENCE-ID.
  var hasIDAndColor = false

  /// Uses an event that `OrdinaryEventReader` has read; it already has its identifier and the calendar's color.
  init(_ event: SharedEvent, component: Int) {
    (uid, recurrenceID) = (event.event.id.uid, nil)
    (self.event, self.component, hasIDAndColor) = (event, component, true)
  }

  init(_ reader: EventReader, component: Int) {
    (uid, recurrenceID) = (reader.uid, reader.recurrenceID)
    event = reader.event.map { SharedEvent($0) }
    self.component = component
  }
}

extension CalendarDocument {
  /// Returns the UIDs that more than one event uses. In nearly all files, each UID is used only once.
  static func repeatedUIDs(_ parsedEvents: [ParsedEvent]) -> Set<ByteString> {
    var uids = Set<ByteString>(minimumCapacity: parsedEvents.count)
    var repeatedUIDs: Set<ByteString> = []
    for parsed in parsedEvents where !uids.insert(parsed.uid).inserted { repeatedUIDs.insert(parsed.uid) }
    return repeatedUIDs
  }

  /// Finds the components that are superseded by a newer revision of the same event. If nothing determines
  /// which of two components is newer, both are shown, because some programs give several events the same
  /// UID.
  ///
  /// - Returns: the newest component for each superseded one. A component that cannot be shown does not
  ///   supersede any.
  func supersedingComponents(_ parsedEvents: [ParsedEvent], _ repeatedUIDs: Set<ByteString>) -> [Int: Int] {
    guard !repeatedUIDs.isEmpty else { return [:] }
    var componentsByIdentity: [Revision.Identity: [Int]] = [:]
    for parsed in parsedEvents where repeatedUIDs.contains(parsed.uid) {
      guard let identity = parsed.event.flatMap({ Revision.Identity($0.event) }) else { continue }
      componentsByIdentity[identity, default: []].append(parsed.component)
    }
    var supersedingComponents: [Int: Int] = [:]
    for components in componentsByIdentity.values where components.count > 1 {
      let revisions = components.map { Revision(of: $0, in: text) }
      guard let newest = revisions.max(), let position = revisions.firstIndex(of: newest) else { continue }
      for (component, revision) in zip(components, revisions) where revision < newest {
        supersedingComponents[component] = components[position]
      }
    }
    return supersedingComponents
  }

  /// Returns the components of an event's older revisions, in file order.
  func olderRevisions(of index: Int) -> [Int] {
    supersedingComponents.filter { $0.value == components[index] }.keys.sorted()
  }

  /// Removes an event and its older revisions, which must be unchanged.
  mutating func removeEvent(at index: Int, with revisions: [RemovedComponent]) throws(EditError) {
    let olderComponents = olderRevisions(of: index)
    guard olderComponents.map({ Array(text.bytes(ofComponent: $0)) }) == revisions.map(\.bytes) else {
      throw .changedAfterEdit
    }
    do {
      var text = text
      // Remove the last one first, so that the indices of the others stay valid.
      for component in (olderComponents + [components[index]]).sorted(by: >) {
        text = try ICalendarText(text.bytes(replacing: text.components[component].lines, with: []))
      }
      self = try rereading(text.bytes)
    } catch {
      throw .tooLarge
    }
  }

  /// Restores removed components, given in file order, at their former positions.
  mutating func restore(_ removedComponents: [RemovedComponent]) throws(EditError) {
    var bytes = text.bytes
    for component in removedComponents {
      guard let text = try? ICalendarText(bytes) else { throw .tooLarge }
      guard let line = component.position.line(in: text) else { throw .noCalendar }
      bytes = text.bytes(replacing: line..<line, with: component.bytes)
    }
    try read(bytes)
  }
}
