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
