import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import PickerWidgets
@testable import TimelineWidgets

/// New events: what the timeline shows while the title is typed, and what it saves.
@MainActor
final class EventCreationTests: WidgetTestCase {
  private func makeTimeline(_ events: [CalendarEvent] = EventCreationTests.twoEvents, height: Int = 480)
    -> TimelineTestWindow
  {
    let timeline = TimelineTestWindow(events, height: height)
    timeline.stack.view.go(
      to: .place(Place(FakeCalendar.day, offset: timeline.view.axis.y(ofSecond: 8.5 * 3600))))
    timeline.testWindow.waitForFrame()
    return timeline
  }

  private static let twoEvents = [
    FakeCalendar.event("Standup", 9 * 60..<10 * 60), FakeCalendar.event("Lunch", 12 * 60..<13 * 60),
  ]

  /// Draws an event with the mouse, from one minute of the day to another.
  private func draw(_ minutes: (Int, Int), on timeline: TimelineTestWindow) throws {
    let stack = timeline.stack
    let (start, end) = (
      Point(x: 300, y: timeline.y(ofMinute: minutes.0)), Point(x: 300, y: timeline.y(ofMinute: minutes.1))
    )
    XCTAssertNil(stack.target(at: start, .mouse), "the time is not free")
    let emptyTime = try XCTUnwrap(stack.emptyTime(at: start))
    stack.send(.press(TimelineInput.Press(at: start, emptyTime: emptyTime)))
    stack.send(.move(to: end, widgetPoint: nil, isFineSnapping: false, time: 0))
    timeline.testWindow.waitForFrame()
    stack.send(.release(time: 1))
    timeline.testWindow.waitForFrame()
  }

  private func type(_ text: String, on timeline: TimelineTestWindow) throws {
    let focus = try XCTUnwrap(timeline.testWindow.focus)
    gtk_editable_set_text(OpaquePointer(focus), text)
  }

  func testMenuOfASingleRowIsAsHighAsTheRow() async throws {
    let timeline = makeTimeline()
    timeline.stack.menus.open(
      at: Point(x: 300, y: timeline.y(ofMinute: 11 * 60)), widgetPoint: Point(x: 300, y: 200))
    Loop.run(until: { popover(of: timeline) != nil }, seconds: 5)
    let menu = try XCTUnwrap(popover(of: timeline).flatMap { gtk_popover_get_child($0.as(GtkPopover.self)) })
    var contents: Int32 = 0
    let viewport = try XCTUnwrap(gtk_scrolled_window_get_child(menu.opaque))
    gtk_widget_measure(viewport, GTK_ORIENTATION_VERTICAL, -1, nil, &contents, nil, nil)
    var height: Int32 = 0
    gtk_widget_measure(menu, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
    XCTAssertEqual(height, contents)
  }

  /// The open menu.
  private func popover(of timeline: TimelineTestWindow) -> WidgetPointer? {
    var child = gtk_widget_get_first_child(timeline.stack.gtkWidget)
    while let widget = child {
      let isMenu =
        String(cString: g_type_name_from_instance(widget.as(GTypeInstance.self))) == "GtkPopoverMenu"
      if isMenu { return widget }
      child = gtk_widget_get_next_sibling(widget)
    }
    return nil
  }

  func testDrawnEventIsShownButNotWrittenBeforeItHasATitle() async throws {
    let timeline = makeTimeline()
    try draw((10 * 60 + 15, 11 * 60 + 30), on: timeline)
    XCTAssertEqual(timeline.calendar.edits, [])
    XCTAssertEqual(timeline.titles, ["Standup", "New event", "Lunch"])
    XCTAssertTrue(timeline.stack.isNamingEvent)
    XCTAssertNil(timeline.stack.liftLayer.liftedBlock)
    let entry = try XCTUnwrap(timeline.stack.newEventWidgets?.entry)
    XCTAssertTrue(entry.hasFocus)
    let bounds = try XCTUnwrap(timeline.bounds(of: entry.gtkWidget))
    XCTAssertEqual(bounds.y, timeline.y(ofMinute: 10 * 60 + 15), accuracy: 0.01)
    XCTAssertEqual(bounds.height, timeline.view.axis.height(ofSeconds: 75 * 60), accuracy: 1)
    XCTAssertEqual(timeline.stack.state.selectedEvent, timeline.stack.newEventWidgets?.occurrence.id)
  }

  func testEnterSavesTheTypedTitle() async throws {
    let timeline = makeTimeline()
    try draw((10 * 60 + 15, 11 * 60 + 30), on: timeline)
    try type("Tea", on: timeline)
    timeline.stack.newEventWidgets?.entry.onEnter()
    XCTAssertEqual(timeline.calendar.edits.count, 1)
    let createdOccurrence = try XCTUnwrap(timeline.calendar.occurrence("Tea"))
    XCTAssertEqual(createdOccurrence.start.wall, WallTime(FakeCalendar.day, secondOfDay: 10 * 3600 + 900))
    XCTAssertEqual(createdOccurrence.end.wall, WallTime(FakeCalendar.day, secondOfDay: 11 * 3600 + 1800))
    XCTAssertFalse(timeline.stack.isNamingEvent)
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Tea")?.gtkWidget)
  }

  func testTitleIsAlignedByItsOwnTextDirection() async throws {
    for isRightToLeft in [false, true] {
      let timeline = TimelineTestWindow(EventCreationTests.twoEvents, isRightToLeft: isRightToLeft)
      timeline.stack.view.go(
        to: .place(Place(FakeCalendar.day, offset: timeline.view.axis.y(ofSecond: 8.5 * 3600))))
      timeline.testWindow.waitForFrame()
      try draw((10 * 60 + 15, 11 * 60 + 30), on: timeline)
      let field = try XCTUnwrap(timeline.testWindow.focus)
      let entry = try XCTUnwrap(gtk_widget_get_parent(field))
      // In GTK, 0 is the side where text begins in the language of the interface, and 1 is the opposite side.
      for (words, side) in [
        ("Tea", isRightToLeft ? 1 : 0), ("🎉 Tea", isRightToLeft ? 1 : 0), ("שלום", isRightToLeft ? 0 : 1),
      ] {
        gtk_editable_set_text(entry.opaque, words)
        XCTAssertEqual(gtk_editable_get_alignment(entry.opaque), Float(side), words)
      }
    }
  }

  func testEventWithoutATypedTitleIsKeptOnlyByEnter() async throws {
    for words in ["", "   "] {
      let timeline = makeTimeline()
      try draw((10 * 60 + 15, 11 * 60), on: timeline)
      try type(words, on: timeline)
      timeline.stack.endInteraction()
      XCTAssertEqual(timeline.calendar.edits, [])
      XCTAssertEqual(timeline.titles, ["Standup", "Lunch"])
      try draw((10 * 60 + 15, 11 * 60), on: timeline)
      try type(words, on: timeline)
      timeline.stack.newEventWidgets?.entry.onEnter()
      XCTAssertEqual(timeline.calendar.edits.count, 1)
      XCTAssertEqual(timeline.calendar.events.last?.summary, "")
      XCTAssertEqual(timeline.testWindow.focus, timeline.block("")?.gtkWidget)
    }
  }

  func testFocusThatHasMovedElsewhereStaysThere() async throws {
    let timeline = makeTimeline()
    try draw((10 * 60 + 15, 11 * 60), on: timeline)
    gtk_root_set_focus(gtk_widget_get_root(timeline.view.gtkWidget), nil)
    Loop.run(until: { !timeline.stack.isNamingEvent })
    XCTAssertEqual(timeline.calendar.edits, [])
    timeline.testWindow.waitForFrame()
    XCTAssertNil(timeline.testWindow.focus)
  }

  func testDiscardedEventIsRemovedAndTheFocusReturns() async throws {
    let timeline = makeTimeline()
    timeline.perform(.showDetails, on: "Lunch")
    timeline.stack.detailsPopover.close()
    try draw((10 * 60 + 15, 11 * 60), on: timeline)
    timeline.stack.send(.namingCanceled)
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.calendar.edits, [])
    XCTAssertEqual(timeline.titles, ["Standup", "Lunch"])
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Lunch")?.gtkWidget)
    XCTAssertNil(timeline.stack.state.selectedEvent)
  }

  func testCanceledDragRestoresScrollAndFocus() async throws {
    let timeline = makeTimeline()
    let view = timeline.view
    let stack = timeline.stack
    timeline.perform(.showDetails, on: "Lunch")
    let scroll = view.scrollContent.scroll
    let start = Point(x: 300, y: timeline.y(ofMinute: 10 * 60 + 30))
    let emptyTime = try XCTUnwrap(stack.emptyTime(at: start))
    stack.send(.press(TimelineInput.Press(at: start, emptyTime: emptyTime)))
    stack.send(.move(to: Point(x: 300, y: start.y + 90), widgetPoint: nil, isFineSnapping: false, time: 0))
    XCTAssertNotNil(stack.liftLayer.liftedBlock)
    view.scrollContent.setScroll(scroll + 60)
    stack.send(.escape)
    timeline.testWindow.waitForFrame()
    XCTAssertNil(stack.liftLayer.liftedBlock)
    XCTAssertEqual(view.scrollContent.scroll, scroll)
    XCTAssertFalse(stack.isNamingEvent)
    XCTAssertEqual(timeline.calendar.edits, [])
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Lunch")?.gtkWidget)
  }

  func testTitleFieldFitsAFifteenMinuteEvent() async throws {
    let timeline = makeTimeline()
    try draw((10 * 60 + 30, 10 * 60 + 44), on: timeline)
    let entry = try XCTUnwrap(timeline.stack.newEventWidgets?.entry)
    let bounds = try XCTUnwrap(timeline.bounds(of: entry.gtkWidget))
    XCTAssertGreaterThanOrEqual(bounds.height, timeline.view.style.minimumBlockHeight + 8)
    let field = try XCTUnwrap(gtk_widget_get_first_child(entry.gtkWidget))
    let fieldBounds = try XCTUnwrap(timeline.bounds(of: field))
    XCTAssertGreaterThanOrEqual(fieldBounds.y, bounds.y)
    XCTAssertLessThanOrEqual(fieldBounds.y + fieldBounds.height, bounds.y + bounds.height)
    timeline.stack.send(.namingFinished(.enter))
    XCTAssertEqual(timeline.calendar.occurrence("")?.duration, 900)
  }

  func testTitleFieldScrollsWithTheHours() async throws {
    let timeline = makeTimeline()
    try draw((10 * 60 + 15, 11 * 60 + 30), on: timeline)
    let entry = try XCTUnwrap(timeline.stack.newEventWidgets?.entry)
    for _ in 0..<5 {
      timeline.view.scrollContent.setScroll(timeline.view.scrollContent.scroll + 13.3)
      timeline.testWindow.waitForFrame()
      let bounds = try XCTUnwrap(timeline.bounds(of: entry.gtkWidget))
      XCTAssertEqual(bounds.y, timeline.y(ofMinute: 10 * 60 + 15), accuracy: 0.01)
    }
  }

  func testReloadKeepsTheTypedTitle() async throws {
    let timeline = makeTimeline()
    try draw((10 * 60 + 15, 11 * 60), on: timeline)
    try type("Tea", on: timeline)
    timeline.calendar.events.append(FakeCalendar.event("Other", 14 * 60..<15 * 60))
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.stack.newEventWidgets?.entry.text, "Tea")
    XCTAssertEqual(timeline.titles, ["Standup", "New event", "Lunch", "Other"])
  }

  func testNewEventFollowsTheSelectedOneAndIsSavedWhenThePageTurns() async throws {
    let timeline = makeTimeline()
    timeline.perform(.showDetails, on: "Lunch")
    timeline.stack.createEvent()
    XCTAssertEqual(
      timeline.stack.newEventWidgets?.occurrence.start.wall,
      WallTime(FakeCalendar.day, secondOfDay: 13 * 3600)
    )
    try type("Tea", on: timeline)
    timeline.stack.turn(by: 1)
    XCTAssertFalse(timeline.stack.isNamingEvent)
    XCTAssertEqual(timeline.calendar.occurrence("Tea")?.duration, 3600)
  }

  func testNewEventWithoutASelectionStartsAtTheNextHalfHour() async throws {
    let timeline = TimelineTestWindow(EventCreationTests.twoEvents)
    timeline.stack.now = { Instant(seconds: FakeCalendar.day.ordinal * 86_400 + 15 * 3600 + 100) }
    timeline.stack.createEvent()
    XCTAssertEqual(
      timeline.stack.newEventWidgets?.occurrence.start.wall,
      WallTime(FakeCalendar.day, secondOfDay: 15 * 3600 + 1800))
  }

  func testMissingWritableCalendarIsReported() async throws {
    let timeline = makeTimeline()
    timeline.calendar.acceptsNewEvents = false
    var count = 0
    timeline.stack.callbacks.onNoWritableCalendar = { count += 1 }
    timeline.stack.createEvent()
    try draw((10 * 60 + 15, 11 * 60), on: timeline)
    XCTAssertEqual(count, 2)
    XCTAssertFalse(timeline.stack.isNamingEvent)
    XCTAssertNil(timeline.stack.liftLayer.liftedBlock)
  }

  func testNewEventHasAnAccessibleName() async throws {
    let timeline = makeTimeline()
    try draw((10 * 60 + 15, 11 * 60), on: timeline)
    let name = "New event, Monday, 5 January 2026, 10:15 to 11:00, 45 minutes"
    let block = try XCTUnwrap(timeline.block("New event"))
    XCTAssertNil(block.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: name))
  }

  // MARK: Move With Pointer

  func testMoveWithPointerFollowsThePointerAndEnterDropsTheEvent() async throws {
    let timeline = makeTimeline()
    timeline.perform(.moveWithPointer, on: "Standup")
    XCTAssertTrue(timeline.stack.state.interaction.isFollowingPointer)
    let draggedEvent = try XCTUnwrap(timeline.stack.draggedEvent)
    timeline.stack.send(.hover(Point(x: draggedEvent.pointer.x, y: draggedEvent.pointer.y + 80)))
    timeline.stack.send(.key(TimelineInput.KeyCommand(TimelineKey(.enter))))
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(
      timeline.calendar.occurrence("Standup")?.start.wall,
      WallTime(FakeCalendar.day, secondOfDay: 10 * 3600))
    XCTAssertFalse(timeline.stack.isEventLifted)
  }

  func testCancelingMoveWithPointerRestoresTheEvent() async throws {
    let timeline = makeTimeline()
    timeline.perform(.moveWithPointer, on: "Standup")
    timeline.stack.send(.hover(Point(x: 300, y: 300)))
    timeline.stack.send(.escape)
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.calendar.edits, [])
    XCTAssertTrue(timeline.stack.state.interaction.isIdle)
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Standup")?.gtkWidget)
  }

  // MARK: Calendars

  private static let calendars = ["Work", "Home"].enumerated().map { index, name in
    CalendarOption(
      id: CalendarID("/tmp/\(name).ics"), name: name,
      color: EventColor(red: Double(index), green: 0.5, blue: 0.5))
  }

  /// A new event whose title is being typed, with two calendars to choose from.
  private func newEventWithChooser(width: Int = 640, isRightToLeft: Bool = false) throws -> (
    TimelineTestWindow, CalendarChooserCard
  ) {
    let timeline = TimelineTestWindow(
      EventCreationTests.twoEvents, width: width, isRightToLeft: isRightToLeft)
    timeline.calendar.calendarOptions = EventCreationTests.calendars
    timeline.stack.view.go(
      to: .place(Place(FakeCalendar.day, offset: timeline.view.axis.y(ofSecond: 8.5 * 3600))))
    timeline.testWindow.waitForFrame()
    try draw((10 * 60 + 15, 11 * 60 + 30), on: timeline)
    return (timeline, try XCTUnwrap(timeline.stack.newEventWidgets?.calendarChooser))
  }

  private func choose(_ key: Int32, in chooser: CalendarChooserCard) {
    let picker = chooser.ribbon.picker
    _ = picker.handleKey(KeyEvent(symbol: UInt32(key), modifiers: []))
    Loop.run(until: { !picker.isBusy })
  }

  func testSingleCalendarOffersNoChoice() async throws {
    let timeline = makeTimeline()
    timeline.calendar.calendarOptions = [EventCreationTests.calendars[0]]
    try draw((10 * 60 + 15, 11 * 60 + 30), on: timeline)
    XCTAssertNil(timeline.stack.newEventWidgets?.calendarChooser)
  }

  func testNewEventUsesTheChosenCalendarAndItsColor() async throws {
    let (timeline, chooser) = try newEventWithChooser()
    XCTAssertTrue(try XCTUnwrap(timeline.stack.newEventWidgets).entry.hasFocus)
    try type("Tea", on: timeline)
    choose(GDK_KEY_Right, in: chooser)
    timeline.testWindow.waitForFrame()
    let newEventWidgets = try XCTUnwrap(timeline.stack.newEventWidgets)
    XCTAssertEqual(newEventWidgets.occurrence.event.id.calendar, EventCreationTests.calendars[1].id)
    XCTAssertEqual(timeline.block("New event")?.content.color, EventCreationTests.calendars[1].color)
    XCTAssertEqual(timeline.stack.state.selectedEvent, newEventWidgets.occurrence.id)
    XCTAssertEqual(timeline.calendar.edits, [], "the event was written before its title was entered")
    newEventWidgets.entry.onEnter()
    XCTAssertEqual(timeline.calendar.events.last?.id.calendar, EventCreationTests.calendars[1].id)
    XCTAssertEqual(timeline.calendar.events.last?.summary, "Tea")
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Tea")?.gtkWidget)
  }

  func testTabReachesTheCalendarsAndEnterSavesTheEvent() async throws {
    let (timeline, chooser) = try newEventWithChooser()
    let stack = timeline.stack
    XCTAssertTrue(stack.focus(GTK_DIR_TAB_FORWARD))
    XCTAssertTrue(chooser.hasFocus)
    timeline.testWindow.waitForFrame()
    XCTAssertTrue(stack.isNamingEvent, "the title is no longer being typed")
    XCTAssertTrue(stack.focus(GTK_DIR_TAB_BACKWARD))
    XCTAssertTrue(try XCTUnwrap(stack.newEventWidgets).entry.hasFocus)
    XCTAssertTrue(stack.focus(GTK_DIR_TAB_FORWARD))
    choose(GDK_KEY_Right, in: chooser)
    XCTAssertTrue(chooser.hasFocus)
    stack.send(.namingFinished(.enter))
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.calendar.events.last?.id.calendar, EventCreationTests.calendars[1].id)
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("")?.gtkWidget)
  }

  func testTabInTheLastFieldKeepsTheEventAndFocusesIt() async throws {
    let (timeline, chooser) = try newEventWithChooser()
    try type("Tea", on: timeline)
    XCTAssertTrue(timeline.stack.focus(GTK_DIR_TAB_FORWARD))
    XCTAssertTrue(chooser.hasFocus)
    XCTAssertTrue(timeline.stack.focus(GTK_DIR_TAB_FORWARD), "Tab left the timeline")
    timeline.testWindow.waitForFrame()
    XCTAssertFalse(timeline.stack.isNamingEvent)
    XCTAssertEqual(timeline.calendar.events.last?.summary, "Tea")
    XCTAssertEqual(timeline.testWindow.focus, timeline.block("Tea")?.gtkWidget)
  }

  func testDiscardingWhileChoosingACalendarWritesNothing() async throws {
    let (timeline, chooser) = try newEventWithChooser()
    XCTAssertTrue(timeline.stack.focus(GTK_DIR_TAB_FORWARD))
    choose(GDK_KEY_Right, in: chooser)
    timeline.stack.send(.namingCanceled)
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.calendar.edits, [])
    XCTAssertEqual(timeline.titles, ["Standup", "Lunch"])
    // A screen reader that is slow may still ask for it, so it is removed later.
    XCTAssertEqual(gtk_widget_get_visible(chooser.gtkWidget), 0)
    XCTAssertTrue(Loop.run(until: { gtk_widget_get_parent(chooser.gtkWidget) == nil }))
  }

  func testCalendarsAreShownBesideTheNewEvent() async throws {
    for isRightToLeft in [false, true] {
      for width in [360, 640] {
        let (timeline, chooser) = try newEventWithChooser(width: width, isRightToLeft: isRightToLeft)
        let entry = try XCTUnwrap(timeline.stack.newEventWidgets?.entry)
        let card = try XCTUnwrap(timeline.bounds(of: chooser.gtkWidget))
        let block = try XCTUnwrap(timeline.bounds(of: entry.gtkWidget))
        XCTAssertEqual(card.y, block.y + block.height + CardPlacement.gap, accuracy: 1)
        let (start, end) = (timeline.view.columnsLeft, timeline.view.columnsLeft + timeline.view.columnsWidth)
        XCTAssert(card.x >= start && card.x + card.width <= end, "\(card) is not within \(start) to \(end)")
        if isRightToLeft {
          XCTAssertEqual(card.x + card.width, block.x + block.width, accuracy: 1)
        } else {
          XCTAssertEqual(card.x, block.x, accuracy: 1)
        }
        timeline.view.scrollContent.setScroll(timeline.view.scrollContent.scroll + 20)
        timeline.testWindow.waitForFrame()
        XCTAssertEqual(try XCTUnwrap(timeline.bounds(of: chooser.gtkWidget)).y, card.y - 20, accuracy: 1)
      }
    }
  }
}
