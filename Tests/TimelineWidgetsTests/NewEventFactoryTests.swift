import CalendarModel
import XCTest

@testable import TimelineWidgets

/// Events that are not yet in a calendar. The tests are async because XCTest on Linux does not find the
/// synchronous tests of an actor-isolated class.
@MainActor
final class NewEventFactoryTests: XCTestCase {
  private lazy var calendar = FakeCalendar([FakeCalendar.event("Lunch", 12 * 60..<13 * 60)])
  private let workingHours = 9 * 3600..<17 * 3600
  private var factory: NewEventFactory { NewEventFactory(source: calendar, defaultTitle: "New event") }

  func testNewEventFollowsTheSelectedOneOrStartsAtTheNextHalfHour() async throws {
    let lunch = try XCTUnwrap(calendar.occurrence("Lunch"))
    let eventAfterLunch = try XCTUnwrap(
      factory.newEvent(
        after: lunch, on: FakeCalendar.day, now: Instant(seconds: 0), workingHours: workingHours))
    XCTAssertEqual(eventAfterLunch.start.wall, WallTime(FakeCalendar.day, secondOfDay: 13 * 3600))
    XCTAssertEqual(eventAfterLunch.event.summary, "New event")
    let now = Instant(seconds: FakeCalendar.day.ordinal * 86_400 + 15 * 3600 + 100)
    let eventWithoutSelection = try XCTUnwrap(
      factory.newEvent(after: nil, on: FakeCalendar.day, now: now, workingHours: workingHours))
    XCTAssertEqual(
      eventWithoutSelection.start.wall, WallTime(FakeCalendar.day, secondOfDay: 15 * 3600 + 1800))
  }

  func testNoEventIsCreatedWithoutAWritableCalendar() async {
    calendar.acceptsNewEvents = false
    XCTAssertNil(
      factory.newEvent(
        after: nil, on: FakeCalendar.day, now: Instant(seconds: 0), workingHours: workingHours))
    let event = CalendarEvent(
      id: EventID(calendar: CalendarID("/tmp/fake.ics"), uid: "A"),
      times: EventTimes(start: .date(FakeCalendar.day), end: .implied), summary: "A")
    XCTAssertEqual(factory.moved(event, to: CalendarID("/tmp/other.ics")), event)
  }

  func testMovingToAnotherCalendarChangesOnlyIdentifierAndColor() async throws {
    let otherCalendar = CalendarOption(
      id: CalendarID("/tmp/other.ics"), name: "Other", color: FakeCalendar.red)
    calendar.calendarOptions = [otherCalendar]
    let event = FakeCalendar.event("Tea", 9 * 60..<10 * 60)
    let movedEvent = factory.moved(event, to: otherCalendar.id)
    XCTAssertEqual(movedEvent.id.calendar, otherCalendar.id)
    XCTAssertEqual(movedEvent.calendarColor, FakeCalendar.red)
    XCTAssertEqual(movedEvent.summary, "Tea")
    XCTAssertEqual(movedEvent.times, event.times)
  }
}
