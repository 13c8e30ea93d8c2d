import CalendarDocument
import CalendarModel
import Testing

/// Several revisions of an event in a file: the one with the highest SEQUENCE is current or, if several have that
/// SEQUENCE, the one of them with the latest DTSTAMP (RFC 5546, 2.1.5).
@Suite struct RevisionTests {
  private let supersededMessage =
    "A newer revision of this event is in the file; this one is kept and not shown."

  private func revision(_ hour: Int, sequence: Int?, stamp: String? = "20250101T000000Z", _ more: String...)
    -> [String]
  {
    let sequence = sequence.map { ["SEQUENCE:\($0)"] } ?? []
    let stamp = stamp.map { ["DTSTAMP:\($0)"] } ?? []
    let start = hour < 10 ? "DTSTART:20260105T0\(hour)0000Z" : "DTSTART:20260105T\(hour)0000Z"
    return ["BEGIN:VEVENT", "UID:one"] + sequence + stamp + [start] + more + ["END:VEVENT"]
  }

  private func hours(_ document: CalendarDocument) -> [Int] {
    document.events.map { $0.times.start.wall.hour }
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1], [9, 10, 2]])
  func revisionWithTheHighestSequenceIsShown(order: [Int]) throws {
    let document = try document(order.flatMap { revision($0 + 8, sequence: $0) })
    #expect(hours(document) == [(order.max() ?? 0) + 8])
    #expect(try document.first.id.duplicate == 0, "the identifier depends on the position")
    #expect(document.problemTexts.filter { $0 == supersededMessage }.count == 2)
    #expect(document.problems.allSatisfy { $0.severity == .irregular })
  }

  @Test func missingSequenceCountsAsTheOldest() throws {
    #expect(hours(try document(revision(9, sequence: 1) + revision(10, sequence: nil))) == [9])
    #expect(hours(try document(revision(9, sequence: nil) + revision(10, sequence: 1))) == [10])
  }

  @Test func revisionWithTheLaterStampIsShownIfSequencesAreEqual() throws {
    let early = revision(9, sequence: 3, stamp: "20250101T000000Z")
    let late = revision(10, sequence: 3, stamp: "20250101T000001Z")
    let withoutStamp = revision(11, sequence: 3, stamp: nil)
    for order in [[early, late, withoutStamp], [late, early, withoutStamp], [withoutStamp, late, early]] {
      #expect(hours(try document(order.flatMap { $0 })) == [10])
    }
    #expect(hours(try document(revision(9, sequence: 4, stamp: "20240101T000000Z") + late)) == [9])
  }

  /// If SEQUENCE and DTSTAMP are equal, the components count as different events that share a UID, as in some public
  /// calendars. All of them are shown, even after an edit.
  @Test func componentsThatAreEquallyNewAreAllShown() throws {
    var document = try document(revision(9, sequence: nil) + revision(10, sequence: nil))
    #expect(hours(document) == [9, 10])
    #expect(document.problemTexts == ["Another event in this file has the same UID."])
    let originalBytes = document.bytes
    let applied = try document.change {
      .move($0.times.moved(toStart: $0.times.start.wall.adding(minutes: 60), in: .utc))
    }
    #expect(hours(try CalendarDocumentTests.document(file: document.bytes)) == [10, 10])
    try document.revert(applied)
    #expect(document.bytes == originalBytes)
  }

  @Test func unreadableRevisionDoesNotHideAnother() throws {
    let broken = ["BEGIN:VEVENT", "UID:one", "SEQUENCE:7", "SUMMARY:no start", "END:VEVENT"]
    #expect(hours(try document(revision(9, sequence: 1) + broken)) == [9])
  }

  @Test func eventsWithoutAUIDAreNotRevisions() throws {
    let lines = [0, 1].flatMap {
      ["BEGIN:VEVENT", "SEQUENCE:\($0)", "DTSTART:20260105T090000Z", "END:VEVENT"]
    }
    #expect(try document(lines).events.count == 2)
  }

  @Test func changedOccurrencesHaveRevisionsOfTheirOwn() throws {
    let series = revision(9, sequence: 0, "RRULE:FREQ=DAILY")
    let old = revision(10, sequence: 1, "RECURRENCE-ID:20260105T090000Z")
    let new = revision(11, sequence: 2, "RECURRENCE-ID:20260105T090000Z")
    let other = revision(12, sequence: 0, "RECURRENCE-ID:20260106T090000Z")
    #expect(hours(try document(series + new + old + other)) == [9, 11, 12])
    // The same instant can be written in another form: Google uses UTC.
    let berlin = revision(13, sequence: 3, "RECURRENCE-ID;TZID=Europe/Berlin:20260105T100000")
    #expect(hours(try document(series + new + old + berlin)) == [9, 13])
  }

  @Test func newerRevisionOfASeriesKeepsItsChangedOccurrences() throws {
    let document = try document(
      revision(8, sequence: 0, "RRULE:FREQ=DAILY") + revision(9, sequence: 1, "RRULE:FREQ=DAILY;COUNT=2")
        + revision(12, sequence: 1, "RECURRENCE-ID:20260105T090000Z"))
    let master = try document.first
    let series = try #require(Series(master: master, changes: Array(document.events), displayZone: .utc))
    let day = Instant(seconds: 1_767_571_200)
    let expansion = series.instances(startingIn: day..<day.adding(seconds: 7 * 86_400))
    #expect(
      expansion.instances.map { $0.originalStart.hour } == [9],
      "the first instance is not replaced, or the second is missing")
    #expect(master.id.duplicate == 0)
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func editChangesOnlyTheCurrentRevision(order: [Int]) throws {
    var document = try document(order.flatMap { revision($0 + 8, sequence: $0, "X-REVISION:\($0)") })
    let originalBytes = document.bytes
    let applied = try document.change {
      .move($0.times.moved(toStart: $0.times.start.wall.adding(minutes: 300), in: .utc))
    }
    #expect(hours(document) == [15])
    #expect(
      difference(String(decoding: originalBytes, as: UTF8.self), document.fileText) == [
        "+DTSTAMP:20260101T120000Z", "+DTSTART:20260105T150000Z", "+SEQUENCE:3", "-DTSTAMP:20250101T000000Z",
        "-DTSTART:20260105T100000Z", "-SEQUENCE:2",
      ])
    #expect(try CalendarDocumentTests.document(file: document.bytes).events == document.events)
    #expect(document.problemTexts.filter { $0 == supersededMessage }.count == 2)
    try document.revert(applied)
    #expect(document.bytes == originalBytes)
    #expect(hours(document) == [10])
    try document.reapply(applied)
    #expect(hours(document) == [15])
  }

  /// If older revisions were left in the file, the event would reappear at its earlier time.
  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func deletedEventDoesNotReturnAsAnOlderRevision(order: [Int]) throws {
    let otherEvent = ["BEGIN:VEVENT", "UID:rest", "DTSTART:20260105T200000Z", "END:VEVENT"]
    var document = try document(
      order.flatMap { ["X-BETWEEN:\($0)"] + revision($0 + 8, sequence: $0) } + otherEvent)
    let originalBytes = document.bytes
    let target = try #require(document.events.first { $0.id.uid == "one" }).id
    let applied = try document.apply(EventEdit(target: target, change: .delete), stamp: testStamp)
    #expect(!document.fileText.contains("UID:one"))
    #expect(document.fileText.contains("X-BETWEEN:2"))
    #expect(try CalendarDocumentTests.document(file: document.bytes).events == document.events)
    try document.revert(applied)
    #expect(document.bytes == originalBytes)
    try document.reapply(applied)
    #expect(!document.fileText.contains("UID:one"))
    #expect(!applied.hasNoEffect)
  }

  @Test func editIsAppliedToTheNewestRevision() throws {
    var mine = try document(revision(9, sequence: 1))
    let applied = try mine.change { _ in .set([.summary("Mine")]) }
    // The title did not change elsewhere, so the edit is applied to the newest revision, and the older one is
    // unchanged.
    var newer = try document(revision(9, sequence: 1) + revision(11, sequence: 2))
    _ = try newer.merge(applied, stamp: testStamp)
    #expect(newer.events.map(\.summary) == ["Mine"])
    #expect(hours(newer) == [11])
    #expect(newer.fileText.contains(revision(9, sequence: 1).joined(separator: "\r\n")))
  }
}
