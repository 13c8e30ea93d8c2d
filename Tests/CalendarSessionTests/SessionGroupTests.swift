import CalendarDocument
import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Changes to several events: they are one undo step, and the failure of one does not affect the others.
@MainActor @Suite(.everyBackend) struct SessionGroupTests {
  private let calendars: TestCalendars
  private let session: CalendarSession

  init() throws {
    calendars = try TestCalendars()
    session = calendars.session()
  }

  private func write(_ name: String, _ events: [(title: String, time: String, line: String?)]) throws {
    let bodies = events.flatMap { event in
      [
        "BEGIN:VEVENT", "UID:\(event.title)", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T\(event.time)00Z",
        "DURATION:PT1H", "SUMMARY:\(event.title)",
      ] + [event.line].compactMap(\.self) + ["X-ODD:1", "END:VEVENT"]
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"]
    try calendars.write((lines + bodies + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined(), to: name)
  }

  private func open(addingToHome extraEvents: [(title: String, time: String, line: String?)] = [])
    async throws
  {
    try write(
      "work.ics",
      [("Walk", "0900", nil), ("Run", "1000", nil), ("Daily", "1200", "RRULE:FREQ=DAILY;COUNT=4")])
    try write("home.ics", [("Nap", "1400", nil)] + extraEvents)
    await session.open([calendars.key("work.ics"), calendars.key("home.ics")], as: .chosen)
  }

  private var week: Range<Day> {
    let first = Day("2026-01-05") ?? .earliest
    return first..<first.adding(days: 7)
  }

  private var shownRows: [String] {
    session.occurrences(in: week).map {
      "\($0.start.wall.description.dropFirst(8).prefix(8)) \($0.event.summary)"
    }
  }

  private func occurrence(_ title: String, day: Int = 0) throws -> Occurrence {
    try #require(
      session.occurrences(in: week).first {
        $0.event.summary == title && $0.start.wall.day == week.lowerBound.adding(days: day)
      })
  }

  private func moveEdit(of occurrences: [Occurrence], byHours hours: Int) -> GroupEdit {
    GroupEdit(
      occurrences.map {
        .init($0, .move($0.times.moved(toStart: $0.start.wall.adding(seconds: hours * 3600), in: .utc)))
      })
  }

  private var texts: [String] { get throws { try ["work.ics", "home.ics"].map(calendars.text) } }

  @Test func oneUndoRestoresTheBytesOfAllFiles() async throws {
    defer { calendars.cleanUp() }
    try await open()
    let (textsBefore, rowsBefore) = (try texts, shownRows)
    var notices: [CalendarSession.Notice] = []
    session.onNotice = { notices.append($0) }
    session.apply(
      moveEdit(
        of: [try occurrence("Walk"), try occurrence("Nap"), try occurrence("Daily", day: 1)], byHours: 2),
      scope: .thisOccurrence)
    #expect(notices.map(\.text) == ["3 events moved"] && notices[0].canUndo)
    #expect(shownRows.prefix(3) == ["05T10:00 Run", "05T11:00 Walk", "05T12:00 Daily"])
    #expect(shownRows.contains("05T16:00 Nap") && shownRows.contains("06T14:00 Daily"))
    try await wait("the changes are saved") { session.isSaved }
    #expect(
      try texts[0].contains("DTSTART:20260105T110000Z") && texts[1].contains("DTSTART:20260105T160000Z"))
    #expect(session.undo()?.text == "Undone: 3 events moved")
    #expect(shownRows == rowsBefore)
    try await wait("the changes are undone") { try session.isSaved && texts == textsBefore }
    #expect(!session.canUndo, "the change is more than one undo step")
    #expect(session.redo()?.text == "Redone: 3 events moved")
    #expect(shownRows.contains("05T16:00 Nap"))
    try await wait("the changes are redone") { session.isSaved }
  }

  @Test func followingOccurrencesAreDeletedOncePerSeries() async throws {
    defer { calendars.cleanUp() }
    try await open()
    let textsBefore = try texts
    let items = [try occurrence("Daily", day: 2), try occurrence("Run"), try occurrence("Daily", day: 1)]
    session.apply(GroupEdit(items.map { .init($0, .delete) }), scope: .thisAndFollowing)
    #expect(shownRows == ["05T09:00 Walk", "05T12:00 Daily", "05T14:00 Nap"])
    try await wait("the changes are saved") { session.isSaved }
    _ = session.undo()
    try await wait("the changes are undone") { try session.isSaved && texts == textsBefore }
  }

  @Test func eventsThatCannotBeChangedAreNamedAndTheOthersAreChanged() async throws {
    defer { calendars.cleanUp() }
    try await open()
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    var group = moveEdit(of: [try occurrence("Walk"), try occurrence("Run")], byHours: 1)
    group.refusedOccurrences = [try occurrence("Nap")]
    // One of the events disappears while they are being moved.
    session.apply(try occurrence("Run").edit(.delete))
    notices = []
    session.apply(group, scope: .thisOccurrence)
    #expect(notices == ["1 event moved. 1 event could not be moved: Nap"])
    #expect(shownRows.contains("05T10:00 Walk"))
    group.items = []
    session.apply(group, scope: .thisOccurrence)
    #expect(notices.last == "1 event could not be changed: Nap")
  }

  @Test func eventsAndWholeSeriesMoveToAnotherCalendarTogether() async throws {
    defer { calendars.cleanUp() }
    try await open()
    // A changed occurrence moves with its series.
    session.apply(try occurrence("Daily", day: 1).edit(.set([.summary("Extra")])))
    try await wait("the changes are saved") { session.isSaved }
    let (textsBefore, rowsBefore) = (try texts, shownRows)
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let selected = [
      try occurrence("Walk"), try occurrence("Daily", day: 2), try occurrence("Extra", day: 1),
      try occurrence("Nap"),
    ]
    let moved = session.transfer(selected, to: calendars.id("home.ics"))
    #expect(moved.map(\.event.summary) == ["Walk", "Daily", "Extra"])
    #expect(moved.map { $0.start.wall.day } == [0, 2, 1].map { week.lowerBound.adding(days: $0) })
    #expect(moved.allSatisfy { $0.event.id.calendar == calendars.id("home.ics") })
    #expect(moved.allSatisfy { session.currentState(of: $0)?.id == $0.id })
    #expect(notices == ["3 events moved to “\(session.name(of: calendars.id("home.ics")) ?? "")”"])
    #expect(shownRows == rowsBefore)
    try await wait("the changes are saved") { session.isSaved }
    let (work, home) = (try texts[0], try texts[1])
    #expect(
      ["Walk", "Daily"].allSatisfy { home.contains("UID:\($0)\r\n") && !work.contains("UID:\($0)\r\n") })
    #expect(home.contains("SUMMARY:Extra") && home.contains("RRULE:FREQ=DAILY;COUNT=4"))
    #expect(work.contains("UID:Run\r\n") && home.contains("UID:Nap\r\n"))
    _ = session.undo()
    #expect(shownRows == rowsBefore)
    try await wait("the changes are undone") { try session.isSaved && texts == textsBefore }
    _ = session.redo()
    try await wait("the changes are redone") { try session.isSaved && texts == [work, home] }
  }

  /// Two occurrences of a series are one edit, but two events to the user.
  @Test func undoAndRedoOfATransferCountTheSameEvents() async throws {
    defer { calendars.cleanUp() }
    try await open()
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let selected = [try occurrence("Daily"), try occurrence("Daily", day: 2), try occurrence("Run")]
    session.transfer(selected, to: calendars.id("home.ics"))
    #expect(notices.count == 1 && notices[0].hasPrefix("3 events moved to "))
    #expect(session.undo()?.text == "Undone: \(notices[0])")
    #expect(session.redo()?.text == "Redone: \(notices[0])")
  }

  @Test func undoOfAChangeToSeriesCountsTheSelectedEvents() async throws {
    defer { calendars.cleanUp() }
    try await open()
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let items = [try occurrence("Daily", day: 1), try occurrence("Daily", day: 2), try occurrence("Walk")]
    session.apply(GroupEdit(items.map { .init($0, .delete) }), scope: .thisAndFollowing)
    #expect(notices == ["3 events deleted"])
    #expect(session.undo()?.text == "Undone: 3 events deleted")
  }

  @Test func eventsThatTheCalendarCannotAcceptStayInTheirCalendarAndAreNamed() async throws {
    defer { calendars.cleanUp() }
    // The other calendar already has a different event with this UID.
    try await open(addingToHome: [("Daily", "1700", nil)])
    let textsBefore = try texts
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let daily = try #require(
      session.occurrences(in: week).first {
        $0.event.summary == "Daily" && $0.event.id.calendar == calendars.id("work.ics")
      })
    let moved = session.transfer([daily, try occurrence("Run")], to: calendars.id("home.ics"))
    #expect(moved.map(\.event.summary) == ["Run"])
    #expect(notices.count == 1 && notices[0].hasSuffix("1 event could not be moved: Daily"))
    try await wait("the changes are saved") { session.isSaved }
    #expect(try texts[0].contains("RRULE"))
    _ = session.undo()
    try await wait("the changes are undone") { try session.isSaved && texts == textsBefore }
  }

  @Test func pastedCopiesKeepTheirDistancesInTime() async throws {
    defer { calendars.cleanUp() }
    try await open()
    let copied = [try occurrence("Nap"), try occurrence("Daily", day: 1), try occurrence("Daily", day: 2)]
    let object = try #require(await session.copy(of: copied, scope: .thisOccurrence))
    let imported = try EventImport(object, zones: SystemZones.shared)
    #expect(
      imported.events.count == 3 && imported.skippedEventCount == 0, "events with the same UID were lost")
    let target = week.lowerBound.adding(days: 3)
    let pasted = session.eventsForPasting(imported.events, at: .day(target))
    let starts = pasted.map { $0.times.resolved(in: .utc).start.wall }
    #expect(starts.map { $0.day.days(since: target) }.sorted() == [0, 1, 2])
    #expect(Set(pasted.map(\.id)).count == 3)
    _ = session.add(pasted, isCalendarChosen: false)
    try await wait("the changes are saved") { session.isSaved }
    #expect(shownRows.count { $0.hasSuffix("Nap") } == 2)
    _ = session.undo()
    #expect(shownRows.count { $0.hasSuffix("Nap") } == 1)
  }

  @Test func currentStateOfAMovedEventIsFound() async throws {
    defer { calendars.cleanUp() }
    try await open()
    let (walk, daily) = (try occurrence("Walk"), try occurrence("Daily", day: 1))
    session.apply(moveEdit(of: [walk, daily], byHours: 26), scope: .thisOccurrence)
    #expect(session.currentState(of: walk)?.start.wall.description.hasPrefix("2026-01-06T11:00") == true)
    #expect(session.currentState(of: daily)?.start.wall.description.hasPrefix("2026-01-07T14:00") == true)
    session.apply(walk.edit(.delete))
    #expect(session.currentState(of: walk) == nil)
  }

  @Test func currentStateOfAHiddenEventIsNotFound() async throws {
    defer { calendars.cleanUp() }
    try await open()
    let (walk, daily, nap) = (
      try occurrence("Walk"), try occurrence("Daily", day: 1), try occurrence("Nap")
    )
    session.setHidden(true, for: calendars.id("work.ics"))
    #expect(session.currentState(of: walk) == nil && session.currentState(of: daily) == nil)
    #expect(session.currentState(of: nap) == nap)
  }
}
