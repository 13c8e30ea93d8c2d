import ICalendar
import Testing

@Suite struct ComponentTreeTests {
  @Test func componentsCanBeNested() throws {
    let text = try parse([
      "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "BEGIN:STANDARD", "END:STANDARD", "END:VTIMEZONE", "begin:vevent",
      "UID:1", "BEGIN:VALARM", "ACTION:DISPLAY", "END:VALARM", "SUMMARY:x", "End:vEvent", "END:VCALENDAR",
    ])
    #expect(text.outline == "VCALENDAR(VTIMEZONE(STANDARD) VEVENT(VALARM))")
    #expect(text.problems.isEmpty)
    let event = try #require(text.components.firstIndex { $0.name == "VEVENT" })
    #expect(text.ownLines(of: event).joined().compactMap { text.line($0)?.name } == ["UID", "SUMMARY"])
    #expect(text.components[event].lines == 5..<12)
    #expect(text.components[event].parent == 0)
  }

  @Test func fileCanContainSeveralCalendars() throws {
    let text = try parse(["BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VCALENDAR", "END:VCALENDAR"])
    #expect(text.outline == "VCALENDAR VCALENDAR")
  }

  @Test func componentWithoutEndEndsWithItsParent() throws {
    let text = try parse(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "BEGIN:VALARM", "END:VEVENT", "END:VCALENDAR"])
    #expect(text.outline == "VCALENDAR(VEVENT(VALARM))")
    #expect(text.problems == [Problem(line: 3, text: "BEGIN:VALARM has no END.")])
  }

  @Test func eventWithoutEndDoesNotSwallowTheNext() throws {
    let text = try parse(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "BEGIN:VEVENT", "UID:2", "END:VEVENT"])
    #expect(text.outline == "VCALENDAR(VEVENT VEVENT)")
    #expect(text.problems.map(\.line) == [1, 2])
  }

  @Test func eventInsideAComponentOfAnEventIsPartOfIt() throws {
    let inner = ["BEGIN:X-PART", "BEGIN:VEVENT", "UID:inner", "END:VEVENT", "END:X-PART"]
    let text = try parse(
      ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1"] + inner + ["SUMMARY:x", "END:VEVENT", "END:VCALENDAR"])
    #expect(text.outline == "VCALENDAR(VEVENT(X-PART(VEVENT)))")
    #expect(text.problems.isEmpty)
    let names = text.ownLines(of: 1).joined().compactMap { text.line($0)?.name }
    #expect(names == ["UID", "SUMMARY"])
  }

  @Test(arguments: [[], ["BEGIN:VALARM"], ["END:VEVENT"]])
  func componentWithoutEndInsideAnEventDoesNotSwallowTheNext(more: [String]) throws {
    let text = try parse(
      ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "BEGIN:X-PART"] + more
        + ["BEGIN:VEVENT", "UID:2", "END:VEVENT", "BEGIN:VEVENT", "UID:3", "END:VEVENT", "END:VCALENDAR"])
    let events = text.components.indices.filter { text.components[$0].name == "VEVENT" }
    #expect(events.map { text.components[$0].parent } == [0, 0, 0])
  }

  @Test func unexpectedEndsAndLinesAreReported() throws {
    let text = try parse(["BEGIN:VCALENDAR", "END:VEVENT", "what is this", "", "END:VCALENDAR"])
    #expect(text.outline == "VCALENDAR")
    #expect(text.problems.map(\.line) == [2, 3, 4])
  }

  @Test func lineNumbersCountPhysicalLines() throws {
    let text = try parse(["BEGIN:VCALENDAR", "NAME:a", " b", " c", "stray", "END:VCALENDAR"])
    #expect(text.problems.map(\.line) == [5])
  }

  @Test func foldedBeginAndEndLinesAreRead() throws {
    #expect(try parse(["BEGIN:VCAL", " ENDAR", "EN", " D:VCALENDAR"]).outline == "VCALENDAR")
  }

  @Test func nestedComponentsAreReadToABoundedDepth() throws {
    let depth = 5000
    let text = try parse(
      ["BEGIN:VCALENDAR"] + (0..<depth).map { "BEGIN:X-\($0)" } + (0..<depth).reversed().map { "END:X-\($0)" }
        + ["BEGIN:VEVENT", "END:VEVENT", "END:VCALENDAR"])
    #expect(text.components.count == ReadingLimits.nesting + 1)
    #expect(text.components.last?.name == "VEVENT")
    #expect(text.components.last?.parent == 0)
    #expect(text.problems.count == 1)
  }

  @Test func unclosedComponentsDoNotHideTheNextEvent() throws {
    let text = try parse(
      ["BEGIN:VCALENDAR"] + (0..<5000).map { _ in "BEGIN:VALARM" } + ["BEGIN:VEVENT", "END:VEVENT"])
    #expect(text.components.last?.name == "VEVENT")
    #expect(text.components.last?.parent == 0)
  }

  @Test func problemsBeyondTheLimitAreOnlyCounted() throws {
    let text = try parse(["BEGIN:VCALENDAR"] + Array(repeating: "stray", count: 5000))
    #expect(text.problems.count == ReadingLimits.problems)
    #expect(text.unlistedProblemCount == 5001 - ReadingLimits.problems)
  }
}
