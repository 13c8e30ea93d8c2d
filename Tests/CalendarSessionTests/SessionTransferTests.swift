import CalendarModel
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Transferring events to another calendar.
@MainActor @Suite(.everyBackend) struct SessionTransferTests {
  private let calendars: TestCalendars
  private let session: CalendarSession

  init() throws {
    calendars = try TestCalendars()
    session = calendars.session()
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
    try calendars.write(text, to: name)
  }

  /// Opens the calendars Work, which contains a walk, and Home, which contains a run, and returns the walk.
  private func open() async throws -> CalendarEvent {
    try write("work.ics", "Work", color: "navy", events: ["walk"])
    try write("home.ics", "Home", color: "green", events: ["run"])
    await session.open([calendars.key("work.ics"), calendars.key("home.ics")], as: .chosen)
    return try #require(walk)
  }

  private var walk: CalendarEvent? {
    guard let day = Day("2026-01-05") else { return nil }
    return session.occurrences(in: day..<day.adding(days: 1)).map(\.event).first { $0.id.uid == "walk" }
  }

  private var homeCalendar: CalendarID { calendars.id("home.ics") }
  private var texts: [String] {
    get throws {
      try ["work.ics", "home.ics"].map(calendars.text)
    }
  }

  @Test func editSessionWithATransferIsOneStepReportedOnce() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    let textsBefore = try texts
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }

    session.beginEditSession(of: Occurrence(event: event, zone: .utc))
    session.apply(EventEdit(target: event.id, change: .set([.location("Park")])))
    session.transfer(event, to: homeCalendar)
    let movedEvent = try #require(session.editedEvent)
    #expect(movedEvent.id.calendar == homeCalendar && movedEvent.location == "Park")
    #expect(movedEvent.calendarColor == session.calendars[1].color)
    session.apply(EventEdit(target: movedEvent.id, change: .set([.notes("Shoes")])))
    session.endEditSession()
    #expect(notices == ["“Walk” was changed"])
    try await wait("all changes are saved") { session.isSaved }
    let textsAfter = try texts
    #expect(!textsAfter[0].contains("UID:walk"))
    for line in ["LOCATION:Park", "DESCRIPTION:Shoes", "X-ODD:1"] { #expect(textsAfter[1].contains(line)) }

    #expect(session.undo()?.occurrence?.event.id == event.id)
    #expect(walk?.calendarColor == event.calendarColor && !session.canUndo)
    try await wait("both files are restored") { try texts == textsBefore }
    _ = session.redo()
    #expect(walk?.id == movedEvent.id)
    try await wait("both files are changed again") { try texts == textsAfter }
  }

  @Test func noticeOfATransferNamesTheCalendar() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    session.beginEditSession(of: Occurrence(event: event, zone: .utc))
    session.transfer(event, to: homeCalendar)
    session.endEditSession()
    #expect(notices == ["“Walk” was moved to “Home”"])
    try await wait("all changes are saved") { session.isSaved }
  }

  @Test func transferWithoutTheEditorIsOneStepAndNamesTheCalendar() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    let textsBefore = try texts
    var notices: [CalendarSession.Notice] = []
    session.onNotice = { notices.append($0) }
    let id = try #require(session.transfer(event, to: homeCalendar))
    #expect(id == walk?.id && id.calendar == homeCalendar)
    #expect(notices.map(\.text) == ["“Walk” was moved to “Home”"])
    #expect(notices.first?.announcement == "“Walk” was moved to “Home”" && notices.first?.canUndo == true)
    try await wait("all changes are saved") { session.isSaved }
    _ = session.undo()
    #expect(!session.canUndo)
    try await wait("both files are restored") { try texts == textsBefore }
  }

  @Test func optionsShowTheCurrentCalendarAndWhatPreventsAMove() async throws {
    defer { calendars.cleanUp() }
    try write("club.ics", "Club", color: "red", events: ["walk"])
    try write("work.ics", "Work", color: "navy", events: ["walk"])
    try write("home.ics", "Home", color: "green", events: ["run"])
    let names = ["work.ics", "home.ics", "club.ics"]
    await session.open(names.map(calendars.key), as: .chosen)
    let event = try #require(
      session.occurrences(in: allDays).map(\.event).first {
        $0.id.uid == "walk" && $0.id.calendar == calendars.id("work.ics")
      })
    let options = session.transferOptions(for: event)
    #expect(options.map(\.calendar.name) == ["Work", "Home", "Club"])
    #expect(options.map(\.isCurrent) == [true, false, false])
    #expect(options.map(\.obstacle) == [nil, nil, .sameUID])
  }

  @Test func seriesIsMovedWithAllItsEventsAndUndoReturnsToTheOccurrence() async throws {
    defer { calendars.cleanUp() }
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "NAME:Work", "COLOR:navy",
      "BEGIN:VEVENT",
      "UID:walk", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=5",
      "SUMMARY:Walk", "X-ODD:1", "END:VEVENT", "BEGIN:VEVENT", "UID:walk", "DTSTAMP:20250101T000000Z",
      "RECURRENCE-ID:20260107T090000Z", "DTSTART:20260107T150000Z", "DURATION:PT1H", "SUMMARY:Walk late",
      "END:VEVENT", "END:VCALENDAR",
    ]
    try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: "work.ics")
    try write("home.ics", "Home", color: "green", events: ["run"])
    await session.open([calendars.key("work.ics"), calendars.key("home.ics")], as: .chosen)
    let textsBefore = try texts
    var notices: [CalendarSession.Notice] = []
    session.onNotice = { notices.append($0) }
    func walks() -> [Occurrence] {
      session.occurrences(in: allDays).filter { $0.event.id.uid == "walk" }
    }
    let walksBefore = walks()
    #expect(walksBefore.count == 5)
    session.setHidden(true, for: homeCalendar)
    let late = try #require(walksBefore.first { $0.event.summary == "Walk late" })
    let movedOccurrence = try #require(session.transfer(late, to: homeCalendar))
    #expect(walks().map(\.start.instant) == walksBefore.map(\.start.instant))
    #expect(walks().allSatisfy { $0.event.id.calendar == homeCalendar && $0.event.calendarColor != nil })
    #expect(walks().contains { $0.id == movedOccurrence.id })
    #expect(notices.count == 1 && notices[0].text.contains("was moved to “Home”") && notices[0].canUndo)
    #expect(notices[0].text.contains("“Home” is shown again") && notices[0].subject == movedOccurrence.id)
    try await wait("all changes are saved") { session.isSaved }
    let textsAfter = try texts
    #expect(!textsAfter[0].contains("UID:walk"))
    for line in ["RRULE:FREQ=DAILY;COUNT=5", "X-ODD:1", "RECURRENCE-ID:20260107T090000Z"] {
      #expect(textsAfter[1].contains(line))
    }
    #expect(session.undo()?.occurrence?.id == late.id)
    #expect(walks().map(\.id) == walksBefore.map(\.id) && !session.canUndo)
    try await wait("both files are restored") { try texts == textsBefore }
    #expect(session.redo()?.occurrence?.id == movedOccurrence.id)
    try await wait("both files are changed again") { try texts == textsAfter }
  }

  @Test func seriesIsNotMovedToACalendarWithItsUID() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    try write("home.ics", "Home", color: "green", events: ["run", "walk"])
    try calendars.write(
      try calendars.text("work.ics").replacing("X-ODD:1", with: "RRULE:FREQ=DAILY"), to: "work.ics")
    await session.open([calendars.key("work.ics"), calendars.key("home.ics")], as: .chosen)
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    let series = try #require(session.event(event.id))
    #expect(series.isRepeating && session.transfer(series, to: homeCalendar) == nil)
    #expect(
      failures.first?.hasPrefix("The other calendar already has this event") == true && !session.canUndo)
  }

  private var allDays: Range<Day> {
    let day = Day(ordinal: 20_458)
    return day..<day.adding(days: 7)
  }

  @Test func nextNewEventGoesToTheLastUsedCalendar() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    var lastCalendars: [CalendarID?] = []
    session.onLastCalendarChanged = { lastCalendars.append($0) }
    #expect(session.calendarForNewEvents?.name == "Work")
    session.transfer(event, to: homeCalendar)
    #expect(session.newEvent(at: event.times)?.id.calendar == homeCalendar)
    #expect(lastCalendars == [homeCalendar])
    try await wait("all changes are saved") { session.isSaved }
  }

  @Test func undoneTransferDoesNotSetTheLastUsedCalendar() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    var lastCalendars: [CalendarID?] = []
    session.onLastCalendarChanged = { lastCalendars.append($0) }
    session.transfer(event, to: homeCalendar)
    _ = session.undo()
    #expect(session.calendarForNewEvents?.name == "Work")
    _ = session.redo()
    #expect(session.calendarForNewEvents?.name == "Home")
    _ = session.undo()
    #expect(session.newEvent(at: event.times)?.id.calendar.key == calendars.key("work.ics"))
    #expect(lastCalendars == [homeCalendar, nil, homeCalendar, nil])
    try await wait("all changes are saved") { session.isSaved }
  }

  @Test func refusedTransferDoesNotSetTheLastUsedCalendar() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    try write("home.ics", "Home", color: "green", events: ["run", "walk"])
    session.transfer(event, to: homeCalendar)
    #expect(session.calendarForNewEvents?.name == "Home")
    try await wait("the transfer is refused") { !session.canUndo }
    #expect(session.calendarForNewEvents?.name == "Work")
  }

  @Test func duplicateStaysInItsCalendarAndDoesNotRedirectNewEvents() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    try await addEventToHome(times: event.times)
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let work = event.id.calendar
    let copy = try #require(session.eventForPasting(event, isCopy: true, from: work))
    #expect(copy.id.calendar == work && copy.id.uid != "walk")
    #expect(copy.calendarColor == event.calendarColor)
    #expect(session.addCopy(copy, from: work) != nil)
    #expect(notices == ["“Walk” was added"])
    #expect(session.calendarForNewEvents?.name == "Home")
    try await wait("all changes are saved") { session.isSaved }
    #expect(try texts[0].components(separatedBy: "SUMMARY:Walk").count == 3)
  }

  @Test func noticeNamesTheCalendarIfACopyGoesToAnotherOne() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    try await addEventToHome(times: event.times)
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    let closedCalendar = calendars.id("closed.ics")
    for (sourceCalendar, notice) in [
      (closedCalendar, "“Walk” was added to “Home”"), (nil, "“Walk” was added to “Home”"),
      (homeCalendar, "“Walk” was added"),
    ] {
      let copy = try #require(session.eventForPasting(event, isCopy: true, from: sourceCalendar))
      #expect(copy.id.calendar == homeCalendar)
      _ = session.addCopy(copy, from: sourceCalendar)
      #expect(notices.last == notice)
    }
    try await wait("all changes are saved") { session.isSaved }
  }

  @Test func lastCopyIsRecognizedByItsBytes() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    let object = try #require(await session.copy(of: Occurrence(event: event, zone: .utc)))
    #expect(session.sourceCalendar(of: object) == nil)
    session.lastCopied = (object, event.id.calendar)
    #expect(session.sourceCalendar(of: object) == event.id.calendar)
    #expect(session.sourceCalendar(of: object + [0x20]) == nil)
    #expect(!String(decoding: object, as: UTF8.self).contains(calendars.folder.lastPathComponent))
  }

  /// Adds an event to Home, which becomes the calendar for new events.
  private func addEventToHome(times: EventTimes) async throws {
    let event = try #require(session.newEvent(at: times, in: homeCalendar))
    session.apply(.add(event))
    #expect(session.calendarForNewEvents?.name == "Home")
  }

  @Test func refusedTransferIsAlsoRevertedInTheEditor() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    try write("home.ics", "Home", color: "green", events: ["run", "walk"])
    let textsBefore = try texts
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    session.beginEditSession(of: Occurrence(event: event, zone: .utc))
    session.transfer(event, to: homeCalendar)
    try await wait("the refusal is reported") { !failures.isEmpty }
    #expect(failures.first?.hasPrefix("The other calendar already has this event") == true)
    try await wait("the transfer is reverted") { session.editedEvent?.id == event.id }
    #expect(!session.canUndo)
    #expect(try texts == textsBefore)
  }

  @Test func undoWithinAnEditSessionStartsANewStep() async throws {
    defer { calendars.cleanUp() }
    let event = try await open()
    let textsBefore = try texts
    session.beginEditSession(of: Occurrence(event: event, zone: .utc))
    session.transfer(event, to: homeCalendar)
    _ = session.undo()
    #expect(session.editedEvent?.id == event.id)
    session.apply(EventEdit(target: event.id, change: .set([.location("Park")])))
    session.transfer(try #require(session.editedEvent), to: homeCalendar)
    session.endEditSession()
    #expect(session.editedEvent == nil && walk?.id.calendar == homeCalendar)
    _ = session.undo()
    #expect(!session.canUndo)
    try await wait("both files are restored") { try session.isSaved && texts == textsBefore }
  }

  @Test func calendarThatAlreadyHasTheEventRefusesIt() async throws {
    defer { calendars.cleanUp() }
    try write("work.ics", "Work", color: "navy", events: ["walk"])
    try write("home.ics", "Home", color: "green", events: ["walk", "run"])
    await session.open([calendars.key("work.ics"), calendars.key("home.ics")], as: .chosen)
    let textsBefore = try texts
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    let work = calendars.id("work.ics")
    let event = try #require(session.event(EventID(calendar: work, file: "work.ics", uid: "walk")) ?? walk)
    session.transfer(event, to: event.id.calendar == homeCalendar ? work : homeCalendar)
    #expect(failures.count == 1 && failures[0].contains("already has this event"))
    #expect(session.event(event.id) == event)
    #expect(try texts == textsBefore)
  }
}
