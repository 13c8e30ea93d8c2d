import ICalendar
import Testing

@Suite struct ContentLineTests {
  private func parse(_ text: String) throws -> ContentLine {
    try #require(ContentLine(bytes(text)[...]))
  }

  @Test func nameAndValueAreSplit() throws {
    let line = try parse("Summary:Lunch: at noon")
    #expect(line.name == "SUMMARY")
    #expect(string(line.value) == "Lunch: at noon")
    #expect(string(line.head) == "Summary:")
    #expect(line.parameters.isEmpty)
  }

  @Test func parametersCanHaveQuotesAndLists() throws {
    let line = try parse(
      #"ATTENDEE;cn="Doe, Jane: \"# + #"";MEMBER="a;b",c;X-EMPTY=:mailto:jane@example.org"#)
    #expect(line.parameters.map(\.name) == ["CN", "MEMBER", "X-EMPTY"])
    #expect(line.parameters[0].values == [#"Doe, Jane: \"#])
    #expect(line.parameters[1].values == ["a;b", "c"])
    #expect(line.parameters[2].values == [""])
    #expect(string(line.parameters[1].bytes) == #"MEMBER="a;b",c"#)
    #expect(string(line.value) == "mailto:jane@example.org")
  }

  @Test(arguments: [";X=1", ",\"a\""])
  func lineWithTooManyParametersIsKeptButNotRead(_ more: String) throws {
    let limit = ReadingLimits.parameters
    let longest = "SUMMARY;X=1" + String(repeating: more, count: limit - 1) + ":Lunch"
    #expect(ContentLine(bytes(longest)[...])?.value.count == 5)
    let tooLong = "SUMMARY;X=1" + String(repeating: more, count: limit) + ":Lunch"
    #expect(ContentLine(bytes(tooLong)[...]) == nil)
    // Separators in the value are not counted.
    #expect(ContentLine(bytes("SUMMARY;X=1:" + String(repeating: more, count: limit))[...]) != nil)
    let text = try ICalendarText(bytes("BEGIN:VEVENT\n\(tooLong)\nEND:VEVENT\n"))
    #expect(
      text.problems.map(\.text) == ["This line has more than \(limit) parameters; it is kept but not read."])
    #expect(text.propertyLine(1, in: text.bytes.span) == nil)
  }

  @Test func caretsAreDecoded() throws {
    let line = try parse("ATTENDEE;CN=George ^'Babe^' Ruth^nand ^^ and ^x and ^:mailto:x")
    #expect(line.parameters[0].values == ["George \"Babe\" Ruth\nand ^ and ^x and ^"])
  }

  @Test func unclosedQuoteIsAnOrdinaryCharacter() throws {
    let line = try parse(#"ATTENDEE;CN="Jane:mailto:x"#)
    #expect(string(line.value) == "mailto:x")
  }

  @Test(arguments: ["", ":", "no colon", ";X=1:value", "NAME;X=1", "TWO WORDS:x", "\u{0}NAME:x"])
  func invalidPropertyLinesAreRefused(text: String) {
    #expect(ContentLine(bytes(text)[...]) == nil)
  }
}
