import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The timeline with a data source: what it shows, edits and announces.
@MainActor
final class TimelineViewTests: WidgetTestCase {
  func testEventsOfTheDayAreShownInReadingOrder() async {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("Lunch", 12 * 60..<13 * 60), FakeCalendar.event("Standup", 9 * 60..<9 * 60 + 15),
      FakeCalendar.event("Tomorrow", 9 * 60..<10 * 60, on: FakeCalendar.day.adding(days: 1)),
      FakeCalendar.allDay("Holiday"),
    ])
    XCTAssertEqual(timeline.titles, ["Standup", "Lunch"])
    XCTAssertEqual(timeline.view.page.allDay.blocks.map(\.occurrence.event.summary), ["Holiday"])
    timeline.stack.jump(to: FakeCalendar.day.adding(days: 1))
    XCTAssertEqual(timeline.titles, ["Tomorrow"])
    XCTAssertEqual(timeline.view.page.allDay.blocks.count, 0)
  }

  func testBlockStaysAtItsHoursWhileScrolling() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 9 * 60..<10 * 60 + 30)])
    let block = try XCTUnwrap(timeline.block("Standup"))
    for offset in [0.0, 411.3, 700.5] {
      timeline.view.scrollContent.setScroll(offset)
      timeline.testWindow.waitForFrame()
      let bounds = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
      XCTAssertEqual(bounds.y, timeline.y(ofMinute: 9 * 60), accuracy: 0.01)
      XCTAssertEqual(bounds.y + block.paintedHeight, timeline.y(ofMinute: 10 * 60 + 30), accuracy: 0.01)
      XCTAssertEqual(bounds.y, bounds.y.rounded(), "the block is not on a device pixel")
    }
  }

  func testOverlappingEventsAreShownSideBySide() async throws {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("A", 9 * 60..<10 * 60), FakeCalendar.event("B", 9 * 60 + 30..<11 * 60),
    ])
    let a = try XCTUnwrap(timeline.block("A").flatMap { timeline.bounds(of: $0.gtkWidget) })
    let b = try XCTUnwrap(timeline.block("B").flatMap { timeline.bounds(of: $0.gtkWidget) })
    XCTAssertEqual(a.x, timeline.view.style.gutterWidth, accuracy: 1)
    XCTAssertEqual(a.x + a.width, b.x, accuracy: 1)
    XCTAssertEqual(a.width, b.width, accuracy: 1)
    XCTAssertEqual(b.x + b.width, 640 - PageDeck.endInset, accuracy: 1)
  }

  func testTimelineOpensAtTheFirstEvent() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Late", 15 * 60..<16 * 60)])
    let block = try XCTUnwrap(timeline.block("Late"))
    let bounds = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    XCTAssertGreaterThan(timeline.view.scrollContent.scroll, 0)
    XCTAssertEqual(bounds.y, (480 - timeline.view.viewportTop) / 3, accuracy: 1)
  }

  func testKeyboardStepIsAnEditAndMovesTheBlock() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 9 * 60..<9 * 60 + 15)])
    let blockBefore = try XCTUnwrap(timeline.block("Standup"))
    timeline.perform(.moveLater, on: "Standup")
    timeline.stack.finishKeyboardEdit()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.calendar.edits.count, 1)
    let movedOccurrence = try XCTUnwrap(timeline.calendar.occurrence("Standup"))
    XCTAssertGreaterThan(movedOccurrence.start.wall, WallTime(FakeCalendar.day, hour: 9))
    XCTAssertEqual(movedOccurrence.duration, 15 * 60)
    let blockAfter = try XCTUnwrap(timeline.block("Standup"))
    XCTAssertTrue(blockBefore === blockAfter, "the block was replaced")
    let bounds = try XCTUnwrap(timeline.bounds(of: blockAfter.gtkWidget))
    XCTAssertEqual(
      bounds.y, timeline.y(ofMinute: movedOccurrence.start.wall.secondOfDay / 60), accuracy: 0.01)
    XCTAssertEqual(timeline.testWindow.focus, blockAfter.gtkWidget)
    XCTAssertEqual(timeline.notices, [])
  }

  func testExternalChangesAreShownAfterAReload() async {
    let timeline = TimelineTestWindow([FakeCalendar.event("Old", 9 * 60..<10 * 60)])
    timeline.calendar.events = [FakeCalendar.event("New", 10 * 60..<11 * 60)]
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.titles, ["New"])
  }

  func testRefusalShowsANoticeAndChangesNothing() async throws {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("Weekly", 9 * 60..<10 * 60, hasUnreadableRepetition: true)
    ])
    let occurrenceBefore = timeline.calendar.occurrence("Weekly")
    for action in [EventBlock.Action.moveLater, .endLater, .lift] {
      timeline.perform(action, on: "Weekly")
    }
    timeline.stack.finishKeyboardEdit()
    XCTAssertEqual(timeline.notices, Array(repeating: Phrases().refusal(.unreadableRepetition), count: 3))
    XCTAssertEqual(timeline.calendar.edits, [])
    XCTAssertEqual(timeline.calendar.occurrence("Weekly"), occurrenceBefore)
    XCTAssertFalse(timeline.stack.isEventLifted)
  }

  func testLiftedEventIsAboveThePagesUntilEscape() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 9 * 60..<9 * 60 + 30)])
    timeline.perform(.lift, on: "Standup")
    timeline.testWindow.waitForFrame()
    XCTAssertTrue(timeline.stack.isEventLifted)
    let liftedBlock = try XCTUnwrap(timeline.stack.liftLayer.liftedBlock)
    XCTAssertEqual(gtk_widget_get_parent(liftedBlock.gtkWidget), timeline.stack.liftLayer.gtkWidget)
    XCTAssertEqual(timeline.testWindow.focus, liftedBlock.gtkWidget)
    timeline.stack.send(.escape)
    timeline.testWindow.waitForFrame()
    XCTAssertNil(timeline.stack.liftLayer.liftedBlock)
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Standup")?.gtkWidget)
    XCTAssertEqual(timeline.calendar.edits, [])
  }

  func testAccessibleNamesDescribeEventsAndDays() async throws {
    let timeline = TimelineTestWindow([
      FakeCalendar.event("Walk", 8 * 60..<9 * 60), FakeCalendar.event("Standup", 9 * 60..<9 * 60 + 15),
    ])
    // The name of the first event, which has the focus, comes from a label.
    let block = try XCTUnwrap(timeline.block("Standup"))
    let name = "Standup, Monday, 5 January 2026, 09:00 to 09:15, 15 minutes"
    XCTAssertEqual(block.accessibleName, name)
    XCTAssertNil(block.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: name))
    XCTAssertNotNil(
      block.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: "wrong"), "a wrong name is not detected")
    XCTAssertNil(timeline.stack.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Timeline"))
    let day = Phrases().dayListName(FakeCalendar.day, events: 2)
    XCTAssertNil(timeline.view.selectedColumn.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: day))
    XCTAssertNotEqual(gtk_test_accessible_has_role(block.gtkWidget.opaque, GTK_ACCESSIBLE_ROLE_LIST_ITEM), 0)
    XCTAssertNotEqual(
      gtk_test_accessible_has_role(timeline.view.selectedColumn.gtkWidget.opaque, GTK_ACCESSIBLE_ROLE_LIST), 0
    )
  }

  func testZoomKeepsTheTimeUnderThePointer() async {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 9 * 60..<10 * 60)])
    let view = timeline.view
    let stack = timeline.stack
    let second = view.axis.second(atY: view.scrollContent.scroll + 200)
    stack.zoom(steps: 1, anchoredAt: 200)
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(view.axis.second(atY: view.scrollContent.scroll + 200), second, accuracy: 1)
    XCTAssertEqual(gtk_adjustment_get_upper(view.scrollContent.verticalAdjustment), view.axis.contentHeight)
  }

  func testNowLineIsShownOnlyOnTodaysPage() async throws {
    let now = WallTime(FakeCalendar.day, hour: 10, minute: 30)
    let timeline = TimelineTestWindow([]) { $0.now = { Instant(seconds: now.seconds) } }
    timeline.view.nowLineChanged()
    timeline.stack.scrollToInitialPosition()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.view.page.nowLine.currentSecond, 10 * 3600 + 30 * 60)
    let line = try XCTUnwrap(timeline.bounds(of: timeline.view.page.nowLine.gtkWidget))
    XCTAssertEqual(line.y + NowLine.halfHeight, timeline.y(ofMinute: 10 * 60 + 30), accuracy: 0.01)
    timeline.stack.jump(to: FakeCalendar.day.adding(days: 1))
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(gtk_widget_get_mapped(timeline.view.page.nowLine.gtkWidget), 0)
    timeline.stack.jump(to: FakeCalendar.day)
    timeline.testWindow.waitForFrame()
    XCTAssertNotEqual(gtk_widget_get_mapped(timeline.view.page.nowLine.gtkWidget), 0)
  }

  func testAllDayRowKeepsItsHeightWithoutEvents() async {
    let timeline = TimelineTestWindow([FakeCalendar.allDay("Holiday")])
    let headerHeight = Double(timeline.view.dateHeader.height)
    let rowHeight = Double(timeline.view.allDay.naturalHeight)
    XCTAssertGreaterThan(rowHeight, 0)
    XCTAssertEqual(timeline.view.viewportTop, headerHeight + rowHeight)
    timeline.calendar.events = []
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.view.viewportTop, headerHeight + rowHeight)
  }

  func testStepThatIsNotSavedYetIsReported() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 9 * 60..<10 * 60)])
    var count = 0
    timeline.stack.callbacks.onUnsavedChange = { count += 1 }
    timeline.perform(.moveLater, on: "Standup")
    XCTAssertEqual(timeline.calendar.edits, [])
    XCTAssertEqual(count, 1, "a toast could still offer to undo an earlier change")
  }

  func testRevealingAnEventThatIsNotShownFocusesItsDay() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 9 * 60..<10 * 60)])
    let vanished = FakeCalendar.event("Gone", 9 * 60..<10 * 60, on: FakeCalendar.day.adding(days: 1))
    gtk_root_set_focus(gtk_widget_get_root(timeline.view.gtkWidget), nil)
    timeline.stack.reveal(Occurrence(event: vanished, zone: .utc))
    XCTAssertEqual(timeline.testWindow.focus, timeline.view.selectedColumn.gtkWidget)
    XCTAssertEqual(timeline.view.day, FakeCalendar.day.adding(days: 1))
  }

  func testTimelineIsReleasedCompletely() async {
    weak var view: TimelineView?
    weak var stack: ViewStack?
    do {
      let timeline = TimelineTestWindow([FakeCalendar.event("Standup", 9 * 60..<10 * 60)])
      (view, stack) = (timeline.view, timeline.stack)
    }
    Loop.run(until: { view == nil && stack == nil })
    XCTAssertNil(view)
    XCTAssertNil(stack)
  }
}
