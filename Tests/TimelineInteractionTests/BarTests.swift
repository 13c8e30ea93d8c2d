import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Events of whole days in a week: 100 px a day from x = 60 on, in a row of 40 px above the hours.
@Suite struct BarTests {
  static let rowHeight = 40.0
  /// Tuesday to Thursday.
  let trip = wholeDays(1..<4)

  static func wholeDays(_ days: Range<Int>) -> Occurrence {
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

  /// Takes the bar of Tuesday to Thursday by a day's middle.
  func press(_ part: EventPart = .body, day: Int, in driver: GestureDriver? = nil) -> GestureDriver {
    var hand = driver ?? week()
    let first = hand.viewport.columns.x(of: monday.adding(days: 1))
    let last = hand.viewport.columns.x(of: monday.adding(days: 3))
    let bar = Bar(
      left: min(first.left, last.left), right: max(first.left, last.left) + first.width, top: -34)
    hand.press(
      at: Point(x: hand.x(of: monday.adding(days: day)), y: -22), on: trip, part: part, bar: bar)
    return hand
  }

  func days(_ driver: GestureDriver) -> Range<Int>? {
    driver.shown.map {
      $0.snapped.days.lowerBound.days(since: monday)..<$0.snapped.days.upperBound.days(since: monday)
    }
  }

  @Test func aBarGoesByDaysAndKeepsItsLength() {
    var hand = press(day: 2)
    hand.move(by: 0, dx: 130)
    #expect(days(hand) == 2..<5)
    #expect(hand.shown?.isBar == true)
    #expect(abs((hand.shown?.barLeft ?? 0) - (160 + 130)) < 1e-9)
    #expect(abs((hand.shown?.barRight ?? 0) - (460 + 130)) < 1e-9)
    hand.release()
    #expect(
      hand.commits.first?.times
        == EventTimes(
          start: .date(monday.adding(days: 2)), end: .time(.date(monday.adding(days: 5)))))
    #expect(hand.violation == nil)
  }

  @Test func aBarIsStretchedByDaysAndNeverToNothing() {
    var hand = press(.end, day: 3)
    hand.move(by: 0, dx: 210)
    #expect(days(hand) == 1..<6)
    hand.move(by: 0, dx: -590)
    #expect(days(hand) == 1..<2)
    #expect((hand.shown?.barRight ?? 0) > (hand.shown?.barLeft ?? 0))
    hand.release()
    #expect(hand.violation == nil)

    var start = press(.start, day: 1)
    start.move(by: 0, dx: 500)
    #expect(days(start) == 3..<4)
    start.move(by: 0, dx: -590)
    #expect(days(start) == 0..<4)
  }

  @Test func fromRightToLeftLaterIsToTheLeft() {
    var hand = press(day: 2, in: week(isRightToLeft: true))
    hand.move(by: 0, dx: -100)
    #expect(days(hand) == 2..<5)
    var end = press(.end, day: 3, in: week(isRightToLeft: true))
    end.move(by: 0, dx: -100)
    #expect(days(end) == 1..<5)
  }

  @Test func droppedOnTheHoursItTakesOneAndBackInTheRowItIsWhole() {
    var hand = press(day: 2)
    hand.move(toY: hand.y("13:00") + 12, x: hand.x(of: monday.adding(days: 4)))
    #expect(hand.shown?.isBar == false)
    #expect(hand.shown?.snapped.label == "2026-01-09 13:00–14:00")
    hand.move(toY: -20)
    #expect(hand.shown?.isBar == true)
    #expect(days(hand) == 3..<6)
    hand.move(toY: hand.y("9:10") + 12)
    hand.release()
    #expect(hand.committed == ["2026-01-09 9:15–10:15"])
    #expect(hand.violation == nil)
  }

  @Test func anEventDroppedInTheRowTakesTheWholeDay() {
    var hand = week()
    hand.press("9:20", on: occurrence("9:00", "10:00"))
    hand.move(by: 20, dx: 20)
    hand.move(toY: -10, x: hand.x(of: monday.adding(days: 2)))
    #expect(hand.shown?.isBar == true)
    #expect(hand.shown?.snapped.isAllDay == true)
    #expect(days(hand) == 2..<3)
    hand.release()
    #expect(hand.commits.first?.times?.start == .date(monday.adding(days: 2)))
    #expect(hand.violation == nil)
  }

  @Test func beyondTheRowItIsATimeAgainAndScrolls() {
    var hand = week()
    hand.press("9:20", on: occurrence("9:00", "10:00"))
    hand.move(by: 20)
    hand.move(toY: -BarTests.rowHeight - 10)
    #expect(hand.shown?.isBar == false)
    let before = hand.viewport.scroll
    hand.hold(0.5)
    #expect(hand.viewport.scroll < before)
  }

  @Test func overTheRowNothingScrolls() {
    var hand = week()
    hand.press("9:20", on: occurrence("9:00", "10:00"))
    hand.move(by: 20)
    hand.move(toY: -10)
    let before = hand.viewport.scroll
    hand.hold(1)
    #expect(hand.viewport.scroll == before)
  }

  @Test func aTimedEventOfDaysStaysAboveTheHoursAndKeepsItsTimes() {
    let long = Occurrence(
      event: CalendarEvent(
        id: EventID(calendar: CalendarID("test.ics"), uid: "Journey"),
        times: EventTimes(
          start: .utc(wall("9:00", on: monday.adding(days: 1))),
          end: .time(.utc(wall("18:00", on: monday.adding(days: 3)))))), zone: .utc)
    var hand = week()
    hand.press(
      at: Point(x: 210, y: -22), on: long, bar: Bar(left: 160, right: 460, top: -34))
    hand.move(toY: 300, x: 310)
    #expect(hand.shown?.isBar == true)
    hand.release()
    #expect(hand.committed == ["2026-01-07 9:00–18:00 (+2)"])
  }

  @Test func cancelledItIsAsItWas() {
    var hand = press(day: 2)
    hand.move(by: 0, dx: 130)
    hand.cancel(.escape)
    #expect(hand.commits.isEmpty)
    #expect(hand.shown == nil)
  }
}
