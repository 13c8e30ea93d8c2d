import CalendarModel
import CalendarStore
import ICalendar
import TestExtent

@testable import CalendarDocument

/// A document keeps its bytes, an edit changes only the lines that it must, and undo restores the bytes.
enum DocumentTarget {
  private static let calendar = CalendarID("/calendar.ics")
  /// 2026-01-01T12:00:00Z
  private static let stamp = Instant(seconds: 1_767_268_800)
  /// How many events of a document are edited, so that the effort does not grow with the square of its size.
  private static let editedEvents = 4

  static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let document = try? document(bytes) else { return }
    try require(document.bytes == bytes, "reading changes the bytes")
    try checkOccurrences(of: document)
    var random = SeededRandom(
      seed: bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
    for event in document.events.prefix(editedEvents) {
      if event.isRepeating || event.id.recurrenceID != nil {
        try editSeries(of: event, in: document, using: &random)
      } else {
        try edit(event, in: document, using: &random)
      }
    }
  }

  private static func document(_ bytes: [UInt8]) throws(DocumentError) -> CalendarDocument {
    try CalendarDocument(bytes: bytes, calendar: calendar, file: nil, zones: SystemZones.shared)
  }

  private static func checkOccurrences(of document: CalendarDocument) throws(Violation) {
    let index = OccurrenceIndex(events: document.events, zone: .utc)
    for day in [document.events.first?.times.start.wall.day, Day("2026-01-05")].compactMap({ $0 }) {
      let days = day..<day.adding(days: 7)
      for occurrence in index.occurrences(in: days) {
        try require(
          occurrence.start.wall.day < days.upperBound && occurrence.end.wall.day >= days.lowerBound,
          "an occurrence is outside the days")
      }
    }
  }

  /// Returns a change of an event.
  private static func change(_ event: CalendarEvent, using random: inout SeededRandom) -> EventEdit.Change {
    let wall = event.times.start.wall.adding(minutes: random.below(6_000) - 3_000)
    switch random.below(5) {
    case 0: return .resizeEnd(event.times.resized(toEnd: wall, in: .utc))
    case 1: return .set([.summary(random.text(of: ",;\\\n\"")), .location("a, b")])
    case 2: return .delete
    default: return .move(event.times.moved(toStart: wall, in: .utc))
    }
  }

  // MARK: An event that does not repeat

  private static func edit(
    _ event: CalendarEvent, in document: CalendarDocument, using random: inout SeededRandom
  ) throws(Violation) {
    var edited = document
    let change = change(event, using: &random)
    guard let applied = try? edited.apply(EventEdit(target: event.id, change: change), stamp: stamp) else {
      return try require(edited.bytes == document.bytes, "a refused edit changes the bytes")
    }
    try compareWithReading(edited)
    if case .delete = change {
      try requireOtherComponents(of: event.id.uid, from: document, in: edited)
    } else {
      try requireLines(from: document, in: edited) { component, name in
        component == "VEVENT" && changedByEdit.contains(name)
          || component != "VEVENT" && component != "VCALENDAR"
      }
      let now = edited.events.first { $0.id == event.id }
      for property in change.properties {
        try require(
          now?.property(property.kind) == property, "the event does not have the value that was set")
      }
    }
    let result = edited
    do { try edited.revert(applied) } catch {
      throw Violation(description: "an edit is not undone: \(change): \(error)")
    }
    try requireRestored(document, in: edited, "\(change)")
    try require(edited.events == document.events, "undo does not restore the events")
    do { try edited.reapply(applied) } catch {
      throw Violation(description: "an edit is not redone: \(change): \(error)")
    }
    try require(
      linesOutsideZones(of: edited) == linesOutsideZones(of: result),
      "redo does not restore the bytes: \(change)")
  }

  private static let changedByEdit: Set = [
    "DTSTART", "DTEND", "DURATION", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "SUMMARY", "LOCATION",
  ]

  // MARK: A series

  private static func editSeries(
    of event: CalendarEvent, in document: CalendarDocument, using random: inout SeededRandom
  ) throws(Violation) {
    var edited = document
    var edit = EventEdit(target: event.id, change: change(event, using: &random))
    edit.originalStart = event.id.recurrenceID == nil ? event.times.start : nil
    edit.scope = EventEdit.Scope.allCases[random.below(3)]
    let newSeries = EventID(calendar: calendar, file: nil, uid: "new-series")
    guard let applied = try? edited.applyToSeries(edit, newSeries: newSeries, stamp: stamp) else {
      return try require(edited.bytes == document.bytes, "a refused edit of a series changes the bytes")
    }
    try compareWithReading(edited)
    try requireOtherComponents(of: event.id.uid, from: document, in: edited)
    let result = edited
    do { try edited.revert(applied) } catch {
      throw Violation(description: "an edit of a series is not undone: \(edit): \(error)")
    }
    try requireRestored(document, in: edited, "\(edit)")
    do { try edited.reapply(applied) } catch {
      throw Violation(description: "an edit of a series is not redone: \(edit): \(error)")
    }
    try require(
      linesOutsideZones(of: edited) == linesOutsideZones(of: result),
      "redo does not restore the bytes of a series: \(edit)")
  }

  // MARK: Comparisons

  /// Compares an edited document, of which only a part was read again, with a newly read one.
  private static func compareWithReading(_ edited: CalendarDocument) throws(Violation) {
    guard let read = try? document(edited.bytes) else {
      // The only event may have been deleted.
      return try require(edited.events.isEmpty, "an edited document cannot be read")
    }
    try require(read.text.components == edited.text.components, "an edited document has other components")
    try require(read.events == edited.events, "an edited document has other events")
  }

  /// Requires the lines of a document in another one, in the same order, except those that may change.
  private static func requireLines(
    from document: CalendarDocument, in edited: CalendarDocument,
    exceptWhere mayChange: (_ component: String, _ name: String) -> Bool
  ) throws(Violation) {
    var names = [String?](repeating: nil, count: document.text.lineCount)
    for component in document.text.components {
      for line in component.lines { names[line] = component.name }
    }
    var rest = lines(of: edited)[...]
    for (line, bytes) in lines(of: document).enumerated() {
      let name = document.text.line(line)?.name ?? ""
      guard let component = names[line], !mayChange(component, name) else { continue }
      guard let position = rest.firstIndex(of: bytes) else {
        throw Violation(description: "a line is lost: \(String(decoding: bytes, as: UTF8.self))")
      }
      rest = rest[(position + 1)...]
    }
  }

  /// Requires the bytes of a document after undo. A VTIMEZONE that the edit added stays if another event uses the zone,
  /// which the file did not define before.
  private static func requireRestored(
    _ document: CalendarDocument, in edited: CalendarDocument, _ edit: String
  ) throws(Violation) {
    guard edited.bytes != document.bytes else { return }
    try require(
      edited.text.components.count > document.text.components.count,
      "undo does not restore the bytes: \(edit)")
    try require(
      linesOutsideZones(of: edited) == linesOutsideZones(of: document),
      "undo does not restore the bytes: \(edit)")
  }

  private static func linesOutsideZones(of document: CalendarDocument) -> [[UInt8]] {
    let zones = document.text.components.filter { $0.name == "VTIMEZONE" }.map(\.lines)
    return lines(of: document).enumerated().filter { line, _ in !zones.contains { $0.contains(line) } }.map(
      \.element)
  }

  private static func lines(of document: CalendarDocument) -> [[UInt8]] {
    (0..<document.text.lineCount).map { line in
      var bytes = document.text.bytes(ofLines: line..<line + 1)
      while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
      return Array(bytes)
    }
  }

  /// Requires the components of other events in an edited document, byte for byte.
  private static func requireOtherComponents(
    of uid: ByteString, from document: CalendarDocument, in edited: CalendarDocument
  ) throws(Violation) {
    func components(_ document: CalendarDocument) -> [[UInt8]: Int] {
      var counts: [[UInt8]: Int] = [:]
      for (event, component) in zip(document.events, document.components) where event.id.uid != uid {
        counts[Array(document.text.bytes(ofComponent: component)), default: 0] += 1
      }
      return counts
    }
    let remaining = components(edited)
    for (bytes, count) in components(document) {
      try require(remaining[bytes, default: 0] >= count, "another event changes")
    }
  }
}
