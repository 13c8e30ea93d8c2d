import ICalendar
import Testing

@Suite struct FoldingTests {
  /// The value of a single DESCRIPTION that stands in a file as `physical`.
  private func value(_ physical: [UInt8]) throws -> String {
    let text = try ICalendarText(bytes("BEGIN:VEVENT\r\n") + physical + bytes("\r\nEND:VEVENT\r\n"))
    return string(try #require(text.firstLine("DESCRIPTION")).value)
  }

  @Test(arguments: ["\r\n", "\n", "\r", "\r\r\n"])
  func everyLineEndFoldsWithSpaceAndTab(lineEnd: String) throws {
    #expect(try value(bytes("DESC\(lineEnd) RIPTION:one\(lineEnd)\ttwo\(lineEnd)  three")) == "onetwo three")
  }

  @Test func aFoldInsideACharacterIsUndone() throws {
    let folded = bytes("DESCRIPTION:Z") + [0xC3] + bytes("\r\n ") + [0xBC] + bytes("rich")
    #expect(try value(folded) == "Zürich")
  }

  @Test(arguments: ["\r\n", "\n"])
  func whatIsFoldedComesBack(lineEnd: String) throws {
    for length in [0, 1, 62, 63, 64, 137, 138, 1000] {
      for unit in ["a", "ü", "€", "🎈", "a🎈ü"] {
        let content = String(repeating: unit, count: length)
        let folded = Folding.fold(bytes("DESCRIPTION:" + content), lineEnd: bytes(lineEnd))
        #expect(try value(folded) == content)
        let physical = string(folded).split(separator: Character(lineEnd), omittingEmptySubsequences: false)
        #expect(physical.allSatisfy { $0.utf8.count <= 75 })
        #expect(physical.allSatisfy { !$0.contains("\u{FFFD}") })
        #expect(physical.dropLast().allSatisfy { $0.utf8.count > 71 }, "no line is shorter than it must be")
      }
    }
  }

  @Test func bytesThatAreNotUTF8AreFoldedToo() {
    let line = [UInt8](repeating: 0xBF, count: 1000)
    let folded = Folding.fold(line, lineEnd: [0x0A])
    #expect(folded.filter { $0 == 0xBF }.count == 1000)
    #expect(folded.split(separator: 0x0A).allSatisfy { $0.count <= 75 })
  }
}
