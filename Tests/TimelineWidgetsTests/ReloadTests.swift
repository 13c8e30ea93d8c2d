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

  /// Another program may save often: what it did not change costs nothing.
  func testAChangeOfOneEventLaysOutOneColumn() async throws {
    let events = (0..<7).flatMap { day in
      (0..<20).map { number in
        FakeCalendar.event(
          "\(day), \(number)", number * 60..<number * 60 + 45, on: FakeCalendar.day.adding(days: day))
      }
    }
    let timeline = TimelineTestWindow(events, width: 1000) { $0.configuration.view = .week }
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the weeks beside are ready")
    (FrameStatistics.layouts, FrameStatistics.paints) = (0, 0)

    timeline.calendar.events[45].summary = "Changed"
    timeline.view.reload()
    XCTAssertEqual(FrameStatistics.layouts, 1)
    XCTAssertNotNil(timeline.block("Changed"), "it is shown")
    timeline.testWindow.settle()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }))
    XCTAssertEqual(FrameStatistics.layouts, 1)
    XCTAssertEqual(FrameStatistics.paints, 1, "and painted alone")

    timeline.view.reload()
    XCTAssertEqual(FrameStatistics.layouts, 1, "nothing has changed")
    timeline.calendar.events.remove(at: 45)
    timeline.view.reload()
    XCTAssertEqual(FrameStatistics.layouts, 2)
    XCTAssertNil(timeline.block("Changed"))
    XCTAssertEqual(timeline.view.allBlocks.count, 139)

    // Columns that stayed as they were follow another zoom, too.
    timeline.view.zoom(steps: 1)
    timeline.view.reload()
    timeline.testWindow.settle()
    let block = try XCTUnwrap(timeline.block("1, 7"))
    let shown = try XCTUnwrap(timeline.bounds(of: block.pointer))
    XCTAssertEqual(shown.y, timeline.y(ofMinute: 7 * 60), accuracy: 1)
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
