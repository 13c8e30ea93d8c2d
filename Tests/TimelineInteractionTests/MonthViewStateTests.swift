import CalendarModel
import Testing
import TimelineInteraction

private func day(_ text: String) throws -> Day { try #require(Day(text)) }

@Suite struct MonthViewStateTests {
  /// A month calendar with the cursor on a day, and with weeks that begin on `firstWeekday`.
  private func state(_ text: String, firstWeekday: Weekday = .monday) throws -> MonthViewState {
    MonthViewState(day: try day(text), firstWeekday: firstWeekday)
  }

  /// The cursor after the given steps.
  private func cursor(_ text: String, _ steps: MonthStep..., firstWeekday: Weekday = .monday) throws -> String
  {
    var state = try state(text, firstWeekday: firstWeekday)
    for step in steps { state.move(step) }
    #expect(state.month.contains(state.cursor), "the cursor is not in the target month")
    return state.cursor.description
  }

  /// Advances the motion to its end.
  private func finishMotion(_ state: inout MonthViewState) {
    var time = 0.0
    while state.isMoving, time < 10 {
      time += 1.0 / 60
      state.tick(frameTime: time)
    }
    #expect(!state.isMoving)
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
    // January 10, 2035, is a Wednesday.
    #expect(try cursor("2035-01-10", .startOfWeek) == "2035-01-08")
    #expect(try cursor("2035-01-10", .endOfWeek) == "2035-01-14")
    #expect(try cursor("2035-01-10", .startOfWeek, firstWeekday: .sunday) == "2035-01-07")
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

  @Test func stepWithinTheMonthTurnsNoPage() throws {
    var state = try state("2035-01-10")
    state.move(.days(1))
    #expect(!state.isMoving)
    state.move(.months(1))
    #expect(state.isMoving)
    finishMotion(&state)
    #expect(state.position == PagePosition(try page("2035-02-01")))
  }

  private func page(_ text: String) throws -> Int { Month(containing: try day(text)).ordinal }

  @Test func swipeTurnsTheMonthAndTheCursorFollows() throws {
    var state = try state("2035-01-31")
    state.handle(.press(x: 250, time: 0, isTouchpad: false), width: 280)
    state.handle(.drag(x: 100, time: 0.05), width: 280)
    #expect(state.position.fraction > 0, "the month does not follow the finger")
    #expect(state.cursor == (try day("2035-01-31")), "the cursor moved before the release")
    state.handle(.release(time: 0.06), width: 280)
    #expect(state.cursor == (try day("2035-02-28")))
    finishMotion(&state)
    #expect(state.mostVisibleMonth == Month(containing: try day("2035-02-01")))
  }

  @Test func swipeIsMirroredInRightToLeftLayouts() throws {
    var state = try state("2035-01-10")
    state.configure(isRightToLeft: true, isMotionReduced: false)
    state.handle(.press(x: 250, time: 0, isTouchpad: false), width: 280)
    state.handle(.drag(x: 100, time: 0.05), width: 280)
    state.handle(.release(time: 0.06), width: 280)
    #expect(state.cursor == (try day("2034-12-10")))
  }

  @Test func reducedMotionTurnsAtOnce() throws {
    var state = try state("2035-01-10")
    state.configure(isRightToLeft: false, isMotionReduced: true)
    state.move(.months(1))
    #expect(!state.isMoving)
    #expect(state.position.fraction == 0)
  }

  @Test func wheelTurnsOneMonthPerDetent() throws {
    var state = try state("2035-01-10")
    state.handle(.wheel(detents: 1, isSideways: false, isTouchpad: false, time: 0), width: 280)
    state.handle(.wheel(detents: 1, isSideways: false, isTouchpad: false, time: 0.1), width: 280)
    #expect(state.cursor == (try day("2035-03-10")))
  }

  @Test func jumpingShowsTheDayWithoutAnimation() throws {
    var state = try state("2035-01-10")
    state.jump(to: try day("2040-05-03"))
    #expect(!state.isMoving)
    #expect(state.month == Month(containing: state.cursor))
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
        #expect(geometry.dayIndex(at: middle) == index)
      }
    }
  }

  @Test func weekNumbersAndTheSurroundingsContainNoDay() {
    let geometry = MonthGeometry(width: 320, height: 240, hasWeekNumbers: true)
    #expect(geometry.dayIndex(at: Point(x: 20, y: 20)) == nil)
    #expect(geometry.dayIndex(at: Point(x: 60, y: 20)) == 0)
    for (x, y) in [(-1.0, 20.0), (320, 20), (60, -1), (60, 240)] {
      #expect(geometry.dayIndex(at: Point(x: x, y: y)) == nil)
    }
  }

  @Test func firstDayIsOnTheRightInRightToLeftLayouts() {
    let geometry = MonthGeometry(width: 320, height: 240, hasWeekNumbers: true, isRightToLeft: true)
    #expect(geometry.weekNumberX == 280)
    #expect(geometry.x(ofColumn: 0) == 240)
    #expect(geometry.x(ofColumn: 6) == 0)
  }
}
