import CalendarModel
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// A session with a missing calendar.
@MainActor @Suite(.everyBackend) struct MissingCalendarSessionTests {
  private let home: CalendarHome
  private let session: CalendarSession

  init() throws {
    home = try CalendarHome()
    try home.makeFolder("home")
    session = home.session()
  }

  private let times = EventTimes(start: .date(Day(ordinal: 20_458)), end: .implied)

  @Test func newEventKeepsItsCalendarUntilTheUserChoosesAnother() async throws {
    defer { home.tidyUp() }
    let (away, near) = (home.key("stick/work"), home.key("home"))
    session.lastCalendar = CalendarID(away)
    await session.open([away, near], as: .own)
    #expect(session.failures.isEmpty)
    #expect(session.calendars.map(\.name) == ["work", "home"])
    #expect(session.writableCalendars.map(\.name) == ["home"])
    #expect(
      session.absences == [
        "“\(home.displayName("stick/work"))” is not available. It opens automatically when it is."
      ])
    #expect(session.newEvent(at: times) == nil)
    #expect(session.unavailableDefaultCalendar?.name == "work")
    #expect(session.newEvent(at: times, in: CalendarID(away)) == nil)
    session.lastCalendar = CalendarID(near)
    #expect(session.newEvent(at: times)?.id.calendar.key == near)
    // Another missing calendar does not matter.
    #expect(session.unavailableDefaultCalendar == nil)
  }

  @Test func newEventGoesToTheCalendarOnceItIsAvailableAgain() async throws {
    defer { home.tidyUp() }
    let away = home.key("stick/work")
    session.lastCalendar = CalendarID(away)
    await session.open([away, home.key("home")], as: .own)
    try home.makeFolder("stick/work")
    for _ in 0..<500 where !session.absences.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(session.newEvent(at: times)?.id.calendar.key == away)
  }
}
