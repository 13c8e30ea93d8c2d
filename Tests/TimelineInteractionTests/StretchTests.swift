import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct StretchTests {
  /// Takes an edge exactly and carries it to a time.
  func stretch(_ event: Occurrence, _ part: EventPart, from: String, to: String, fine: Bool = false)
    -> GestureDriver
  {
    var hand = GestureDriver(top: "4:00")
    hand.isFine = fine
    hand.press(from, on: event, part: part)
    hand.move(toY: (hand.y(from) + hand.y(to)) / 2)
    hand.move(toY: hand.y(to))
    return hand
  }

  @Test(arguments: [
    ("9:00", "10:00", "11:00", "9:00–11:00"), ("9:00", "10:00", "10:08", "9:00–10:15"),
    ("9:00", "10:00", "9:20", "9:00–9:15"), ("9:00", "10:00", "6:00", "9:00–9:15"),
    // The smallest end is the first line that is not less than a step away.
    ("9:07", "9:57", "9:00", "9:07–9:30"), ("9:07", "9:35", "9:20", "9:07–9:30"),
    // A shorter event never grows by shrinking it.
    ("9:00", "9:10", "8:30", "9:00–9:10"), ("9:10", "9:14", "9:23", "9:10–9:30"),
  ])
  func theEndLandsOnTheGrid(start: String, end: String, to: String, result: String) {
    let hand = stretch(occurrence(start, end), .end, from: end, to: to)
    #expect(hand.shown?.snapped.label == result)
    #expect(hand.violation == nil)
  }

  @Test(arguments: [
    ("9:00", "10:00", "8:00", "8:00–10:00"), ("9:00", "10:00", "12:00", "9:45–10:00"),
    ("9:07", "9:57", "11:00", "9:30–9:57"), ("9:50", "10:00", "10:30", "9:50–10:00"),
    ("9:07", "9:57", "8:40", "8:45–9:57"),
  ])
  func theStartLandsOnTheGrid(start: String, end: String, to: String, result: String) {
    let hand = stretch(occurrence(start, end), .start, from: start, to: to)
    #expect(hand.shown?.snapped.label == result)
    #expect(hand.violation == nil)
  }

  @Test func rawEdgeStopsAtTheMinimumDuration() {
    var hand = stretch(occurrence("9:07", "9:57"), .end, from: "9:57", to: "8:00")
    #expect(hand.shown?.clamped == true)
    #expect(abs((hand.shown?.edgeY ?? 0) - hand.y("9:30")) < 1e-9)
    #expect(hand.shown.map { abs($0.rawTop - hand.y("9:07")) < 1e-9 } == true)
    hand.move(toY: hand.y("9:40"))
    #expect(hand.shown?.clamped == false)
    hand.release()
    #expect(hand.committed == ["9:07–9:45"])
  }

  @Test func shiftAllowsAMinute() {
    var hand = stretch(occurrence("9:07", "9:57"), .end, from: "9:57", to: "8:00", fine: true)
    hand.release()
    #expect(hand.committed == ["9:07–9:08"])
  }

  @Test func theGrabIsTheDistanceToTheEdgeThatIsHeld() {
    var hand = GestureDriver()
    hand.press("9:55", on: occurrence("9:00", "10:00"), part: .end)
    hand.move(by: 40)
    #expect(abs((hand.shown?.grab ?? 0) + 80.0 / 12) < 1e-9)
    hand.release()
    #expect(hand.committed == ["9:00–10:30"])
  }

  @Test func theOtherEdgeStaysWhereItsTimeIsWhileScrolling() {
    var hand = stretch(occurrence("9:00", "10:00"), .end, from: "10:00", to: "11:00")
    for px in [37.5, 100, -12.25] {
      hand.scroll(by: px)
      #expect(abs((hand.shown?.rawTop ?? 0) - hand.y("9:00")) < 1e-9)
    }
    #expect(hand.violation == nil)
  }

  @Test func aStretchAcrossMidnightDoesNotDriftADay() {
    var hand = GestureDriver(top: "18:00")
    hand.viewport.scroll = hand.viewport.scrollMax
    hand.press("23:30", on: occurrence("22:00", "23:30"), part: .end)
    hand.move(toY: hand.y("24:15"))
    hand.release()
    #expect(hand.committed == ["22:00–0:15 (+1)"])

    let tuesday = monday.adding(days: 1)
    var next = GestureDriver(first: tuesday)
    next.viewport.scroll = 0
    next.press("1:00", on: occurrence("23:00", "25:00"), part: .end, day: tuesday)
    next.move(toY: next.y("2:00", on: tuesday))
    next.release()
    #expect(next.committed == ["23:00–2:00 (+1)"])
    #expect(next.violation == nil)
  }

  @Test func inAWeekAnEdgeGoesToAnotherDaysColumn() {
    var hand = GestureDriver(width: 760, days: 7)
    let wednesday = monday.adding(days: 2)
    hand.press("10:00", on: occurrence("9:00", "10:00"), part: .end)
    hand.move(toY: hand.y("11:00"), x: hand.x(of: wednesday))
    #expect(hand.shown?.snapped.label == "9:00–11:00 (+2)")
    #expect(hand.shown?.columnX == hand.viewport.columns.x(of: wednesday).left)
    #expect(hand.violation == nil)
    // Before the start's day the edge is held where it can be, in the day where that is.
    hand.press("10:00", on: nil)
    hand.release()
    hand.press("10:00", on: occurrence("9:00", "10:00", on: wednesday), part: .end, day: wednesday)
    hand.move(toY: hand.y("10:00"), x: hand.x(of: monday))
    #expect(hand.shown?.clamped == true && hand.shown?.day == wednesday)
    #expect(abs((hand.shown?.edgeY ?? 0) - hand.y("9:15")) < 1e-9)
  }

  @Test func anEightHourEventShrinksPastTheTopToOneStep() {
    var hand = GestureDriver(top: "8:00")
    hand.press("14:00", on: occurrence("6:00", "14:00"), part: .end)
    hand.move(toY: -30)
    let before = hand.viewport.scroll
    hand.hold(3)
    #expect(hand.viewport.scroll < before, "scrolling brings the edge down to its limit")
    #expect(hand.y("6:15") >= 40 && hand.y("6:15") < 90, "and then stops with the event in sight")
    #expect(hand.shown?.snapped.label == "6:00–6:15")
    #expect(hand.shown?.clamped == true)
    hand.release()
    #expect(hand.committed == ["6:00–6:15"])
    #expect(hand.violation == nil)
  }
}
