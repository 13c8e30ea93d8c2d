import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The blocks of a day keep their focus and rendering as long as their occurrences exist.
@MainActor
final class DayColumnTests: WidgetTestCase {
  func testBlocksAreKeptWhenEventsAreReloadedOrReordered() async throws {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("A", 9 * 60..<10 * 60), FakeCalendar.event("B", 11 * 60..<12 * 60),
      FakeCalendar.event("C", 13 * 60..<14 * 60),
    ])
    let blocksBefore = timeline.view.selectedColumn.blocks
    timeline.stack.reload()
    XCTAssertEqual(
      timeline.view.selectedColumn.blocks.map(ObjectIdentifier.init), blocksBefore.map(ObjectIdentifier.init))

    // C now comes first, B is gone, and D is new.
    timeline.calendar.events = [
      FakeCalendar.event("A", 9 * 60..<10 * 60), FakeCalendar.event("C", 7 * 60..<8 * 60),
      FakeCalendar.event("D", 8 * 60..<8 * 60 + 30),
    ]
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.titles, ["C", "D", "A"])
    XCTAssertTrue(timeline.block("A") === blocksBefore[0])
    XCTAssertTrue(timeline.block("C") === blocksBefore[2])
    XCTAssertNil(gtk_widget_get_parent(blocksBefore[1].gtkWidget), "B has not been removed")
    XCTAssertEqual(
      children(of: timeline.view.selectedColumn), timeline.view.selectedColumn.blocks.map(\.gtkWidget))
  }

  func testFocusStaysWithItsEvent() async throws {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("A", 9 * 60..<10 * 60), FakeCalendar.event("B", 11 * 60..<12 * 60),
    ])
    let b = try XCTUnwrap(timeline.block("B"))
    XCTAssertNotEqual(gtk_widget_grab_focus(b.gtkWidget), 0)
    timeline.calendar.events = [
      FakeCalendar.event("A", 9 * 60..<10 * 60), FakeCalendar.event("B", 7 * 60..<8 * 60),
      FakeCalendar.event("C", 6 * 60..<7 * 60),
    ]
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.testWindow.focus, b.gtkWidget)
    XCTAssertEqual(timeline.titles, ["C", "B", "A"])
  }

  func testReloadWithoutAChangePaintsNothing() async {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("A", 9 * 60..<10 * 60), FakeCalendar.event("B", 11 * 60..<12 * 60),
    ])
    FrameStatistics.paintCount = 0
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(FrameStatistics.paintCount, 0)
    timeline.calendar.events[0].summary = "A with another title"
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(FrameStatistics.paintCount, 1)
  }

  func testBlocksMatchTheirFrames() async throws {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("A", 9 * 60 + 7..<9 * 60 + 57), FakeCalendar.event("B", 9 * 60..<10 * 60),
      FakeCalendar.event("Tiny", 11 * 60..<11 * 60),
    ])
    XCTAssertEqual(timeline.view.page.frames.count, 3)
    for frame in timeline.view.page.frames {
      let block = try XCTUnwrap(timeline.view.block(for: frame.id))
      var bounds = graphene_rect_t()
      XCTAssertNotEqual(
        gtk_widget_compute_bounds(block.gtkWidget, timeline.view.selectedColumn.gtkWidget, &bounds), 0)
      XCTAssertEqual(Double(bounds.origin.x), frame.left, accuracy: 0.01)
      XCTAssertEqual(Double(bounds.origin.y), frame.top, accuracy: 0.01)
      XCTAssertEqual(block.paintedHeight, frame.height)
      XCTAssertEqual(block.paintedWidth, frame.width)
      XCTAssertGreaterThanOrEqual(frame.height, timeline.view.style.minimumBlockHeight - 1)
    }
  }

  private func children(of widget: CustomWidget) -> [WidgetPointer] {
    sequence(first: gtk_widget_get_first_child(widget.gtkWidget)) { gtk_widget_get_next_sibling($0) }
      .prefix { $0 != nil }.compactMap { $0 }
  }
}
