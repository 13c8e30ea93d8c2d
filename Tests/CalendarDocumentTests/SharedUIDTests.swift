import CalendarModel
import Testing

@testable import CalendarDocument

/// Events that have the same UID in a file, or none: each is edited on its own.
@Suite struct SharedUIDTests {
  private static func event(_ uid: String?, _ hour: Int, _ lines: String...) -> [String] {
    ["BEGIN:VEVENT"] + (uid.map { ["UID:\($0)"] } ?? [])
      + ["DTSTAMP:20250101T000000Z", "SEQUENCE:1", "DTSTART:20260105T\(hour)0000Z", "SUMMARY:\(hour)"] + lines
      + ["END:VEVENT"]
  }

  private static let files = [
    event("a", 10) + event("a", 11) + event("a", 12), event(nil, 10) + event(nil, 11) + event(nil, 12),
    event("a", 10) + event("a", 10) + event("a", 12),
  ]

  @Test(arguments: files)
  func eachEventIsChangedAndDeletedAlone(lines: [String]) throws {
    let original = try document(lines)
    for (index, event) in original.events.enumerated() {
      for change in [
        EventEdit.Change.delete, .set([.summary("New")]),
        .move(event.times.starting(at: .utc(event.times.start.wall.adding(days: 1)))),
      ] {
        var document = original
        let applied = try document.apply(EventEdit(target: event.id, change: change), stamp: testStamp)
        let others = original.events.indices.filter { $0 != index }.map { original.events[$0] }
        #expect(document.events.count == (change == .delete ? 2 : 3))
        let day = event.times.start.wall.day
        let remaining = document.events.filter { $0.summary != "New" && $0.times.start.wall.day == day }
        #expect(remaining.map(\.summary) == others.map(\.summary))
        try document.revert(applied)
        #expect(document.bytes == original.bytes)
      }
    }
  }

  @Test func deletingAStrayOccurrenceKeepsTheEventThatDoesNotRepeat() throws {
    let stray = Self.event("a", 12, "RECURRENCE-ID:20260107T120000Z")
    let original = try document(Self.event("a", 10) + stray)
    let occurrence = try #require(original.events.last)
    var document = original
    let edit = EventEdit(
      target: occurrence.id, originalStart: occurrence.times.start, scope: .all, change: .delete)
    let newSeries = EventID(calendar: testCalendar, uid: "new")
    let applied = try document.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
    #expect(document.events.map(\.summary) == ["10"])
    try document.revert(applied)
    #expect(document.bytes == original.bytes)
  }

  private static let rule = "RRULE:FREQ=DAILY;COUNT=3"

  @Test(arguments: [
    event("a", 10, rule) + event("a", 11, rule), event(nil, 10, rule) + event(nil, 11, rule),
    event("a", 10) + event("a", 11, rule),
  ])
  func eachSeriesIsChangedAsAWhole(lines: [String]) throws {
    let original = try document(lines)
    for event in original.events where event.isRepeating {
      let other = try #require(original.events.first { $0.id != event.id })
      var document = original
      var edit = EventEdit(
        target: event.id, originalStart: event.times.start, scope: .all, change: .set([.summary("New")]))
      let newSeries = EventID(calendar: testCalendar, uid: "new")
      let applied = try document.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
      // An edit must not make the event a newer revision of the other one, which would hide that.
      #expect(Set(document.events.map(\.summary)) == ["New", other.summary])
      try document.revert(applied)
      #expect(document.bytes == original.bytes)
      edit.change = .delete
      _ = try document.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
      #expect(document.events.map(\.summary) == [other.summary])
    }
  }

  @Test func changedOccurrencesBelongToTheFirstSeriesWithTheirUID() throws {
    let original = try document(
      Self.event("a", 10, Self.rule) + Self.event("a", 11, Self.rule)
        + Self.event("a", 15, "RECURRENCE-ID:20260106T100000Z"))
    var document = original
    let newSeries = EventID(calendar: testCalendar, uid: "new")
    let second = original.events[1]
    _ = try document.applyToSeries(
      EventEdit(target: second.id, originalStart: second.times.start, scope: .all, change: .delete),
      newSeries: newSeries, stamp: testStamp)
    #expect(document.events.map(\.summary) == ["10", "15"])
    document = original
    let first = original.events[0]
    _ = try document.applyToSeries(
      EventEdit(target: first.id, originalStart: first.times.start, scope: .all, change: .delete),
      newSeries: newSeries, stamp: testStamp)
    #expect(document.events.map(\.summary) == ["11"])
    let secondStart = second.times.start
    #expect(throws: SeriesRefusal.self) {
      try document.applyToSeries(
        EventEdit(
          target: second.id, originalStart: secondStart, scope: .thisOccurrence,
          change: .set([.summary("x")])),
        newSeries: newSeries, stamp: testStamp)
    }
  }

  // Another program adds or removes an event of those that are told apart by their order only.

  private static let changes: [EventEdit.Change] = [.delete, .set([.location("Here")])]

  /// The versions of `lines` in which another event comes first, or one of the events is missing.
  private func outsideVersions(of original: CalendarDocument, _ lines: [String]) throws -> [CalendarDocument]
  {
    let other = Self.event(original.events[0].id.uid.isEmpty ? nil : "a", 19)
    let removals = try original.events.map { event in
      var document = original
      _ = try document.apply(EventEdit(target: event.id, change: .delete), stamp: testStamp)
      return document
    }
    return try removals + [document(other + lines)]
  }

  /// The titles and locations of the events after a change to one with the given title, if there is one.
  private func expectedEvents(
    in document: CalendarDocument, changing title: String, _ change: EventEdit.Change
  ) -> [String] {
    var descriptions = document.events.map { "\($0.summary) \($0.location)" }
    if let index = document.events.firstIndex(where: { $0.summary == title }) {
      descriptions.remove(at: index)
      if change != .delete { descriptions.append("\(title) Here") }
    }
    return descriptions.sorted()
  }

  private func descriptions(of document: CalendarDocument) -> [String] {
    document.events.map { "\($0.summary) \($0.location)" }.sorted()
  }

  @Test(arguments: files, changes)
  func mergedChangeReachesTheSameEvent(lines: [String], change: EventEdit.Change) throws {
    let original = try document(lines)
    for event in original.events {
      var edited = original
      let applied = try edited.apply(EventEdit(target: event.id, change: change), stamp: testStamp)
      for outside in try outsideVersions(of: original, lines) {
        let expected = expectedEvents(in: outside, changing: event.summary, change)
        for edit in [.event(applied)] + edited.edits(since: original) {
          var merged = outside
          do throws(EditError) {
            _ = try merged.merge(edit, stamp: testStamp)
            // Nothing may be done twice, unless nothing at all tells two events apart.
            let isUnique = original.events.count { $0.summary == event.summary } == 1
            if isUnique { _ = try? merged.merge(edit, stamp: testStamp) }
          } catch {
            #expect(error == .conflict([]))
            #expect(!outside.events.contains { $0.summary == event.summary })
          }
          #expect(descriptions(of: merged) == expected)
        }
      }
    }
  }

  @Test(arguments: files)
  func severalChangesAreOneEach(lines: [String]) throws {
    let original = try document(lines)
    var edited = original
    _ = try edited.apply(
      EventEdit(target: original.events[2].id, change: .set([.location("Here")])), stamp: testStamp)
    _ = try edited.apply(EventEdit(target: original.events[0].id, change: .delete), stamp: testStamp)
    let edits = edited.edits(since: original)
    #expect(edits.count == 2)
    for outside in try outsideVersions(of: original, lines).suffix(2) {
      var merged = outside
      var refusedCount = 0
      for edit in edits {
        do { _ = try merged.merge(edit, stamp: testStamp) } catch { refusedCount += 1 }
      }
      let isThere = outside.events.contains { $0.summary == "12" }
      #expect(refusedCount == (isThere ? 0 : 1))
      var expected = outside.events.map { "\($0.summary) \($0.summary == "12" ? "Here" : "")" }
      expected.remove(at: try #require(expected.firstIndex(of: "10 ")))
      #expect(descriptions(of: merged) == expected.sorted())
    }
  }

  @Test(arguments: [event("a", 10, rule) + event("a", 11, rule), event(nil, 10, rule) + event(nil, 11, rule)])
  func mergedChangeReachesTheSameSeries(lines: [String]) throws {
    let original = try document(lines)
    for event in original.events {
      for change in Self.changes {
        var edited = original
        let edit = EventEdit(
          target: event.id, originalStart: event.times.start, scope: .all, change: change)
        let newSeries = EventID(calendar: testCalendar, uid: "new")
        let applied = try edited.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
        let removed = try original.events.map { removed in
          var document = original
          _ = try document.applyToSeries(
            EventEdit(
              target: removed.id, originalStart: removed.times.start, scope: .all, change: .delete),
            newSeries: newSeries, stamp: testStamp)
          return document
        }
        let first = try document(Self.event(event.id.uid.isEmpty ? nil : "a", 19, Self.rule) + lines)
        for outside in removed + [first] {
          var merged = outside
          do throws(EditError) {
            _ = try merged.merge(applied, stamp: testStamp)
          } catch {
            #expect(error == .conflict([]))
            #expect(!outside.events.contains { $0.summary == event.summary })
          }
          #expect(descriptions(of: merged) == expectedEvents(in: outside, changing: event.summary, change))
        }
      }
    }
  }
}
