import CalendarDocument
import CalendarModel
import CalendarStore
import Testing

@testable import CalendarSession

/// Calendar files that the user drops on the window together.
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
    var preview = EventsToPreview()
    try preview.add(eventImport("walk", "run"), named: "a.ics", size: 100)
    try preview.add(eventImport("run", "swim"), named: "b.ics", size: 100)
    #expect(preview.files.map(\.name) == ["a.ics", "b.ics"])
    #expect(preview.files.map { $0.contents.events.map(\.id.uid) } == [["walk", "run"], ["swim"]])
    #expect(preview.duplicateEventCount == 1 && preview.skippedEventCount == 0)
  }

  @Test func fileThatExceedsTheLimitIsSkipped() throws {
    var preview = EventsToPreview(limits: EventImport.Limits(bytes: 1_000, events: 3))
    try preview.add(eventImport("a", "b"), named: "a.ics", size: 400)
    let many = try eventImport("c", "d")
    #expect(throws: ImportRefusal.tooMany(count: 4, limit: 3)) {
      try preview.add(many, named: "b.ics", size: 100)
    }
    let large = try eventImport("e")
    #expect(throws: ImportRefusal.tooLarge(limit: 1_000)) {
      try preview.add(large, named: "c.ics", size: 700)
    }
    try preview.add(large, named: "d.ics", size: 600)
    #expect(preview.files.map(\.name) == ["a.ics", "d.ics"])
  }
}
