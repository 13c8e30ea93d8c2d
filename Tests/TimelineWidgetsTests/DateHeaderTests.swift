import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The date header: three reused pages at a given position, and dates that the keyboard and screen readers
/// can reach.
@MainActor
final class DateHeaderTests: WidgetTestCase {
  /// Monday, January 5, 2026.
  private static let monday = FakeCalendar.day
  private static let gutterWidth = 60.0
  private var testWindow: TestWindow!

  /// A date header with 7 columns of 80 px in a window; its host applies each selection immediately.
  private func makeHeader(
    _ selectedDay: Day = monday, weekPaging: DayPaging = DayPaging(.week), isRightToLeft: Bool = false,
    prepare: (DateHeader) -> Void = { _ in }
  ) -> DateHeader {
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    let header = DateHeader(phrases: Phrases(), weekPaging: weekPaging, selectedDay: selectedDay)
    header.gutterWidth = DateHeaderTests.gutterWidth
    header.onSelect = { [weak header] day in
      header?.selectedDay = day
      header?.position = PagePosition(header?.weekPaging.page(containing: day) ?? 0)
    }
    prepare(header)
    testWindow = TestWindow(header.gtkWidget, width: 632, height: 100)
    return header
  }

  override func tearDown() async throws {
    testWindow = nil
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
    adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_DEFAULT)
    try await super.tearDown()
  }

  /// The left edge of a widget relative to the date header, and its width, in px.
  private func extent(_ widget: WidgetPointer, in header: DateHeader) -> [Double] {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, header.gtkWidget, &bounds) != 0 else { return [] }
    return [Double(bounds.origin.x), Double(bounds.size.width)]
  }

  private func children(of widget: CustomWidget) -> [WidgetPointer] {
    Array(sequence(first: gtk_widget_get_first_child(widget.gtkWidget)) { gtk_widget_get_next_sibling($0) })
      .compactMap { $0 }
  }

  private func press(_ key: Int32, in header: DateHeader) -> Bool {
    header.handleKey(KeyEvent(symbol: UInt32(key), modifiers: []))
  }

  func testPagesAreTheVisibleWeekAndItsNeighbors() async throws {
    let header = makeHeader()
    let week = header.weekPaging.page(containing: DateHeaderTests.monday)
    XCTAssertEqual(Set(header.pages.compactMap(\.week)), [week - 1, week, week + 1])
    let page = try XCTUnwrap(header.page(of: week))
    XCTAssertEqual(page.cells.map(\.day), (0..<7).map { DateHeaderTests.monday.adding(days: $0) })
    let next = try XCTUnwrap(header.page(of: week + 1))
    XCTAssertEqual(next.cells.first?.day, DateHeaderTests.monday.adding(days: 7))
  }

  func testPagesAreReusedHoweverFarTheHeaderScrolls() async {
    let header = makeHeader()
    let widgets = header.pages.map(\.gtkWidget)
    let week = header.week
    for step in 1...1_000 { header.position = PagePosition(week, offset: Double(step) / 4) }
    testWindow.waitForFrame()
    XCTAssertEqual(header.pages.map(\.gtkWidget), widgets)
    XCTAssertEqual(children(of: header.area), widgets)
    XCTAssertEqual(Set(header.pages.compactMap(\.week)), [week + 249, week + 250, week + 251])
  }

  func testPagesArePlacedByTheFractionOfThePosition() async throws {
    let header = makeHeader()
    let week = header.week
    for offset in [0.0, 0.25, -0.5, 0.9] {
      header.position = PagePosition(week, offset: offset)
      testWindow.waitForFrame()
      for page in header.pages {
        let left = DateHeaderTests.gutterWidth + (Double(try XCTUnwrap(page.week) - week) - offset) * 560
        XCTAssertEqual(extent(page.gtkWidget, in: header)[0], left, accuracy: 0.001)
      }
    }
  }

  func testLaterWeeksAreOnTheLeftInRightToLeftLayouts() async throws {
    let header = makeHeader(isRightToLeft: true)
    let week = header.week
    header.position = PagePosition(week, offset: 0.25)
    testWindow.waitForFrame()
    let next = try XCTUnwrap(header.page(of: week + 1))
    XCTAssertEqual(extent(next.gtkWidget, in: header), [header.endInset - 0.75 * 560, 560])
    let page = try XCTUnwrap(header.page(of: week))
    XCTAssertEqual(
      extent(page.cells[6].gtkWidget, in: header)[0], header.endInset + 140, "Sunday is not on the left")
    header.position = PagePosition(week)
    XCTAssertEqual(header.day(atX: header.endInset + 1), DateHeaderTests.monday.adding(days: 6))
  }

  func testWeekIsPaintedOnceAndThenOnlyMoved() async {
    let header = makeHeader()
    let week = header.week
    DateHeaderCell.paintCount = 0
    for step in 1...40 {
      header.position = PagePosition(week, offset: Double(step) / 20)
      testWindow.waitForFrame()
    }
    XCTAssertEqual(DateHeaderCell.paintCount, 14, "dates outside the two new weeks were painted")
  }

  func testFocusChangeRepaintsNothing() async {
    let header = makeHeader()
    DateHeaderCell.paintCount = 0
    XCTAssertTrue(header.focusSelectedDay())
    testWindow.waitForFrame()
    XCTAssertEqual(DateHeaderCell.paintCount, 0)
  }

  func testChangingTheShownDaysRepaintsNoDate() async {
    let header = makeHeader()
    DateHeaderCell.paintCount = 0
    header.shownDays = header.selectedDay..<header.selectedDay.adding(days: 3)
    testWindow.waitForFrame()
    XCTAssertEqual(DateHeaderCell.paintCount, 0)
  }

  func testChangingTheWidthRepaintsAllDatesOfTheWeek() async {
    let header = makeHeader { $0.endInset = 352 }
    XCTAssertEqual(header.pageWidth, 280)
    DateHeaderCell.paintCount = 0
    // The page is now 279 px wide: six dates keep their width, but all circles have the size of the narrowest date.
    header.endInset += 1
    testWindow.waitForFrame()
    XCTAssertEqual(DateHeaderCell.paintCount, 7)
  }

  func testChangingTheSelectionRepaintsTwoDates() async {
    let header = makeHeader()
    DateHeaderCell.paintCount = 0
    header.selectedDay = header.selectedDay.adding(days: 1)
    testWindow.waitForFrame()
    XCTAssertEqual(DateHeaderCell.paintCount, 2)
  }

  func testAccessibleNameOfADateIncludesTheNumberOfEvents() async throws {
    let header = makeHeader {
      $0.today = DateHeaderTests.monday.adding(days: 1)
      $0.dayLoads = { days in
        (0..<days.upperBound.days(since: days.lowerBound)).map {
          DayLoad(eventCount: $0, dotCount: min($0, 3))
        }
      }
      $0.reload()
    }
    let page = try XCTUnwrap(header.page(of: header.week))
    XCTAssertNil(page.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Week of Monday, 5 January 2026"))
    let tuesday = "Tuesday, 6 January 2026, 1 event, today"
    XCTAssertNil(page.cells[1].difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: tuesday))
    XCTAssertEqual(page.content.dates.map { $0?.date.dotCount }, [0, 1, 2, 3, 3, 3, 3])
    header.selectedDay = DateHeaderTests.monday.adding(days: 1)
    XCTAssertEqual(page.content.dates.map { $0?.date.isSelected }, (0..<7).map { $0 == 1 })
    header.showsWeekNumbers = true
    XCTAssertNil(page.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Week 2"))
  }

  func testWeekThatHadTheFocusStaysAccessibleUntilTheNewDateHasBeenRead() async throws {
    let header = makeHeader()
    let formerPage = try XCTUnwrap(header.page(of: header.week))
    header.focusSelectedDay()
    XCTAssertTrue(press(GDK_KEY_Page_Down, in: header))
    let page = try XCTUnwrap(header.page(of: header.week))
    XCTAssertTrue(FocusedWidget.isIn(page.gtkWidget))
    XCTAssertFalse(page.isHidden)
    XCTAssertFalse(formerPage.isHidden, "the week was hidden before a screen reader noticed the focus")
    XCTAssertTrue(Loop.run(until: { formerPage.isHidden }))
    XCTAssertTrue(press(GDK_KEY_Page_Up, in: header))
    XCTAssertFalse(formerPage.isHidden)
    XCTAssertTrue(Loop.run(until: { page.isHidden }))
    XCTAssertFalse(formerPage.isHidden)
  }

  /// A date is selected before its week has turned into view. A screen reader reads the names of the groups around a date
  /// when the date gets the focus.
  func testWeekIsAccessibleBeforeOneOfItsDatesGetsTheFocus() async throws {
    let header = makeHeader()
    header.focusSelectedDay()
    let next = try XCTUnwrap(header.page(of: header.week + 1))
    XCTAssertTrue(next.isHidden)
    header.selectedDay = header.selectedDay.adding(days: 7)
    XCTAssertTrue(FocusedWidget.isIn(next.gtkWidget))
    XCTAssertFalse(next.isHidden)
    header.position = PagePosition(header.week + 1)
    XCTAssertFalse(next.isHidden)
  }

  func testOnlyTheVisibleWeekIsAccessible() async {
    let header = makeHeader()
    let week = header.week
    for offset in [0, 1] {
      header.position = PagePosition(week + offset)
      XCTAssertTrue(
        Loop.run(until: { header.pages.allSatisfy { $0.isHidden == ($0.week != week + offset) } }))
      for page in header.pages {
        XCTAssertNil(page.difference(of: GTK_ACCESSIBLE_STATE_HIDDEN, from: page.week != week + offset))
      }
    }
  }

  func testLoadsAreRequestedOnceForEachWeek() async {
    var requests: [Range<Day>] = []
    let header = makeHeader { header in
      header.dayLoads = { days in
        requests.append(days)
        return []
      }
      header.reload()
    }
    XCTAssertEqual(requests.count, 3)
    header.selectedDay = DateHeaderTests.monday.adding(days: 3)
    header.position = PagePosition(header.week, offset: 0.3)
    XCTAssertEqual(requests.count, 3)
    header.position = PagePosition(header.week + 1)
    XCTAssertEqual(requests.last?.lowerBound, DateHeaderTests.monday.adding(days: 14))
    XCTAssertEqual(requests.count, 4)
  }

  func testLastWeekHasNoDatesBeyondTheSupportedDays() async throws {
    let header = makeHeader(.latest, weekPaging: DayPaging(.week, firstWeekday: .sunday))
    let page = try XCTUnwrap(header.page(of: header.week))
    XCTAssertEqual(page.cells.map { $0.day == nil }, [false, false, false, false, false, false, true])
    XCTAssertEqual(page.cells[5].day, .latest)
    XCTAssertEqual(gtk_widget_get_visible(page.cells[6].gtkWidget), 0)
    XCTAssertTrue(press(GDK_KEY_Right, in: header))
    XCTAssertEqual(header.selectedDay, .latest)
    XCTAssertNil(header.day(atX: 631 - header.endInset))
  }

  func testKeysGoFromDateToDateAndFromWeekToWeek() async {
    let header = makeHeader()
    let steps: [(key: Int32, daysAfterMonday: Int)] = [
      (GDK_KEY_Right, 1), (GDK_KEY_End, 6), (GDK_KEY_Right, 7), (GDK_KEY_Left, 6), (GDK_KEY_Home, 0),
      (GDK_KEY_Left, -1), (GDK_KEY_Page_Down, 6), (GDK_KEY_Page_Up, -1), (GDK_KEY_Home, -7),
    ]
    for step in steps {
      XCTAssertTrue(press(step.key, in: header))
      XCTAssertEqual(header.selectedDay, DateHeaderTests.monday.adding(days: step.daysAfterMonday))
    }
    XCTAssertFalse(press(GDK_KEY_Tab, in: header))
    XCTAssertFalse(
      header.handleKey(KeyEvent(symbol: UInt32(GDK_KEY_Left), modifiers: .alt)),
      "Alt+Left did not reach the window")
  }

  func testLeftKeyGoesToTheNextDateInRightToLeftLayouts() async {
    let header = makeHeader(isRightToLeft: true)
    XCTAssertTrue(press(GDK_KEY_Left, in: header))
    XCTAssertEqual(header.selectedDay, DateHeaderTests.monday.adding(days: 1))
  }

  func testFocusFollowsTheSelectedDate() async throws {
    let header = makeHeader()
    gtk_window_set_focus(testWindow.window.as(GtkWindow.self), nil)
    XCTAssertTrue(header.focus(GTK_DIR_TAB_FORWARD))
    func focusedDay() -> Day? {
      header.pages.flatMap(\.cells).first { $0.gtkWidget == testWindow.focus }?.day
    }
    XCTAssertEqual(focusedDay(), DateHeaderTests.monday)
    XCTAssertFalse(header.focus(GTK_DIR_TAB_FORWARD), "the header has more than one tab stop")
    for key in [GDK_KEY_Left, GDK_KEY_Page_Down, GDK_KEY_Page_Down, GDK_KEY_End] {
      XCTAssertTrue(press(key, in: header))
      testWindow.waitForFrame()
      XCTAssertEqual(focusedDay(), header.selectedDay)
    }
  }

  func testEnterOpensTheSelectedDate() async {
    let header = makeHeader()
    var openedDays: [Day] = []
    header.onActivate = { openedDays.append($0) }
    XCTAssertTrue(press(GDK_KEY_Return, in: header))
    XCTAssertTrue(press(GDK_KEY_space, in: header))
    XCTAssertEqual(openedDays, [DateHeaderTests.monday, DateHeaderTests.monday])
  }

  func testAssistiveTechnologySelectsADate() async throws {
    let header = makeHeader()
    let page = try XCTUnwrap(header.page(of: header.week))
    gtk_widget_activate_action_variant(page.cells[4].gtkWidget, "date.select", nil)
    XCTAssertEqual(header.selectedDay, DateHeaderTests.monday.adding(days: 4))
  }

  func testCoordinatesAreConvertedToDates() async {
    let header = makeHeader()
    XCTAssertNil(header.day(atX: 59))
    XCTAssertEqual(header.day(atX: 61), DateHeaderTests.monday)
    XCTAssertEqual(header.day(atX: 60 + 3 * 80 + 40), DateHeaderTests.monday.adding(days: 3))
    XCTAssertNil(header.day(atX: 625))
  }

  func testTodayIsPaintedInItsColumnInLightAndDark() async {
    for scheme in [ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK] {
      adw_style_manager_set_color_scheme(adw_style_manager_get_default(), scheme)
      let header = makeHeader { $0.today = DateHeaderTests.monday.adding(days: 2) }
      testWindow.waitForFrame()
      let picture = testWindow.picture()
      let accents = [header.style.palette.accentMark, header.style.palette.accentFill]
      func hasAccent(_ column: Int) -> Bool {
        (0..<picture.height).contains { y in
          (0..<80).contains { x in accents.contains { picture.has($0, atX: 60 + column * 80 + x, y: y) } }
        }
      }
      // Monday is selected and has a ring in the accent color.
      XCTAssertEqual((0..<7).map(hasAccent), [true, false, true, false, false, false, false])
    }
  }

  func testWeekNumberIsShownInTheGutterIfEnabled() async {
    let header = makeHeader()
    func inkedPixelCount() -> Int {
      let picture = testWindow.picture()
      return (0..<60).reduce(0) { sum, x in sum + (0..<100).count { picture[x, $0] != picture[0, 0] } }
    }
    XCTAssertEqual(inkedPixelCount(), 0)
    header.showsWeekNumbers = true
    testWindow.waitForFrame()
    XCTAssertGreaterThan(inkedPixelCount(), 0)
  }
}
