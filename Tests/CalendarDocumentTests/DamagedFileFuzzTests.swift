import CalendarDocument
import CalendarModel
import TestExtent
import Testing

/// Small files with random damage: reading must neither trap nor lose a byte, and undoing an edit must
/// restore the file.
@Suite struct DamagedFileFuzzTests {
  /// Calendar files with `|` for the line endings.
  static let templates: [String] = [
    """
    BEGIN:VCALENDAR|VERSION:2.0|PRODID:x|BEGIN:VTIMEZONE|TZID:Own|BEGIN:STANDARD|DTSTART:19701025T030000|\
    TZOFFSETFROM:+0200|TZOFFSETTO:+0100|RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU|END:STANDARD|BEGIN:DAYLIGHT|\
    DTSTART:19700329T020000|TZOFFSETFROM:+0100|TZOFFSETTO:+0200|RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU|\
    END:DAYLIGHT|END:VTIMEZONE|BEGIN:VEVENT|UID:1|DTSTAMP:20250101T000000Z|DTSTART;TZID=Own:20260105T090000|\
    DTEND;TZID=Own:20260105T100000|SUMMARY:a\\, b|SEQUENCE:1|END:VEVENT|END:VCALENDAR|
    """,
    """
    BEGIN:VCALENDAR|BEGIN:VEVENT|UID:1|DTSTART;VALUE=DATE:20260105|DURATION:P1DT2H3M4S|CATEGORIES:a,b\\,c|\
    COLOR:#ff0000|BEGIN:VALARM|TRIGGER:-PT15M|END:VALARM|END:VEVENT|BEGIN:VEVENT|UID:2|\
    ATTENDEE;CN="Doe: ^n Jane";X=a,b:mailto:x|DTSTART:20260105T| 090000Z|LAST-MODIFIED:20250101T000000Z|END:VEVENT|
    """,
  ]
  /// Fragments with a meaning in iCalendar, which `damage` inserts in addition to random bytes.
  static let fragments = [
    "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "BEGIN:VCALENDAR\n", "END:VCALENDAR\r", "\r\n ", "\r", "\n", "\"",
    ":",
    ";", "\\", "^", "DTSTART:99991231T235959Z\r\n", "DTSTART:00010101T000000\r\n", "DTEND:19000101\r\n",
    "DURATION:-P9999999W\r\n", "RRULE:FREQ=SECONDLY;INTERVAL=0\r\n", "TZID=/a/b/Europe/Berlin", "\u{FEFF}",
    "\u{0}",
    "BEGIN:DAYLIGHT\n", "TZOFFSETFROM:-2359\n", "UNTIL=00010101", "SEQUENCE:999999999\n", "🎈",
  ]

  private func damage(_ file: inout [UInt8], using random: inout SeededRandom) {
    let position = file.isEmpty ? 0 : Int.random(in: 0..<file.count, using: &random)
    let end = min(file.count, position + Int.random(in: 0..<40, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: file.removeSubrange(position..<end)
    case 1: file.insert(contentsOf: file[position..<end], at: Int.random(in: 0...file.count, using: &random))
    case 2, 3:
      let fragment = Int.random(in: DamagedFileFuzzTests.fragments.indices, using: &random)
      file.insert(contentsOf: DamagedFileFuzzTests.fragments[fragment].utf8, at: position)
    case 4 where !file.isEmpty: file[position] = UInt8.random(in: 0...255, using: &random)
    default: file.insert(UInt8.random(in: 0x30...0x39, using: &random), at: position)
    }
  }

  @Test(arguments: 0..<4)
  func damagedFilesKeepTheirBytesAndCanBeEdited(batch: Int) throws {
    var random = SeededRandom(seed: TestExtent.seed(UInt64(batch) &* 7919 &+ 1))
    var editCount = 0
    for round in 0..<TestExtent.count(5_000) {
      // Zones are the slowest to read and have their own suite, so only one file in four contains a zone.
      let template = DamagedFileFuzzTests.templates[round % 4 == 0 ? 0 : 1]
      var file = Array(template.replacing("|", with: round % 3 == 0 ? "\n" : "\r\n").utf8)
      for _ in 0..<Int.random(in: 1...12, using: &random) { damage(&file, using: &random) }
      guard var document = try? document(file: file) else { continue }
      #expect(document.bytes == file)
      for event in document.events where !event.isRepeating {
        if try edit(event, of: &document, using: &random) { editCount += 1 }
      }
    }
    #expect(editCount > TestExtent.count(2_000), "too few events in the damaged files can be edited")
  }

  /// Edits an event, compares the result with the reread file, and undoes the edit. Returns false if the edit was
  /// refused.
  private func edit(
    _ event: CalendarEvent, of document: inout CalendarDocument, using random: inout SeededRandom
  ) throws -> Bool {
    let documentBefore = document
    let wall = event.times.start.wall.adding(minutes: Int.random(in: -3000...3000, using: &random))
    let change =
      Bool.random(using: &random)
      ? EventEdit.Change.move(event.times.moved(toStart: wall, in: .utc))
      : .resizeEnd(event.times.resized(toEnd: wall, in: .utc))
    let applied: AppliedEdit
    do {
      applied = try document.apply(EventEdit(target: event.id, change: change), stamp: testStamp)
    } catch {
      #expect(document.bytes == documentBefore.bytes)
      return false
    }
    let reread = try CalendarDocumentTests.document(file: document.bytes)
    #expect(reread.events == document.events)
    #expect(document.events.first { $0.id == event.id }?.times == change.times)
    try document.revert(applied)
    #expect(document.bytes == documentBefore.bytes)
    #expect(document.events == documentBefore.events)
    return true
  }
}
