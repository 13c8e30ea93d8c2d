import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Events that are made by hand, on empty time.
@Suite struct CreateTests {
  /// Presses empty time with a mouse and drags to another time of the day.
  func drag(from: String, to: String, fine: Bool = false, zone: Zone = .utc, day: Day = monday)
    -> GestureDriver
  {
    var hand = GestureDriver(first: day, top: "0:00", zone: zone)
    hand.viewport.scroll = max(0, hand.y(from, on: day) + hand.viewport.scroll - 360)
    hand.viewport.scroll = min(hand.viewport.scroll, hand.viewport.scrollMax)
    hand.isFine = fine
    hand.press(from, on: nil, empty: emptyTime(), day: day)
    hand.move(toY: (hand.y(from, on: day) + hand.y(to, on: day)) / 2)
    hand.move(toY: hand.y(to, on: day))
    return hand
  }

  @Test(arguments: [
    // Down it is the end that is stretched, up the start.
    ("9:00", "10:30", "9:00–10:30"), ("10:30", "9:00", "9:00–10:30"),
    // Where it was pressed snaps to the nearest line, and stays.
    ("9:05", "10:00", "9:00–10:00"), ("9:08", "10:00", "9:15–10:00"), ("9:08", "8:00", "8:00–9:15"),
    // The shortest is one step.
    ("9:00", "9:07", "9:00–9:15"), ("9:00", "8:53", "8:45–9:00"),
    // The pressed day is never left by a press near its ends.
    ("23:55", "24:05", "23:45–0:00 (+1)"), ("23:55", "22:00", "22:00–0:00 (+1)"),
    ("0:02", "-0:10", "2026-01-04 23:45–0:15 (+1)"), ("0:02", "1:00", "0:00–1:00"),
  ])
  func aDragMakesAnEventFromWhereItWasPressed(from: String, to: String, result: String) {
    var hand = drag(from: from, to: to)
    #expect(hand.shown?.isNew == true)
    hand.release()
    #expect(hand.created.map(\.label) == [result])
    #expect(hand.violation == nil && hand.commits.isEmpty && hand.gesture.phase == .idle)
  }

  @Test func newEventFlipsAroundItsAnchor() {
    var hand = drag(from: "12:00", to: "13:00")
    for (time, label, part) in [
      ("11:00", "11:00–12:00", EventPart.start), ("12:40", "12:00–12:45", .end),
      ("10:02", "10:00–12:00", .start),
    ] {
      hand.move(toY: hand.y(time))
      #expect(hand.shown?.snapped.label == label)
      #expect(hand.shown?.part == part)
      #expect(hand.shown?.edgeY == hand.pointer.y)
    }
    #expect(hand.violation == nil)
  }

  @Test func theDirectionIsThatOfTheHandThoughTheAnchorSnapsTheOtherWay() {
    // 9:08 snaps to 9:15; a short drag down must not flash an event that ends there.
    var hand = GestureDriver()
    hand.press("9:08", on: nil, empty: emptyTime())
    hand.move(by: 9)
    #expect(hand.shown?.snapped.label == "9:15–9:30" && hand.shown?.clamped == true)
    hand.move(by: -18)
    #expect(hand.shown?.snapped.label == "9:00–9:15")
    #expect(hand.violation == nil)
  }

  @Test func theOtherEdgeStaysAtItsTimeWhileTheTimelineScrolls() {
    var hand = drag(from: "9:00", to: "11:00")
    for px in [37.5, 100, -12.25] {
      hand.scroll(by: px)
      #expect(abs((hand.shown?.rawTop ?? 0) - hand.y("9:00")) < 1e-9)
      #expect(hand.shown?.edgeY == hand.pointer.y)
    }
    #expect(hand.violation == nil)
  }

  @Test(arguments: [(true, "24:00"), (false, "0:00")])
  func heldAtAnEdgeItGrowsUntilTheDayEnds(isDown: Bool, end: String) {
    var hand = drag(from: "12:00", to: isDown ? "13:00" : "11:00")
    hand.move(toY: isDown ? 716 : 4)
    hand.hold(untilScrolledTo: isDown ? \.scrollMax : \.zero)
    hand.move(toY: hand.y(end))
    #expect(hand.shown?.snapped.label == (isDown ? "12:00–0:00 (+1)" : "0:00–12:00"))
    #expect(hand.violation == nil)
  }

  @Test func overTheEndOfTheDayItGoesIntoTheNext() {
    var hand = drag(from: "22:00", to: "23:00")
    hand.move(toY: 716)
    for _ in 0..<600 where hand.pages.isEmpty { hand.tick() }
    let tuesday = monday.adding(days: 1)
    #expect(hand.pages == [tuesday])
    hand.move(toY: hand.y("1:00", on: tuesday))
    #expect(hand.shown?.snapped.label == "22:00–1:00 (+1)")
    hand.release()
    #expect(hand.created.count == 1 && hand.violation == nil)
  }

  @Test func inAWeekItEndsWithItsDayBelowTheLastHour() {
    var hand = GestureDriver(width: 760, days: 7)
    hand.scroll(by: 10_000)
    hand.press("22:00", on: nil, empty: emptyTime(), day: monday)
    hand.move(toY: hand.y("23:00"))
    hand.move(toY: hand.y("24:00") + 22)
    #expect(hand.shown?.snapped.label == "22:00–0:00 (+1)")
    hand.move(toY: hand.y("23:00"))
    #expect(hand.shown?.snapped.label == "22:00–23:00")
    #expect(hand.violation == nil)
  }

  @Test func inAWeekItGoesToAnotherDaysColumnAndBack() {
    var hand = GestureDriver(width: 760, days: 7)
    let (tuesday, wednesday) = (monday.adding(days: 1), monday.adding(days: 2))
    hand.press("10:00", on: nil, empty: emptyTime(), day: tuesday)
    hand.move(toY: hand.y("11:00", on: wednesday), x: hand.x(of: wednesday))
    #expect(hand.shown?.snapped.label == "2026-01-06 10:00–11:00 (+1)")
    hand.move(toY: hand.y("11:00"), x: hand.x(of: monday))
    #expect(hand.shown?.snapped.label == "11:00–10:00 (+1)")
    #expect(hand.shown?.part == .start)
    #expect(hand.violation == nil)
  }

  @Test func aLongPressAloneMakesAnHour() {
    for kind in [PointerKind.mouse, .touch] {
      var hand = GestureDriver()
      hand.press("9:20", on: nil, by: kind, empty: emptyTime())
      hand.longPress()
      #expect(hand.effects.prefix(2) == [.claim, .lift])
      hand.move(by: 5)
      hand.hold(0.4)
      #expect(hand.shown?.snapped.label == "9:15–10:15")
      hand.release()
      #expect(hand.created.map(\.label) == ["9:15–10:15"])
      #expect(hand.violation == nil)
    }
  }

  @Test func afterALongPressTheFingerTakesTheEdge() {
    var hand = GestureDriver()
    hand.press("9:20", on: nil, by: .touch, empty: emptyTime())
    hand.longPress()
    hand.move(by: 9)
    #expect(hand.shown?.snapped.label == "9:15–9:30")
    hand.move(toY: hand.y("11:02"))
    #expect(hand.shown?.edgeY == hand.pointer.y)
    hand.release()
    #expect(hand.created.map(\.label) == ["9:15–11:00"])
  }

  @Test func aFingerThatTravelsAtOnceScrollsAndMakesNothing() {
    var hand = GestureDriver()
    hand.press("9:20", on: nil, by: .touch, empty: emptyTime())
    hand.move(by: 9)
    hand.longPress()
    hand.move(by: 60)
    hand.release()
    #expect(hand.created.isEmpty && hand.effects.isEmpty && hand.shown == nil)
  }

  @Test func withHoldToDragTheMouseMakesEventsByALongPressOnly() {
    var hand = GestureDriver()
    hand.viewport.holdToDrag = true
    hand.press("9:00", on: nil, empty: emptyTime())
    hand.move(by: 80)
    hand.release()
    #expect(hand.created.isEmpty)
    hand.press("9:00", on: nil, empty: emptyTime())
    hand.longPress()
    hand.move(by: 80)
    hand.release()
    #expect(hand.created.map(\.label) == ["9:00–10:00"])
  }

  @Test func aClickOnEmptyTimeMakesNothing() {
    var hand = GestureDriver()
    hand.press("9:00", on: nil, empty: emptyTime())
    hand.move(by: 8)
    hand.release()
    #expect(
      hand.created.isEmpty
        && hand.effects == [.select(nil), .click(nil, Point(x: hand.x(), y: hand.y("9:00")))])
  }

  @Test func aSecondFingerAfterTheLiftChangesNothing() {
    var hand = GestureDriver()
    hand.press("9:15", on: nil, by: .touch, empty: emptyTime())
    hand.longPress()
    hand.move(by: 90)
    let held = hand.shown
    hand.secondFinger()
    #expect(hand.gesture.lifted == held)
    hand.scroll(by: 80)
    #expect(hand.violation == nil)
    hand.release()
    #expect(hand.created.map(\.label) == ["9:15–11:30"])
  }

  @Test func escapeDiscardsTheNewEvent() {
    var hand = drag(from: "12:00", to: "13:00")
    let before = GestureDriver().viewport
    hand.move(toY: 716)
    hand.hold(3)
    hand.cancel(.escape)
    hand.move(by: -40)
    hand.release()
    #expect(hand.created.isEmpty && hand.commits.isEmpty && hand.shown == nil)
    #expect(hand.viewport.columns == before.columns)
    #expect(hand.gesture.phase == .idle)
  }

  @Test func withoutACalendarToWriteItSaysSoOnce() {
    var hand = GestureDriver()
    hand.press("9:00", on: nil, empty: EmptyTime(for: nil))
    hand.move(by: 20)
    hand.move(by: 20)
    hand.release()
    hand.create(EmptyTime(for: nil), at: hand.pointer)
    #expect(hand.refusals == [.noCalendar, .noCalendar])
    #expect(hand.created.isEmpty)
  }

  @Test(arguments: [
    ("14:30", "14:30–15:30"), ("14:38", "14:30–15:30"), ("14:43", "14:30–15:30"),
    // A line is meant by who points at it, a pixel or two beside it.
    ("14:44", "14:45–15:45"), ("14:46", "14:45–15:45"),
    ("23:58", "23:45–0:45 (+1)"), ("-0:10", "0:00–1:00"), ("24:10", "23:45–0:45 (+1)"),
  ])
  func whatIsNotDrawnBeginsAtTheStepThatThePointerIsIn(time: String, result: String) {
    var hand = GestureDriver()
    hand.create(emptyTime(), at: Point(x: hand.x(), y: hand.y(time)))
    #expect(hand.created.map(\.label) == [result])
    for kind in [PointerKind.mouse, .touch] {
      var hand = GestureDriver()
      hand.press(time, on: nil, by: kind, empty: emptyTime())
      hand.longPress()
      hand.release()
      #expect(hand.created.map(\.label) == [result])
    }
    let pointed = hand.viewport.time(pointedAt: Point(x: hand.x(), y: hand.y(time)))
    #expect(hand.created.map(\.start.wall) == [pointed])
  }

  @Test func whatIsHeldKeepsTheLineThatWasShownWhenItIsDrawn() {
    for (other, result) in [("11:00", "9:15–11:00"), ("8:00", "8:00–9:15")] {
      var hand = GestureDriver()
      hand.press("9:26", on: nil, by: .touch, empty: emptyTime())
      hand.longPress()
      #expect(hand.shown?.snapped.label == "9:15–10:15")
      hand.move(toY: hand.y(other))
      hand.release()
      #expect(hand.created.map(\.label) == [result])
    }
  }

  @Test func zoomedInTheStepIsFiveMinutes() {
    var hand = GestureDriver(hour: 200)
    hand.create(emptyTime(), at: Point(x: hand.x(), y: hand.y("9:08")))
    #expect(hand.created.map(\.label) == ["9:05–10:05"])
  }

  @Test func shiftAllowsAMinuteAndZoomFiveMinutes() {
    var fine = drag(from: "9:01", to: "9:14", fine: true)
    fine.release()
    #expect(fine.created.map(\.label) == ["9:01–9:14"])
    var zoomed = GestureDriver(hour: 200)
    zoomed.press("9:06", on: nil, empty: emptyTime())
    zoomed.move(toY: zoomed.y("9:09"))
    zoomed.move(toY: zoomed.y("9:18"))
    zoomed.release()
    #expect(zoomed.created.map(\.label) == ["9:05–9:20"])
  }

  @Test func whereTheClocksChangeItStillTakesTime() {
    let (march, october) = (Day(ordinal: monday.ordinal + 83), Day(ordinal: monday.ordinal + 293))
    for (zone, day, from, to) in [
      (Zone.spring, march, "2:30", "2:45"), (.spring, march, "2:55", "2:40"),
      (.spring, march, "3:00", "2:50"),
      (.spring, march, "1:45", "2:00"), (.autumn, october, "2:30", "2:45"),
      (.autumn, october, "3:00", "2:50"),
    ] {
      var hand = drag(from: from, to: to, zone: zone, day: day)
      hand.release()
      #expect(hand.created.first.map { $0.duration >= 900 } == true, "\(from) to \(to)")
      #expect(hand.violation == nil)
    }
  }

  // MARK: Above the hours

  /// A press in the row above the hours of a week.
  func pressRow(on day: Day, isRightToLeft: Bool = false) -> GestureDriver {
    var hand = GestureDriver(width: 760, days: 7, isRightToLeft: isRightToLeft)
    hand.viewport.allDayRowHeight = 40
    hand.press(at: Point(x: hand.x(of: day), y: -20), on: nil, empty: emptyTime(barTop: -34))
    return hand
  }

  @Test(arguments: [false, true])
  func aDragAboveTheHoursMakesWholeDays(isRightToLeft: Bool) {
    let wednesday = monday.adding(days: 2)
    for (other, first, count) in [(4, 2, 3), (0, 0, 3), (2, 2, 1)] {
      var hand = pressRow(on: wednesday, isRightToLeft: isRightToLeft)
      hand.move(toY: -20, x: hand.x(of: monday.adding(days: other)) + (isRightToLeft ? -10 : 10))
      #expect(hand.shown?.isBar == true)
      hand.release()
      let days = hand.created.first?.days
      #expect(days == monday.adding(days: first)..<monday.adding(days: first + count))
      #expect(hand.created.first?.isAllDay == true && hand.violation == nil)
    }
  }

  @Test func aLongPressAboveTheHoursMakesThatDay() {
    var hand = pressRow(on: monday)
    hand.longPress()
    hand.release()
    #expect(hand.created.first?.days == monday..<monday.adding(days: 1))
  }

  // MARK: Carried without a button

  @Test func carriedEventIsDroppedByAPress() {
    var hand = GestureDriver()
    hand.pickUp(occurrence("9:00", "10:00"), at: Point(x: 200, y: hand.y("9:00")))
    hand.press("13:00", on: occurrence("13:00", "14:00", title: "Lunch"), by: .touch)
    #expect(hand.effects.first == .claim)
    hand.move(toY: hand.y("13:00"))
    hand.release()
    #expect(hand.committed == ["13:00–14:00"])
    #expect(hand.gesture.phase == .idle && hand.violation == nil)
  }

  @Test func aBarIsCarriedAsTheBarThatItIs() {
    var event = occurrence("9:00", "10:00").event
    let tuesday = monday.adding(days: 1)
    event.times = EventTimes(start: .date(tuesday), end: .time(.date(tuesday.adding(days: 2))))
    var hand = GestureDriver(width: 760, days: 7)
    hand.viewport.allDayRowHeight = 40
    let column = hand.viewport.columns.x(of: tuesday)
    let bar = Bar(left: column.left, right: column.left + 2 * column.width, top: -34)
    let point = Point(x: column.left + 20, y: -25)
    hand.pickUp(Occurrence(event: event, zone: .utc), at: point, bar: bar)
    #expect(hand.shown?.isBar == true && hand.shown?.barLeft == bar.left)
    hand.move(by: 0, dx: column.width)
    #expect(hand.shown?.barLeft == bar.left + column.width)
    hand.release()
    #expect(hand.commits.first?.times?.start == .date(tuesday.adding(days: 1)))
    #expect(hand.violation == nil)
  }

  @Test func escapeWhileCarryingLeavesTheNextPressFree() {
    var hand = GestureDriver()
    hand.pickUp(occurrence("9:00", "10:00"), at: Point(x: 200, y: hand.y("9:00")))
    hand.move(by: 90)
    hand.cancel(.escape)
    #expect(hand.gesture.phase == .idle && hand.shown == nil && hand.commits.isEmpty)
  }
}

extension TimelineViewport {
  /// The offset of the sheet's top, to be named by a key path.
  fileprivate var zero: Double { 0 }
}
