import CalendarText
import TestExtent
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb", "a\u{FFFD}[2Jb"), ("a\r\nb\rc", "a\nb\u{FFFD}c", "a b c"),
    ("a\tb\nc", "a\tb\nc", "a\tb c"), ("\u{9B}2J\u{7F}", "\u{FFFD}2J\u{FFFD}", "\u{FFFD}2J\u{FFFD}"),
    ("Grüße 👩‍👩‍👧", "Grüße 👩‍👩‍👧", "Grüße 👩‍👩‍👧"),
  ])
  func controlCharactersAreReplaced(text: String, lines: String, line: String) {
    #expect(TerminalText.lines(text) == lines)
    #expect(TerminalText.line(text) == line)
  }

  /// What the texts are, character by character.
  private func expectedLines(_ text: String) -> String {
    text.map { character in
      if character == "\r\n" || character == "\n" { return "\n" }
      return String(
        String.UnicodeScalarView(
          character.unicodeScalars.map {
            $0.properties.generalCategory == .control && $0 != "\t" ? "\u{FFFD}" : $0
          }))
    }.joined()
  }

  @Test func bytesHaveTheSameMeaningAsCharacters() {
    var random = SeededRandom(seed: TestExtent.seed(15))
    for _ in 0..<TestExtent.count(5_000) {
      let text = random.text(
        of: "\u{1B}\u{9B}\u{85}\u{A0}\u{2028}\u{2029}\u{2027}\r\n\t\u{7F}\u{0}\u{301}aé漢👩‍👩‍👧â")
      #expect(TerminalText.lines(text) == expectedLines(text), "\(text.debugDescription)")
      let line = expectedLines(text.split(whereSeparator: \.isNewline).joined(separator: " "))
      #expect(TerminalText.line(text) == line, "\(text.debugDescription)")
    }
  }

  @Test func partsAreTheSameAsTheirJoinedText() {
    var random = SeededRandom(seed: TestExtent.seed(16))
    for _ in 0..<TestExtent.count(5_000) {
      let parts = (0..<3).map { _ in random.text(of: "\u{1B}\u{9B}\n\tab \u{2028}é") }
      var text = TerminalText(.replaced)
      for part in parts { text.append(part) }
      #expect(String(decoding: text.bytes, as: UTF8.self) == TerminalText.line(parts.joined()), "\(parts)")
    }
  }

  @Test func onlyLineBreaksAndTabsRemain() {
    var random = SeededRandom(seed: TestExtent.seed(14))
    for _ in 0..<TestExtent.count(5_000) {
      let text = random.text(of: "\u{1B}\u{9B}\u{07}\u{85}\r\n\t\u{7F}\u{0}\u{B}]")
      let controls = { (text: String) in
        Set(text.unicodeScalars.filter { $0.properties.generalCategory == .control })
      }
      #expect(controls(TerminalText.lines(text)).isSubset(of: ["\n", "\t"]), "\(text.debugDescription)")
      #expect(controls(TerminalText.line(text)).isSubset(of: ["\t"]), "\(text.debugDescription)")
    }
  }
}
