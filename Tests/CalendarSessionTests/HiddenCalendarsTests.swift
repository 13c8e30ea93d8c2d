import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Hiding calendars and choosing their colors.
@MainActor @Suite(.everyBackend) struct HiddenCalendarsTests {
  private let calendars: TestCalendars
  private let session: CalendarSession
  private let store: CalendarStore
  private let work: CalendarID
  private let home: CalendarID

  init() throws {
    calendars = try TestCalendars()
    store = calendars.store()
    session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: store)
    (work, home) = (calendars.id("work.ics"), calendars.id("home.ics"))
    for name in ["work", "home"] {
      let lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "X-WR-CALNAME:\(name)",
        "BEGIN:VEVENT", "UID:\(name)", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z",
        "DURATION:PT1H",
        "SUMMARY:\(name)", "END:VEVENT",
        "BEGIN:VEVENT", "UID:\(name)-daily", "DTSTAMP:20250101T000000Z", "DTSTART:20260101T120000Z",
        "DURATION:PT1H", "RRULE:FREQ=DAILY", "SUMMARY:\(name) daily", "END:VEVENT", "END:VCALENDAR",
      ]
      try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: "\(name).ics")
    }
  }

  private func open(as source: CalendarSession.Source = .ownCalendars) async {
    await session.open([work.key, home.key], as: source)
  }

  private var shownOccurrences: [Occurrence] {
    guard let day = Day("2026-01-05") else { return [] }
    return session.occurrences(in: day..<day.adding(days: 1))
  }
  private var titles: Set<String> { Set(shownOccurrences.map(\.event.summary)) }
  @Test func titleCountsHiddenCalendars() async {
    await open()
    #expect(session.openCalendarsTitle == "2 calendars")
    session.setHidden(true, for: work)
    #expect(session.openCalendarsTitle == "1 of 2 calendars")
    session.setHidden(true, for: home)
    #expect(session.openCalendarsTitle == "0 of 2 calendars")
  }

  private let allTitles: Set<String> = ["work", "work daily", "home", "home daily"]

  private func occurrence(_ title: String) throws -> Occurrence {
    try #require(shownOccurrences.first { $0.event.summary == title })
  }

  private func move(_ occurrence: Occurrence, minutes: Int) {
    let start = occurrence.start.wall.adding(minutes: minutes)
    session.apply(occurrence.edit(.move(occurrence.times.moved(toStart: start, in: .utc))))
  }

  @Test func eventsOfAHiddenCalendarAreLeftOut() async {
    defer { calendars.cleanUp() }
    await open()
    #expect(titles == allTitles)
    session.setHidden(true, for: home)
    #expect(
      titles == ["work", "work daily"] && session.choices.isHidden(home) && !session.choices.isHidden(work))
    session.setHidden(false, for: home)
    #expect(titles == allTitles)
  }

  @Test func hidingReadsParsesAndIndexesNothing() async {
    defer { calendars.cleanUp() }
    await open()
    let (parseCount, buildCount) = (
      await store.loader.parseCount.value, await store.incrementalIndex.buildCount
    )
    let revision = session.snapshot?.revision
    var (changeCount, displayChangeCount) = (0, 0)
    session.onChange = { changeCount += 1 }
    session.onDisplayChange = { displayChangeCount += 1 }
    for isHidden in [true, false, true] { session.setHidden(isHidden, for: home) }
    #expect(titles == ["work", "work daily"])
    #expect(changeCount == 0 && displayChangeCount == 3)
    #expect(await store.loader.parseCount.value == parseCount)
    #expect(await store.incrementalIndex.buildCount == buildCount)
    #expect(session.snapshot?.revision == revision, "the store reported a new state")
  }

  @Test func hidingAHiddenCalendarChangesNothing() async {
    defer { calendars.cleanUp() }
    await open()
    session.setHidden(true, for: home)
    var changeCount = 0
    session.onDisplayChange = { changeCount += 1 }
    session.onHiddenCalendarsChanged = { changeCount += 1 }
    session.setHidden(true, for: home)
    #expect(changeCount == 0)
  }

  @Test func oneCalendarIsShownAlone() async {
    defer { calendars.cleanUp() }
    await open()
    session.showOnly(home)
    #expect(titles == ["home", "home daily"])
    #expect(session.isOnlyShownCalendar(home) && !session.isOnlyShownCalendar(work))
    session.showAll()
    #expect(titles == allTitles && !session.isOnlyShownCalendar(home))
  }

  @Test func editInAHiddenCalendarIsUndone() async throws {
    defer { calendars.cleanUp() }
    await open()
    let textBefore = try calendars.text("home.ics")
    move(try occurrence("home"), minutes: 60)
    session.setHidden(true, for: home)
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.text("home.ics") != textBefore)
    _ = try #require(session.undo())
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.text("home.ics") == textBefore)
    #expect(session.choices.isHidden(home) && titles == ["work", "work daily"])
  }

  @Test func editOfASeriesInAHiddenCalendarIsUndone() async throws {
    defer { calendars.cleanUp() }
    await open()
    let textBefore = try calendars.text("home.ics")
    move(try occurrence("home daily"), minutes: 30)
    session.setHidden(true, for: home)
    _ = try #require(session.undo())
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.text("home.ics") == textBefore)
  }

  @Test func newEventGoesToACalendarThatIsShown() async throws {
    defer { calendars.cleanUp() }
    await open()
    session.choices.use(home)
    #expect(session.calendarForNewEvents?.id == home)
    session.setHidden(true, for: home)
    #expect(session.calendarForNewEvents?.id == work)
    #expect(session.defaultCalendar == home, "hiding the default calendar makes another one the default")
    session.setHidden(false, for: home)
    #expect(session.calendarForNewEvents?.id == home)
  }

  @Test func addingAnEventShowsItsCalendarIfAllAreHidden() async throws {
    defer { calendars.cleanUp() }
    await open()
    session.choices.use(home)
    let times = try occurrence("home").event.times
    session.showOnly(work)
    session.setHidden(true, for: work)
    var notices: [CalendarSession.Notice] = []
    session.onNotice = { notices.append($0) }
    var newEvent = try #require(session.newEvent(at: times))
    newEvent.summary = "Tea"
    session.apply(EventEdit(target: newEvent.id, change: .add(newEvent)))
    #expect(!session.choices.isHidden(home) && session.choices.isHidden(work))
    #expect(titles == ["home", "home daily", "Tea"])
    #expect(notices.map(\.text) == ["“Tea” was added. “home” is shown again"])
    #expect(notices.first?.announcement?.hasSuffix("“home” is shown again") == true)
  }

  @Test func movingAnEventToAHiddenCalendarShowsTheCalendar() async throws {
    defer { calendars.cleanUp() }
    await open()
    let moved = try occurrence("work")
    session.setHidden(true, for: home)
    session.transfer(moved.event, to: home)
    #expect(!session.choices.isHidden(home) && titles == allTitles)
  }

  @Test func pastingIntoAHiddenCalendarShowsTheCalendar() async throws {
    defer { calendars.cleanUp() }
    await open()
    let copied = try occurrence("home").event
    session.setHidden(true, for: home)
    let pasted = try #require(session.eventForPasting(copied, isCopy: true, from: home))
    #expect(session.addCopy(pasted, from: home) != nil)
    #expect(!session.choices.isHidden(home))
    #expect(shownOccurrences.filter { $0.event.summary == "home" }.count == 2)
  }

  @Test func hiddenCalendarsStayHiddenInTheNextRun() async {
    defer { calendars.cleanUp() }
    session.restoreHidden([home])
    await open(as: .ownCalendars)
    #expect(titles == ["work", "work daily"])
  }

  @Test func calendarThatTheUserOpensIsShown() async {
    defer { calendars.cleanUp() }
    session.restoreHidden([home])
    await session.open([work.key], as: .ownCalendars)
    var hiddenCalendarsChangeCount = 0
    session.onHiddenCalendarsChanged = { hiddenCalendarsChangeCount += 1 }
    _ = await session.openAdditional([home.key])
    #expect(titles == allTitles && !session.choices.isHidden(home) && hiddenCalendarsChangeCount == 1)
    session.restoreHidden([home])
    await open(as: .chosen)
    #expect(titles == allTitles)
  }

  @Test func seriesOfHiddenCalendarsAreNotReportedAsTruncated() async throws {
    defer { calendars.cleanUp() }
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:bomb",
      "DTSTAMP:20250101T000000Z", "DTSTART:20260101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY",
      "SUMMARY:bomb", "END:VEVENT", "END:VCALENDAR",
    ]
    try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: "bomb.ics")
    let bomb = calendars.id("bomb.ics")
    session.restoreHidden([bomb])
    await session.open([bomb.key], as: .ownCalendars)
    #expect(shownOccurrences.isEmpty && session.incompleteSeriesMessages.isEmpty)
    session.setHidden(false, for: bomb)
    #expect(!shownOccurrences.isEmpty && !session.incompleteSeriesMessages.isEmpty)
  }

  @Test func allTruncatedSeriesAreCountedButOnlySomeAreNamed() async throws {
    defer { calendars.cleanUp() }
    let events = (0..<40).flatMap {
      [
        "BEGIN:VEVENT", "UID:\($0)", "DTSTAMP:20250101T000000Z", "DTSTART:20260101T000000Z", "DURATION:PT1S",
        "RRULE:FREQ=SECONDLY", "SUMMARY:bomb \($0)", "END:VEVENT",
      ]
    }
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"] + events + ["END:VCALENDAR"]
    try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: "bomb.ics")
    await session.open([calendars.id("bomb.ics").key], as: .ownCalendars)
    #expect(!shownOccurrences.isEmpty)
    #expect(session.incompleteSeriesCount == 40 && session.incompleteSeriesMessages.count == 20)
  }

  // MARK: Colors

  @Test func chosenColorAppliesToTheCalendarAndItsEvents() async throws {
    defer { calendars.cleanUp() }
    await open()
    let textBefore = try calendars.text("home.ics")
    let red = EventColor(rgb: 0xC01C28)
    var saved: [String] = []
    session.onChosenPropertiesChanged = { saved = session.chosenProperties.colorSettings }
    await session.setColor(red, of: home)
    #expect(session.calendars.first { $0.id == home }?.color == red)
    #expect(try occurrence("home").event.color == red && occurrence("home daily").event.color == red)
    #expect(try occurrence("work").event.color != red)
    #expect(saved == ["#c01c28 \(home.key)"])
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.text("home.ics") == textBefore, "the color was written into the file")
  }

  @Test func chosenColorReplacesTheOneInTheFileAndIsKept() async throws {
    defer { calendars.cleanUp() }
    let text = try calendars.text("home.ics")
    try calendars.write(
      text.replacing("X-WR-CALNAME:home", with: "X-WR-CALNAME:home\r\nX-APPLE-CALENDAR-COLOR:#00FF00"),
      to: "home.ics")
    session.chosenProperties = ChosenProperties(names: [], colors: ["#c01c28 \(home.key)"])
    await open()
    #expect(session.calendars.first { $0.id == home }?.color == EventColor(rgb: 0xC01C28))
    #expect(try occurrence("home").event.color == EventColor(rgb: 0xC01C28))
    move(try occurrence("home"), minutes: 15)
    #expect(try occurrence("home").event.color == EventColor(rgb: 0xC01C28))
  }

  @Test func sizeOfACalendarIsThatOfItsFile() async throws {
    defer { calendars.cleanUp() }
    await open()
    #expect(await session.size(of: home) == (try calendars.text("home.ics")).utf8.count)
  }
}
