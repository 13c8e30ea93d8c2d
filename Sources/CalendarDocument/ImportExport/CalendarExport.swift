import CalendarModel
import ICalendar

/// Writes a calendar, or some of its events, as one iCalendar file. The text of each component is kept, and the
/// definitions of all zones that it uses are included.
package enum CalendarExport {
  /// Some events of a calendar.
  package struct Part: Sendable {
    let documents: [CalendarDocument]
    let name: String?
    let selection: ObjectSelection

    /// - Parameters:
    ///   - documents: the files of the calendar.
    ///   - name: the calendar's name, if the files do not contain it.
    package init(documents: [CalendarDocument], name: String? = nil, selection: ObjectSelection) {
      (self.documents, self.name, self.selection) = (documents, name, selection)
    }
  }

  /// Returns a calendar as a file.
  ///
  /// - Parameters:
  ///   - documents: the files of the calendar.
  ///   - name: the calendar's name, if the files do not contain it.
  package static func bytes(of documents: [CalendarDocument], named name: String? = nil) -> [UInt8] {
    if documents.count == 1, let document = documents.first, document.file == nil, document.isValidExport {
      return document.standardBytes
    }
    return bytes(of: documents.flatMap { $0.objects() }, documents, headLines(of: documents, named: name))
  }

  /// Returns some events of one or more calendars as a file. An event that is in several calendars is written once.
  /// The calendar's own properties are written only if there is just one calendar.
  ///
  /// - Returns: the bytes, and the number of events and series that were left out because they no longer exist, or
  ///   because another calendar has a different event with the same UID; nil if none of the events exists.
  package static func bytes(of parts: [Part]) -> (bytes: [UInt8], omittedCount: Int)? {
    var writtenObjects: [ByteString: CalendarObject] = [:]
    var objects: [CalendarObject] = []
    var omittedCount = 0
    for part in parts {
      let selectedObjects = part.documents.flatMap { $0.objects(in: part.selection) }
      omittedCount += max(0, part.selection.count - Set(selectedObjects.map(\.uid)).count)
      // The components of one calendar with the same UID belong together, even if they are in different files.
      let objectsOfEarlierParts = writtenObjects
      for object in selectedObjects {
        if let existing = objectsOfEarlierParts[object.uid] {
          if !existing.isSameEvent(as: object) { omittedCount += 1 }
        } else {
          objects.append(object)
          writtenObjects[object.uid] = object
        }
      }
    }
    guard !objects.isEmpty else { return nil }
    let head =
      parts.count == 1
      ? headLines(of: parts[0].documents, named: parts[0].name) : EventWriter.calendarLines.head
    return (bytes(of: objects, parts.flatMap(\.documents), head), omittedCount)
  }

  private static func bytes(
    of objects: [CalendarObject], _ documents: [CalendarDocument], _ head: [[UInt8]]
  ) -> [UInt8] {
    // Two files may define a zone differently under the same name. RFC 5545 3.4 allows several calendars in a file, each
    // with its own zones, but many programs read only the first definition.
    var naming = ZoneNaming { name in documents.first?.zones.systemZone(name) }
    var calendar = Calendar()
    for object in objects { calendar.add(naming.adapting(object)) }
    let tail = EventWriter.calendarLines.tail
    return ICalendarText.bytes(ofNewLines: head)
      + ICalendarText.bytes(ofLines: calendar.zoneLines + calendar.lines)
      + ICalendarText.bytes(ofNewLines: tail)
  }

  private static func headLines(of documents: [CalendarDocument], named name: String?) -> [[UInt8]] {
    var head = EventWriter.calendarLines.head
    if documents.count == 1, let document = documents.first, document.file == nil {
      head += document.ownCalendarLines.filter { line in
        !["VERSION", "PRODID", "METHOD"].contains(ContentLine(line[...])?.name ?? "")
      }
    } else if let name {
      head += ["NAME:", "X-WR-CALNAME:"].map { Array($0.utf8) + Text.escape(name) }
    }
    return head
  }

  /// A VCALENDAR that is being written.
  private struct Calendar {
    private var zones: [String: [UInt8]] = [:]
    private(set) var lines: [UInt8] = []

    var zoneLines: [UInt8] { zones.sorted { $0.key < $1.key }.flatMap(\.value) }

    mutating func add(_ object: CalendarObject) {
      // The definition with the earlier onset also covers the events of the other one.
      zones.merge(object.zones) { existing, other in
        let isOtherEarlier = other.firstOnset.lexicographicallyPrecedes(existing.firstOnset)
        return existing == other || !isOtherEarlier ? existing : other
      }
      for text in object.texts { lines += text }
    }
  }
}

extension CalendarObject {
  /// Returns whether two objects have the same contents and the same definitions of their zones.
  fileprivate func isSameEvent(as other: CalendarObject) -> Bool {
    hasSameContents(as: other)
      && zones.allSatisfy { name, definition in
        other.zones[name].map { ZoneDefinition.haveSameRules($0, definition) } ?? false
      }
  }
}

extension CalendarDocument {
  /// Whether the file can be exported as it is: it is one complete VCALENDAR with the required properties, defines all
  /// zones that it uses, and has no older revisions of events.
  fileprivate var isValidExport: Bool {
    guard calendarCount == 1, isComplete, text.components.count(where: { $0.parent == nil }) == 1,
      supersedingComponents.isEmpty
    else { return false }
    let names = Set(ownCalendarLines.compactMap { ContentLine($0[...])?.name })
    guard names.contains("VERSION"), names.contains("PRODID"), !isVCalendar else { return false }
    return objectComponents.allSatisfy { component in
      text.components[component].hasEnd
        && text.zoneNames(in: component).allSatisfy {
          zones.defines($0) || systemZones.zone(named: $0) == nil
        }
    }
  }

  /// Whether the file is vCalendar 1.0.
  private var isVCalendar: Bool {
    ownCalendarLines.contains { line in
      ContentLine(line[...]).map { $0.name == "VERSION" && $0.value.elementsEqual("1.0".utf8) } ?? false
    }
  }

  /// The unfolded lines of the first VCALENDAR that are outside nested components.
  fileprivate var ownCalendarLines: [[UInt8]] {
    guard let index = text.components.firstIndex(where: { $0.name == "VCALENDAR" }) else { return [] }
    return text.ownLines(of: index).joined().compactMap { line in
      text.line(line).map { Array($0.head + $0.value) }
    }
  }
}

extension [UInt8] {
  /// The earliest DTSTART in a VTIMEZONE, as written.
  fileprivate var firstOnset: [UInt8] {
    guard let text = try? ICalendarText(self) else { return [] }
    let onsets = (0..<text.lineCount).compactMap { index -> [UInt8]? in
      guard let line = text.line(index), line.name == "DTSTART" else { return nil }
      return Array(line.value)
    }
    return onsets.min { $0.lexicographicallyPrecedes($1) } ?? []
  }
}
