import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// The automatic colors of open calendars whose files set none.
@MainActor @Suite(.everyBackend) struct CalendarColorsInSessionTests {
  private let calendars: TestCalendars
  private let session: CalendarSession

  init() throws {
    calendars = try TestCalendars()
    session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: calendars.store())
    for name in ["work", "home", "club"] {
      let lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:\(name)",
        "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:\(name)",
        "END:VEVENT", "END:VCALENDAR",
      ]
      try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: "\(name).ics")
    }
  }

  private func open(_ names: String...) async {
    await session.open(names.map { calendars.key("\($0).ics") }, as: .chosen)
  }

  private var events: [CalendarEvent] {
    guard let day = Day("2026-01-05") else { return [] }
    return session.occurrences(in: day..<day.adding(days: 1)).map(\.event)
  }

  @Test func calendarsWithoutColorsAndTheirEventsGetDistinctColors() async throws {
    defer { calendars.cleanUp() }
    await open("work", "home", "club")
    let colors = session.calendars.compactMap(\.color)
    #expect(Set(colors).count == 3)
    for event in events {
      let calendar = try #require(session.calendars.first { $0.id == event.id.calendar })
      #expect(event.color == calendar.color && event.ownColor == nil)
      #expect(session.event(event.id)?.color == calendar.color)
    }
    #expect(events.count == 3)
  }

  @Test func automaticColorsAreNotWrittenToFiles() async throws {
    defer { calendars.cleanUp() }
    await open("work", "home")
    let event = try #require(events.first { $0.summary == "work" })
    session.transfer(event, to: calendars.id("home.ics"))
    #expect(events.first { $0.summary == "work" }?.color == session.calendars[1].color)
    let newEvent = try #require(session.newEvent(at: event.times))
    #expect(
      newEvent.color == session.calendars[1].color, "a new event is not in the calendar that was used last")
    session.apply(EventEdit(target: newEvent.id, change: .add(newEvent)))
    #expect(await session.finishSaving().isEmpty)
    for name in ["work.ics", "home.ics"] { #expect(try !calendars.text(name).contains("COLOR")) }
  }
}
