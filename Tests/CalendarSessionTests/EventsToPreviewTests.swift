import CalendarDocument
import CalendarModel
import CalendarStore
import Testing

@testable import CalendarSession

/// Calendar files that are dropped together.
@Suite struct EventsToPreviewTests {
  private func eventImport(_ uids: String...) throws -> EventImport {
    let events = uids.flatMap {
      ["BEGIN:VEVENT", "UID:\($0)", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "END:VEVENT"]
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"] + events
    let text = (lines + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    return try EventImport(Array(text.utf8), zones: SystemZones.shared)
  }

  @Test func eventInTwoFilesIsImportedFromTheFirst() throws {
    var dropped = EventsToPreview()
    try dropped.add(eventImport("walk", "run"), named: "a.ics", size: 100)
    try dropped.add(eventImport("run", "swim"), named: "b.ics", size: 100)
    #expect(dropped.files.map(\.name) == ["a.ics", "b.ics"])
    #expect(dropped.files.map { $0.contents.events.map(\.id.uid) } == [["walk", "run"], ["swim"]])
    #expect(dropped.duplicateEventCount == 1 && dropped.skippedCount == 0)
  }

  @Test func fileThatExceedsTheLimitIsSkipped() throws {
    var dropped = EventsToPreview(limits: EventImport.Limits(bytes: 1_000, events: 3))
    try dropped.add(eventImport("a", "b"), named: "a.ics", size: 400)
    let many = try eventImport("c", "d")
    #expect(throws: ImportRefusal.tooMany(count: 4, limit: 3)) {
      try dropped.add(many, named: "b.ics", size: 100)
    }
    let large = try eventImport("e")
    #expect(throws: ImportRefusal.tooLarge(limit: 1_000)) {
      try dropped.add(large, named: "c.ics", size: 700)
    }
    try dropped.add(large, named: "d.ics", size: 600)
    #expect(dropped.files.map(\.name) == ["a.ics", "d.ics"])
  }
}
