import CalendarModel
import ICalendar

/// The components of an iCalendar file that have the same UID: an event, a series with its changed occurrences,
/// a task or a journal entry. Their text is kept byte for byte.
package struct CalendarObject: Sendable {
  /// One of the components.
  package struct Component: Hashable, Sendable {
    /// The text from BEGIN through the line break after END.
    package var bytes: [UInt8]
    /// RECURRENCE-ID; empty for the series itself, and for anything that does not repeat.
    var recurrenceID: [UInt8]
    let kind: ObjectKind
    var sequence: Int
    /// LAST-MODIFIED or, if there is none, DTSTAMP: a time in UTC. Comparing the bytes gives the chronological order.
    let modified: [UInt8]
    /// DTSTAMP; empty if there is none.
    var stamp: [UInt8]

    var isCanceled: Bool { ComponentLines(bytes)?.text(of: "STATUS")?.uppercased() == "CANCELLED" }
  }

  package let uid: ByteString
  /// The components in file order.
  package internal(set) var components: [Component]
  /// The VTIMEZONEs to which the components refer, by TZID, with their line breaks.
  package internal(set) var zones: [String: [UInt8]]
  /// The TZIDs that nothing defines; their times are read without a zone.
  var undefinedZones: Set<String> = []
  /// METHOD of the VCALENDAR that contains the components.
  package internal(set) var method = SchedulingMethod.publish

  /// The kind of the object. If its components are of different kinds and one of them is an event, this is `event`.
  package var kind: ObjectKind { components.lazy.map(\.kind).min { $0.rawValue < $1.rawValue } ?? .event }

  /// The title of the first component that has one.
  var title: String? {
    components.lazy.compactMap { ComponentLines($0.bytes)?.text(of: "SUMMARY") }.first { !$0.isEmpty }
  }

  /// The texts of the components.
  package var texts: [[UInt8]] { components.map(\.bytes) }

  /// Whether the object contains anything other than changed occurrences of a series.
  var hasMaster: Bool { components.contains { $0.recurrenceID.isEmpty } }

  /// Returns whether the contents are the same, apart from the order of the lines, the folding, the line breaks and
  /// the time of the export (DTSTAMP).
  package func hasSameContents(as other: CalendarObject) -> Bool {
    components.count == other.components.count && contents == other.contents
  }

  private var contents: [[[UInt8]]] {
    components.map(\.contents).sorted {
      $0.lexicographicallyPrecedes($1) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Returns whether this is an older revision than another object: RFC 5546 2.1.5 compares SEQUENCE, then the time.
  func isOlder(than other: CalendarObject) -> Bool {
    func revision(_ object: CalendarObject) -> (sequence: Int, modified: [UInt8]) {
      (
        object.components.map(\.sequence).max() ?? 0,
        object.components.map(\.modified).max { $0.isBefore($1) } ?? []
      )
    }
    let (ownRevision, otherRevision) = (revision(self), revision(other))
    return ownRevision.sequence != otherRevision.sequence
      ? ownRevision.sequence < otherRevision.sequence
      : ownRevision.modified.isBefore(otherRevision.modified)
  }

  /// Returns this object, updated with a different revision of it. A revision with a master replaces the whole
  /// object. The changed occurrences of a revision without a master are added, or replace those of this object that have
  /// the same original start unless they are older.
  func updated(by newer: CalendarObject, zones systemZones: any ZoneProvider) -> CalendarObject {
    if newer.hasMaster { return newer }
    var object = self
    var originals = OriginalStarts(of: self, zones: systemZones)
    let newOriginals = OriginalStarts(of: newer, zones: systemZones)
    for (position, component) in newer.components.enumerated() {
      guard let index = originals.index(of: newOriginals[position]) else {
        object.components.append(component)
        originals.add(newOriginals[position])
        continue
      }
      if !component.isOlder(than: object.components[index]) { object.components[index] = component }
    }
    object.zones.merge(newer.zones) { existing, _ in existing }
    object.undefinedZones.formUnion(newer.undefinedZones)
    return object
  }
}

extension CalendarObject.Component {
  func isOlder(than other: Self) -> Bool {
    sequence != other.sequence ? sequence < other.sequence : modified.isBefore(other.modified)
  }

  /// Whether this is an older revision of a message than another component (RFC 5546 2.1.5). LAST-MODIFIED, which every
  /// program sets for itself, does not count.
  func isOlderRevision(than other: Self) -> Bool {
    sequence != other.sequence ? sequence < other.sequence : stamp.isBefore(other.stamp)
  }

  /// The sorted content lines without DTSTAMP, each preceded by the name of its component.
  fileprivate var contents: [[UInt8]] {
    guard let text = try? ICalendarText(bytes) else { return [bytes] }
    var lines: [[UInt8]] = []
    for (index, component) in text.components.enumerated() {
      var prefix = Array("\(component.name)\n".utf8)
      if component.parent != nil {
        // Keeps nested components apart: two reminders may have the same lines in a different combination.
        prefix += Array("\(index)\n".utf8)
      }
      for line in text.ownLines(of: index).joined() {
        guard let line = text.line(line), line.name != "DTSTAMP" else { continue }
        lines.append(prefix + line.head + line.value)
      }
    }
    return lines.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension [UInt8] {
  fileprivate func isBefore(_ other: [UInt8]) -> Bool { lexicographicallyPrecedes(other) }
}

/// Some of the objects of a calendar.
package struct ObjectSelection: Hashable, Sendable {
  /// The UIDs of the objects.
  var uids: Set<ByteString> = []
  /// The events that have no UID.
  var eventsWithoutUID: Set<EventID> = []

  package init(uids: Set<ByteString>) { self.uids = uids }

  /// Selects the objects that contain the given events.
  package init(containing events: some Sequence<EventID>) {
    for id in events {
      if id.uid.isEmpty { eventsWithoutUID.insert(id) } else { uids.insert(id.uid) }
    }
  }

  /// The number of objects.
  package var count: Int { uids.count + eventsWithoutUID.count }
}

extension CalendarDocument {
  /// Returns the selected objects in the file, in file order. Those without a UID get one that is derived from
  /// their contents.
  package func objects(in selection: ObjectSelection) -> [CalendarObject] {
    var uids = selection.uids
    if !selection.eventsWithoutUID.isEmpty {
      for (event, component) in zip(events, components) where selection.eventsWithoutUID.contains(event.id) {
        if let (uid, _) = objectComponent(component) { uids.insert(uid) }
      }
    }
    return objects(withUIDs: uids)
  }

  /// Returns the objects in the file, in file order: all its events, tasks and journal entries, grouped by UID.
  ///
  /// - Parameter uids: the UIDs of the objects to return; nil for all.
  package func objects(withUIDs uids: Set<ByteString>? = nil) -> [CalendarObject] {
    /// The components of different messages do not belong together.
    struct Key: Hashable {
      let uid: ByteString
      let message: Int?
    }
    var objects: [CalendarObject] = []
    var positions: [Key: Int] = [:]
    var generatedZones: [String: [UInt8]] = [:]
    let methods = schedulingMethods
    for index in objectComponents {
      guard let (uid, component) = objectComponent(index), uids?.contains(uid) ?? true else { continue }
      let calendar = text.components[index].parent
      let method = calendar.flatMap { methods[$0] }
      let key = Key(uid: uid, message: method == nil ? nil : calendar)
      let position = positions[key] ?? objects.count
      if position == objects.count {
        objects.append(CalendarObject(uid: uid, components: [], zones: [:], method: method ?? .publish))
        positions[key] = position
      }
      // Identical components without a UID count as one, because their UID is derived from their contents.
      guard !objects[position].components.contains(component) else { continue }
      objects[position].components.append(component)
      for name in text.zoneNames(in: index) where objects[position].zones[name] == nil {
        if let definition = zoneText(named: name, for: index, &generatedZones) {
          objects[position].zones[name] = definition
        } else {
          objects[position].undefinedZones.insert(name)
        }
      }
    }
    return objects
  }

  /// The events, tasks and journal entries of the calendar, including those that cannot be shown, but not the older
  /// revisions of events. Messages are no revisions of each other.
  var objectComponents: [Int] {
    let messages = supersedingComponents.isEmpty ? [:] : schedulingMethods
    return text.components.indices.filter { index in
      guard Self.objectKinds[text.components[index].name] != nil, text.isTopLevel(index) else { return false }
      return supersedingComponents[index] == nil
        || text.components[index].parent.map { messages[$0] != nil } ?? false
    }
  }

  /// Returns the bytes of a component with a line break at their end, and with the END that it or a component inside it
  /// lacks.
  func completeBytes(ofComponent component: Int) -> [UInt8] {
    var bytes = Array(text.bytes(ofComponent: component))
    let lineBreak = Self.lineBreak(of: bytes)
    if bytes.last != 0x0A, bytes.last != 0x0D { bytes += lineBreak }
    var ends: [UInt8] = []
    var innermost: Int? = component
    while let open = innermost, !text.components[open].hasEnd {
      ends = Array("END:\(text.components[open].name)".utf8) + lineBreak + ends
      innermost = text.children(of: open).last
    }
    return bytes + ends
  }

  private static let objectKinds: [String: ObjectKind] = [
    "VEVENT": .event, "VTODO": .task, "VJOURNAL": .journalEntry,
  ]

  private func objectComponent(
    _ index: Int
  ) -> (uid: ByteString, component: CalendarObject.Component)? {
    var (uid, recurrenceID) = (ByteString(""), [UInt8]())
    var (sequence, modified, stamp) = (0, [UInt8](), [UInt8]())
    for line in text.ownLines(of: index).joined() {
      guard let line = text.line(line) else { continue }
      switch line.name {
      case "UID" where uid.isEmpty: uid = ByteString(Text.unescape(line.value))
      case "RECURRENCE-ID" where recurrenceID.isEmpty: recurrenceID = Array(TimeValue.trimmed(line.value))
      case "SEQUENCE": sequence = Int(String(decoding: TimeValue.trimmed(line.value), as: UTF8.self)) ?? 0
      case "LAST-MODIFIED": modified = Array(TimeValue.trimmed(line.value))
      case "DTSTAMP": stamp = Array(TimeValue.trimmed(line.value))
      default: break
      }
    }
    var bytes = completeBytes(ofComponent: index)
    if uid.isEmpty {
      uid = Self.uid(for: bytes)
      guard let end = bytes.firstIndex(of: 0x0A) ?? bytes.firstIndex(of: 0x0D) else { return nil }
      bytes.insert(contentsOf: Array("UID:\(uid)".utf8) + Self.lineBreak(of: bytes), at: end + 1)
    }
    let kind = Self.objectKinds[text.components[index].name] ?? .event
    return (
      uid,
      CalendarObject.Component(
        bytes: bytes, recurrenceID: recurrenceID, kind: kind, sequence: sequence,
        modified: modified.isEmpty ? stamp : modified, stamp: stamp)
    )
  }

  /// Returns the UID for a component that has none. It depends only on the contents, so a second import of the
  /// same file recognizes the events of the first import.
  private static func uid(for bytes: [UInt8]) -> ByteString {
    func hash(_ seed: UInt64) -> String {
      let digits = String(bytes.stableHash(from: seed), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return ByteString("\(hash(0xcbf2_9ce4_8422_2325))-\(hash(0x9e37_79b9_7f4a_7c15))")
  }

  static func lineBreak(of bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0D, 0x0A] }
    guard bytes[end] == 0x0D else { return [0x0A] }
    // Some programs write CR CR LF.
    return bytes[end...].prefix(3).contains(0x0A) ? [0x0D, 0x0A] : [0x0D]
  }

  /// Returns the VTIMEZONE of a zone for a component: the file's own or, if it has none, one generated from the system's
  /// database; nil if neither knows the zone.
  private func zoneText(
    named name: String, for component: Int, _ generatedZones: inout [String: [UInt8]]
  ) -> [UInt8]? {
    if let definition = zones.definition(of: name, for: component, in: text),
      text.components[definition].hasEnd
    {
      return Array(text.bytes(ofComponent: definition))
    }
    if let cached = generatedZones[name] { return cached }
    guard let zone = systemZones.zone(named: name) ?? zones.zoneOfForeignName(name) else { return nil }
    let year = events.map(\.times.start.wall.day.year).min() ?? 1970
    var lines = ICalendarText.bytes(ofNewLines: ZoneWriter(zone, fromYearBefore: year).lines)
    if !DocumentZones.isSame(zone.identifier, name) {
      lines = ZoneNames.renaming([ByteString(zone.identifier): name], in: lines)
    }
    generatedZones[name] = lines
    return lines
  }
}

extension CalendarObject {
  /// Returns the object as a complete iCalendar file in UTF-8. Its components keep their line breaks.
  package func fileBytes() -> [UInt8] {
    let lineBreak = CalendarDocument.lineBreak(of: components.first?.bytes ?? [])
    let (head, tail) = EventWriter.calendarLines
    func lines(_ lines: [[UInt8]]) -> [UInt8] {
      ICalendarText.bytes(ofLines: ICalendarText.bytes(ofNewLines: lines), lineEnding: lineBreak)
    }
    let definitions = zones.sorted { $0.key < $1.key }.flatMap {
      ICalendarText.bytes(ofLines: $0.value, lineEnding: lineBreak)
    }
    return lines(head) + definitions + ICalendarText.standardized(components.flatMap(\.bytes)) + lines(tail)
  }
}
