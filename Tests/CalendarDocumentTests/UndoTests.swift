import CalendarDocument
import CalendarModel
import Testing

@Suite struct UndoTests {
  private func moved(_ event: CalendarEvent, minutes: Int) -> EventEdit.Change {
    .move(event.times.moved(toStart: event.times.start.wall.adding(minutes: minutes), in: .utc))
  }

  @Test func undoRestoresEveryByteAndRedoAppliesTheEditAgain() throws {
    var document = try document(
      event: "DTSTART:2026010", " 5T090000Z", "DTEND", " :20260105T100000Z", "X:\u{FEFF}odd ")
    let originalBytes = document.bytes
    let applied = try document.change { moved($0, minutes: 30) }
    let editedBytes = document.bytes
    #expect(editedBytes != originalBytes)
    try document.revert(applied)
    #expect(document.bytes == originalBytes)
    #expect(try [.times(document.first.times)] == applied.previousProperties)
    try document.reapply(applied)
    #expect(document.bytes == editedBytes)
    #expect(try document.first.times == applied.edit.change.times)
  }

  @Test func undoRemovesAnAddedLine() throws {
    var document = try document(event: "DTSTART:20260105T090000Z")
    let originalBytes = document.bytes
    let applied = try document.change {
      .resizeEnd($0.times.resized(toEnd: $0.times.start.wall.adding(minutes: 60), in: .utc))
    }
    try document.revert(applied)
    #expect(document.bytes == originalBytes)
  }

  @Test func laterChangesAreNotUndone() throws {
    var document = try document(event: "DTSTART:20260105T090000Z")
    let first = try document.change { moved($0, minutes: 30) }
    _ = try document.change { moved($0, minutes: 30) }
    let bytes = document.bytes
    #expect(throws: EditError.changedAfterEdit) { try document.revert(first) }
    #expect(throws: EditError.changedAfterEdit) { try document.reapply(first) }
    #expect(document.bytes == bytes)
  }

  @Test func editsOfDifferentEventsAreUndoneIndependently() throws {
    let events = (0..<3).flatMap {
      ["BEGIN:VEVENT", "UID:\($0)", "DTSTART:2026010\($0 + 1)T090000Z", "END:VEVENT"]
    }
    var document = try document(events)
    let originalBytes = document.bytes
    var applied: [AppliedEdit] = []
    for event in document.events {
      let change = EventEdit.Change.resizeEnd(
        event.times.resized(toEnd: event.times.start.wall.adding(minutes: 60), in: .utc))
      applied.append(try document.apply(EventEdit(target: event.id, change: change), stamp: testStamp))
    }
    for edit in applied { try document.revert(edit) }
    #expect(document.bytes == originalBytes)
  }
}
