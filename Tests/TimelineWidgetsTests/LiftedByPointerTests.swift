import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// An event lifted by the mouse stays under the pointer while the timeline scrolls, and lands where it was shown.
@MainActor
final class LiftedByPointerTests: WidgetTestCase {
  func testLiftedEventStaysInPlaceWhileItsNeighborsScroll() async throws {
    let drag = try PointerDrag(on: "Standup")
    let start = drag.view.scrollContent.scroll
    let neighbor = try XCTUnwrap(drag.timeline.block("Lunch"))
    for step in 1...30 {
      drag.view.scrollContent.setScroll(start + Double(step) * 3.3)
      drag.timeline.testWindow.waitForFrame()
      let liftedBlock = try XCTUnwrap(drag.stack.liftLayer.liftedBlock)
      let bounds = try XCTUnwrap(drag.timeline.bounds(of: liftedBlock.gtkWidget))
      XCTAssertEqual(bounds.y, drag.pointer.y - drag.grabY, accuracy: 0.5)
      let neighborBounds = try XCTUnwrap(drag.timeline.bounds(of: neighbor.gtkWidget))
      XCTAssertEqual(neighborBounds.y, drag.timeline.y(ofMinute: 12 * 60), accuracy: 0.01)
    }
    XCTAssertEqual(
      drag.view.scrollContent.scroll, start + 99, accuracy: 0.01, "the timeline has not scrolled")
  }

  func testEventLandsWhereItWasShownAndTheTimelineDoesNotScroll() async throws {
    let drag = try PointerDrag(on: "Standup")
    drag.view.scrollContent.setScroll(drag.view.scrollContent.scroll + 55.5)
    drag.timeline.testWindow.waitForFrame()
    let scroll = drag.view.scrollContent.scroll
    let snapped = try XCTUnwrap(drag.stack.draggedEvent?.snappedOccurrence)
    drag.stack.send(.release(time: 1))
    drag.timeline.testWindow.waitForFrame()
    XCTAssertEqual(drag.timeline.calendar.edits.count, 1)
    XCTAssertEqual(drag.timeline.calendar.occurrence("Standup")?.times, snapped.times)
    XCTAssertNotEqual(snapped.start.wall, WallTime(FakeCalendar.day, hour: 9))
    XCTAssertNil(drag.stack.liftLayer.liftedBlock)
    XCTAssertEqual(drag.view.scrollContent.scroll, scroll)
    XCTAssertEqual(drag.timeline.testWindow.focus, drag.timeline.block("Standup")?.gtkWidget)
  }

  func testOriginalBlockIsHiddenWhileLifted() async throws {
    let drag = try PointerDrag(on: "Standup")
    let originalBlock = try XCTUnwrap(drag.timeline.block("Standup"))
    XCTAssertNil(originalBlock.difference(of: GTK_ACCESSIBLE_STATE_HIDDEN, from: true))
    drag.stack.send(.escape)
    XCTAssertNil(originalBlock.difference(of: GTK_ACCESSIBLE_STATE_HIDDEN, from: false))
    XCTAssertEqual(drag.timeline.calendar.edits, [])
  }

  func testReloadWithoutTheLiftedEventEndsTheDragWithANotice() async throws {
    let drag = try PointerDrag(on: "Standup")
    drag.timeline.calendar.events.removeAll { $0.summary == "Standup" }
    drag.stack.reload()
    drag.timeline.testWindow.waitForFrame()
    XCTAssertNil(drag.stack.liftLayer.liftedBlock)
    XCTAssertEqual(drag.timeline.notices.count, 1)
    XCTAssertEqual(drag.timeline.calendar.edits, [])
  }

  func testChangesByOtherProgramsAreShownFrameByFrameDuringADrag() async throws {
    let drag = try PointerDrag(on: "Standup")
    for summary in ["First", "Second"] {
      drag.timeline.calendar.events.append(FakeCalendar.event(summary, 10 * 60..<11 * 60))
      drag.stack.reloadAfterExternalChange()
      XCTAssertNil(drag.timeline.block(summary), "the change did not wait for a frame")
    }
    XCTAssertTrue(Loop.run(until: { drag.view.paging.isIdle }), "the page is not ready")
    for summary in ["First", "Second"] {
      XCTAssertNotNil(drag.timeline.block(summary), "\(summary) is not shown")
    }
    XCTAssertNotNil(drag.stack.liftLayer.liftedBlock)
    drag.stack.send(.release(time: 1))
    XCTAssertEqual(drag.timeline.calendar.edits.count, 1)
  }

  /// An event that another program adds to a crowded day can make all others narrower. Moving all of them in one frame
  /// would delay that frame.
  func testBlocksOfACrowdedDayMoveInSeveralFramesDuringADrag() async throws {
    let crowd = (0..<170).map { FakeCalendar.event("Event \($0)", 14 * 60 + $0 * 2..<14 * 60 + $0 * 2 + 20) }
    let drag = try PointerDrag(on: "Standup", besides: crowd)
    XCTAssertTrue(Loop.run(until: { drag.view.paging.isIdle }), "the page is not ready")
    var allocationCounts: [Int] = []
    let tickCallback = addTickCallback(drag.view.gtkWidget) { _ in
      allocationCounts.append(FrameStatistics.allocationCount)
      FrameStatistics.allocationCount = 0
      return true
    }
    drag.timeline.testWindow.waitForFrame()
    allocationCounts = []

    drag.timeline.calendar.events.append(FakeCalendar.event("Added", 13 * 60 + 30..<20 * 60))
    drag.stack.reloadAfterExternalChange()
    XCTAssertTrue(Loop.run(until: { drag.view.paging.isIdle }), "the page is not ready")
    drag.timeline.testWindow.waitForFrame()
    gtk_widget_remove_tick_callback(drag.view.gtkWidget, tickCallback)
    XCTAssertGreaterThanOrEqual(allocationCounts.reduce(0, +), crowd.count, "not all blocks were moved")
    XCTAssertLessThanOrEqual(
      allocationCounts.max() ?? 0, Int(Feel.buildTime / Feel.blockAllocationTime) + 1,
      "too many blocks were moved in one frame")
    for block in drag.view.page.blocks {
      let bounds = try XCTUnwrap(drag.timeline.bounds(of: block.gtkWidget))
      let frame = try XCTUnwrap(drag.view.page.frame(of: block.occurrence.id))
      XCTAssertEqual(bounds.y + drag.view.scrollContent.drawnScroll, frame.top, accuracy: 0.01)
      XCTAssertEqual(bounds.width, frame.width, accuracy: 1)
    }
  }

  func testRemovalByAnotherProgramEndsTheDragAtOnce() async throws {
    let drag = try PointerDrag(on: "Standup")
    drag.timeline.calendar.events.removeAll { $0.summary == "Standup" }
    drag.stack.reloadAfterExternalChange()
    XCTAssertNil(drag.stack.draggedEvent)
    XCTAssertEqual(drag.timeline.notices.count, 1)
    XCTAssertEqual(drag.timeline.calendar.edits, [])
  }
}

/// A drag in which the mouse has lifted an event and moved it down by 40 px.
@MainActor
final class PointerDrag {
  let timeline: TimelineTestWindow
  let pointer: Point
  /// The distance in px from the top edge of the event to the pointer.
  let grabY: Double
  var view: TimelineView { timeline.view }
  var stack: ViewStack { timeline.stack }

  init(on summary: String, besides otherEvents: [CalendarEvent] = []) throws {
    timeline = TimelineTestWindow(
      [FakeCalendar.event("Standup", 9 * 60..<10 * 60), FakeCalendar.event("Lunch", 12 * 60..<13 * 60)]
        + otherEvents)
    let stack = timeline.stack
    let block = try XCTUnwrap(timeline.block(summary))
    let bounds = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    let start = Point(x: bounds.x + 80, y: bounds.y + 30)
    let target = try XCTUnwrap(stack.target(at: start, .mouse))
    pointer = Point(x: start.x, y: start.y + 40)
    stack.send(.press(TimelineInput.Press(at: start, on: target)))
    stack.send(.move(to: pointer, widgetPoint: nil, isFineSnapping: false, time: 0))
    stack.controllers.press.point = pointer
    grabY = try XCTUnwrap(stack.draggedEvent).grabY
    timeline.testWindow.waitForFrame()
  }
}
