import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The strip of dates: three pages under a position that is given, dates for keyboard and screen reader.
@MainActor
final class WeekStripTests: WidgetTestCase {
  /// Monday, 5 January 2026.
  private static let monday = FakeCalendar.day
  private static let gutter = 60.0
  private var stage: Stage!

  /// A strip of 7 columns of 80 px in a window, whose host follows it at once.
  private func strip(
    _ selected: Day = monday, weeks: PageCalendar = PageCalendar(.week), isRightToLeft: Bool = false,
    prepare: (WeekStrip) -> Void = { _ in }
  ) -> WeekStrip {
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    let strip = WeekStrip(phrases: Phrases(), weeks: weeks, selected: selected)
    strip.gutterWidth = WeekStripTests.gutter
    strip.onSelect = { [weak strip] day in
      strip?.selected = day
      strip?.position = PagePosition(strip?.weeks.page(containing: day) ?? 0)
    }
    prepare(strip)
    stage = Stage(strip.pointer, width: 632, height: 100)
    return strip
  }

  override func tearDown() async throws {
    stage = nil
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
    adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_DEFAULT)
    try await super.tearDown()
  }

  /// Left edge and width of a widget, in px of the strip.
  private func extent(_ widget: WidgetPointer, in strip: WeekStrip) -> [Double] {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, strip.pointer, &bounds) != 0 else { return [] }
    return [Double(bounds.origin.x), Double(bounds.size.width)]
  }

  private func children(of widget: CustomWidget) -> [WidgetPointer] {
    Array(sequence(first: gtk_widget_get_first_child(widget.pointer)) { gtk_widget_get_next_sibling($0) })
      .compactMap { $0 }
  }

  private func press(_ key: Int32, _ strip: WeekStrip) -> Bool {
    strip.pressed(KeyPress(symbol: UInt32(key), modifiers: []))
  }

  func testTheWeekInSightAndItsNeighboursAreThere() async throws {
    let strip = strip()
    let week = strip.weeks.page(containing: WeekStripTests.monday)
    XCTAssertEqual(Set(strip.pages.compactMap(\.page)), [week - 1, week, week + 1])
    let page = try XCTUnwrap(strip.page(of: week))
    XCTAssertEqual(page.dates.map(\.day), (0..<7).map { WeekStripTests.monday.adding(days: $0) })
    let next = try XCTUnwrap(strip.page(of: week + 1))
    XCTAssertEqual(next.dates.first?.day, WeekStripTests.monday.adding(days: 7))
  }

  func testPagesAreUsedAgainAndNoneIsAddedOnALongWay() async {
    let strip = strip()
    let widgets = strip.pages.map(\.pointer)
    let week = strip.week
    for step in 1...1_000 { strip.position = PagePosition(week, offset: Double(step) / 4) }
    stage.settle()
    XCTAssertEqual(strip.pages.map(\.pointer), widgets)
    XCTAssertEqual(children(of: strip.area), widgets)
    XCTAssertEqual(Set(strip.pages.compactMap(\.page)), [week + 249, week + 250, week + 251])
  }

  func testPagesLieBesideEachOtherByTheFraction() async throws {
    let strip = strip()
    let week = strip.week
    for offset in [0.0, 0.25, -0.5, 0.9] {
      strip.position = PagePosition(week, offset: offset)
      stage.settle()
      for page in strip.pages {
        let left = WeekStripTests.gutter + (Double(try XCTUnwrap(page.page) - week) - offset) * 560
        XCTAssertEqual(extent(page.pointer, in: strip)[0], left, accuracy: 0.001)
      }
    }
  }

  func testFromRightToLeftLaterWeeksComeFromTheLeft() async throws {
    let strip = strip(isRightToLeft: true)
    let week = strip.week
    strip.position = PagePosition(week, offset: 0.25)
    stage.settle()
    let next = try XCTUnwrap(strip.page(of: week + 1))
    XCTAssertEqual(extent(next.pointer, in: strip), [strip.endInset - 0.75 * 560, 560])
    let page = try XCTUnwrap(strip.page(of: week))
    XCTAssertEqual(extent(page.dates[6].pointer, in: strip)[0], strip.endInset + 140, "Sunday is at the left")
    strip.position = PagePosition(week)
    XCTAssertEqual(strip.day(atX: strip.endInset + 1), WeekStripTests.monday.adding(days: 6))
  }

  func testAWeekIsPaintedOnceAndThenOnlyMoved() async {
    let strip = strip()
    let week = strip.week
    WeekStripDate.paints = 0
    for step in 1...40 {
      strip.position = PagePosition(week, offset: Double(step) / 20)
      stage.settle()
    }
    XCTAssertEqual(WeekStripDate.paints, 14, "the two weeks that came")
  }

  func testFocusPaintsNothing() async {
    let strip = strip()
    WeekStripDate.paints = 0
    XCTAssertTrue(strip.focusSelected())
    stage.settle()
    XCTAssertEqual(WeekStripDate.paints, 0)
  }

  func testTheDaysThatTheTimelineShowsPaintNoDate() async {
    let strip = strip()
    WeekStripDate.paints = 0
    strip.shownDays = strip.selected..<strip.selected.adding(days: 3)
    stage.settle()
    XCTAssertEqual(WeekStripDate.paints, 0)
  }

  func testInAnotherWidthAllDatesOfTheWeekLookAlike() async {
    let strip = strip { $0.endInset = 352 }
    XCTAssertEqual(strip.pageWidth, 280)
    WeekStripDate.paints = 0
    // 279 px: six of the dates are as wide as before, but their circles are those of the narrowest.
    strip.endInset += 1
    stage.settle()
    XCTAssertEqual(WeekStripDate.paints, 7)
  }

  func testAnotherSelectedDatePaintsOnlyTheTwoThatItConcerns() async {
    let strip = strip()
    WeekStripDate.paints = 0
    strip.selected = strip.selected.adding(days: 1)
    stage.settle()
    XCTAssertEqual(WeekStripDate.paints, 2)
  }

  func testADateIsNamedWithItsEventsAndSelectedForAssistiveTechnology() async throws {
    let strip = strip {
      $0.today = WeekStripTests.monday.adding(days: 1)
      $0.loads = { days in
        (0..<days.upperBound.days(since: days.lowerBound)).map { DayLoad(events: $0, dots: min($0, 3)) }
      }
      $0.reload()
    }
    let page = try XCTUnwrap(strip.page(of: strip.week))
    XCTAssertNil(page.differs(GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Week from Monday, 5 January 2026"))
    let tuesday = "Tuesday, 6 January 2026, 1 event, today"
    XCTAssertNil(page.dates[1].differs(GTK_ACCESSIBLE_PROPERTY_LABEL, from: tuesday))
    XCTAssertEqual(page.content.dates.map { $0?.date.dots }, [0, 1, 2, 3, 3, 3, 3])
    strip.selected = WeekStripTests.monday.adding(days: 1)
    XCTAssertEqual(page.content.dates.map { $0?.date.isSelected }, (0..<7).map { $0 == 1 })
    strip.showsWeekNumbers = true
    XCTAssertNil(page.differs(GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Week 2"))
  }

  func testOnlyTheWeekInSightIsThereForAssistiveTechnology() async {
    let strip = strip()
    let week = strip.week
    for offset in [0, 1] {
      strip.position = PagePosition(week + offset)
      for page in strip.pages {
        XCTAssertNil(page.differs(GTK_ACCESSIBLE_STATE_HIDDEN, from: page.page != week + offset))
      }
    }
  }

  func testHowFullTheDaysAreIsAskedOnceForAWeek() async {
    var asked: [Range<Day>] = []
    let strip = strip { strip in
      strip.loads = { days in
        asked.append(days)
        return []
      }
      strip.reload()
    }
    XCTAssertEqual(asked.count, 3)
    strip.selected = WeekStripTests.monday.adding(days: 3)
    strip.position = PagePosition(strip.week, offset: 0.3)
    XCTAssertEqual(asked.count, 3)
    strip.position = PagePosition(strip.week + 1)
    XCTAssertEqual(asked.last?.lowerBound, WeekStripTests.monday.adding(days: 14))
    XCTAssertEqual(asked.count, 4)
  }

  func testTheLastWeekHasItsDatesAndNothingBeyondThem() async throws {
    let strip = strip(.latest, weeks: PageCalendar(.week, firstWeekday: .sunday))
    let page = try XCTUnwrap(strip.page(of: strip.week))
    XCTAssertEqual(page.dates.map { $0.day == nil }, [false, false, false, false, false, false, true])
    XCTAssertEqual(page.dates[5].day, .latest)
    XCTAssertEqual(gtk_widget_get_visible(page.dates[6].pointer), 0)
    XCTAssertTrue(press(GDK_KEY_Right, strip))
    XCTAssertEqual(strip.selected, .latest)
    XCTAssertNil(strip.day(atX: 631 - strip.endInset))
  }

  func testKeysGoFromDateToDateAndFromWeekToWeek() async {
    let strip = strip()
    let ways: [(key: Int32, day: Int)] = [
      (GDK_KEY_Right, 1), (GDK_KEY_End, 6), (GDK_KEY_Right, 7), (GDK_KEY_Left, 6), (GDK_KEY_Home, 0),
      (GDK_KEY_Left, -1), (GDK_KEY_Page_Down, 6), (GDK_KEY_Page_Up, -1), (GDK_KEY_Home, -7),
    ]
    for way in ways {
      XCTAssertTrue(press(way.key, strip))
      XCTAssertEqual(strip.selected, WeekStripTests.monday.adding(days: way.day))
    }
    XCTAssertFalse(press(GDK_KEY_Tab, strip))
    XCTAssertFalse(strip.pressed(KeyPress(symbol: UInt32(GDK_KEY_Left), modifiers: .alt)), "the window's")
  }

  func testFromRightToLeftTheLeftKeyGoesOn() async {
    let strip = strip(isRightToLeft: true)
    XCTAssertTrue(press(GDK_KEY_Left, strip))
    XCTAssertEqual(strip.selected, WeekStripTests.monday.adding(days: 1))
  }

  func testTheFocusIsOnTheSelectedDateAndGoesWithIt() async throws {
    let strip = strip()
    gtk_window_set_focus(stage.window.as(GtkWindow.self), nil)
    XCTAssertTrue(strip.focus(GTK_DIR_TAB_FORWARD))
    func focused() -> Day? {
      strip.pages.flatMap(\.dates).first { $0.pointer == stage.focus }?.day
    }
    XCTAssertEqual(focused(), WeekStripTests.monday)
    XCTAssertFalse(strip.focus(GTK_DIR_TAB_FORWARD), "one stop for Tab")
    for key in [GDK_KEY_Left, GDK_KEY_Page_Down, GDK_KEY_Page_Down, GDK_KEY_End] {
      XCTAssertTrue(press(key, strip))
      stage.settle()
      XCTAssertEqual(focused(), strip.selected)
    }
  }

  func testEnterOpensTheSelectedDate() async {
    let strip = strip()
    var opened: [Day] = []
    strip.onActivate = { opened.append($0) }
    XCTAssertTrue(press(GDK_KEY_Return, strip))
    XCTAssertTrue(press(GDK_KEY_space, strip))
    XCTAssertEqual(opened, [WeekStripTests.monday, WeekStripTests.monday])
  }

  func testAssistiveTechnologySelectsADate() async throws {
    let strip = strip()
    let page = try XCTUnwrap(strip.page(of: strip.week))
    gtk_widget_activate_action_variant(page.dates[4].pointer, "date.select", nil)
    XCTAssertEqual(strip.selected, WeekStripTests.monday.adding(days: 4))
  }

  func testAPlaceOnTheStripIsADate() async {
    let strip = strip()
    XCTAssertNil(strip.day(atX: 59))
    XCTAssertEqual(strip.day(atX: 61), WeekStripTests.monday)
    XCTAssertEqual(strip.day(atX: 60 + 3 * 80 + 40), WeekStripTests.monday.adding(days: 3))
    XCTAssertNil(strip.day(atX: 625))
  }

  func testTodayIsPaintedInItsColumnInLightAndDark() async {
    for scheme in [ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK] {
      adw_style_manager_set_color_scheme(adw_style_manager_get_default(), scheme)
      let strip = strip { $0.today = WeekStripTests.monday.adding(days: 2) }
      stage.settle()
      let picture = stage.picture()
      let accent = strip.style.palette.accent
      func shows(_ column: Int) -> Bool {
        (0..<picture.height).contains { y in
          (0..<80).contains { picture.has(accent, atX: 60 + column * 80 + $0, y: y) }
        }
      }
      // Monday is selected and has a ring of that colour.
      XCTAssertEqual((0..<7).map(shows), [true, false, true, false, false, false, false])
    }
  }

  func testTheWeekNumberStandsInTheGutterByPreference() async {
    let strip = strip()
    func inked() -> Int {
      let picture = stage.picture()
      return (0..<60).reduce(0) { sum, x in sum + (0..<100).count { picture[x, $0] != picture[0, 0] } }
    }
    XCTAssertEqual(inked(), 0)
    strip.showsWeekNumbers = true
    stage.settle()
    XCTAssertGreaterThan(inked(), 0)
  }
}
