import TestExtent
import Testing

@testable import ICalendar

/// The fast reader and the thorough one find the same components, problems and values.
@Suite struct FastReaderTests {
  /// Fragments of files that could mislead the fast reader.
  private static let fragments = [
    "BEGIN:VEVENT", "END:VEVENT", "begin:vevent", "END:VALARM", "BEGIN:VALARM", "BEGIN:VCALENDAR",
    "END:VCALENDAR",
    "BEGIN:VTODO", "BEGIN;X=1:VEVENT", "BEGIN\u{1A}VEVENT", "END:VEVENT ", "BEGIN: VEVENT", "BEGIN",
    "EXDATE:1",
    "SUMMARY:a\\, b\\nc\\\\", "SUMMARY;X=\"a:b\":c", "SUMMARY;X=\"a:b", "DESCRIPTION", "DESCRIPTION:é🎈", ":",
    ";", "x;", "-",
    "X-\u{0}:1", "UID:\u{0}", "LOCATION:\\", "ATTACH:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    " ", "\t",
    "\r", "\n", "\r\n", "\r\r\n", "\r\n ", "\n\t", "\r\n\r\n ", "\n\n", "\r\r\n\r\n ", "\u{FEFF}",
  ]

  private func randomFile(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    var file: [UInt8] = []
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      file += Array((Self.fragments.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<8, using: &random) == 0 { file.append(UInt8.random(in: 0...255, using: &random)) }
      if Bool.random(using: &random) { file += [0x0D, 0x0A] }
    }
    return file
  }

  @Test func bothReadersFindTheSameComponentsAndProblems() throws {
    var random = SeededRandom(seed: TestExtent.seed(15))
    for _ in 0..<TestExtent.count(50_000) {
      let file = randomFile(&random)
      let lines = try LineScanner(file).lines
      let (fast, thorough) = (
        ComponentTree(file, lines: lines), ComponentTree(file, lines: lines, usesFastPath: false)
      )
      try #require(fast.components == thorough.components, "\(file)")
      try #require(fast.problems.listedProblems == thorough.problems.listedProblems, "\(file)")
    }
  }

  @Test func lineEndingsMatchAByteByByteSearch() throws {
    var random = SeededRandom(seed: TestExtent.seed(16))
    for _ in 0..<TestExtent.count(50_000) {
      let file = randomFile(&random)
      let text = try ICalendarText(file)
      for index in text.lines.indices {
        let slice = ICalendarText.withoutLineEnding(text.bytes(ofLines: index..<index + 1))
        // A line that is not marked as folded must not need unfolding.
        let hasLineEnding = slice.contains { $0 == 0x0A || $0 == 0x0D }
        try #require(text.lines[index].isFolded || !hasLineEnding, "\(file) \(index)")
        for position in slice.indices {
          let end = LineScanner.endOfPhysicalLine(in: file.span, from: position)
          let expected = file[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? file.count
          try #require(end == expected, "\(file) \(position)")
        }
      }
    }
  }

  @Test func bothReadersFindTheSameValues() throws {
    var random = SeededRandom(seed: TestExtent.seed(17))
    var comparedCount = 0
    for _ in 0..<TestExtent.count(50_000) {
      let file = randomFile(&random)
      let text = try ICalendarText(file)
      for index in text.lines.indices {
        guard let fast = text.propertyLine(index, in: file.span), fast.name != .other else { continue }
        let line = try #require(text.line(index), "\(file) \(index)")
        try #require(EventPropertyName(named: line.name) == fast.name, "\(file) \(index)")
        try #require(Parameter.list(file[fast.parameters]) == line.parameters, "\(file) \(index)")
        if !fast.isFolded { try #require(file[fast.value].elementsEqual(line.value), "\(file) \(index)") }
        guard let string = Text.read(fast.value, in: file.span, isFolded: fast.isFolded) else {
          try #require(!Text.isUTF8(line.value) || line.value.contains(0), "\(file) \(index)")
          continue
        }
        try #require(Text.isUTF8(line.value) && string == Text.unescape(line.value), "\(file) \(index)")
        comparedCount += 1
      }
    }
    #expect(comparedCount > TestExtent.count(50_000))
  }
}

extension EventPropertyName {
  fileprivate init(named name: String) {
    let bytes = Array(name.utf8)
    self.init(bytes.span, 0, bytes.count)
  }
}
