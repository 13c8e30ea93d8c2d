import ICalendar
import Testing

@Suite struct FoldingTests {
  /// The value of a DESCRIPTION whose physical lines are `physicalLines`.
  private func value(_ physicalLines: [UInt8]) throws -> String {
    let text = try ICalendarText(bytes("BEGIN:VEVENT\r\n") + physicalLines + bytes("\r\nEND:VEVENT\r\n"))
    return string(try #require(text.firstLine("DESCRIPTION")).value)
  }

  @Test(arguments: ["\r\n", "\n", "\r", "\r\r\n"])
  func linesFoldedWithASpaceOrATabAreUnfolded(lineEnding: String) throws {
    #expect(
      try value(bytes("DESC\(lineEnding) RIPTION:one\(lineEnding)\ttwo\(lineEnding)  three"))
        == "onetwo three")
  }

  /// python-icalendar does the same; libical drops the rest of the value.
  @Test(arguments: ["\r\n", "\n", "\r\r\n"])
  func emptyLineInsideAFoldIsIgnored(lineEnding: String) throws {
    for empty in [lineEnding, lineEnding + lineEnding, lineEnding + " " + lineEnding] {
      #expect(
        try value(bytes("DESCRIPTION:one\(lineEnding)\(empty) two\(lineEnding)\t three")) == "onetwo three")
    }
  }

  @Test(arguments: ["\r\n", "\n"])
  func emptyLineBelongsOnlyToThePropertyAroundIt(lineEnding: String) throws {
    let lines = [
      "BEGIN:VCALENDAR", "", "BEGIN:VEVENT", "", " X-STRAY:1", "SUMMARY:a long", "", "", " er title", "",
      "DTSTART;TZID=Europe/Berlin", "", " :20260105T090000", "", "END:VEVENT", "", " X-STRAY:2", "",
      "end:vcalendar", "",
    ]
    let text = try parse(lines, lineEnding: lineEnding)
    #expect(string(text.bytes) == lines.map { $0 + lineEnding }.joined())
    #expect(text.outline == "VCALENDAR(VEVENT)")
    #expect(text.components.filter { !$0.hasEnd }.isEmpty)
    #expect(string(try #require(text.firstLine("SUMMARY")).value) == "a longer title")
    let start = try #require(text.firstLine("DTSTART"))
    #expect(string(start.value) == "20260105T090000")
    #expect(start.parameters.first?.values == ["Europe/Berlin"])
    let lineAfterStart = try #require(text.firstIndex("DTSTART")).advanced(by: 1)
    #expect(text.lineNumber(lineAfterStart) == 14, "the line number is not the one that a text editor shows")
    #expect(
      text.problems.filter { $0.text == "There is an empty line inside a property." }.map(
        \.line) == [6, 11])
  }

  @Test func editingAPropertyRemovesOnlyItsOwnEmptyLines() throws {
    let text = try parse(["BEGIN:VEVENT", "SUMMARY:a", "", " b", "LOCATION:c", "", " d", "", "END:VEVENT"])
    let line = try #require(text.firstIndex("SUMMARY"))
    let edited = text.bytes(ofComponent: 0, applying: [.setValue(line: line, value: bytes("new"))])
    #expect(string(edited) == "BEGIN:VEVENT\r\nSUMMARY:new\r\nLOCATION:c\r\n\r\n d\r\n\r\nEND:VEVENT\r\n")
  }

  @Test func foldInsideACharacterIsUnfolded() throws {
    let folded = bytes("DESCRIPTION:Z") + [0xC3] + bytes("\r\n ") + [0xBC] + bytes("rich")
    #expect(try value(folded) == "Zürich")
  }

  @Test(arguments: ["\r\n", "\n"])
  func textIsUnchangedAfterFoldingAndUnfolding(lineEnding: String) throws {
    for length in [0, 1, 62, 63, 64, 137, 138, 1000] {
      for unit in ["a", "ü", "€", "🎈", "a🎈ü"] {
        let content = String(repeating: unit, count: length)
        let folded = Folding.fold(bytes("DESCRIPTION:" + content), lineEnding: bytes(lineEnding))
        #expect(try value(folded) == content)
        let physicalLines = string(folded).split(
          separator: Character(lineEnding), omittingEmptySubsequences: false)
        #expect(physicalLines.allSatisfy { $0.utf8.count <= 75 })
        #expect(physicalLines.allSatisfy { !$0.contains("\u{FFFD}") })
        #expect(physicalLines.dropLast().allSatisfy { $0.utf8.count > 71 }, "a line could have been longer")
      }
    }
  }

  @Test func bytesThatAreNotUTF8AreFolded() {
    let line = [UInt8](repeating: 0xBF, count: 1000)
    let folded = Folding.fold(line, lineEnding: [0x0A])
    #expect(folded.filter { $0 == 0xBF }.count == 1000)
    #expect(folded.split(separator: 0x0A).allSatisfy { $0.count <= 75 })
  }
}
