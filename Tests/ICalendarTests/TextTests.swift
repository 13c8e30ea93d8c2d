import ICalendar
import TestExtent
import Testing

@Suite struct TextTests {
  @Test(arguments: [
    (#"a\, b\; c\\d"#, #"a, b; c\d"#),
    (#"one\ntwo\Nthree"#, "one\ntwo\nthree"),
    (#"broken \q and \"#, #"broken \q and \"#),
    (#"\\n"#, #"\n"#),
    ("", ""),
  ])
  func escapesAreDecoded(value: String, expected: String) {
    #expect(Text.unescape(bytes(value)[...]) == expected)
  }

  @Test(arguments: ["", "plain", "a, b; c\\d", "two\nlines", "\\n is no break", "Zürich 🎈", "\\"])
  func textIsUnchangedAfterEscapingAndUnescaping(text: String) {
    #expect(Text.unescape(Text.escape(text)[...]) == text)
  }

  @Test func everyKindOfLineBreakIsWrittenAsTheSameEscape() {
    #expect(string(Text.escape("a\r\nb\rc\nd")) == #"a\nb\nc\nd"#)
  }

  @Test(arguments: [
    ",\u{301}", ";\u{20DD}", "\\\u{338}", "a,\u{FE0F}b;\u{200D}c", "\r\u{301}\n\u{301}", "\n\u{301},",
  ])
  func combiningMarksDoNotHideSeparators(text: String) {
    let value = Text.escape(text)
    #expect(unescapedSeparators(value) == 0)
    #expect(Array(Text.unescape(value[...]).utf8) == Array(text.replacing("\r", with: "\n").utf8))
    #expect(Text.list(value[...]).count == 1)
  }

  /// The random scalars include combinations that do not occur in any language.
  @Test func randomTextIsEscapedAsOneValue() {
    var random = RandomScalars(seed: TestExtent.seed(5545))
    for _ in 0..<TestExtent.count(5_000) {
      let texts = (0...random.below(3)).map { _ in random.text(upTo: 12) }
      for text in texts {
        let value = Text.escape(text)
        #expect(unescapedSeparators(value) == 0, "\(text.unicodeScalars.map(\.value))")
        #expect(
          Array(Text.unescape(value[...]).utf8) == normalized(text), "\(text.unicodeScalars.map(\.value))")
      }
      let list = Array(texts.map(Text.escape).joined(separator: [0x2C]))
      #expect(Text.list(list[...]).map { Array($0.utf8) } == texts.map(normalized))
    }
  }

  /// RFC 5545: a tab is white space, which a parameter's value may contain.
  @Test func tabsInParameterValuesAreKept() throws {
    #expect(Parameter.encoded("P", "a\tb") == Array(";P=a\tb".utf8))
    let line = try #require(
      ContentLine((Array("X".utf8) + Parameter.encoded("P", "a\t:b") + Array(":v".utf8))[...]))
    #expect(line.parameters.map(\.values) == [["a\t:b"]])
  }

  /// RFC 6868: a parameter's value may contain every scalar except control characters, which are omitted.
  @Test func randomParameterValuesAreReadAsWritten() throws {
    var random = RandomScalars(seed: TestExtent.seed(6868))
    for _ in 0..<TestExtent.count(5_000) {
      let text = random.text(upTo: 12)
      let bytes =
        Array("X".utf8) + Parameter.encoded("P", text) + Parameter.encoded("Q", "end") + Array(":value".utf8)
      let line = try #require(ContentLine(bytes[...]))
      let allowed = text.unicodeScalars.filter {
        $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F)
      }
      #expect(line.parameters.map(\.name) == ["P", "Q"], "\(text.unicodeScalars.map(\.value))")
      #expect(
        line.parameters[0].values.map { Array($0.utf8) } == [
          Array(String(String.UnicodeScalarView(allowed)).utf8)
        ])
      #expect(string(line.value) == "value")
    }
  }

  /// The text with every kind of line break as one line feed, and NUL as the replacement character.
  private func normalized(_ text: String) -> [UInt8] {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "\r" || (scalar == "\n" && previous != "\r") {
        scalars.append("\n")
      } else if scalar != "\n" {
        scalars.append(scalar.value == 0 ? "\u{FFFD}" : scalar)
      }
      previous = scalar
    }
    return Array(String(scalars).utf8)
  }

  /// The number of commas, semicolons and line breaks in a value that are not escaped (RFC 5545, 3.3.11).
  private func unescapedSeparators(_ value: [UInt8]) -> Int {
    var count = 0
    var isEscaped = false
    for byte in value {
      if !isEscaped, [0x2C, 0x3B, 0x0A, 0x0D].contains(byte) { count += 1 }
      isEscaped = byte == 0x5C && !isEscaped
    }
    return count
  }

  @Test func listsAreSplitAtUnescapedCommas() {
    #expect(Text.list(bytes(#"work,a\,b,c\\,d"#)[...]) == ["work", "a,b", #"c\"#, "d"])
    #expect(Text.list(bytes("")[...]) == [""])
    #expect(Text.list(bytes(#"a\"#)[...]) == [#"a\"#])
  }

  @Test func textThatIsNotUTF8IsReadAsWindows1252() {
    let value: [UInt8] = [0x43, 0x61, 0x66, 0xE9, 0x20, 0x80]
    #expect(Text.unescape(value[...]) == "Café €")
    #expect(!Text.isUTF8(value[...]))
  }

  @Test func nulIsReplaced() {
    #expect(Text.unescape([0x61, 0, 0x62]) == "a\u{FFFD}b")
  }
}
