import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// An event lifted: it stays under the pointer whatever the timeline does, and lands where it was shown.
@MainActor
final class LiftedByPointerTests: WidgetTestCase {
  func testWhatIsLiftedStandsStillWhileItsNeighboursScroll() async throws {
    let hand = try Hand(on: "Standup")
    let start = hand.view.sheet.scroll
    let neighbour = try XCTUnwrap(hand.timeline.block("Lunch"))
    for step in 1...30 {
      hand.view.sheet.setScroll(start + Double(step) * 3.3)
      hand.timeline.testWindow.settle()
      let lifted = try XCTUnwrap(hand.view.liftLayer.lifted)
      let bounds = try XCTUnwrap(hand.timeline.bounds(of: lifted.pointer))
      XCTAssertEqual(bounds.y, hand.pointer.y - hand.grab, accuracy: 0.5)
      let other = try XCTUnwrap(hand.timeline.bounds(of: neighbour.pointer))
      XCTAssertEqual(other.y, hand.timeline.y(ofMinute: 12 * 60), accuracy: 0.01)
    }
    XCTAssertEqual(hand.view.sheet.scroll, start + 99, accuracy: 0.01, "it was scrolled")
  }

  func testItLandsWhereItWasShownLastAndTheTimelineStays() async throws {
    let hand = try Hand(on: "Standup")
    hand.view.sheet.setScroll(hand.view.sheet.scroll + 55.5)
    hand.timeline.testWindow.settle()
    let scroll = hand.view.sheet.scroll
    let shown = try XCTUnwrap(hand.view.lifted?.snapped)
    hand.view.send(.release(time: 1))
    hand.timeline.testWindow.settle()
    XCTAssertEqual(hand.timeline.calendar.edits.count, 1)
    XCTAssertEqual(hand.timeline.calendar.occurrence("Standup")?.times, shown.times)
    XCTAssertNotEqual(shown.start.wall, WallTime(FakeCalendar.day, hour: 9))
    XCTAssertNil(hand.view.liftLayer.lifted)
    XCTAssertEqual(hand.view.sheet.scroll, scroll)
    XCTAssertEqual(hand.timeline.testWindow.focus, hand.timeline.block("Standup")?.pointer)
  }

  func testOriginalBlockIsHiddenWhileLifted() async throws {
    let hand = try Hand(on: "Standup")
    let original = try XCTUnwrap(hand.timeline.block("Standup"))
    XCTAssertNil(original.differs(GTK_ACCESSIBLE_STATE_HIDDEN, from: true))
    hand.view.send(.escape)
    XCTAssertNil(original.differs(GTK_ACCESSIBLE_STATE_HIDDEN, from: false))
    XCTAssertEqual(hand.timeline.calendar.edits, [])
  }

  func testAReloadThatTakesTheLiftedEventAwayEndsTheDragAndSaysSo() async throws {
    let hand = try Hand(on: "Standup")
    hand.timeline.calendar.events.removeAll { $0.summary == "Standup" }
    hand.view.reload()
    hand.timeline.testWindow.settle()
    XCTAssertNil(hand.view.liftLayer.lifted)
    XCTAssertEqual(hand.timeline.notices.count, 1)
    XCTAssertEqual(hand.timeline.calendar.edits, [])
  }
}

/// A mouse that has lifted an event and carried it 40 px down.
@MainActor
final class Hand {
  let timeline: TimelineTestWindow
  let pointer: Point
  let grab: Double
  var view: TimelineView { timeline.view }

  init(on summary: String) throws {
    timeline = TimelineTestWindow([
      FakeCalendar.event("Standup", 9 * 60..<10 * 60), FakeCalendar.event("Lunch", 12 * 60..<13 * 60),
    ])
    let view = timeline.view
    let block = try XCTUnwrap(timeline.block(summary))
    let bounds = try XCTUnwrap(timeline.bounds(of: block.pointer))
    let start = Point(x: bounds.x + 80, y: bounds.y + 30)
    let target = try XCTUnwrap(view.target(at: start, .mouse))
    pointer = Point(x: start.x, y: start.y + 40)
    view.send(.press(TimelineInput.Press(at: start, on: target)))
    view.send(.move(to: pointer, widgetPoint: nil, isFine: false, time: 0))
    view.input.press.point = pointer
    grab = try XCTUnwrap(view.lifted).grab
    timeline.testWindow.settle()
  }
}
