import CGtk
import CalendarModel
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The cost of scrolling: everything is painted once, and scrolling paints nothing.
@MainActor
final class ScrollingCostTests: WidgetTestCase {
  /// The number of tiles: one for each of 24 hour labels, and 24 for each of three pages, the visible one and its
  /// neighbors.
  private static let tileCount = 24 + 3 * 24

  func testTilesAndBlocksArePaintedOnceAndNotWhileScrolling() async {
    let events = (0..<40).map {
      FakeCalendar.event("Event \($0)", $0 * 30..<$0 * 30 + 45)
    }
    (FrameStatistics.tilePaintCount, FrameStatistics.paintCount) = (0, 0)
    let timeline = TimelineTestWindow(events)
    timeline.testWindow.waitForFrame()
    XCTAssertLessThanOrEqual(FrameStatistics.tilePaintCount, 24 + 24, "an hour was painted twice")
    XCTAssertLessThanOrEqual(FrameStatistics.paintCount, 40, "an event was painted twice")

    timeline.view.scrollContent.setScroll(0)
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the neighboring days are not ready")
    XCTAssertEqual(
      FrameStatistics.tilePaintCount, Self.tileCount, "not every hour and label was painted exactly once")
    XCTAssertEqual(FrameStatistics.paintCount, 40, "an event was not painted exactly once")
    (FrameStatistics.tilePaintCount, FrameStatistics.paintCount) = (0, 0)
    for step in 1...100 {
      timeline.view.scrollContent.setScroll(Double(step) * 7.3)
      timeline.testWindow.waitForFrame()
    }
    XCTAssertEqual(timeline.view.scrollContent.scroll, 730, accuracy: 0.01, "the timeline has not scrolled")
    XCTAssertEqual(FrameStatistics.tilePaintCount, 0)
    XCTAssertEqual(FrameStatistics.paintCount, 0)
  }

  func testZoomPaintsTheGridOnce() async {
    let timeline = TimelineTestWindow([])
    XCTAssertTrue(Loop.run(until: { timeline.view.paging.isIdle }), "the neighboring days are not ready")
    FrameStatistics.tilePaintCount = 0
    timeline.stack.zoom(steps: 1)
    timeline.testWindow.waitForFrame()
    XCTAssertTrue(
      Loop.run(until: { timeline.view.paging.isIdle }), "the neighboring days are not ready after the zoom")
    XCTAssertEqual(
      FrameStatistics.tilePaintCount, Self.tileCount, "not every hour and label was painted exactly once")
  }

  func testTilesHaveNoGaps() async throws {
    let timeline = TimelineTestWindow([])
    timeline.view.scrollContent.setScroll(333.3)
    timeline.testWindow.waitForFrame()
    let bounds = try timeline.view.page.hourTiles.tiles.map {
      try XCTUnwrap(timeline.bounds(of: $0.gtkWidget))
    }
    for (tile, next) in zip(bounds, bounds.dropFirst()) {
      XCTAssertEqual(tile.y, tile.y.rounded())
      XCTAssertGreaterThanOrEqual(tile.y + tile.height, next.y)
      XCTAssertLessThan(tile.y + tile.height, next.y + 1)
    }
    XCTAssertEqual(bounds.first?.y, -timeline.view.scrollContent.drawnScroll)
  }
}
