import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// A session one of whose calendars is not there.
@MainActor @Suite struct MissingCalendarSessionTests {
  private let folder: URL
  private let session: CalendarSession

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("home"), withIntermediateDirectories: true)
    let store = CalendarStore(displayZone: .utc, files: CalendarFiles(), conflicts: folder.path + "/kept")
    session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: store)
  }

  private let times = EventTimes(start: .date(Day(ordinal: 20_458)), end: .implied)

  @Test func aNewEventGoesNowhereElseUntilSomebodySaysSo() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (away, home) = (folder.path + "/stick/work", folder.path + "/home")
    session.lastCalendar = CalendarID(away)
    await session.open([away, home], as: .own)
    #expect(session.failures.isEmpty)
    #expect(session.calendars.map(\.name) == ["work", "home"])
    #expect(session.writableCalendars.map(\.name) == ["home"])
    #expect(session.absences == ["“\(away)” is not available. It is opened as soon as it is."])
    #expect(session.newEvent(at: times) == nil)
    #expect(session.awaitedCalendar?.name == "work")
    #expect(session.newEvent(at: times, in: CalendarID(away)) == nil)
    session.lastCalendar = CalendarID(home)
    #expect(session.newEvent(at: times)?.id.calendar.key == home)
    // Another one that is not there is in nobody's way.
    #expect(session.awaitedCalendar == nil)
  }

  @Test func itGoesThereOnceItIsThereAgain() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let away = folder.path + "/stick/work"
    session.lastCalendar = CalendarID(away)
    await session.open([away, folder.path + "/home"], as: .own)
    try FileManager.default.createDirectory(atPath: away, withIntermediateDirectories: true)
    for _ in 0..<500 where !session.absences.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(session.newEvent(at: times)?.id.calendar.key == away)
  }
}
