import CalendarDocument
import CalendarModel
import Testing

@Suite struct MergeTests {
  private func baseDocument() throws -> CalendarDocument {
    try document(event: "DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", "SUMMARY:Old", "SEQUENCE:1")
  }

  private func appliedMove() throws -> AppliedEdit {
    var document = try baseDocument()
    return try document.change {
      .move($0.times.moved(toStart: $0.times.start.wall.adding(minutes: 30), in: .utc))
    }
  }

  @Test func outsideChangeToAnotherPropertyIsKept() throws {
    let newer = try document(file: Array(baseDocument().fileText.replacing("Old", with: "New").utf8))
    var merged = newer
    let applied = try merged.merge(appliedMove(), stamp: testStamp)
    #expect(try merged.first.summary == "New")
    #expect(try merged.first.times == appliedMove().edit.change.times)
    var undone = merged
    try undone.revert(applied)
    #expect(undone.bytes == newer.bytes)
  }

  @Test func outsideChangeToTheTimesIsAConflict() throws {
    var newer = try document(
      file: Array(baseDocument().fileText.replacing("T100000Z", with: "T110000Z").utf8))
    let theirs = try newer.first.times
    let bytes = newer.bytes
    #expect(throws: EditError.conflict([.times(theirs)])) { try newer.merge(appliedMove(), stamp: testStamp) }
    #expect(newer.bytes == bytes)
  }

  @Test func identicalOutsideChangeIsNotAConflict() throws {
    var newer = try baseDocument()
    let change = try appliedMove().edit.change
    _ = try newer.change { _ in change }
    let bytes = newer.bytes
    #expect(try newer.merge(appliedMove(), stamp: testStamp).hasNoEffect)
    #expect(newer.bytes == bytes)
  }

  @Test func missingEventIsReported() throws {
    var newer = try document(file: Array(baseDocument().fileText.replacing("UID:one", with: "UID:two").utf8))
    #expect(throws: EditError.vanished) { try newer.merge(appliedMove(), stamp: testStamp) }
  }

  @Test func eventThatBecameASeriesIsRefused() throws {
    var newer = try document(
      file: Array(baseDocument().fileText.replacing("SUMMARY:Old", with: "RRULE:FREQ=DAILY").utf8))
    #expect(throws: EditError.repeating) { try newer.merge(appliedMove(), stamp: testStamp) }
  }
}
