import CalendarModel
import Testing

@testable import CalendarDocument

/// Files with text that is not UTF-8: what Handspan writes is UTF-8, and lines that it does not touch keep their bytes.
@Suite struct EncodingTests {
  /// A file in Windows-1252, in which “#” stands for “ü”.
  private func windows1252(_ lines: [String]) throws -> CalendarDocument {
    let bytes = try document(lines).bytes
    return try document(file: bytes.map { $0 == UInt8(ascii: "#") ? 0xFC : $0 })
  }

  private let event = [
    "BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z",
    "SUMMARY;X-P=M#he:Gr#n",
    "LOCATION:M#nchen", "RRULE:FREQ=DAILY;COUNT=4", "END:VEVENT",
  ]

  private let newSeries = EventID(calendar: testCalendar, uid: "two")

  private func lines(_ bytes: [UInt8]) -> [[UInt8]] { bytes.split(separator: 0x0A).map(Array.init) }

  /// Returns the lines that an edit removes and adds, after it has checked that undo restores every byte.
  private func changes(
    of edit: EventEdit, in original: CalendarDocument
  ) throws -> (removed: [[UInt8]], added: [[UInt8]]) {
    var document = original
    let changed: [[UInt8]]
    if try document.first.isRepeating {
      let change = try document.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
      changed = lines(document.bytes)
      try document.revert(change)
    } else {
      let change = try document.apply(edit, stamp: testStamp)
      changed = lines(document.bytes)
      try document.revert(change)
    }
    #expect(document.bytes == original.bytes)
    let old = lines(original.bytes)
    return (old.filter { !changed.contains($0) }, changed.filter { !old.contains($0) })
  }

  @Test func editedLinesBecomeUTF8AsAWhole() throws {
    let document = try windows1252(event.filter { !$0.hasPrefix("RRULE") })
    let edit = EventEdit(target: try document.first.id, change: .set([.summary("Größe")]))
    let (removed, added) = try changes(of: edit, in: document)
    #expect(added.contains(Array("SUMMARY;X-P=Mühe:Größe\r".utf8)))
    #expect(removed.count == 2 && added.count == 2)
  }

  @Test(arguments: [EventEdit.Scope.thisOccurrence, .thisAndFollowing])
  func newComponentsAreUTF8(scope: EventEdit.Scope) throws {
    let document = try windows1252(event)
    let start = EventTime.utc(try wall("2026-01-06T09:00"))
    let edit = EventEdit(
      target: try document.first.id, originalStart: start, scope: scope, change: .set([.notes("Größe")]))
    let (removed, added) = try changes(of: edit, in: document)
    #expect(added.contains(Array("LOCATION:München\r".utf8)))
    #expect(!removed.contains { $0.starts(with: "LOCATION".utf8) })
  }

  @Test func seriesKeepItsByteOrderMark() throws {
    let document = try document(file: [0xEF, 0xBB, 0xBF] + windows1252(event).bytes)
    let start = EventTime.utc(try wall("2026-01-06T09:00"))
    for scope in EventEdit.Scope.allCases {
      let edit = EventEdit(
        target: try document.first.id, originalStart: start, scope: scope, change: .set([.notes("Größe")]))
      var edited = document
      let change = try edited.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
      #expect(edited.bytes.starts(with: [0xEF, 0xBB, 0xBF, UInt8(ascii: "B")]))
      try edited.revert(change)
      #expect(edited.bytes == document.bytes)
    }
  }
}
