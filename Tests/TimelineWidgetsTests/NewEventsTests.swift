import CalendarModel
import XCTest

@testable import TimelineWidgets

/// A new event before it is saved. The tests are async because XCTest on Linux does not find the
/// synchronous tests of an actor-isolated class.
@MainActor
final class NewEventsTests: XCTestCase {
  private lazy var calendar = FakeCalendar([FakeCalendar.event("Lunch", 12 * 60..<13 * 60)])
  private let hours = 9 * 3600..<17 * 3600
  private var newEvents: NewEventFactory { NewEventFactory(source: calendar, defaultTitle: "New event") }

  func testNewEventFollowsTheSelectedOneOrStartsAtTheNextHalfHour() async throws {
    let lunch = try XCTUnwrap(calendar.occurrence("Lunch"))
    let after = try XCTUnwrap(
      newEvents.next(after: lunch, on: FakeCalendar.day, now: Instant(seconds: 0), workingHours: hours))
    XCTAssertEqual(after.start.wall, WallTime(FakeCalendar.day, secondOfDay: 13 * 3600))
    XCTAssertEqual(after.event.summary, "New event")
    let now = Instant(seconds: FakeCalendar.day.ordinal * 86_400 + 15 * 3600 + 100)
    let next = try XCTUnwrap(newEvents.next(after: nil, on: FakeCalendar.day, now: now, workingHours: hours))
    XCTAssertEqual(next.start.wall, WallTime(FakeCalendar.day, secondOfDay: 15 * 3600 + 1800))
  }

  func testNoEventIsCreatedWithoutAWritableCalendar() async {
    calendar.acceptsNewEvents = false
    XCTAssertNil(
      newEvents.next(after: nil, on: FakeCalendar.day, now: Instant(seconds: 0), workingHours: hours))
    let event = CalendarEvent(
      id: EventID(calendar: CalendarID("/tmp/fake.ics"), uid: "A"),
      times: EventTimes(start: .date(FakeCalendar.day), end: .implied), summary: "A")
    XCTAssertEqual(newEvents.moved(event, to: CalendarID("/tmp/other.ics")), event)
  }

  func testMovingToAnotherCalendarChangesOnlyIdentifierAndColor() async throws {
    let other = CalendarOption(id: CalendarID("/tmp/other.ics"), name: "Other", color: FakeCalendar.red)
    calendar.calendarOptions = [other]
    let event = FakeCalendar.event("Tea", 9 * 60..<10 * 60)
    let moved = newEvents.moved(event, to: other.id)
    XCTAssertEqual(moved.id.calendar, other.id)
    XCTAssertEqual(moved.calendarColor, FakeCalendar.red)
    XCTAssertEqual(moved.summary, "Tea")
    XCTAssertEqual(moved.times, event.times)
  }
}
