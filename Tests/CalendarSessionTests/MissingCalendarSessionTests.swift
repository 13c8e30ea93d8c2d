import CalendarModel
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// A session with a missing calendar.
@MainActor @Suite(.everyBackend) struct MissingCalendarSessionTests {
  private let calendars: TestCalendars
  private let session: CalendarSession

  init() throws {
    calendars = try TestCalendars()
    try calendars.makeFolder("home")
    session = calendars.session()
  }

  private let times = EventTimes(start: .date(Day(ordinal: 20_458)), end: .implied)

  @Test func noEventIsCreatedInAnotherCalendarUntilTheUserChoosesIt() async throws {
    defer { calendars.cleanUp() }
    let (missing, available) = (calendars.key("stick/work"), calendars.key("home"))
    session.choices.use(CalendarID(missing))
    await session.open([missing, available], as: .ownCalendars)
    #expect(session.failureMessages.isEmpty)
    #expect(session.calendars.map(\.name) == ["work", "home"])
    #expect(session.writableCalendars.map(\.name) == ["home"])
    #expect(
      session.unavailableMessages == [
        "“\(calendars.displayName("stick/work"))” is not available. It will open automatically when it is."
      ])
    #expect(session.newEvent(at: times) == nil)
    #expect(session.unavailableDefaultCalendar?.name == "work")
    #expect(session.newEvent(at: times, in: CalendarID(missing)) == nil)
    session.choices.use(CalendarID(available))
    #expect(session.newEvent(at: times)?.id.calendar.key == available)
    // The calendar for new events is available, although the other one is still missing.
    #expect(session.unavailableDefaultCalendar == nil)
  }

  @Test func newEventGoesToTheMissingCalendarOnceItIsAvailable() async throws {
    defer { calendars.cleanUp() }
    let missing = calendars.key("stick/work")
    session.choices.use(CalendarID(missing))
    await session.open([missing, calendars.key("home")], as: .ownCalendars)
    try calendars.makeFolder("stick/work")
    for _ in 0..<3_000 where !session.unavailableMessages.isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(session.newEvent(at: times)?.id.calendar.key == missing)
  }
}
