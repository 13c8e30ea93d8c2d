import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// Deleting events in the timeline.
@MainActor
final class DeletingTests: WidgetTestCase {
  private func timelineWithThreeEvents() -> TimelineTestWindow {
    TimelineTestWindow([
      FakeCalendar.event("A", 9 * 60..<10 * 60), FakeCalendar.event("B", 11 * 60..<12 * 60),
      FakeCalendar.event("C", 13 * 60..<14 * 60),
    ])
  }

  func testDeletingIsOneEditAndMovesTheFocusToTheNextEvent() async {
    let timeline = timelineWithThreeEvents()
    timeline.perform(.delete, on: "B")
    timeline.stack.reload()
    XCTAssertEqual(timeline.calendar.edits.map(\.change), [.delete])
    XCTAssertEqual(timeline.titles, ["A", "C"])
    XCTAssertEqual(timeline.stack.state.focus?.event.uid, "C")
    timeline.perform(.delete, on: "C")
    timeline.stack.reload()
    XCTAssertEqual(
      timeline.stack.state.focus?.event.uid, "A",
      "the previous event is not focused after the last one is deleted")
  }

  func testPendingStepsAreSavedBeforeTheEventIsDeleted() async {
    let timeline = timelineWithThreeEvents()
    timeline.perform(.moveLater, on: "B")
    timeline.perform(.delete, on: "B")
    XCTAssertEqual(timeline.calendar.edits.count, 2)
    XCTAssertEqual(timeline.calendar.edits.last?.change, .delete)
  }

  func testDeletingAnEventWithAnUnreadableRepetitionIsRefusedWithANotice() async {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("Weekly", 9 * 60..<10 * 60, hasUnreadableRepetition: true)
    ])
    timeline.perform(.delete, on: "Weekly")
    XCTAssertEqual(timeline.calendar.edits, [])
    XCTAssertEqual(timeline.notices.count, 1)
  }

  func testLiftedEventIsNotDeleted() async {
    let timeline = timelineWithThreeEvents()
    timeline.perform(.lift, on: "B")
    timeline.perform(.delete, on: "B")
    XCTAssertEqual(timeline.calendar.edits, [])
  }
}
