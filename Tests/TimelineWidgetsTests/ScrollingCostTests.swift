import CGtk
import CalendarModel
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The cost of scrolling: everything is painted once, and nothing because of scrolling.
@MainActor
final class ScrollingCostTests: WidgetTestCase {
  func testTilesAndBlocksArePaintedOnceAndNotWhileScrolling() async {
    let events = (0..<40).map {
      FakeCalendar.event("Event \($0)", $0 * 30..<$0 * 30 + 45)
    }
    (FrameStatistics.tilePaints, FrameStatistics.paints) = (0, 0)
    let timeline = TimelineTestWindow(events)
    timeline.testWindow.settle()
    XCTAssertLessThanOrEqual(FrameStatistics.tilePaints, 24 + 24, "no hour is painted twice")
    XCTAssertLessThanOrEqual(FrameStatistics.paints, 40, "no event is painted twice")

    timeline.view.sheet.setScroll(0)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the neighbouring days are ready")
    XCTAssertEqual(FrameStatistics.tilePaints, 24 + 3 * 24, "the hours of three days and their labels")
    XCTAssertEqual(FrameStatistics.paints, 40, "each event, visible or not")
    (FrameStatistics.tilePaints, FrameStatistics.paints) = (0, 0)
    for step in 1...100 {
      timeline.view.sheet.setScroll(Double(step) * 7.3)
      timeline.testWindow.settle()
    }
    XCTAssertEqual(timeline.view.sheet.scroll, 730, accuracy: 0.01, "the timeline scrolled")
    XCTAssertEqual(FrameStatistics.tilePaints, 0)
    XCTAssertEqual(FrameStatistics.paints, 0)
  }

  func testZoomPaintsTheGridOnce() async {
    let timeline = TimelineTestWindow([])
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the neighbouring days are ready")
    FrameStatistics.tilePaints = 0
    timeline.view.zoom(steps: 1)
    timeline.testWindow.settle()
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the neighbouring days are ready again")
    XCTAssertEqual(FrameStatistics.tilePaints, 24 + 3 * 24, "the hours of three days and their labels")
  }

  func testTilesHaveNoGaps() async throws {
    let timeline = TimelineTestWindow([])
    timeline.view.sheet.setScroll(333.3)
    timeline.testWindow.settle()
    let bounds = try timeline.view.page.hours.map { try XCTUnwrap(timeline.bounds(of: $0.pointer)) }
    for (tile, next) in zip(bounds, bounds.dropFirst()) {
      XCTAssertEqual(tile.y, tile.y.rounded())
      XCTAssertGreaterThanOrEqual(tile.y + tile.height, next.y)
      XCTAssertLessThan(tile.y + tile.height, next.y + 1)
    }
    XCTAssertEqual(bounds.first?.y, -timeline.view.sheet.drawnScroll)
  }
}
