import CGtk
import CGtkTesting
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// Several days side by side, on any number of pages.
@MainActor
final class TimelineWeekTests: WidgetTestCase {
  private func makeWeek(
    _ events: [CalendarEvent], width: Int = 1000, isRightToLeft: Bool = false
  ) -> TimelineTestWindow {
    TimelineTestWindow(events, width: width, isRightToLeft: isRightToLeft) { $0.configuration.view = .week }
  }

  private func waitUntilIdle(_ timeline: TimelineTestWindow) {
    for _ in 0..<2_000 {
      timeline.testWindow.waitForFrame()
      if timeline.view.paging.isIdle { return }
    }
  }

  func testEachDayHasItsColumn() async throws {
    let timeline = makeWeek([
      FakeCalendar.event("Monday", 9 * 60..<10 * 60),
      FakeCalendar.event("Friday", 9 * 60..<10 * 60, on: FakeCalendar.day.adding(days: 4)),
    ])
    waitUntilIdle(timeline)
    XCTAssertEqual(
      timeline.view.page.columns.map(\.day), Array(FakeCalendar.day..<FakeCalendar.day.adding(days: 7)))
    let monday = try XCTUnwrap(timeline.block("Monday").flatMap { timeline.bounds(of: $0.gtkWidget) })
    let friday = try XCTUnwrap(timeline.block("Friday").flatMap { timeline.bounds(of: $0.gtkWidget) })
    let columnWidth = timeline.view.columns.columnWidth
    XCTAssertEqual(monday.x, timeline.view.style.gutterWidth, accuracy: 1)
    XCTAssertEqual(friday.x - monday.x, 4 * columnWidth, accuracy: 1)
    XCTAssertEqual(friday.y, monday.y)
  }

  func testWeekBeginsAtTheRightInRightToLeftLayouts() async throws {
    let timeline = makeWeek([FakeCalendar.event("Monday", 9 * 60..<10 * 60)], isRightToLeft: true)
    waitUntilIdle(timeline)
    let monday = try XCTUnwrap(timeline.block("Monday").flatMap { timeline.bounds(of: $0.gtkWidget) })
    XCTAssertEqual(monday.x + monday.width, 1000 - timeline.view.style.gutterWidth, accuracy: 1)
  }

  func testEventAcrossMidnightContinuesInTheNextColumn() async throws {
    let timeline = makeWeek([FakeCalendar.event("Night", 22 * 60..<31 * 60)])
    waitUntilIdle(timeline)
    let id = try XCTUnwrap(timeline.calendar.occurrence("Night")?.id)
    let blocks = timeline.view.page.blocks(for: id)
    XCTAssertEqual(blocks.count, 2)
    XCTAssertEqual(blocks.map(\.content.continuesBefore), [false, true])
    XCTAssertEqual(blocks.map(\.content.continuesAfter), [true, false])
    let bounds = try blocks.map { try XCTUnwrap(timeline.bounds(of: $0.gtkWidget)) }
    XCTAssertEqual(bounds[1].y, timeline.y(ofMinute: 0), accuracy: 0.01)
  }

  func testFocusStaysOnItsEventInEveryView() async throws {
    let timeline = makeWeek([
      FakeCalendar.event("Standup", 9 * 60..<10 * 60), FakeCalendar.event("Night", 22 * 60..<31 * 60),
      FakeCalendar.allDay("Trip", days: 1..<4),
    ])
    waitUntilIdle(timeline)
    for title in ["Night", "Standup", "Trip"] {
      let id = try XCTUnwrap(timeline.calendar.occurrence(title)?.id)
      timeline.stack.configuration.view = .week
      waitUntilIdle(timeline)
      // For an event across midnight, this is the part on the second day.
      let block = try XCTUnwrap(timeline.view.page.blocks(for: id).last)
      XCTAssertNotEqual(gtk_widget_grab_focus(block.gtkWidget), 0)
      for view in [ViewKind.workWeek, .threeDays, .day, .threeDays, .week] {
        timeline.stack.configuration.view = view
        waitUntilIdle(timeline)
        let blocks = timeline.view.page.blocks(for: id).map(\.gtkWidget)
        let focus = timeline.view.page.blocks.first { $0.gtkWidget == timeline.testWindow.focus }
        XCTAssertTrue(
          timeline.testWindow.focus.map(blocks.contains) ?? false,
          "\(title) in \(view): \(focus?.occurrence.event.summary ?? "nothing"), \(timeline.stack.shownDays)")
      }
    }
  }

  func testFocusedEventOfAnotherDaySelectsThatDayEverywhere() async throws {
    let timeline = makeWeek([
      FakeCalendar.event("Monday", 9 * 60..<10 * 60),
      FakeCalendar.event("Thursday", 9 * 60..<10 * 60, on: FakeCalendar.day.adding(days: 3)),
    ])
    waitUntilIdle(timeline)
    var reportedDays: [Day] = []
    timeline.stack.callbacks.onDayChanged = { reportedDays.append($0) }
    for (title, index) in [("Thursday", 3), ("Monday", 0)] {
      let day = FakeCalendar.day.adding(days: index)
      XCTAssertNotEqual(gtk_widget_grab_focus(try XCTUnwrap(timeline.block(title)).gtkWidget), 0)
      XCTAssertEqual(timeline.view.day, day)
      XCTAssertEqual(timeline.view.dateHeader.selectedDay, day)
      XCTAssertEqual(reportedDays.last, day, "the window does not know about the selected day")
    }
    timeline.stack.send(.key(TimelineInput.KeyCommand(TimelineKey(.right))))
    XCTAssertEqual(timeline.view.dateHeader.selectedDay, FakeCalendar.day.adding(days: 1))
    XCTAssertEqual(reportedDays.last, FakeCalendar.day.adding(days: 1))
  }

  func testPressedBlockOfAnEventOverMidnightIsTheOneThatGetsTheFocus() async throws {
    let timeline = makeWeek([FakeCalendar.event("Night", 22 * 60..<26 * 60)])
    waitUntilIdle(timeline)
    let view = timeline.view
    let stack = timeline.stack
    let tuesday = FakeCalendar.day.adding(days: 1)
    stack.jump(to: tuesday)
    XCTAssertEqual(view.day, tuesday)
    let occurrence = try XCTUnwrap(timeline.calendar.occurrence("Night"))
    for day in [FakeCalendar.day, tuesday, FakeCalendar.day] {
      let point = Point(x: view.columns.extent(of: day).left + 10, y: 50)
      stack.selectDay(of: PressTarget(occurrence: occurrence, part: .body), pressedAt: point)
      stack.send(.focus(occurrence.id, scrolls: false))
      XCTAssertEqual(view.day, day, "another day's block has the focus")
    }
    let wednesday = Point(x: view.columns.extent(of: tuesday.adding(days: 1)).left + 10, y: 50)
    stack.selectDay(of: PressTarget(occurrence: occurrence, part: .body), pressedAt: wednesday)
    XCTAssertEqual(view.day, FakeCalendar.day)
  }

  func testRevealedEventOfAnotherWeekGetsTheFocus() async throws {
    let day = FakeCalendar.day.adding(days: 23)
    let timeline = makeWeek([FakeCalendar.event("Later", 9 * 60..<10 * 60, on: day)])
    waitUntilIdle(timeline)
    gtk_root_set_focus(gtk_widget_get_root(timeline.view.gtkWidget), nil)
    timeline.stack.reveal(try XCTUnwrap(timeline.calendar.occurrence("Later")))
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Later")?.gtkWidget)
    XCTAssertEqual(timeline.view.day, day)
    waitUntilIdle(timeline)
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Later")?.gtkWidget)
  }

  func testSelectedDayGetsTheFocusInsteadOfAnEventThatIsNotShown() async throws {
    let gone = Occurrence(event: FakeCalendar.event("Gone", 9 * 60..<10 * 60), zone: .utc)
    for events in [[], [FakeCalendar.event("Monday", 9 * 60..<10 * 60)]] {
      let timeline = makeWeek(events)
      waitUntilIdle(timeline)
      gtk_root_set_focus(gtk_widget_get_root(timeline.view.gtkWidget), nil)
      timeline.stack.focusManager.focusAndReveal(gone.id)
      // A day with events, too, although the Tab key passes it by.
      let day = timeline.view.page.column(of: timeline.view.day)
      XCTAssertEqual(timeline.testWindow.focus, day?.gtkWidget)
    }
  }

  func testDayUnderThePointerIsNotChosenByAnotherView() async throws {
    let timeline = makeWeek([FakeCalendar.event("Monday", 9 * 60..<10 * 60)])
    waitUntilIdle(timeline)
    let thursday = timeline.view.columns.extent(of: FakeCalendar.day.adding(days: 3))
    let controllers = gtk_widget_observe_controllers(timeline.stack.gtkWidget)
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      let type = gtk_event_controller_motion_get_type()
      if g_type_check_instance_is_a(controller.assumingMemoryBound(to: GTypeInstance.self), type) != 0 {
        for offset in [10.0, 20] {
          handspan_test_emit_motion(controller, thursday.left + offset, timeline.view.viewportTop + 50)
        }
      }
      g_object_unref(controller)
    }
    g_object_unref(UnsafeMutableRawPointer(controllers))
    XCTAssertNotNil(timeline.stack.controllers.mouse.point)
    timeline.stack.configuration.view = .day
    XCTAssertEqual(timeline.view.day, FakeCalendar.day)
  }

  func testNewBarSelectsItsDayEvenInAFullRow() async throws {
    let timeline = makeWeek((1...20).map { FakeCalendar.allDay("Trip \($0)", days: 2..<3) })
    waitUntilIdle(timeline)
    let wednesday = FakeCalendar.day.adding(days: 2)
    let extent = timeline.view.columns.extent(of: wednesday)
    let point = Point(x: extent.left + extent.width / 2, y: -10)
    timeline.stack.send(.create(try XCTUnwrap(timeline.stack.emptyTime(at: point)), at: point))
    waitUntilIdle(timeline)
    XCTAssertEqual(timeline.view.day, wednesday)
    XCTAssertEqual(timeline.view.dateHeader.selectedDay, wednesday)
    let newEventWidgets = try XCTUnwrap(timeline.stack.newEventWidgets)
    XCTAssertNotNil(timeline.view.page.allDay.frame(of: newEventWidgets.occurrence.id))
    let field = try XCTUnwrap(timeline.bounds(of: newEventWidgets.entry.gtkWidget))
    XCTAssertLessThanOrEqual(field.y + field.height, 0, "the field is not above the hours")
    newEventWidgets.entry.onEnter()
    waitUntilIdle(timeline)
    let block = try XCTUnwrap(timeline.block(""))
    XCTAssertNotEqual(gtk_widget_get_child_visible(block.gtkWidget), 0)
    XCTAssertEqual(timeline.testWindow.focus, block.gtkWidget)
  }

  func testBarsSpanTheirDays() async throws {
    let timeline = makeWeek([
      FakeCalendar.allDay("Trip", days: 1..<4), FakeCalendar.allDay("Party", days: 3..<4),
    ])
    waitUntilIdle(timeline)
    let frames = timeline.view.page.allDay.frames
    let columnWidth = timeline.view.columns.columnWidth
    XCTAssertEqual(frames.map(\.bar.lane), [0, 1])
    XCTAssertEqual(frames[0].left, columnWidth, accuracy: 3)
    XCTAssertEqual(frames[0].right, 4 * columnWidth, accuracy: 3)
    XCTAssertEqual(frames[1].left, 3 * columnWidth, accuracy: 3)
  }

  func testHiddenBarIsShownWhenItGetsTheFocus() async throws {
    let timeline = makeWeek((0..<9).map { FakeCalendar.allDay("All day \($0)", days: 2..<3) })
    waitUntilIdle(timeline)
    let page = timeline.view.page
    XCTAssertLessThan(page.allDay.frames.count, 9)
    let hidden = try XCTUnwrap(page.allDay.blocks.last)
    XCTAssertEqual(gtk_widget_get_child_visible(hidden.gtkWidget), 0)
    timeline.stack.focusManager.focusAndReveal(hidden.occurrence.id)
    waitUntilIdle(timeline)
    XCTAssertNotEqual(gtk_widget_get_child_visible(hidden.gtkWidget), 0, "the focused bar is hidden")
  }

  func testNumberOfWidgetsDoesNotGrowWithThePages() async {
    let events = (-600..<600).map {
      FakeCalendar.event("Event \($0)", 9 * 60..<10 * 60, on: FakeCalendar.day.adding(days: $0 * 5))
    }
    let timeline = makeWeek(events)
    func turn(_ count: Int) {
      for _ in 0..<count {
        timeline.stack.jump(to: timeline.view.day.adding(days: 7))
        timeline.testWindow.waitForFrame()
      }
      waitUntilIdle(timeline)
    }
    turn(10)
    let initialCount = descendantCount(of: timeline.view.gtkWidget)
    turn(200)
    XCTAssertEqual(timeline.view.page.days.lowerBound, FakeCalendar.day.adding(days: 210 * 7))
    XCTAssertLessThanOrEqual(descendantCount(of: timeline.view.gtkWidget), initialCount + 12)
  }

  func testNarrowWindowShowsFewerDays() async {
    XCTAssertEqual(makeWeek([], width: 1000).view.shownView, .week)
    XCTAssertEqual(makeWeek([], width: 480).view.shownView, .threeDays)
    XCTAssertEqual(makeWeek([], width: 300).view.shownView, .day)
  }

  func testDateHeaderMovesWithThePages() async {
    let timeline = makeWeek([])
    waitUntilIdle(timeline)
    timeline.stack.turn(by: 1)
    var fractions: [Double] = []
    for _ in 0..<100 where timeline.view.paging.row.pager.isMoving {
      timeline.testWindow.waitForFrame()
      let position = timeline.view.paging.row.pager.position
      fractions.append(position.fraction)
      XCTAssertEqual(timeline.view.dateHeader.position.fraction, position.fraction)
    }
    XCTAssertGreaterThan(fractions.count, 2)
    XCTAssertEqual(timeline.view.paging.row.pager.position.fraction, 0)
    XCTAssertEqual(timeline.view.page.days.lowerBound, FakeCalendar.day.adding(days: 7))
  }

  /// However the dates came to be shown, the date header marks them, unless the whole week is shown.
  func testDateHeaderMarksTheShownDates() async throws {
    let timeline = makeWeek([])
    func markedColumns() throws -> [Int] {
      waitUntilIdle(timeline)
      let header = try XCTUnwrap(timeline.bounds(of: timeline.view.dateHeader.gtkWidget))
      let columnWidth = timeline.view.columnsWidth / 7
      let picture = timeline.testWindow.picture(onWhite: true)
      let top = timeline.bounds(of: timeline.view.gtkWidget)?.y ?? 0
      // A row just above the weekdays, which contains the band but no text.
      let y = Int(header.y - top) + 5
      return (0..<7).filter { column in
        let x = timeline.view.style.gutterWidth + (Double(column) + 0.5) * columnWidth
        return picture[Int(x), y] != picture[2, y]
      }
    }
    XCTAssertEqual(try markedColumns(), [])
    let expectations: [(view: ViewKind, columns: [Int])] = [
      (.workWeek, [0, 1, 2, 3, 4]), (.week, []), (.threeDays, [0, 1, 2]), (.day, [0]), (.week, []),
      (.day, [0]),
    ]
    for (view, columns) in expectations {
      timeline.stack.configuration.view = view
      XCTAssertEqual(try markedColumns(), columns, "\(view)")
    }
    timeline.stack.configuration.view = .workWeek
    timeline.stack.turn(by: 1)
    XCTAssertEqual(try markedColumns(), [0, 1, 2, 3, 4], "after a turn")
  }

  /// The label of the all-day row is centered on the first bar, even if the columns have headings.
  func testAllDayLabelIsOnTheLineOfTheFirstBar() async throws {
    let timeline = makeWeek([FakeCalendar.allDay("Trip"), FakeCalendar.allDay("Fair")])
    for view in [ViewKind.week, .workWeek, .threeDays, .day, .week] {
      timeline.stack.configuration.view = view
      waitUntilIdle(timeline)
      let label = try XCTUnwrap(timeline.bounds(of: timeline.view.allDay.label))
      let bars = try ["Trip", "Fair"].map {
        try XCTUnwrap(timeline.block($0).flatMap { timeline.bounds(of: $0.gtkWidget) })
      }
      let bar = try XCTUnwrap(bars.min { $0.y < $1.y })
      XCTAssertNotEqual(gtk_widget_get_child_visible(timeline.view.allDay.label), 0, "\(view)")
      XCTAssertEqual(label.y + label.height / 2, bar.y + bar.height / 2, accuracy: 1, "\(view)")
    }
  }

  func testHiddenBarsArePaintedWhenShown() async {
    let timeline = makeWeek((0..<9).map { FakeCalendar.allDay("Fair \($0)", days: 7..<9) })
    waitUntilIdle(timeline)
    timeline.stack.turn(by: 1)
    waitUntilIdle(timeline)
    XCTAssertEqual(timeline.view.page.days.lowerBound, FakeCalendar.day.adding(days: 7))
    timeline.view.allDay.isExpanded = true
    timeline.testWindow.waitForFrame()
    let bars = timeline.view.page.allDay.blocks
    XCTAssertEqual(bars.count, 9)
    XCTAssertEqual(bars.filter(\.isPaintDeferred).count, 0)
  }

  func testHiddenTimelineDoesNotWaitForFrames() async {
    let timeline = makeWeek([FakeCalendar.event("Monday", 9 * 60..<10 * 60)])
    waitUntilIdle(timeline)
    gtk_widget_set_visible(timeline.view.gtkWidget, 0)
    timeline.stack.reload()
    waitUntilIdle(timeline)
    XCTAssertTrue(timeline.view.paging.isIdle)
  }

  private func descendantCount(of widget: WidgetPointer) -> Int {
    var count = 0
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      count += 1 + descendantCount(of: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return count
  }
}
