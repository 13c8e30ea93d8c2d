import CalendarModel
import Testing
import TimelineInteraction

private func day(_ text: String) throws -> Day { try #require(Day(text)) }

@Suite struct MonthRowTests {
  /// A row with the cursor on a day, and with weeks that begin on `first`.
  private func row(_ text: String, first: Weekday = .monday) throws -> MonthRow {
    MonthRow(day: try day(text), firstWeekday: first)
  }

  /// The cursor after the given steps.
  private func cursor(_ text: String, _ steps: MonthStep..., first: Weekday = .monday) throws -> String {
    var row = try row(text, first: first)
    for step in steps { row.move(step) }
    #expect(row.month.contains(row.cursor), "the cursor is not in the target month")
    return row.cursor.description
  }

  /// Advances the motion to its end.
  private func rest(_ row: inout MonthRow) {
    var time = 0.0
    while row.isMoving, time < 10 {
      time += 1.0 / 60
      row.tick(frameTime: time)
    }
    #expect(!row.isMoving)
  }

  @Test func arrowsMoveAcrossTheEndsOfMonthsAndYears() throws {
    #expect(try cursor("2035-01-31", .days(1)) == "2035-02-01")
    #expect(try cursor("2035-03-01", .days(-1)) == "2035-02-28")
    #expect(try cursor("2036-03-01", .days(-1)) == "2036-02-29")
    #expect(try cursor("2034-12-28", .days(7)) == "2035-01-04")
    #expect(try cursor("2035-01-03", .days(-7)) == "2034-12-27")
  }

  @Test func monthStepsKeepTheDayOfTheMonthIfItExists() throws {
    #expect(try cursor("2035-01-31", .months(1)) == "2035-02-28")
    #expect(try cursor("2035-01-31", .months(1), .months(1)) == "2035-03-31")
    #expect(try cursor("2036-02-29", .months(12)) == "2037-02-28")
    #expect(try cursor("2035-01-31", .months(1), .days(-1), .months(1)) == "2035-03-27")
  }

  @Test func homeAndEndGoToTheEndsOfTheWeek() throws {
    // 10 January 2035 is a Wednesday.
    #expect(try cursor("2035-01-10", .startOfWeek) == "2035-01-08")
    #expect(try cursor("2035-01-10", .endOfWeek) == "2035-01-14")
    #expect(try cursor("2035-01-10", .startOfWeek, first: .sunday) == "2035-01-07")
    #expect(try cursor("2035-02-01", .startOfWeek) == "2035-01-29")
    #expect(try cursor("2035-02-10", .endOfMonth) == "2035-02-28")
    #expect(try cursor("2035-02-10", .startOfMonth) == "2035-02-01")
  }

  @Test func cursorStaysWithinTheSupportedDays() throws {
    #expect(try cursor("0001-01-03", .days(-7)) == "0001-01-01")
    #expect(try cursor("9999-12-30", .days(7)) == "9999-12-31")
    #expect(try cursor("9999-06-30", .months(12)) == "9999-12-30")
    #expect(try cursor("0001-03-30", .months(-12)) == "0001-01-30")
  }

  @Test func stepWithinTheMonthDoesNotMoveTheRow() throws {
    var row = try row("2035-01-10")
    row.move(.days(1))
    #expect(!row.isMoving)
    row.move(.months(1))
    #expect(row.isMoving)
    rest(&row)
    #expect(row.position == PagePosition(try page("2035-02-01")))
  }

  private func page(_ text: String) throws -> Int { Month(containing: try day(text)).ordinal }

  @Test func swipeTurnsTheMonthAndTheCursorFollows() throws {
    var row = try row("2035-01-31")
    row.handle(.press(x: 250, time: 0, isTouchpad: false), width: 280)
    row.handle(.drag(x: 100, time: 0.05), width: 280)
    #expect(row.position.fraction > 0, "the month does not follow the finger")
    #expect(row.cursor == (try day("2035-01-31")), "the cursor moved before the release")
    row.handle(.release(time: 0.06), width: 280)
    #expect(row.cursor == (try day("2035-02-28")))
    rest(&row)
    #expect(row.mostVisibleMonth == Month(containing: try day("2035-02-01")))
  }

  @Test func swipeIsMirroredInRightToLeft() throws {
    var row = try row("2035-01-10")
    row.configure(isRightToLeft: true, isMotionReduced: false)
    row.handle(.press(x: 250, time: 0, isTouchpad: false), width: 280)
    row.handle(.drag(x: 100, time: 0.05), width: 280)
    row.handle(.release(time: 0.06), width: 280)
    #expect(row.cursor == (try day("2034-12-10")))
  }

  @Test func reducedMotionTurnsAtOnce() throws {
    var row = try row("2035-01-10")
    row.configure(isRightToLeft: false, isMotionReduced: true)
    row.move(.months(1))
    #expect(!row.isMoving)
    #expect(row.position.fraction == 0)
  }

  @Test func wheelTurnsOneMonthPerDetent() throws {
    var row = try row("2035-01-10")
    row.handle(.wheel(detents: 1, isSideways: false, isTouchpad: false, time: 0), width: 280)
    row.handle(.wheel(detents: 1, isSideways: false, isTouchpad: false, time: 0.1), width: 280)
    #expect(row.cursor == (try day("2035-03-10")))
  }

  @Test func jumpingShowsTheDayWithoutAnimation() throws {
    var row = try row("2035-01-10")
    row.jump(to: try day("2040-05-03"))
    #expect(!row.isMoving)
    #expect(row.month == Month(containing: row.cursor))
  }
}

@Suite struct MonthGeometryTests {
  private static let sizes = [(280.0, 240.0), (335.0, 251.0), (196.0, 150.0)]

  @Test(arguments: [false, true], [false, true])
  func everyDayIsFoundAtItsMiddle(hasWeekNumbers: Bool, isRightToLeft: Bool) {
    for (width, height) in MonthGeometryTests.sizes {
      let geometry = MonthGeometry(
        width: width, height: height, hasWeekNumbers: hasWeekNumbers, isRightToLeft: isRightToLeft)
      for index in 0..<42 {
        let middle = Point(
          x: geometry.x(ofColumn: index % 7) + geometry.columnWidth / 2,
          y: geometry.y(ofRow: index / 7) + geometry.rowHeight / 2)
        #expect(geometry.index(at: middle) == index)
      }
    }
  }

  @Test func weekNumbersAndTheSurroundingsContainNoDay() {
    let geometry = MonthGeometry(width: 320, height: 240, hasWeekNumbers: true)
    #expect(geometry.index(at: Point(x: 20, y: 20)) == nil)
    #expect(geometry.index(at: Point(x: 60, y: 20)) == 0)
    for (x, y) in [(-1.0, 20.0), (320, 20), (60, -1), (60, 240)] {
      #expect(geometry.index(at: Point(x: x, y: y)) == nil)
    }
  }

  @Test func firstDayIsOnTheRightInRightToLeft() {
    let geometry = MonthGeometry(width: 320, height: 240, hasWeekNumbers: true, isRightToLeft: true)
    #expect(geometry.weekNumberX == 280)
    #expect(geometry.x(ofColumn: 0) == 240)
    #expect(geometry.x(ofColumn: 6) == 0)
  }
}
