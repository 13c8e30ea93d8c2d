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
}
