import CalendarModel
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Transfers of events to another calendar in a session.
@MainActor @Suite(.everyBackend) struct SessionTransferTests {
  private let home: CalendarHome
  private let session: CalendarSession

  init() throws {
    home = try CalendarHome()
    session = home.session()
  }

  private func write(_ name: String, _ title: String, color: String, events: [String]) throws {
    let bodies = events.flatMap {
      [
        "BEGIN:VEVENT", "UID:\($0)", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H",
        "SUMMARY:\($0.capitalized)", "X-ODD:1", "END:VEVENT",
      ]
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "NAME:\(title)"]
    let text = (lines + ["COLOR:\(color)"] + bodies + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    try home.write(text, to: name)
  }

  /// Opens the calendars Work, with a walk, and Home, with a run; returns the walk.
  private func open() async throws -> CalendarEvent {
    try write("work.ics", "Work", color: "navy", events: ["walk"])
    try write("home.ics", "Home", color: "green", events: ["run"])
    await session.open([home.key("work.ics"), home.key("home.ics")], as: .chosen)
    return try #require(walk)
  }

  private var walk: CalendarEvent? {
    guard let day = Day("2026-01-05") else { return nil }
    return session.occurrences(in: day..<day.adding(days: 1)).map(\.event).first { $0.id.uid == "walk" }
  }

  private var other: CalendarID { home.id("home.ics") }
  private var files: [String] {
    get throws {
      try ["work.ics", "home.ics"].map(home.text)
    }
  }

  private func wait(_ what: Comment, until holds: () throws -> Bool) async throws {
    for _ in 0..<3_000 where try !holds() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try holds(), what)
  }

  @Test func editSessionWithATransferIsOneStepReportedOnce() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    let before = try files
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }

    session.beginEditSession(of: event)
    session.apply(EventEdit(target: event.id, change: .set([.location("Park")])))
    session.transfer(event, to: other)
    let moved = try #require(session.editedEvent)
    #expect(moved.id.calendar == other && moved.location == "Park")
    #expect(moved.calendarColor == session.calendars[1].color)
    session.apply(EventEdit(target: moved.id, change: .set([.notes("Shoes")])))
    session.endEditSession()
    #expect(notices == ["“Walk” was changed"])
    try await wait("everything is saved") { session.isSaved }
    let after = try files
    #expect(!after[0].contains("UID:walk"))
    for line in ["LOCATION:Park", "DESCRIPTION:Shoes", "X-ODD:1"] { #expect(after[1].contains(line)) }

    #expect(session.undo()?.occurrence?.event.id == event.id)
    #expect(walk?.calendarColor == event.calendarColor && !session.canUndo)
    try await wait("both files are restored") { try files == before }
    _ = session.redo()
    #expect(walk?.id == moved.id)
    try await wait("both files are changed again") { try files == after }
  }

  @Test func noticeOfATransferNamesTheCalendar() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    session.beginEditSession(of: event)
    session.transfer(event, to: other)
    session.endEditSession()
    #expect(notices == ["“Walk” was moved to “Home”"])
    try await wait("it is saved") { session.isSaved }
  }

  @Test func nextNewEventGoesToTheLastUsedCalendar() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    var used: [CalendarID?] = []
    session.onCalendarUsed = { used.append($0) }
    #expect(session.calendarForNewEvents?.name == "Work")
    session.transfer(event, to: other)
    #expect(session.newEvent(at: event.times)?.id.calendar == other)
    #expect(used == [other])
    try await wait("it is saved") { session.isSaved }
  }

  @Test func undoneTransferDoesNotSetTheLastUsedCalendar() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    var used: [CalendarID?] = []
    session.onCalendarUsed = { used.append($0) }
    session.transfer(event, to: other)
    _ = session.undo()
    #expect(session.calendarForNewEvents?.name == "Work")
    _ = session.redo()
    #expect(session.calendarForNewEvents?.name == "Home")
    _ = session.undo()
    #expect(session.newEvent(at: event.times)?.id.calendar.key == home.key("work.ics"))
    #expect(used == [other, nil, other, nil])
    try await wait("it is saved") { session.isSaved }
  }

  @Test func refusedTransferDoesNotSetTheLastUsedCalendar() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    try write("home.ics", "Home", color: "green", events: ["run", "walk"])
    session.transfer(event, to: other)
    #expect(session.calendarForNewEvents?.name == "Home")
    try await wait("the transfer is refused") { !session.canUndo }
    #expect(session.calendarForNewEvents?.name == "Work")
  }

  @Test func duplicateStaysInItsCalendarAndDoesNotRedirectNewEvents() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    try await useHome(times: event.times)
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let work = event.id.calendar
    let copy = try #require(session.placed(event, isCopy: true, from: work))
    #expect(copy.id.calendar == work && copy.id.uid != "walk")
    #expect(copy.calendarColor == event.calendarColor)
    #expect(session.addCopy(copy, from: work) != nil)
    #expect(notices == ["“Walk” was added"])
    #expect(session.calendarForNewEvents?.name == "Home")
    try await wait("it is saved") { session.isSaved }
    #expect(try files[0].components(separatedBy: "SUMMARY:Walk").count == 3)
  }

  @Test func noticeNamesTheCalendarIfACopyGoesToAnotherOne() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    try await useHome(times: event.times)
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let elsewhere = home.id("closed.ics")
    for (origin, words) in [
      (elsewhere, "“Walk” was added to “Home”"), (nil, "“Walk” was added to “Home”"),
      (other, "“Walk” was added"),
    ] {
      let copy = try #require(session.placed(event, isCopy: true, from: origin))
      #expect(copy.id.calendar == other)
      _ = session.addCopy(copy, from: origin)
      #expect(notices.last == words)
    }
    try await wait("it is saved") { session.isSaved }
  }

  @Test func lastCopyIsRecognizedByItsBytes() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    let object = try #require(await session.copy(of: Occurrence(event: event, zone: .utc)))
    #expect(session.origin(of: object) == nil)
    session.lastCopied = (object, event.id.calendar)
    #expect(session.origin(of: object) == event.id.calendar)
    #expect(session.origin(of: object + [0x20]) == nil)
    #expect(!String(decoding: object, as: UTF8.self).contains(home.folder.lastPathComponent))
  }

  /// Adds an event to Home, so that new events go there.
  private func useHome(times: EventTimes) async throws {
    let other = try #require(session.newEvent(at: times, in: other))
    session.apply(.add(other))
    #expect(session.calendarForNewEvents?.name == "Home")
  }

  @Test func refusedTransferIsRevertedInTheEditorToo() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    try write("home.ics", "Home", color: "green", events: ["run", "walk"])
    let before = try files
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    session.beginEditSession(of: event)
    session.transfer(event, to: other)
    try await wait("the refusal is reported") { !failures.isEmpty }
    #expect(failures.first?.hasPrefix("The other calendar already has this event") == true)
    try await wait("the transfer is reverted") { session.editedEvent?.id == event.id }
    #expect(!session.canUndo)
    #expect(try files == before)
  }

  @Test func undoWithinAnEditSessionStartsANewStep() async throws {
    defer { home.tidyUp() }
    let event = try await open()
    let before = try files
    session.beginEditSession(of: event)
    session.transfer(event, to: other)
    _ = session.undo()
    #expect(session.editedEvent?.id == event.id)
    session.apply(EventEdit(target: event.id, change: .set([.location("Park")])))
    session.transfer(try #require(session.editedEvent), to: other)
    session.endEditSession()
    #expect(session.editedEvent == nil && walk?.id.calendar == other)
    _ = session.undo()
    #expect(!session.canUndo)
    try await wait("both files are restored") { try session.isSaved && files == before }
  }

  @Test func calendarThatAlreadyHasTheEventRefusesIt() async throws {
    defer { home.tidyUp() }
    try write("work.ics", "Work", color: "navy", events: ["walk"])
    try write("home.ics", "Home", color: "green", events: ["walk", "run"])
    await session.open([home.key("work.ics"), home.key("home.ics")], as: .chosen)
    let before = try files
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    let work = home.id("work.ics")
    let event = try #require(session.event(EventID(calendar: work, file: "work.ics", uid: "walk")) ?? walk)
    session.transfer(event, to: event.id.calendar == other ? work : other)
    #expect(failures.count == 1 && failures[0].contains("already has this event"))
    #expect(session.event(event.id) == event)
    #expect(try files == before)
  }
}
