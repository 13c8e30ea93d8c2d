import ICalendar
import TestExtent
import Testing

@Suite struct LosslessTests {
  static let event = "BEGIN:VCALENDAR|BEGIN:VEVENT|SUMMARY:one| two|X-ODD;a=B:c|END:VEVENT|END:VCALENDAR|"

  @Test(arguments: ["\r\n", "\n", "\r", "\r\r\n"])
  func everyKindOfLineEndingIsReadAndKept(lineEnding: String) throws {
    let file = bytes(LosslessTests.event.replacing("|", with: lineEnding))
    let text = try ICalendarText(file)
    #expect(text.bytes == file)
    #expect(text.outline == "VCALENDAR(VEVENT)")
    #expect(text.problems.isEmpty)
    #expect(string(try #require(text.firstLine("SUMMARY")).value) == "onetwo")
  }

  @Test func mixedLineEndingsAndAByteOrderMarkAreKept() throws {
    let file =
      [0xEF, 0xBB, 0xBF]
      + bytes("BEGIN:VCALENDAR\rBEGIN:VEVENT\nSUMMARY:x\r\nEND:VEVENT\r\r\nEND:VCALENDAR")
    let text = try ICalendarText(file)
    #expect(text.bytes == file)
    #expect(text.outline == "VCALENDAR(VEVENT)")
    #expect(text.problems.isEmpty)
    #expect(string(text.bytes(ofComponent: 1)) == "BEGIN:VEVENT\nSUMMARY:x\r\nEND:VEVENT\r\r\n")
  }

  @Test func lineOfFiftyMegabytesIsKeptButNotParsed() throws {
    let file =
      bytes("BEGIN:VCALENDAR\r\nX-LONG:") + [UInt8](repeating: 0x61, count: 50 << 20)
      + bytes("\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    let (text, seconds) = try processorTime { try ICalendarText(file) }
    // In linear time, an optimized build needs about a tenth of a second; in quadratic time, it would need
    // hours.
    #expect(seconds < 60)
    #expect(text.bytes.count == file.count)
    #expect(text.outline == "VCALENDAR(VEVENT)")
    #expect(text.problems.map(\.line) == [2])
    #expect(text.line(1) == nil)
  }

  @Test func fileBeyondTheLimitsIsRefused() {
    #expect(throws: ICalendarError.tooLarge(bytes: 1_001)) {
      try ICalendarText([UInt8](repeating: 0x61, count: 1_001), limit: 1_000)
    }
    // A file of empty lines has far more lines than a real file of that size.
    let count = 4_500_000
    let limit = ReadingLimits.lines(inBytes: count)
    #expect(limit < count)
    #expect(throws: ICalendarError.tooManyLines(limit: limit)) {
      try ICalendarText([UInt8](repeating: 0x0A, count: count))
    }
  }

  @Test func emptyFileIsValid() throws {
    #expect(try ICalendarText([]).components.isEmpty)
    #expect(try ICalendarText([0xEF, 0xBB, 0xBF]).lineCount == 0)
  }
}
