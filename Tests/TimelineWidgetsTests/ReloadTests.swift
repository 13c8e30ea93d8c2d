import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The cost of an edit: the shown days are queried once, whether or not the data source reports its change.
@MainActor
final class ReloadTests: WidgetTestCase {
  func testEditReportedByTheSourceReloadsOnce() async throws {
    let (timeline, source) = makeTimeline()
    source.onApply = { timeline.view.reload() }
    try moveLater(in: timeline)
    XCTAssertEqual(source.queryCount, 1)
    XCTAssertEqual(timeline.block("Standup")?.occurrence.start.wall.secondOfDay, (9 * 60 + 15) * 60)
  }

  func testEditNotReportedByTheSourceReloadsOnce() async throws {
    let (timeline, source) = makeTimeline()
    try moveLater(in: timeline)
    XCTAssertEqual(source.queryCount, 1)
    XCTAssertEqual(timeline.block("Standup")?.occurrence.start.wall.secondOfDay, (9 * 60 + 15) * 60)
  }

  func testDeletingAnEventReloadsOnce() async throws {
    let (timeline, source) = makeTimeline()
    source.onApply = { timeline.view.reload() }
    let event = try XCTUnwrap(source.calendar.occurrence("Standup"))
    source.queryCount = 0
    timeline.view.delete(event)
    XCTAssertEqual(source.queryCount, 1)
    XCTAssertNil(timeline.block("Standup"))
  }

  func testSelectedEventsThatAreMovedFarStaySelected() async throws {
    let (timeline, source) = makeTimeline()
    source.onApply = { timeline.view.reload() }
    let event = try XCTUnwrap(source.calendar.occurrence("Standup"))
    timeline.view.send(.action(.selectMore, .init(event)))
    let start = event.start.wall.adding(seconds: 10 * 86_400)
    timeline.view.apply(
      GroupEdit([.init(event, .move(event.times.moved(toStart: start, in: .utc)))]), scope: .thisOccurrence)
    XCTAssertEqual(timeline.view.selectedTogether.map(\.start.wall), [start])
  }

  /// Another program may save often, so a reload must lay out and paint only what has changed.
  func testChangingOneEventLaysOutOneColumn() async throws {
    let events = (0..<7).flatMap { day in
      (0..<20).map { number in
        FakeCalendar.event(
          "\(day), \(number)", number * 60..<number * 60 + 45, on: FakeCalendar.day.adding(days: day))
      }
    }
    let timeline = TimelineTestWindow(events, width: 1000) { $0.configuration.view = .week }
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the neighboring weeks are not ready")
    (FrameStatistics.layoutCount, FrameStatistics.paintCount) = (0, 0)

    timeline.calendar.events[45].summary = "Changed"
    timeline.view.reload()
    XCTAssertEqual(FrameStatistics.layoutCount, 1)
    XCTAssertNotNil(timeline.block("Changed"), "the changed event is not shown")
    timeline.testWindow.waitForFrame()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }))
    XCTAssertEqual(FrameStatistics.layoutCount, 1)
    XCTAssertEqual(FrameStatistics.paintCount, 1, "an event other than the changed one was painted")

    timeline.view.reload()
    XCTAssertEqual(FrameStatistics.layoutCount, 1, "a reload without a change laid out a column")
    XCTAssertTrue(
      timeline.view.paging.isReady(timeline.view.paging.row.page), "an unchanged page is built again")
    timeline.calendar.events.remove(at: 45)
    timeline.view.reload()
    XCTAssertEqual(FrameStatistics.layoutCount, 2)
    XCTAssertNil(timeline.block("Changed"))
    XCTAssertEqual(timeline.view.allBlocks.count, 139)

    // Zooming also applies to unchanged columns.
    timeline.view.zoom(steps: 1)
    timeline.view.reload()
    timeline.testWindow.waitForFrame()
    let block = try XCTUnwrap(timeline.block("1, 7"))
    let shown = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    XCTAssertEqual(shown.y, timeline.y(ofMinute: 7 * 60), accuracy: 1)
  }

  /// While an event of a crowded day is dragged, another program may change the day in every tenth of a second.
  func testChangingOneEventAllocatesOnlyBlocksThatMove() async throws {
    let events = (0..<59).map { FakeCalendar.event("Event \($0)", $0 * 24..<$0 * 24 + 20) }
    let timeline = TimelineTestWindow(events, width: 1000)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    func reload() {
      FrameStatistics.allocationCount = 0
      timeline.view.reload()
      timeline.testWindow.waitForFrame()
      XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    }
    timeline.calendar.events[40].summary = "Changed"
    reload()
    XCTAssertNotNil(timeline.block("Changed"), "the changed event is not shown")
    XCTAssertEqual(FrameStatistics.allocationCount, 0, "blocks that stay where they are were allocated")

    let later = FakeCalendar.event("Changed", 40 * 24 + 1..<40 * 24 + 21)
    timeline.calendar.events[40].times = later.times
    reload()
    XCTAssertEqual(FrameStatistics.allocationCount, 1, "blocks other than the moved one were allocated")
    let block = try XCTUnwrap(timeline.block("Changed"))
    let shown = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    XCTAssertEqual(shown.y, timeline.y(ofMinute: 40 * 24 + 1), accuracy: 1)
  }

  /// Removing the blocks of a crowded day takes longer than a frame, so they disappear at once and are removed one by
  /// one.
  func testBlocksOfACrowdedDayAreRemovedInTheFollowingFrames() async throws {
    let events = (0..<200).map { FakeCalendar.event("Event \($0)", $0 * 6..<$0 * 6 + 55) }
    let timeline = TimelineTestWindow(events, width: 1000)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    let column = timeline.view.column
    XCTAssertEqual(children(of: column).count, 200)

    timeline.calendar.events = [FakeCalendar.event("Only", 9 * 60..<10 * 60)]
    timeline.view.reloadGradually()
    XCTAssertTrue(Loop.run(until: { column.count == 1 }), "the day is not laid out")
    XCTAssertEqual(timeline.titles, timeline.block("Only") == nil ? [] : ["Only"])
    XCTAssertTrue(column.hasRemovableBlocks, "all blocks were removed in one frame")
    for child in children(of: column).dropFirst() {
      XCTAssertEqual(
        gtk_widget_get_child_visible(child), 0, "a block that is about to be removed can be pressed")
    }
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(children(of: column), column.blocks.map(\.gtkWidget))
    XCTAssertEqual(timeline.titles, ["Only"])

    // Blocks that are shown again before they are removed are used again.
    timeline.calendar.events = events
    timeline.view.reloadGradually()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(timeline.titles.count, 200)
    for block in column.blocks { XCTAssertNotEqual(gtk_widget_get_child_visible(block.gtkWidget), 0) }
  }

  private func children(of widget: CustomWidget) -> [WidgetPointer] {
    sequence(first: gtk_widget_get_first_child(widget.gtkWidget)) { gtk_widget_get_next_sibling($0) }
      .prefix { $0 != nil }.compactMap { $0 }
  }

  /// While a crowded page is built, the blocks that already have their places must not be allocated again and
  /// again.
  func testNewBlocksAreAllocatedWithoutTheOthers() async throws {
    let events = (0..<400).map { FakeCalendar.event("Event \($0)", $0 * 3..<$0 * 3 + 55) }
    let timeline = TimelineTestWindow([], width: 1000)
    timeline.testWindow.waitForFrame()
    FrameStatistics.allocationCount = 0
    timeline.calendar.events = events
    timeline.view.reload()
    XCTAssertTrue(Loop.run(until: { timeline.view.column.isComplete }), "the page is not complete")
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(timeline.view.allBlocks.count, 400)
    XCTAssertLessThanOrEqual(
      FrameStatistics.allocationCount, 2 * 400, "blocks were allocated more than twice")
    for block in timeline.view.allBlocks {
      let shown = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
      let frame = try XCTUnwrap(timeline.view.page.frame(of: block.occurrence.id))
      XCTAssertEqual(shown.y + timeline.view.sheet.drawnScroll, frame.top, accuracy: 0.01)
    }
  }

  private func makeTimeline() -> (TimelineTestWindow, CountingCalendar) {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 540..<570)])
    let source = CountingCalendar(timeline.calendar)
    timeline.view.dataSource = source
    return (timeline, source)
  }

  /// Moves an event by one step, and saves it.
  private func moveLater(in timeline: TimelineTestWindow) throws {
    let source = try XCTUnwrap(timeline.view.dataSource as? CountingCalendar)
    timeline.perform(.moveLater, on: "Standup")
    source.queryCount = 0
    timeline.view.finishKeyboardEdit()
    XCTAssertEqual(source.calendar.edits.count, 1)
  }
}

/// A calendar that counts the queries for Monday alone and can report edits.
@MainActor
private final class CountingCalendar: TimelineDataSource {
  let calendar: FakeCalendar
  var queryCount = 0
  /// Called after each edit.
  var onApply: () -> Void = {}

  init(_ calendar: FakeCalendar) { self.calendar = calendar }

  var displayZone: Zone { calendar.displayZone }

  func occurrences(in days: Range<Day>) -> [Occurrence] {
    if days == FakeCalendar.day..<FakeCalendar.day.adding(days: 1) { queryCount += 1 }
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
