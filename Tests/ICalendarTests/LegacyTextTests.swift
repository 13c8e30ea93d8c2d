import Testing

@testable import ICalendar

/// Text as in vCalendar 1.0 is decoded when it is read. The expected texts are those of RFC 2045 6.7.
@Suite struct LegacyTextTests {
  private func text(_ lines: String...) throws -> ICalendarText {
    try ICalendarText(Array((["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).map { $0 + "\r\n" }.joined().utf8))
  }

  private func line(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let text = try ICalendarText(Array(lines.map { $0 + "\r\n" }.joined().utf8))
    #expect(text.lineCount == 1, sourceLocation: sourceLocation)
    return String(decoding: try #require(text.line(0)).bytes, as: UTF8.self)
  }

  @Test func quotedPrintableIsDecoded() throws {
    #expect(try line("Summary;ENCODING=QUOTED-PRINTABLE:Gr=C3=BCn=3D") == "SUMMARY:Grün=")
    #expect(try line("SUMMARY;quoted-printable;X-A=1:=c3=bc") == "SUMMARY;X-A=1:ü")
    #expect(try line("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab=0Ac=0Dd") == "SUMMARY:a\\nb\\nc\\nd")
    #expect(try line("SUMMARY;ENCODING=QUOTED-PRINTABLE:a, b\\, c; d=2C") == "SUMMARY:a\\, b\\, c\\; d\\,")
    #expect(try line("CATEGORIES;ENCODING=QUOTED-PRINTABLE:a,b") == "CATEGORIES:a,b")
    #expect(try line("SUMMARY;ENCODING=QUOTED-PRINTABLE:100=%=Q=4") == "SUMMARY:100=%=Q=4")
    #expect(try line("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=00=07b") == "SUMMARY:a\u{FFFD}\u{FFFD}b")
  }

  /// A backslash at the end of a line, as in a path, is followed by a line break, not by an escape.
  @Test(arguments: ["=0D=0A", "=0A", "=0D"])
  func backslashBeforeALineBreakIsKept(lineBreak: String) throws {
    let parameter = "ENCODING=QUOTED-PRINTABLE"
    func value(_ name: String, _ text: String) throws -> ArraySlice<UInt8> {
      let encodedText = text.replacing("|", with: lineBreak)
      return try #require(try parse(["\(name);\(parameter):\(encodedText)"]).line(0)).value
    }
    let path = try value("DESCRIPTION", #"C:\dir\|next"#)
    #expect(Text.unescape(path) == "C:\\dir\\\nnext")
    let escapedPath = try value("DESCRIPTION", #"C:\dir\\|next"#)
    #expect(Text.unescape(escapedPath) == "C:\\dir\\\nnext")
    let text = try value("DESCRIPTION", #"a=5C|b\n|"#)
    #expect(Text.unescape(text) == "a\\\nb\n\n")
    let list = try value("CATEGORIES", #"a\|,b\,|"#)
    #expect(Text.list(list) == ["a\\\n", "b,\n"])
  }

  @Test func softLineBreaksAreRemoved() throws {
    #expect(try line("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=", "b =", " c=", "=C3=", "=BC") == "SUMMARY:ab  cü")
    #expect(try line("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=", "", " b") == "SUMMARY:ab")
    // A fold may be between “=” and its digits.
    #expect(try line("SUMMARY;ENCODING=QUOTED-PRINTABLE:=C3=", " BCx", " y") == "SUMMARY:üxy")
  }

  @Test func softLineBreaksDoNotHideComponents() throws {
    let text = try text("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=", "END:VEVENT is text=", "BEGIN:=", "b=")
    #expect(text.components.count == 1 && text.components[0].hasEnd)
    #expect(text.lineCount == 3)
    #expect(text.line(1).map { Text.unescape($0.value) } == "aEND:VEVENT is textBEGIN:b")
  }

  @Test(arguments: ["END:VEVENT ", "end:vevent\t ", "END: VEVENT", "END:\tVEVENT \t"])
  func softLineBreaksDoNotHideComponentsWhoseNamesHaveBlanks(end: String) throws {
    let soft = "SUMMARY;ENCODING=QUOTED-PRINTABLE:a="
    let text = try parse([
      "BEGIN:VEVENT", soft, end, "BEGIN:VEVENT", soft, "BEGIN:VALARM\t", "END:VALARM", end,
    ])
    #expect(text.outline == "VEVENT VEVENT(VALARM)")
    #expect(text.components.map(\.hasEnd) == [true, true, true])
  }

  @Test func equalsSignsContinueNoOtherLines() throws {
    let text = try text("X-A;X-B=1:a=", "X-C:QUOTED-PRINTABLE=", "ATTACH;ENCODING=BASE64:YQ==", "X-D:d")
    #expect(text.lineCount == 6)
    #expect(text.problems.isEmpty)
  }

  @Test func otherEncodingsAreKept() throws {
    for line in [
      "IMAGE;VALUE=BINARY;ENCODING=BASE64;CHARSET=UTF-8;FMTTYPE=image/png:AAAA",
      "DESCRIPTION;CHARSET=ISO-8859-1;encoding=b:R3L8bg==",
    ] {
      let text = try text(
        line, "SUMMARY;ENCODING=8BIT;CHARSET=UTF-8:ü", "COMMENT;CHARSET=UTF-8;ENCODING=7bit:c")
      #expect(text.line(1).map { string($0.bytes) } == line)
      #expect(text.problems.map(\.line) == [3, 4])
      #expect(
        string(ICalendarText.standardized(text.bytes))
          == ["BEGIN:VEVENT", line, "SUMMARY:ü", "COMMENT:c", "END:VEVENT", ""].joined(separator: "\r\n"))
    }
  }

  @Test func parametersMayFollowAColonInQuotes() throws {
    let soft = "ENCODING=QUOTED-PRINTABLE"
    #expect(
      try line("SUMMARY;ALTREP=\"cid:foo\";\(soft):abc=C3=A4 d=", "e") == "SUMMARY;ALTREP=\"cid:foo\":abcä de"
    )
    #expect(
      try line("SUMMARY;X-A=\"a:b\";X-B=\"c:d\";CHARSET=UTF-8:e") == "SUMMARY;X-A=\"a:b\";X-B=\"c:d\":e")
    // Quotes that are never closed are ordinary characters, also if another line has some.
    let unclosed = try text("SUMMARY;X-A=\"a:b;\(soft):c=", "X-B;X-C=\"d\";\(soft):e=3D", "X-D:f")
    #expect(unclosed.lineCount == 5)
    #expect(unclosed.problems.map(\.line) == [3])
    #expect(unclosed.line(2).map { string($0.bytes) } == "X-B;X-C=\"d\":e=")
  }

  @Test func parametersAreNotThoseOfTheNextLine() throws {
    let text = try text("stray=", "SUMMARY;ENCODING=QUOTED-PRINTABLE:a=3D", "X-A:b")
    #expect(text.lineCount == 5)
    #expect(text.line(2).map { string($0.bytes) } == "SUMMARY:a=")
  }

  @Test func eachContentLineIsJudgedByItself() throws {
    let soft = "ENCODING=QUOTED-PRINTABLE"
    let text = try parse([
      "X-A:a=", " b=", "X-B;\(soft):a=", "b=", "c", "X-C:=", "X-D;\(soft):=", "d", "", " =", "e", "X-E:=",
      "X-F:",
    ])
    let lines = try (0..<text.lineCount).map { string(try #require(text.line($0)).bytes) }
    #expect(lines == ["X-A:a=b=", "X-B:abc", "X-C:=", "X-D:de", "X-E:=", "X-F:"])
  }

  @Test func charactersAreThoseOfTheCharset() throws {
    let qp = "ENCODING=QUOTED-PRINTABLE"
    #expect(try line("SUMMARY;CHARSET=ISO-8859-1;\(qp):Caf=E9") == "SUMMARY:Café")
    #expect(try line("SUMMARY;\(qp);CHARSET=windows-1252:=80") == "SUMMARY:€")
    #expect(try line("SUMMARY;CHARSET=ISO-8859-1;\(qp):=C3=BC") == "SUMMARY:Ã¼")
    #expect(try line("SUMMARY;\(qp):Caf=E9") == "SUMMARY:Café")
    #expect(try line("SUMMARY;CHARSET=UTF-8:Café") == "SUMMARY:Café")
    #expect(try text("SUMMARY;CHARSET=KOI8-R;\(qp):=C1").problems.first?.text.contains("unknown") == true)
  }

  @Test func linesAreNamedAndStandardized() throws {
    let text = try text(
      "SUMMARY;ENCODING=QUOTED-PRINTABLE:a=", "b", "X-A:kept", "DESCRIPTION;CHARSET=UTF-8:c",
      "ATTENDEE;CN=\"a;QUOTED-PRINTABLE\":x=3D", "ATTACH;ENCODING=QUOTED-PRINTABLE:=41")
    #expect(text.problems.map(\.line) == [2, 5])
    #expect(
      String(decoding: ICalendarText.standardized(text.bytes), as: UTF8.self)
        == [
          "BEGIN:VEVENT", "SUMMARY:ab", "X-A:kept", "DESCRIPTION:c",
          "ATTENDEE;CN=\"a;QUOTED-PRINTABLE\":x=3D", "ATTACH;ENCODING=QUOTED-PRINTABLE:=41", "END:VEVENT", "",
        ].joined(separator: "\r\n"))
  }
}
