import CalendarDocument
import CalendarModel
import Foundation
import TestExtent
import Testing

/// Reading pasted or dropped text, valid or not.
@Suite struct ImportTests {
  private func refusal(_ text: String, limits: EventImport.Limits = .standard) -> ImportRefusal? {
    do throws(ImportRefusal) {
      _ = try EventImport(Array(text.utf8), zones: TestZones(), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  private func calendar(_ lines: String...) -> String {
    (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
  }

  private func event(_ uid: String) -> String {
    "BEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTART:20260105T090000Z\r\nEND:VEVENT"
  }

  @Test func unusableImportsAreRefusedWithAReason() {
    #expect(refusal("") == .noCalendar)
    #expect(refusal("Lunch tomorrow?") == .noCalendar)
    #expect(refusal(calendar("BEGIN:VTODO", "UID:1", "END:VTODO")) == .noEvents)
    #expect(refusal(calendar("BEGIN:VEVENT", "UID:1", "DTSTART:soon", "END:VEVENT")) == .unreadable)
    let threeEvents = calendar(event("1"), event("2"), event("3"))
    #expect(
      refusal(threeEvents, limits: EventImport.Limits(bytes: 1000, events: 2)) == .tooMany(count: 3, limit: 2)
    )
    #expect(refusal(threeEvents, limits: EventImport.Limits(bytes: 100, events: 2)) == .tooLarge(limit: 100))
  }

  @Test(arguments: ["CANCEL", "REPLY", "ADD", "COUNTER", "DECLINECOUNTER", "REFRESH", "X-OTHER"])
  func messagesAboutEventsAddNothing(method: String) throws {
    let message = calendar("METHOD:\(method)", event("1"))
    #expect(refusal(message) == .message)
    let imported = try EventImport(
      Array((message + calendar(event("2"))).utf8), zones: TestZones())
    #expect(imported.events.map(\.id.uid) == ["2"])
    #expect(imported.messageCount == 1 && imported.skippedEventCount == 0)
  }

  @Test(arguments: ["PUBLISH", "request"])
  func publishedEventsAndInvitationsAreAdded(method: String) throws {
    let text = calendar("METHOD:\(method)", event("1"))
    let imported = try EventImport(Array(text.utf8), zones: TestZones())
    #expect(imported.events.map(\.id.uid) == ["1"] && imported.messageCount == 0)
  }

  @Test(arguments: [
    (Array("SUMMARY:Größe".utf8), TextConversion.none), (Array("SUMMARY:Gr".utf8) + [0xF6], .complete),
    (Array("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Gr=C3=B6".utf8), .complete),
    (Array("SUMMARY:Gr".utf8) + [0x81], .lossy), (Array("SUMMARY;CHARSET=KOI8-R:Gr".utf8), .lossy),
  ])
  func importSaysHowTextWasConverted(line: [UInt8], conversion: TextConversion) throws {
    let text = Array(calendar("BEGIN:VEVENT", "UID:1", "DTSTART:20260105T090000Z").dropLast(14).utf8)
    let end = Array("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
    var objects = ImportedObjects()
    #expect(try objects.add(text + line + end, zones: TestZones()) == conversion)
  }

  @Test func eventWithoutAnEndIsImportedWithOne() throws {
    let text = calendar("BEGIN:VEVENT", "UID:1", "DTSTART:20260105T090000Z", "BEGIN:VALARM", "ACTION:AUDIO")
    let source = try #require(EventImport(Array(text.utf8), zones: TestZones()).events.first?.sourceText)
    let lines = String(decoding: source.component, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.suffix(2) == ["END:VALARM", "END:VEVENT"])
  }

  @Test func readableEventsAreImportedAndTheOthersAreCounted() throws {
    let text = calendar(
      event("1"), event("1"), "BEGIN:VEVENT", "UID:2", "DTSTART:soon", "END:VEVENT", event(""))
    let imported = try EventImport(Array(text.utf8), zones: TestZones())
    #expect(imported.events.map(\.id.uid) == ["1", ""])
    #expect(imported.skippedEventCount == 2)
  }

  @Test func importedEventWithoutAUIDGetsOne() throws {
    let text = calendar("BEGIN:VEVENT", "DTSTART:20260105T090000Z", "END:VEVENT")
    var event = try #require(try EventImport(Array(text.utf8), zones: TestZones()).events.first)
    event.id = EventID(calendar: testCalendar, uid: "new")
    var target = try document([])
    _ = try target.apply(.add(event), stamp: testStamp)
    #expect(target.fileText.contains("BEGIN:VEVENT\r\nUID:new\r\nDTSTART:20260105T090000Z\r\nEND:VEVENT\r\n"))
  }

  @Test(arguments: [
    "BEGIN:VEVENT\r\n", "BEGIN:X\r\n", "DESCRIPTION:\\\0\u{FFFD}\r\n", "\r\r\n ", "RRULE:FREQ=SECONDLY\r\n",
    ":;\"\n",
  ])
  func hostileTextIsReadInBoundedTime(repeatedText: String) {
    let count = EventImport.Limits.standard.bytes / repeatedText.utf8.count - 20
    let text = calendar(String(repeating: repeatedText, count: count), event("1"))
    let (_, seconds) = processorTime { refusal(text) }
    #expect(seconds < 20, "reading is too slow, even for an unoptimized build")
  }

  @Test(.enabled(if: !Corpus.files.isEmpty))
  func publicCalendarsSurviveCopyAndPaste() throws {
    var pastedCount = 0
    for (name, bytes) in try Corpus.read() {
      guard let source = try? document(file: bytes) else { continue }
      for event in source.events.prefix(20) where !event.isRepeating && event.id.duplicate == 0 {
        let copy = try #require(source.copy(of: Occurrence(event: event, zone: .utc)))
        var importedEvent = try #require(try? EventImport(copy, zones: TestZones()).events.first, "\(name)")
        importedEvent.id = EventID(calendar: testCalendar, uid: event.id.uid.isEmpty ? "new" : event.id.uid)
        var target = try document([])
        let bytesBefore = target.bytes
        let applied = try target.apply(.add(importedEvent), stamp: testStamp)
        let pastedEvent = try target.first
        #expect(event.differences(to: pastedEvent).isEmpty, "\(name) \(event.id.uid)")
        #expect(pastedEvent.times.resolved(in: .utc) == event.times.resolved(in: .utc), "\(name)")
        try target.revert(applied)
        #expect(target.bytes == bytesBefore, "\(name)")
        pastedCount += 1
      }
    }
    #expect(pastedCount > 500)
  }
}
