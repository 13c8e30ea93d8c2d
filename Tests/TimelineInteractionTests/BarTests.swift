import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Dragging bars in the all-day row of a week. The days are 100 px wide and begin at x = 60 px; the row is 40 px tall
/// and above the hours.
@Suite struct BarTests {
  static let rowHeight = 40.0
  /// Tuesday to Thursday.
  let trip = allDay(1..<4)

  static func allDay(_ days: Range<Int>) -> Occurrence {
    let (first, last) = (monday.adding(days: days.lowerBound), monday.adding(days: days.upperBound))
    return Occurrence(
      event: CalendarEvent(
        id: EventID(calendar: CalendarID("test.ics"), uid: "Trip"),
        times: EventTimes(start: .date(first), end: .time(.date(last)))), zone: .utc)
  }

  func week(isRightToLeft: Bool = false) -> GestureDriver {
    var driver = GestureDriver(width: 760, days: 7, isRightToLeft: isRightToLeft)
    driver.viewport.allDayRowHeight = BarTests.rowHeight
    driver.viewport.barHeight = 24
    return driver
  }

  /// Presses the Tuesday-to-Thursday bar at the middle of a day's column.
  func press(_ part: EventPart = .body, day: Int, in driver: GestureDriver? = nil) -> GestureDriver {
    var driver = driver ?? week()
    let first = driver.viewport.columns.extent(of: monday.adding(days: 1))
    let last = driver.viewport.columns.extent(of: monday.adding(days: 3))
    let bar = BarPosition(
      left: min(first.left, last.left), right: max(first.left, last.left) + first.width, top: -34)
    driver.press(
      at: Point(x: driver.x(of: monday.adding(days: day)), y: -22), on: trip, part: part, bar: bar)
    return driver
  }

  func days(_ driver: GestureDriver) -> Range<Int>? {
    driver.shownEvent.map {
      $0.snappedOccurrence.days.lowerBound.days(
        since: monday)..<$0.snappedOccurrence.days.upperBound.days(since: monday)
    }
  }

  @Test func barMovesByWholeDaysAndKeepsItsLength() {
    var driver = press(day: 2)
    driver.move(by: 0, dx: 130)
    #expect(days(driver) == 2..<5)
    #expect(driver.shownEvent?.isBar == true)
    #expect(abs((driver.shownEvent?.barLeft ?? 0) - (160 + 130)) < 1e-9)
    #expect(abs((driver.shownEvent?.barRight ?? 0) - (460 + 130)) < 1e-9)
    driver.release()
    #expect(
      driver.commits.first?.times
        == EventTimes(
          start: .date(monday.adding(days: 2)), end: .time(.date(monday.adding(days: 5)))))
    #expect(driver.violation == nil)
  }

  @Test func barIsResizedByWholeDaysAndKeepsAtLeastOne() {
    var driver = press(.end, day: 3)
    driver.move(by: 0, dx: 210)
    #expect(days(driver) == 1..<6)
    driver.move(by: 0, dx: -590)
    #expect(days(driver) == 1..<2)
    #expect((driver.shownEvent?.barRight ?? 0) > (driver.shownEvent?.barLeft ?? 0))
    driver.release()
    #expect(driver.violation == nil)

    var startDrag = press(.start, day: 1)
    startDrag.move(by: 0, dx: 500)
    #expect(days(startDrag) == 3..<4)
    startDrag.move(by: 0, dx: -590)
    #expect(days(startDrag) == 0..<4)
  }

  @Test func rightToLeftWeekHasLaterDaysOnTheLeft() {
    var driver = press(day: 2, in: week(isRightToLeft: true))
    driver.move(by: 0, dx: -100)
    #expect(days(driver) == 2..<5)
    var endDrag = press(.end, day: 3, in: week(isRightToLeft: true))
    endDrag.move(by: 0, dx: -100)
    #expect(days(endDrag) == 1..<5)
  }

  @Test func barBecomesATimedEventOverTheHoursAndABarAgainInTheRow() {
    var driver = press(day: 2)
    driver.move(toY: driver.y("13:00") + 12, x: driver.x(of: monday.adding(days: 4)))
    #expect(driver.shownEvent?.isBar == false)
    #expect(driver.shownEvent?.snappedOccurrence.label == "2026-01-09 13:00–14:00")
    driver.move(toY: -20)
    #expect(driver.shownEvent?.isBar == true)
    #expect(days(driver) == 3..<6)
    driver.move(toY: driver.y("9:10") + 12)
    driver.release()
    #expect(driver.committedLabels == ["2026-01-09 9:15–10:15"])
    #expect(driver.violation == nil)
  }

  @Test func eventDroppedInTheRowBecomesAllDay() {
    var driver = week()
    driver.press("9:20", on: occurrence("9:00", "10:00"))
    driver.move(by: 20, dx: 20)
    driver.move(toY: -10, x: driver.x(of: monday.adding(days: 2)))
    #expect(driver.shownEvent?.isBar == true)
    #expect(driver.shownEvent?.snappedOccurrence.isAllDay == true)
    #expect(days(driver) == 2..<3)
    driver.release()
    #expect(driver.commits.first?.times?.start == .date(monday.adding(days: 2)))
    #expect(driver.violation == nil)
  }

  @Test func eventHeldAboveTheRowStaysTimedAndScrollsTheTimeline() {
    var driver = week()
    driver.press("9:20", on: occurrence("9:00", "10:00"))
    driver.move(by: 20)
    driver.move(toY: -BarTests.rowHeight - 10)
    #expect(driver.shownEvent?.isBar == false)
    let scrollBefore = driver.viewport.scroll
    driver.hold(0.5)
    #expect(driver.viewport.scroll < scrollBefore)
  }

  @Test func timelineDoesNotScrollWhileThePointerIsInTheRow() {
    var driver = week()
    driver.press("9:20", on: occurrence("9:00", "10:00"))
    driver.move(by: 20)
    driver.move(toY: -10)
    let scrollBefore = driver.viewport.scroll
    driver.hold(1)
    #expect(driver.viewport.scroll == scrollBefore)
  }

  @Test func timedEventOverSeveralDaysKeepsItsTimesWhenMoved() {
    let long = Occurrence(
      event: CalendarEvent(
        id: EventID(calendar: CalendarID("test.ics"), uid: "Journey"),
        times: EventTimes(
          start: .utc(wall("9:00", on: monday.adding(days: 1))),
          end: .time(.utc(wall("18:00", on: monday.adding(days: 3)))))), zone: .utc)
    var driver = week()
    driver.press(
      at: Point(x: 210, y: -22), on: long, bar: BarPosition(left: 160, right: 460, top: -34))
    driver.move(toY: 300, x: 310)
    #expect(driver.shownEvent?.isBar == true)
    driver.release()
    #expect(driver.committedLabels == ["2026-01-07 9:00–18:00 (+2)"])
  }

  @Test func canceledBarDragChangesNothing() {
    var driver = press(day: 2)
    driver.move(by: 0, dx: 130)
    driver.cancel(.escape)
    #expect(driver.commits.isEmpty)
    #expect(driver.shownEvent == nil)
  }
}
