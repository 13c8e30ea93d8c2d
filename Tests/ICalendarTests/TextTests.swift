import ICalendar
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
  func whatIsEscapedComesBack(text: String) {
    #expect(Text.unescape(Text.escape(text)[...]) == text)
  }

  @Test func everyKindOfLineBreakIsWrittenAsOne() {
    #expect(string(Text.escape("a\r\nb\rc\nd")) == #"a\nb\nc\nd"#)
  }

  @Test func listsSplitAtCommasThatAreNotEscaped() {
    #expect(Text.list(bytes(#"work,a\,b,c\\,d"#)[...]) == ["work", "a,b", #"c\"#, "d"])
    #expect(Text.list(bytes("")[...]) == [""])
    #expect(Text.list(bytes(#"a\"#)[...]) == [#"a\"#])
  }

  @Test func textThatIsNotUTF8IsReadAsLatin1() {
    let value: [UInt8] = [0x43, 0x61, 0x66, 0xE9]
    #expect(Text.unescape(value[...]) == "Café")
    #expect(!Text.isUTF8(value[...]))
  }

  @Test func nulNeverReachesAText() {
    #expect(Text.unescape([0x61, 0, 0x62]) == "a\u{FFFD}b")
  }
}
