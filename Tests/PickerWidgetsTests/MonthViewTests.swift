import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetTestSupport
import XCTest

@testable import PickerWidgets

/// The month calendar: three reused pages, spoken days, and a cursor that keys move.
@MainActor
final class MonthViewTests: WidgetTestCase {
  private var testWindow: TestWindow!
  private var requestedMonths: [Month] = []
  private var chosenDays: [Day] = []

  override func tearDown() async throws {
    testWindow = nil
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
    try await super.tearDown()
  }

  private func day(_ text: String) -> Day {
    guard let day = Day(text) else { preconditionFailure("\(text) is not a day") }
    return day
  }

  /// A calendar of January 2035 with the cursor on Monday, January 8, and two events on each Tuesday.
  private func makeMonth(isRightToLeft: Bool = false, showsWeekNumbers: Bool = false) -> MonthView {
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    var configuration = MonthView.Configuration()
    configuration.showsWeekNumbers = showsWeekNumbers
    let month = MonthView(
      phrases: Phrases(), day: day("2035-01-08"), configuration: configuration,
      background: "window_bg_color",
      marks: { [weak self] days in
        // The eighth day of a grid is always in its month.
        self?.requestedMonths.append(Month(containing: days.lowerBound.adding(days: 7)))
        return days.map { day in
          var marks = DayMarks()
          marks.eventCount = day.weekday == .tuesday ? 2 : 0
          return marks
        }
      })
    month.onChoose = { [weak self] in self?.chosenDays.append($0) }
    testWindow = TestWindow(month.gtkWidget, width: 320, height: 360)
    return month
  }

  private func press(_ key: Int32, _ month: MonthView, _ modifiers: Modifiers = []) {
    _ = month.handleKey(KeyEvent(symbol: UInt32(key), modifiers: modifiers))
  }

  private func waitForRest(_ month: MonthView) {
    XCTAssertTrue(Loop.run(until: { !month.state.isMoving }))
    testWindow.waitForFrame()
  }

  /// Waits until the events of `requestCount` months in total have been requested, and the neighbors of the shown
  /// month are prepared.
  private func waitForPreparation(_ month: MonthView, requestCount: Int) {
    XCTAssertTrue(Loop.run(until: { self.requestedMonths.count >= requestCount }))
    // A page is painted in advance only after a frame has allocated it, which may take a while on a busy machine.
    testWindow.waitForFrame()
    month.prepareSoon()
    XCTAssertTrue(Loop.run(until: { month.preparationTimer == 0 }))
  }

  private func name(_ text: String, in month: MonthView) -> String? {
    month.targetPage?.cell(of: day(text))?.name
  }

  func testDaysAndMonthHaveFullNames() async throws {
    let month = makeMonth()
    month.today = day("2035-01-09")
    month.selectedDay = day("2035-01-09")
    XCTAssertEqual(
      name("2035-01-09", in: month), "Tuesday, 9 January 2035, 2 events, today, selected")
    XCTAssertEqual(name("2035-01-10", in: month), "Wednesday, 10 January 2035, no events")
    let page = try XCTUnwrap(month.targetPage)
    XCTAssertNil(page.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: "January 2035"))
    XCTAssertNil(
      accessibleDifference(month.header.previousButton, GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Previous Month")
    )
    XCTAssertNil(
      accessibleDifference(month.header.nextButton, GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Next Month"))
    XCTAssertNil(
      accessibleDifference(month.header.titleButton, GTK_ACCESSIBLE_PROPERTY_LABEL, from: "January 2035"))
  }

  /// A screen reader would read the name of a button twice if its tooltip were also its description.
  func testTooltipsOfTheTurnButtonsAreNotTheirDescriptions() {
    let header = makeMonth().header
    for isChoosingMonth in [true, false, true] {
      header.setChoosingMonth(isChoosingMonth)
      for button in [header.previousButton, header.nextButton] {
        XCTAssertNotEqual(gtk_widget_get_has_tooltip(button), 0)
        XCTAssertNil(gtk_widget_get_tooltip_text(button))
        XCTAssertEqual(
          accessibleDifference(button, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, from: ""), "undefined")
      }
    }
  }

  func testEnterAndSpaceChooseTheDayUnderTheCursor() async {
    let month = makeMonth()
    month.focusCursor()
    press(GDK_KEY_Right, month)
    press(GDK_KEY_Return, month)
    press(GDK_KEY_Down, month)
    press(GDK_KEY_space, month)
    XCTAssertEqual(chosenDays, [day("2035-01-09"), day("2035-01-16")])
  }

  func testFocusIsOnTheCursorAndFollowsItToAnotherMonth() async throws {
    let month = makeMonth()
    month.focusCursor()
    XCTAssertEqual(testWindow.focus, month.targetPage?.cell(of: day("2035-01-08"))?.gtkWidget)
    press(GDK_KEY_Page_Down, month)
    let february = try XCTUnwrap(month.targetPage)
    XCTAssertEqual(february.month, Month(containing: day("2035-02-01")))
    XCTAssertEqual(testWindow.focus, february.cell(of: day("2035-02-08"))?.gtkWidget)
    waitForRest(month)
    press(GDK_KEY_Page_Up, month, .shift)
    waitForRest(month)
    XCTAssertEqual(month.cursor, day("2034-02-08"))
  }

  func testArrowsAreMirroredInRightToLeftLayouts() async {
    let month = makeMonth(isRightToLeft: true)
    month.focusCursor()
    press(GDK_KEY_Left, month)
    XCTAssertEqual(month.cursor, day("2035-01-09"))
    // Monday is at the right edge.
    let rowHeight = Double(month.pageArea.height) / 6
    XCTAssertEqual(month.day(at: Point(x: Double(month.width) - 5, y: rowHeight / 2)), day("2035-01-01"))
  }

  func testTabGoesThroughTheHeaderToTheDays() async {
    let month = makeMonth()
    month.today = day("2035-01-20")
    testWindow.waitForFrame()
    gtk_widget_grab_focus(month.header.titleButton)
    for widget in [month.header.previousButton, month.header.todayButton, month.header.nextButton] {
      XCTAssertNotEqual(gtk_widget_child_focus(testWindow.window, GTK_DIR_TAB_FORWARD), 0)
      XCTAssertEqual(testWindow.focus, widget)
    }
    gtk_widget_child_focus(testWindow.window, GTK_DIR_TAB_FORWARD)
    XCTAssertEqual(testWindow.focus, month.targetPage?.cell(of: day("2035-01-08"))?.gtkWidget)
    gtk_widget_child_focus(testWindow.window, GTK_DIR_TAB_BACKWARD)
    XCTAssertTrue(FocusedWidget.isIn(month.header.gtkWidget))
  }

  func testOnlyTheTargetMonthIsExposedToAssistiveTechnology() async throws {
    let month = makeMonth()
    waitForPreparation(month, requestCount: 3)
    press(GDK_KEY_Page_Down, month)
    waitForRest(month)
    for page in month.pages {
      XCTAssertNil(page.difference(of: GTK_ACCESSIBLE_STATE_HIDDEN, from: page !== month.targetPage))
    }
  }

  func testEventsOfEachMonthAreRequestedOnceAndOnlyAtRest() async {
    let month = makeMonth()
    waitForPreparation(month, requestCount: 3)
    let firstMonth = Month(containing: day("2035-01-01"))
    XCTAssertEqual(requestedMonths.map { $0.ordinal - firstMonth.ordinal }, [0, 1, -1])
    for _ in 0..<3 { press(GDK_KEY_Page_Down, month) }
    while month.state.isMoving {
      XCTAssertEqual(
        requestedMonths.count, 3, "the events of a month were requested while the months were moving")
      testWindow.waitForFrame()
    }
    waitForPreparation(month, requestCount: 6)
    XCTAssertEqual(requestedMonths.dropFirst(3).map { $0.ordinal - firstMonth.ordinal }, [3, 4, 2])
    month.reload()
    waitForPreparation(month, requestCount: 9)
    XCTAssertEqual(requestedMonths.count, 9)
  }

  func testMonthIsPaintedInAdvanceAndThenOnlyMoved() async {
    let month = makeMonth()
    waitForPreparation(month, requestCount: 3)
    testWindow.waitForFrame()
    MonthPage.paintCount = 0
    month.handlePaging(.press(x: 300, time: 0, isTouchpad: false))
    for step in 1...30 {
      month.handlePaging(.drag(x: 300 - 6 * Double(step), time: Double(step) / 60))
      testWindow.waitForFrame()
    }
    XCTAssertGreaterThan(month.state.position.fraction, 0.4)
    XCTAssertEqual(MonthPage.paintCount, 0)
    month.handlePaging(.cancel)
    month.focusCursor()
    waitForRest(month)
    XCTAssertEqual(MonthPage.paintCount, 0, "moving the focus repainted a month")
  }

  func testPagesAreReusedHoweverManyPagesTheUserTurns() async {
    let month = makeMonth()
    let widgets = month.pages.map(\.gtkWidget)
    for _ in 0..<200 { press(GDK_KEY_Page_Down, month) }
    waitForRest(month)
    XCTAssertEqual(month.pages.map(\.gtkWidget), widgets)
    XCTAssertEqual(month.cursor, day("2051-09-08"))
  }

  func testDaysAreLargeEnoughInTheNarrowestCalendar() async {
    let month = makeMonth(showsWeekNumbers: true)
    let minimum = month.measure(isVertical: false, for: -1).minimum
    XCTAssertGreaterThanOrEqual(Double(minimum) / 8, 24)
    XCTAssertLessThanOrEqual(month.measure(isVertical: false, for: -1).natural, 342)
  }

  func testMonthOfTheYearCanBeChosen() async {
    let month = makeMonth()
    month.setChoosingMonth(true)
    XCTAssertEqual(month.header.text, "2035")
    XCTAssertNil(
      accessibleDifference(month.header.nextButton, GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Next Year"))
    press(GDK_KEY_Page_Down, month)
    XCTAssertEqual(month.header.text, "2036")
    press(GDK_KEY_Escape, month)
    waitForRest(month)
    XCTAssertEqual(month.header.text, "January 2036")
  }

  func testCalendarIsReleasedWithItsWindow() async throws {
    var month: MonthView? = makeMonth()
    weak let weakMonth = month
    waitForPreparation(try XCTUnwrap(month), requestCount: 3)
    testWindow.close()
    month = nil
    testWindow = nil
    XCTAssertTrue(Loop.run(until: { weakMonth == nil }))
  }

  // MARK: The typed date

  private func type(_ text: String, in entry: DateEntry) {
    gtk_editable_set_text(entry.entry.opaque, text)
    entry.submit()
  }

  func testTypedDateIsAcceptedOrItsErrorIsExplained() async {
    let entry = DateEntry(phrases: Phrases()) { [unowned self] in (day("2035-01-08"), day("2035-01-08")) }
    testWindow = TestWindow(entry.gtkWidget, width: 320, height: 100)
    var (typedDays, submittedDays): ([Day], [Day]) = ([], [])
    entry.onType = { typedDays.append($0) }
    entry.onEnter = { submittedDays.append($0) }
    type("lunch", in: entry)
    XCTAssertEqual(submittedDays, [])
    let reason = "Date not recognized. Try Mon 8 Jan 2035."
    XCTAssertEqual(gtk_label_get_text(entry.explanation.opaque).map { String(cString: $0) }, reason)
    XCTAssertNil(accessibleDifference(entry.entry, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, from: reason))
    type("9.1.35", in: entry)
    XCTAssertEqual(submittedDays, [day("2035-01-09")])
    XCTAssertEqual(typedDays, [day("2035-01-09")])
    XCTAssertEqual(gtk_widget_get_visible(entry.explanation), 0)
  }
}
