import CalendarModel
import ICalendar
import TestExtent
import Testing

@testable import CalendarDocument

/// Reading a newer version of a file reuses the unchanged events. The result is the same as when the whole file is
/// read afresh.
@Suite struct ReusableEventsTests {
  private static let zone = """
    BEGIN:VTIMEZONE|TZID:Own|BEGIN:STANDARD|DTSTART:19701025T030000|TZOFFSETFROM:+0100|TZOFFSETTO:+0100|END:STANDARD|\
    END:VTIMEZONE|
    """

  private func file(_ events: [String], zone: String = "") -> [UInt8] {
    let text = "BEGIN:VCALENDAR|VERSION:2.0|PRODID:x|" + zone + events.joined() + "END:VCALENDAR|"
    return Array(text.replacing("|", with: "\r\n").utf8)
  }

  private func event(_ uid: Int, _ summary: String = "Words", more: String = "") -> String {
    "BEGIN:VEVENT|UID:\(uid)|DTSTAMP:20250101T000000Z|DTSTART;TZID=Own:20260105T090000|SUMMARY:\(summary)|\(more)END:VEVENT|"
  }

  private func document(_ bytes: [UInt8], reusing older: CalendarDocument? = nil) throws -> CalendarDocument {
    try CalendarDocument(
      bytes: bytes, calendar: testCalendar, file: nil, zones: TestZones(), reusing: older)
  }

  /// Returns the number of event objects that the newer version shares with the older one.
  private func sharedEventCount(_ old: CalendarDocument, _ new: CalendarDocument) -> Int {
    let oldEvents = Set(old.events.sharedEvents.map(ObjectIdentifier.init))
    return new.events.sharedEvents.count { oldEvents.contains(ObjectIdentifier($0)) }
  }

  @Test func onlyChangedEventsAreReadAgain() throws {
    var events = (0..<1_000).map { event($0) }
    let old = try document(file(events, zone: Self.zone))
    events[500] = event(500, "Other words")
    #expect(try sharedEventCount(old, document(file(events, zone: Self.zone), reusing: old)) == 999)
    events.remove(at: 20)
    events.insert(event(2_000), at: 700)
    events[800] = event(800, more: "LOCATION:Here|")
    #expect(try sharedEventCount(old, document(file(events, zone: Self.zone), reusing: old)) == 997)
  }

  @Test func eventsAfterManyChangedOnesAreReused() throws {
    var events = (0..<500).map { event($0) }
    let old = try document(file(events, zone: Self.zone))
    for position in 100..<300 { events[position] = event(position, "Changed") }
    #expect(try sharedEventCount(old, document(file(events, zone: Self.zone), reusing: old)) >= 290)
  }

  @Test func eventsAreNotReusedIfTheirZoneChanged() throws {
    let events = (0..<3).map { event($0) }
    let old = try document(file(events, zone: Self.zone))
    let zoneWithOtherOffset = Self.zone.replacing("TZOFFSETTO:+0100", with: "TZOFFSETTO:+0300")
    let new = try document(file(events, zone: zoneWithOtherOffset), reusing: old)
    #expect(sharedEventCount(old, new) == 0)
    #expect(new.events.map { $0.times.start.time(in: .utc).wall.hour } == [6, 6, 6])
  }

  @Test func eventsWithProblemsAreReadAgainAndReportedAtTheirNewLines() throws {
    let events = [event(1), event(2, more: "STATUS:SO|"), event(3)]
    let old = try document(file(events, zone: Self.zone))
    let new = try document(file([event(9, more: "LOCATION:Here|")] + events, zone: Self.zone), reusing: old)
    #expect(new.problems.map(\.text) == old.problems.map(\.text))
    #expect(new.problems.map(\.line) == old.problems.map { $0.line + 7 })
    #expect(sharedEventCount(old, new) == 2)
  }

  @Test func editReusesAllOtherEvents() throws {
    let old = try document(file((0..<100).map { event($0) }, zone: Self.zone))
    var new = old
    let applied = try new.apply(
      EventEdit(target: old.events[50].id, change: .delete), stamp: testStamp)
    #expect(sharedEventCount(old, new) == 99)
    try new.revert(applied)
    #expect(new.bytes == old.bytes && new.events == old.events)
  }

  @Test func reusingEventsGivesTheSameResultAsReadingAfresh() throws {
    var random = SeededRandom(seed: TestExtent.seed(99))
    let extraLines = [
      "", "STATUS:SO|", "RRULE:FREQ=DAILY|", "SEQUENCE:3|", "BEGIN:VALARM|TRIGGER:-PT1H|END:VALARM|",
    ]
    func randomEvent() -> String {
      let words = ["a", "b", "c\\, d"].randomElement(using: &random) ?? ""
      return event(
        Int.random(in: 0..<12, using: &random), words, more: extraLines.randomElement(using: &random) ?? "")
    }
    var sharedCount = 0
    for round in 0..<TestExtent.count(2_000) {
      var events = (0..<Int.random(in: 1...12, using: &random)).map { _ in randomEvent() }
      let zone = round % 3 == 0 ? "" : Self.zone
      let old = try document(file(events, zone: zone))
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !events.isEmpty: events.remove(at: Int.random(in: events.indices, using: &random))
        case 1: events.insert(randomEvent(), at: Int.random(in: 0...events.count, using: &random))
        case 2: events.shuffle(using: &random)
        default: if !events.isEmpty { events[Int.random(in: events.indices, using: &random)] = randomEvent() }
        }
      }
      var bytes = file(events, zone: round % 5 == 0 ? "" : zone)
      if round % 4 == 0 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 10...127, using: &random)
      }
      guard let freshDocument = try? document(bytes) else { continue }
      let new = try document(bytes, reusing: old)
      try #require(new.events == freshDocument.events, "\(String(decoding: bytes, as: UTF8.self))")
      try #require(new.problems == freshDocument.problems, "\(String(decoding: bytes, as: UTF8.self))")
      try #require(
        new.components == freshDocument.components && new.ordinaryFlags == freshDocument.ordinaryFlags)
      sharedCount += sharedEventCount(old, new)
    }
    #expect(sharedCount > TestExtent.count(2_000))
  }
}
