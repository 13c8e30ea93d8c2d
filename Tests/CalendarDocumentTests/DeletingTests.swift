import CalendarDocument
import CalendarModel
import Testing

@Suite struct DeletingTests {
  /// Three events, a task, and unknown properties of the calendar between them.
  private static let lines = [
    "X-BEFORE:1", "BEGIN:VEVENT", "UID:a", "DTSTART:20260105T090000Z", "END:VEVENT", "X-BETWEEN:1",
    "X-BETWEEN:2", "BEGIN:VEVENT", "UID:b", "DTSTART:20260106T090000Z", "BEGIN:VALARM", "TRIGGER:-PT5M",
    "END:VALARM", "END:VEVENT", "BEGIN:VTODO", "UID:t", "END:VTODO", "BEGIN:VEVENT", "UID:c",
    "DTSTART:20260107T090000Z", "END:VEVENT", "X-AFTER:1",
  ]

  private func delete(_ uid: String, from document: inout CalendarDocument) throws -> AppliedEdit {
    let event = try #require(document.events.first { $0.id.uid.text == uid })
    return try document.apply(EventEdit(target: event.id, change: .delete), stamp: testStamp)
  }

  @Test(arguments: ["a", "b", "c"])
  func deletingRemovesOnlyTheLinesOfTheEventAndUndoRestoresThem(uid: String) throws {
    var document = try document(Self.lines)
    let originalBytes = document.bytes
    let applied = try delete(uid, from: &document)
    #expect(document.events.map(\.id.uid.text) == ["a", "b", "c"].filter { $0 != uid })
    let lineChanges = difference(String(decoding: originalBytes, as: UTF8.self), document.fileText)
    #expect(lineChanges.allSatisfy { $0.hasPrefix("-") })
    #expect(
      lineChanges.count == String(decoding: applied.oldBytes, as: UTF8.self).split(separator: "\r\n").count)
    try document.revert(applied)
    #expect(document.bytes == originalBytes)
    #expect(document.events.map(\.id.uid) == ["a", "b", "c"])
    try document.reapply(applied)
    #expect(!document.events.contains { $0.id.uid.text == uid })
  }

  @Test func deletionsCanBeUndoneInAnyOrder() throws {
    for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]] {
      var document = try document(Self.lines)
      let originalBytes = document.bytes
      var applied: [AppliedEdit] = []
      for uid in order { applied.append(try delete(uid, from: &document)) }
      #expect(document.events.isEmpty && !document.isEmpty, "an event remains, or the task was deleted")
      for edit in applied.reversed() { try document.revert(edit) }
      #expect(document.bytes == originalBytes)
    }
  }

  @Test func undoRestoresTheEventAndKeepsOutsideChanges() throws {
    var older = try document(Self.lines)
    let applied = try delete("b", from: &older)
    let newerText = older.fileText.replacing(
      "BEGIN:VTODO", with: "BEGIN:VEVENT\r\nUID:d\r\nDTSTART:20260108T090000Z\r\nEND:VEVENT\r\nBEGIN:VTODO")
    var newer = try document(file: Array(newerText.utf8))
    try newer.revert(applied)
    #expect(newer.events.map(\.id.uid).sorted() == ["a", "b", "c", "d"])
    #expect(newer.fileText.contains(String(decoding: applied.oldBytes, as: UTF8.self)))
  }

  @Test func documentIsEmptyAfterItsLastEventIsDeleted() throws {
    var document = try document(event: "DTSTART:20260105T090000Z")
    #expect(!document.isEmpty)
    _ = try delete("one", from: &document)
    #expect(document.isEmpty)
    #expect(document.fileText == "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\nEND:VCALENDAR\r\n")
  }

  @Test func deletingAnEventKeepsItsDuplicate() throws {
    let duplicate = ["BEGIN:VEVENT", "UID:a", "DTSTART:20260105T100000Z", "END:VEVENT"]
    var document = try document(Self.lines + duplicate)
    let originalBytes = document.bytes
    let applied = try delete("a", from: &document)
    #expect(document.events.map(\.id.uid) == ["b", "c", "a"])
    try document.revert(applied)
    #expect(document.bytes == originalBytes)
  }

  @Test func eventsThatCannotBeDeletedAreKept() throws {
    var repeating = try document(event: "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY")
    #expect(throws: EditError.repeating) { try delete("one", from: &repeating) }
    var withoutCalendar = try document(
      file: Array("BEGIN:VEVENT\r\nUID:one\r\nDTSTART:20260105T090000Z\r\nEND:VEVENT\r\n".utf8))
    #expect(throws: EditError.noCalendar) { try delete("one", from: &withoutCalendar) }
    #expect(withoutCalendar.events.count == 1)
  }

  /// Without the event, the component before it would continue to the next one, so undo would not find the place again.
  @Test func eventAfterAComponentWithoutAnEndIsKept() throws {
    let broken = ["BEGIN:VTODO", "UID:t"]
    let event = [
      "BEGIN:VEVENT", "UID:a", "DTSTAMP:20250102T000000Z", "DTSTART:20260105T090000Z", "END:VEVENT",
    ]
    let older = [
      "BEGIN:VEVENT", "UID:a", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T080000Z", "END:VEVENT",
    ]
    for lines in [broken + event, event + broken + older] {
      var document = try document(lines)
      let original = document.bytes
      #expect(document.events.count == 1)
      #expect(throws: EditError.noCalendar) { try delete("a", from: &document) }
      #expect(document.bytes == original)
    }
  }

  @Test func onlyAnUnchangedEventIsDeletedFromANewerFile() throws {
    var older = try document(Self.lines)
    let applied = try delete("b", from: &older)
    let file = try document(Self.lines).fileText
    var untouched = try document(file: Array(file.replacing("UID:a", with: "UID:x").utf8))
    _ = try untouched.merge(applied, stamp: testStamp)
    #expect(untouched.events.map(\.id.uid) == ["x", "c"])
    var changed = try document(file: Array(file.replacing("-PT5M", with: "-PT9M").utf8))
    #expect(throws: EditError.conflict([])) { try changed.merge(applied, stamp: testStamp) }
    #expect(changed.events.count == 3)
    #expect(
      try older.merge(applied, stamp: testStamp).hasNoEffect, "deleting the event again changed the file")
  }

  @Test func undoDoesNotRestoreAnEventThatIsAlreadyBack() throws {
    var document = try document(Self.lines)
    let original = document
    let applied = try delete("b", from: &document)
    document = original
    #expect(throws: EditError.changedAfterEdit) { try document.revert(applied) }
    #expect(document.bytes == original.bytes)
  }
}
