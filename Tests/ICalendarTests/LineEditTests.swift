import ICalendar
import Testing

@Suite struct LineEditTests {
  /// A file with two events; the first has an alarm and a folded line.
  private func sample(lineEnding: String = "\r\n") throws -> ICalendarText {
    try parse(
      [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "dtstart;X-a=\"b:c\";tzid=Europe/Berlin:20260105T090000",
        "BEGIN:VALARM", "DESCRIPTION:a", " b", "END:VALARM", "stray", "END:VEVENT", "BEGIN:VEVENT", "UID:2",
        "stray", "END:VEVENT", "END:VCALENDAR",
      ], lineEnding: lineEnding)
  }

  @Test(arguments: ["\r\n", "\n", "\r"])
  func changingAValueKeepsEverythingElse(lineEnding: String) throws {
    var text = try sample(lineEnding: lineEnding)
    let textBefore = string(text.bytes)
    let line = try #require(text.firstIndex("DTSTART"))
    let edited = text.bytes(
      ofComponent: 1, applying: [.setValue(line: line, value: bytes("20260105T093000"))])
    #expect(try text.replaceComponent(1, with: edited))
    #expect(string(text.bytes) == textBefore.replacing("T090000", with: "T093000"))
  }

  @Test func textIsUnchangedIfTheComponentsWouldBeOthers() throws {
    var text = try sample()
    let textBefore = text
    let edited = bytes("BEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n")
    #expect(try !text.replaceComponent(1, with: edited))
    #expect(text.bytes == textBefore.bytes && text.components == textBefore.components)
  }

  @Test func lineIsInsertedAfterTheGivenLine() throws {
    let text = try sample(lineEnding: "\n")
    let line = try #require(text.firstIndex("DTSTART"))
    let edited = text.bytes(
      ofComponent: 1,
      applying: [
        .insert(after: line, content: bytes("DTEND:20260105T100000")),
        .setValue(line: line, value: bytes("20260105T080000")),
      ])
    #expect(string(edited).contains("Europe/Berlin:20260105T080000\nDTEND:20260105T100000\nBEGIN:VALARM\n"))
  }

  @Test func lineInsertedAtTheEndAddsNoFinalLineEnding() throws {
    let text = try ICalendarText(bytes("BEGIN:VEVENT\nDTSTART:1"))
    let edited = text.bytes(ofComponent: 0, applying: [.insert(after: 1, content: bytes("DTEND:2"))])
    #expect(string(edited) == "BEGIN:VEVENT\nDTSTART:1\nDTEND:2")
  }

  @Test(arguments: [
    ("UID;ENCODING=QUOTED-PRINTABLE:a=", "UID:a"), ("SUMMARY;QUOTED-PRINTABLE:=C3=BC==", "SUMMARY:ü="),
    ("ATTACH;ENCODING=QUOTED-PRINTABLE:a==", "ATTACH;ENCODING=QUOTED-PRINTABLE:a"), ("UID:a=", "UID:a="),
  ])
  func strayEqualsSignContinuesNoInsertedLine(line: String, writtenLine: String) throws {
    let text = try parse(["BEGIN:VEVENT", line, "BEGIN:VALARM", "END:VALARM", line, "END:VEVENT"])
    let edited = text.bytes(
      ofComponent: 0,
      applying: [1, 4].flatMap {
        [LineEdit.insert(after: $0, content: bytes("X:1")), .insert(after: $0, content: bytes("X:2"))]
      })
    #expect(
      string(edited).split(separator: "\r\n").map(String.init) == [
        "BEGIN:VEVENT", writtenLine, "X:1", "X:2", "BEGIN:VALARM", "END:VALARM", writtenLine, "X:1", "X:2",
        "END:VEVENT",
      ])
    let editedText = try ICalendarText(edited)
    #expect(editedText.lineCount == 10)
  }

  @Test func strayEqualsSignContinuesNoLineAfterARemovedOne() throws {
    let line = "UID;ENCODING=QUOTED-PRINTABLE:a="
    let text = try parse([
      "BEGIN:VEVENT", line, "BEGIN:VALARM", "X:1", "END:VALARM", "X:2", line, "END:VEVENT",
    ])
    let edited = text.bytes(ofComponent: 0, applying: (2..<5).map { .remove(line: $0) })
    // The last line is not edited, and what follows it does not change.
    #expect(
      string(edited).split(separator: "\r\n").map(String.init)
        == ["BEGIN:VEVENT", "UID:a", "X:2", line, "END:VEVENT"])
    let removed = text.bytes(
      ofComponent: 0, applying: [.remove(line: 1), .insert(after: 1, content: bytes("UID:b"))])
    #expect(string(removed) == string(text.bytes).replacing("\(line)\r\nBEGIN", with: "UID:b\r\nBEGIN"))
  }

  @Test func longLineIsFoldedWithTheLineEndingsOfTheFile() throws {
    let text = try sample(lineEnding: "\n")
    let edited = text.bytes(
      ofComponent: 1, applying: [.setValue(line: 3, value: bytes(String(repeating: "x", count: 80)))])
    let lines = string(edited).split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(!string(edited).contains("\r"))
  }

  @Test func replacingAComponentMatchesReadingTheFileAgain() throws {
    for replacement in [
      "BEGIN:VEVENT|UID:1|DTSTART:x|BEGIN:VALARM|END:VALARM|END:VEVENT|",
      "BEGIN:VEVENT|UID:1|DTSTART:x|X:1| 2|X:3|X:4|BEGIN:VALARM|stray|END:VALARM|stray|END:VEVENT|",
      "BEGIN:VEVENT|END:VEVENT|", "BEGIN:VEVENT|BEGIN:VALARM|END:VEVENT|", "not a component|", "",
      "BEGIN:VEVENT|BEGIN:VALARM|END:VALARM|END:VEVENT|X-MORE:1|",
    ] {
      var text = try sample()
      let newBytes = bytes(replacement.replacing("|", with: "\r\n"))
      let reread = try ICalendarText(text.bytes(replacing: text.components[1].lines, with: newBytes))
      let isSpliced = try text.replaceComponent(1, with: newBytes)
      #expect(
        isSpliced == (reread.outline == "VCALENDAR(VEVENT(VALARM) VEVENT)" && !replacement.contains("MORE")))
      guard isSpliced else { continue }
      #expect(text.bytes == reread.bytes && text.components == reread.components, "\(replacement)")
      #expect(text.problems == reread.problems, "\(replacement)")
      #expect((0..<text.lineCount).map(text.lineNumber) == (0..<reread.lineCount).map(reread.lineNumber))
    }
  }
}
