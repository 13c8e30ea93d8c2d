import CalendarModel
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The cost of an edit: the shown days are queried once, whether or not the data source reports its change.
@MainActor
final class ReloadTests: WidgetTestCase {
  func testEditReportedByTheSourceReloadsOnce() async throws {
    let (timeline, source) = testWindow()
    source.onApply = { timeline.view.reload() }
    try moveLater(in: timeline)
    XCTAssertEqual(source.queries, 1)
    XCTAssertEqual(timeline.block("Standup")?.occurrence.start.wall.secondOfDay, (9 * 60 + 15) * 60)
  }

  func testEditNotReportedByTheSourceReloadsOnce() async throws {
    let (timeline, source) = testWindow()
    try moveLater(in: timeline)
    XCTAssertEqual(source.queries, 1)
    XCTAssertEqual(timeline.block("Standup")?.occurrence.start.wall.secondOfDay, (9 * 60 + 15) * 60)
  }

  func testDeletingAnEventReloadsOnce() async throws {
    let (timeline, source) = testWindow()
    source.onApply = { timeline.view.reload() }
    let event = try XCTUnwrap(source.calendar.occurrence("Standup"))
    source.queries = 0
    timeline.view.delete(event)
    XCTAssertEqual(source.queries, 1)
    XCTAssertNil(timeline.block("Standup"))
  }

  private func testWindow() -> (TimelineTestWindow, CountingCalendar) {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 540..<570)])
    let source = CountingCalendar(timeline.calendar)
    timeline.view.dataSource = source
    return (timeline, source)
  }

  /// Moves an event by one step, and saves it.
  private func moveLater(in timeline: TimelineTestWindow) throws {
    let source = try XCTUnwrap(timeline.view.dataSource as? CountingCalendar)
    timeline.perform(.moveLater, on: "Standup")
    source.queries = 0
    timeline.view.finishKeyboardEdit()
    XCTAssertEqual(source.calendar.edits.count, 1)
  }
}

/// A calendar that counts the queries for Monday alone and can report edits.
@MainActor
private final class CountingCalendar: TimelineDataSource {
  let calendar: FakeCalendar
  var queries = 0
  /// Called after each edit.
  var onApply: () -> Void = {}

  init(_ calendar: FakeCalendar) { self.calendar = calendar }

  var displayZone: Zone { calendar.displayZone }

  func occurrences(in days: Range<Day>) -> [Occurrence] {
    if days == FakeCalendar.day..<FakeCalendar.day.adding(days: 1) { queries += 1 }
    return calendar.occurrences(in: days)
  }

  func refusal(for occurrence: Occurrence) -> EditRefusal? { calendar.refusal(for: occurrence) }
  func newEvent(at times: EventTimes) -> CalendarEvent? { calendar.newEvent(at: times) }
  func newEvent(at times: EventTimes, in id: CalendarID?) -> CalendarEvent? {
    calendar.newEvent(at: times, in: id)
  }
  var calendarOptions: [CalendarOption] { calendar.calendarOptions }

  func apply(_ edit: EventEdit) {
    calendar.apply(edit)
    onApply()
  }
}
