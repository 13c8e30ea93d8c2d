import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The cost of edits and reloads: for an edit, the shown days are queried once, whether or not the data source reports
/// the edit. A reload lays out and paints only what has changed.
@MainActor
final class ReloadTests: WidgetTestCase {
  func testEditReportedByTheSourceReloadsOnce() async throws {
    let (timeline, source) = makeTimeline()
    source.onApply = { timeline.stack.reload() }
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
    source.onApply = { timeline.stack.reload() }
    let event = try XCTUnwrap(source.calendar.occurrence("Standup"))
    source.queryCount = 0
    timeline.stack.delete(event)
    XCTAssertEqual(source.queryCount, 1)
    XCTAssertNil(timeline.block("Standup"))
  }

  func testSelectedEventsThatAreMovedFarStaySelected() async throws {
    let (timeline, source) = makeTimeline()
    source.onApply = { timeline.stack.reload() }
    let event = try XCTUnwrap(source.calendar.occurrence("Standup"))
    timeline.stack.send(.action(.toggleSelection, .init(event)))
    let start = event.start.wall.adding(seconds: 10 * 86_400)
    timeline.stack.apply(
      GroupEdit([.init(event, .move(event.times.moved(toStart: start, in: .utc)))]), scope: .thisOccurrence,
      in: ApplyContext())
    XCTAssertEqual(timeline.stack.multipleSelection.map(\.start.wall), [start])
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
    timeline.stack.reload()
    XCTAssertEqual(FrameStatistics.layoutCount, 1)
    XCTAssertNotNil(timeline.block("Changed"), "the changed event is not shown")
    timeline.testWindow.waitForFrame()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }))
    XCTAssertEqual(FrameStatistics.layoutCount, 1)
    XCTAssertEqual(FrameStatistics.paintCount, 1, "an event other than the changed one was painted")

    timeline.stack.reload()
    XCTAssertEqual(FrameStatistics.layoutCount, 1, "a reload without a change laid out a column")
    XCTAssertTrue(
      timeline.view.paging.isReady(timeline.view.paging.row.page), "an unchanged page is built again")
    timeline.calendar.events.remove(at: 45)
    timeline.stack.reload()
    XCTAssertEqual(FrameStatistics.layoutCount, 2)
    XCTAssertNil(timeline.block("Changed"))
    XCTAssertEqual(timeline.view.page.blocks.count, 139)

    // Zooming also applies to unchanged columns.
    timeline.stack.zoom(steps: 1)
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    let block = try XCTUnwrap(timeline.block("1, 7"))
    let bounds = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    XCTAssertEqual(bounds.y, timeline.y(ofMinute: 7 * 60), accuracy: 1)
  }

  /// While an event on a crowded day is being dragged, another program may change the day every tenth of a second.
  func testChangingOneEventAllocatesOnlyBlocksThatMove() async throws {
    let events = (0..<59).map { FakeCalendar.event("Event \($0)", $0 * 24..<$0 * 24 + 20) }
    let timeline = TimelineTestWindow(events, width: 1000)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    timeline.calendar.events[40].summary = "Changed"
    reloadCountingAllocations(timeline)
    XCTAssertNotNil(timeline.block("Changed"), "the changed event is not shown")
    XCTAssertEqual(FrameStatistics.allocationCount, 0, "blocks that do not move were allocated")

    let laterEvent = FakeCalendar.event("Changed", 40 * 24 + 1..<40 * 24 + 21)
    timeline.calendar.events[40].times = laterEvent.times
    reloadCountingAllocations(timeline)
    XCTAssertEqual(FrameStatistics.allocationCount, 1, "blocks other than the moved one were allocated")
    let block = try XCTUnwrap(timeline.block("Changed"))
    let bounds = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    XCTAssertEqual(bounds.y, timeline.y(ofMinute: 40 * 24 + 1), accuracy: 1)
  }

  func testAddingAndRemovingAnEventAllocatesOnlyBlocksThatMove() async throws {
    let events = (0..<20).map { FakeCalendar.event("Event \($0)", $0 * 60..<$0 * 60 + 45) }
    let timeline = TimelineTestWindow(events, width: 1000)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    // The added event overlaps one other event, which becomes narrower.
    timeline.calendar.events.append(FakeCalendar.event("Added", 5 * 60 + 15..<5 * 60 + 45))
    reloadCountingAllocations(timeline)
    XCTAssertEqual(FrameStatistics.allocationCount, 2)
    for block in timeline.view.page.blocks {
      let bounds = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
      let frame = try XCTUnwrap(timeline.view.page.frame(of: block.occurrence.id))
      XCTAssertEqual(bounds.y + timeline.view.scrollContent.drawnScroll, frame.top, accuracy: 0.01)
      XCTAssertEqual(bounds.width, frame.width, accuracy: 1)
    }
    timeline.calendar.events.removeLast()
    reloadCountingAllocations(timeline)
    XCTAssertEqual(FrameStatistics.allocationCount, 1)
  }

  /// Removing the blocks of a crowded day would take longer than a frame. Instead, the blocks disappear at once, are
  /// hidden from assistive technology one by one, and are reused when their events are shown again.
  func testBlocksOfACrowdedDayAreHiddenInTheFollowingFramesAndReused() async throws {
    let (timeline, events) = try makeCrowdedDay()
    let column = timeline.view.selectedColumn
    // The first event has the focus, so it stays.
    let (blocks, otherBlocks) = (column.blocks, column.blocks.dropFirst())
    XCTAssertEqual(children(of: column), blocks.map(\.gtkWidget))

    // On a fast machine, all blocks could be hidden in one frame. With this clock, every step takes a millisecond.
    var delay = 0.0
    timeline.view.paging.queue.clock = {
      delay += 0.001
      return SteadyClock.seconds + delay
    }
    timeline.calendar.events = [events[0]]
    timeline.stack.reloadGradually()
    XCTAssertTrue(Loop.run(until: { column.count == 1 }), "the day is not laid out")
    timeline.view.paging.queue.clock = { SteadyClock.seconds }
    XCTAssertEqual(timeline.titles, ["Event 0"])
    XCTAssertTrue(column.isListingOutdated, "all blocks were hidden in one frame")
    for block in otherBlocks {
      XCTAssertEqual(
        gtk_widget_get_child_visible(block.gtkWidget), 0, "a block that is not shown can be pressed")
      XCTAssertEqual(gtk_widget_grab_focus(block.gtkWidget), 0, "a block that is not shown can get the focus")
    }
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(timeline.titles, ["Event 0"])
    XCTAssertEqual(
      children(of: column).filter { gtk_widget_get_child_visible($0) != 0 }, column.blocks.map(\.gtkWidget))
    XCTAssertTrue(
      otherBlocks.allSatisfy(\.isHiddenFromAccessibility),
      "assistive technology lists events that are not shown")

    timeline.calendar.events = events
    FrameStatistics.paintCount = 0
    timeline.stack.reloadGradually()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(column.blocks.map(ObjectIdentifier.init), blocks.map(ObjectIdentifier.init))
    XCTAssertEqual(children(of: column), blocks.map(\.gtkWidget), "the blocks are not in reading order")
    XCTAssertLessThanOrEqual(
      FrameStatistics.paintCount, 1, "blocks other than the one that stayed were painted again")
    for block in blocks {
      XCTAssertNotEqual(gtk_widget_get_child_visible(block.gtkWidget), 0)
      XCTAssertFalse(block.isHiddenFromAccessibility)
    }
    XCTAssertNotEqual(gtk_widget_grab_focus(blocks[1].gtkWidget), 0)
  }

  /// Notifying assistive technology takes longer than showing the events, so it waits until they are visible.
  func testBlocksThatAreUsedAgainAreShownBeforeAssistiveTechnologyListsThem() async throws {
    let (timeline, events) = try makeCrowdedDay()
    let column = timeline.view.selectedColumn
    timeline.calendar.events = [events[0]]
    timeline.stack.reloadGradually()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    timeline.calendar.events = events
    timeline.stack.reloadGradually()
    XCTAssertTrue(
      Loop.run(until: {
        XCTAssertTrue(
          column.isComplete || column.blocks.dropFirst().allSatisfy(\.isHiddenFromAccessibility),
          "assistive technology was notified before all events were visible")
        return timeline.view.paging.isIdle
      }), "the page is not ready")
    XCTAssertTrue(column.blocks.allSatisfy { !$0.isHiddenFromAccessibility })
    XCTAssertFalse(column.isListingOutdated)
  }

  /// An event must not get the focus while assistive technology does not list it.
  func testBlockThatGetsTheFocusIsListed() async throws {
    let (timeline, events) = try makeCrowdedDay()
    let column = timeline.view.selectedColumn
    timeline.calendar.events = []
    timeline.stack.reloadGradually()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    timeline.calendar.events = events
    timeline.stack.reloadGradually()
    XCTAssertTrue(Loop.run(until: { column.count == events.count }), "the day is not laid out")
    let last = try XCTUnwrap(timeline.view.page.occurrences.last)
    let block = try XCTUnwrap(timeline.view.block(for: last.id))
    XCTAssertNotEqual(gtk_widget_grab_focus(block.gtkWidget), 0)
    XCTAssertFalse(block.isHiddenFromAccessibility)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
  }

  /// Blocks that are not shown keep their text unless something that it depends on changes.
  func testBlocksThatAreUsedAgainShowTheCurrentState() async throws {
    let (timeline, events) = try makeCrowdedDay()
    let end = try XCTUnwrap(timeline.view.selectedColumn.blocks.map(\.occurrence.end.instant).max())
    XCTAssertFalse(try XCTUnwrap(timeline.block("Event 3")).content.isPast)
    timeline.calendar.events = []
    timeline.stack.reloadGradually()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    timeline.stack.now = { Instant(seconds: end.seconds + 1) }
    timeline.stack.currentTimeChanged()
    timeline.calendar.events = events
    timeline.calendar.events[5].summary = "Changed"
    timeline.stack.reloadGradually()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(timeline.view.selectedColumn.blocks.count, events.count)
    XCTAssertTrue(
      timeline.view.selectedColumn.blocks.allSatisfy(\.content.isPast), "past events are not dimmed")
    XCTAssertEqual(timeline.block("Changed")?.content.title, "Changed")
  }

  func testBlocksThatAreNotShownDoNotPileUp() async throws {
    let (timeline, events) = try makeCrowdedDay()
    let otherEvents = events.indices.map { FakeCalendar.event("Other \($0)", $0 * 6 + 1..<$0 * 6 + 50) }
    var counts: [Int] = []
    for round in 0..<8 {
      for shownEvents in [[], otherEvents, events] {
        timeline.calendar.events = shownEvents
        timeline.stack.reloadGradually()
        XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
        XCTAssertEqual(timeline.view.selectedColumn.blocks.count, shownEvents.count)
        XCTAssertTrue(timeline.view.selectedColumn.blocks.allSatisfy { !$0.isHiddenFromAccessibility })
      }
      if round % 4 == 3 {
        timeline.stack.jump(to: FakeCalendar.day.adding(days: 100))
        XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
        timeline.stack.jump(to: FakeCalendar.day)
        XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
      }
      counts.append(blockCount(in: timeline.view.area.gtkWidget))
    }
    XCTAssertEqual(counts, Array(repeating: events.count, count: 8), "the number of blocks grows")
  }

  /// The blocks of a hidden calendar are not kept once their page shows other days.
  func testBlocksThatAreNotShownAreRemovedOnOtherDays() async throws {
    let (timeline, events) = try makeCrowdedDay()
    timeline.calendar.events = [events[0]]
    timeline.stack.reloadGradually()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(blockCount(in: timeline.view.area.gtkWidget), 200)
    timeline.stack.jump(to: FakeCalendar.day.adding(days: 100))
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(blockCount(in: timeline.view.area.gtkWidget), 0)
    timeline.stack.jump(to: FakeCalendar.day)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(blockCount(in: timeline.view.area.gtkWidget), 1)
  }

  /// A complete page with a day of 200 events.
  private func makeCrowdedDay() throws -> (TimelineTestWindow, [CalendarEvent]) {
    let events = (0..<200).map { FakeCalendar.event("Event \($0)", $0 * 6..<$0 * 6 + 55) }
    let timeline = TimelineTestWindow(events, width: 1000)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(children(of: timeline.view.selectedColumn).count, 200)
    return (timeline, events)
  }

  /// The number of event blocks inside a widget, shown or not.
  private func blockCount(in widget: WidgetPointer) -> Int {
    let type = String(cString: g_type_name_from_instance(widget.as(GTypeInstance.self)))
    var count = type == "HandspanEventBlock" ? 1 : 0
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      count += blockCount(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return count
  }

  private func children(of widget: CustomWidget) -> [WidgetPointer] {
    sequence(first: gtk_widget_get_first_child(widget.gtkWidget)) { gtk_widget_get_next_sibling($0) }
      .prefix { $0 != nil }.compactMap { $0 }
  }

  /// While a crowded page is being built, blocks that are already in position must not be allocated repeatedly.
  func testNewBlocksAreAllocatedWithoutTheOthers() async throws {
    let events = (0..<400).map { FakeCalendar.event("Event \($0)", $0 * 3..<$0 * 3 + 55) }
    let timeline = TimelineTestWindow([], width: 1000)
    timeline.testWindow.waitForFrame()
    FrameStatistics.allocationCount = 0
    timeline.calendar.events = events
    timeline.stack.reload()
    XCTAssertTrue(Loop.run(until: { timeline.view.selectedColumn.isComplete }), "the page is not complete")
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
    XCTAssertEqual(timeline.view.page.blocks.count, 400)
    XCTAssertLessThanOrEqual(
      FrameStatistics.allocationCount, 2 * 400, "blocks were allocated more than twice")
    for block in timeline.view.page.blocks {
      let bounds = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
      let frame = try XCTUnwrap(timeline.view.page.frame(of: block.occurrence.id))
      XCTAssertEqual(bounds.y + timeline.view.scrollContent.drawnScroll, frame.top, accuracy: 0.01)
    }
  }

  private func makeTimeline() -> (TimelineTestWindow, CountingCalendar) {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 540..<570)])
    let source = CountingCalendar(timeline.calendar)
    timeline.stack.dataSource = source
    return (timeline, source)
  }

  /// Moves an event by one step, and saves it.
  private func moveLater(in timeline: TimelineTestWindow) throws {
    let source = try XCTUnwrap(timeline.stack.dataSource as? CountingCalendar)
    timeline.perform(.moveLater, on: "Standup")
    source.queryCount = 0
    timeline.stack.finishKeyboardEdit()
    XCTAssertEqual(source.calendar.edits.count, 1)
  }

  /// Reloads the timeline, and counts in `FrameStatistics.allocationCount` the blocks that this allocates.
  private func reloadCountingAllocations(_ timeline: TimelineTestWindow) {
    FrameStatistics.allocationCount = 0
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the page is not ready")
  }
}

/// A calendar that counts the queries for Monday alone and can report edits.
@MainActor
private final class CountingCalendar: TimelineDataSource {
  let calendar: FakeCalendar
  var queryCount = 0
  /// Called after each edit, to show it; nil to leave that to the view.
  var onApply: (() -> Void)?

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

  func apply(_ edit: EventEdit, in context: ApplyContext) -> Applied {
    var applied = calendar.apply(edit, in: context)
    onApply?()
    applied.isShown = onApply != nil
    return applied
  }

  func currentState(of occurrence: Occurrence) -> Occurrence? { calendar.currentState(of: occurrence) }
}
