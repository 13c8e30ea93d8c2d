import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct MoveTests {
  let standup = occurrence("9:00", "10:00")

  /// Lifts by mouse at the given time and travels that far.
  func drag(
    _ event: Occurrence, from time: String, by dy: Double, dx: Double = 0,
    in driver: GestureDriver = GestureDriver()
  ) -> GestureDriver {
    var hand = driver
    hand.press(time, on: event)
    hand.move(by: dy / 2, dx: dx / 2)
    hand.move(by: dy / 2, dx: dx / 2)
    return hand
  }

  @Test func aMoveSnapsToTheGridAndKeepsTheDuration() {
    var hand = drag(standup, from: "9:20", by: 26)
    #expect(hand.shown?.snapped.label == "9:15–10:15")
    hand.move(by: 24)
    hand.release()
    #expect(hand.committed == ["9:45–10:45"] || hand.committed == ["9:30–10:30"])
    #expect(hand.violation == nil)
  }

  @Test func aReleaseCommitsWhatTheLastFrameShowed() {
    // A machine that stalls delivers the way and the release at once: what is written is what was seen.
    var hand = drag(standup, from: "9:20", by: 20)
    hand.tick()
    hand.paint()
    hand.move(by: 200)
    hand.release()
    #expect(hand.committed == ["9:15–10:15"])
    #expect(hand.violation == nil)
  }

  @Test func aDragThatNoFrameHasShownYetCommitsWhereItEnds() {
    var hand = drag(standup, from: "9:20", by: 80)
    hand.release()
    #expect(hand.committed == ["10:00–11:00"])
  }

  @Test func aCrookedDurationStaysOnAMove() {
    var hand = drag(occurrence("9:07", "9:57"), from: "9:20", by: 80)
    hand.release()
    #expect(hand.committed == ["10:00–10:50"])
  }

  @Test func thePointerMayLeaveTheGrabOffsetNowhere() {
    // The grab offset was lost: the event jumped so that its start was at the pointer.
    var hand = drag(occurrence("9:00", "17:00"), from: "16:00", by: 20)
    #expect(hand.shown?.snapped.label == "9:15–17:15")
    hand.move(by: -100)
    #expect(hand.shown?.snapped.label == "8:00–16:00")
  }

  @Test func lessThanHalfAStepLeavesTheTime() {
    let hand = drag(occurrence("9:10", "9:35"), from: "9:20", by: 9.5)
    #expect(hand.shown?.hasTravelled == true)
    #expect(hand.shown?.change == nil)
    #expect(hand.shown?.snapped.label == "9:10–9:35")
  }

  @Test func carriedOnlySidewaysTheTimeStays() {
    let driver = GestureDriver(width: 760, days: 7)
    var hand = drag(occurrence("9:10", "9:35"), from: "9:20", by: 0, dx: 200, in: driver)
    #expect(hand.shown?.snapped.label == "2026-01-07 9:10–9:35")
    hand.release()
    #expect(hand.committed == ["2026-01-07 9:10–9:35"])
  }

  @Test func moveBackToTheOriginWritesNothing() {
    var hand = drag(occurrence("9:10", "9:35"), from: "9:20", by: 60)
    hand.move(by: -60)
    hand.release()
    #expect(hand.effects == [.settle])
    #expect(hand.selected == nil, "it was no long press")
  }

  @Test func zoomedInTheGridHasFiveMinutes() {
    var hand = drag(standup, from: "9:20", by: 17, in: GestureDriver(hour: 192))
    hand.release()
    #expect(hand.committed == ["9:05–10:05"])
  }

  @Test func shiftGivesMinutesAndTakesThemBack() {
    var hand = GestureDriver()
    hand.isFine = true
    hand.press("9:20", on: standup)
    hand.move(by: 16)
    #expect(hand.shown?.snapped.label == "9:12–10:12")
    hand.isFine = false
    hand.move(by: 0)
    #expect(hand.shown?.snapped.label == "9:15–10:15")
  }

  @Test func theWheelWhileLiftedMovesTheTimeNotTheBlock() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup)
    hand.longPress()
    let edge = hand.shown?.edgeY
    hand.scroll(by: 80)
    #expect(hand.shown?.edgeY == edge)
    #expect(hand.shown?.snapped.label == "10:00–11:00")
    hand.release()
    #expect(hand.committed == ["10:00–11:00"])
  }

  @Test func zoomAndResizeWhileLiftedKeepTheEdgeUnderThePointer() {
    var hand = drag(standup, from: "9:20", by: 40)
    let edge = hand.shown?.edgeY ?? 0
    hand.change {
      let axis = DayAxis(pixelsPerHour: 160)
      $0.scroll = Zoom.scroll(
        from: $0.axis, to: axis, anchorY: edge, scroll: $0.scroll, viewportHeight: $0.height)
      $0.axis = axis
      $0.scrollMax = axis.scrollMax(viewportHeight: $0.height)
    }
    #expect(abs((hand.shown?.edgeY ?? 0) - edge) < 1e-9)
    #expect(hand.shown.map { $0.rawBottom - $0.rawTop } == 160)
    hand.change {
      $0.height = 400
      $0.scrollMax = $0.axis.scrollMax(viewportHeight: 400)
      $0.scroll += 100
    }
    #expect(hand.violation == nil)
    hand.release()
    #expect(hand.committed.count == 1)
  }

  @Test func theDropIsWhatTheLabelSaidWhereverThePointerIs() {
    var hand = drag(standup, from: "9:20", by: 120, in: GestureDriver(top: "8:00"))
    hand.move(toY: -900, x: -500)
    let label = hand.shown?.snapped.label
    hand.release()
    #expect(hand.committed == [label ?? ""])
  }

  @Test func overTheTopOfTheSheetItBeginsOnTheDayBefore() {
    var hand = drag(occurrence("0:30", "2:30"), from: "2:00", by: -80, in: GestureDriver(top: "-1:00"))
    #expect(hand.shown?.snapped.label == "2026-01-04 23:30–1:30 (+1)")
    hand.release()
    #expect(hand.violation == nil)
  }

  @Test func bothPartsOfANightCanBeHeld() {
    let night = occurrence("23:00", "25:00")
    var evening = drag(night, from: "23:30", by: 20, in: GestureDriver(top: "20:00"))
    #expect(evening.shown?.snapped.label == "23:15–1:15 (+1)")
    evening.release()

    let tuesday = monday.adding(days: 1)
    var morning = GestureDriver(first: tuesday, top: "-1:00")
    morning.viewport.scroll = 0
    morning.press("0:30", on: night, day: tuesday)
    morning.move(by: 20)
    #expect(morning.shown?.snapped.label == "23:15–1:15 (+1)")
    #expect(morning.violation == nil)
    morning.release()
    #expect(morning.committed == evening.committed)
  }

  @Test func aMoveStaysWithinTheCalendar() {
    var first = GestureDriver(first: .earliest, top: "0:00")
    first.press("1:00", on: occurrence("0:30", "2:30", on: .earliest), day: .earliest)
    first.move(by: -100)
    #expect(first.shown?.snapped.start.wall == WallTime(.earliest))
    #expect(first.shown?.snapped.duration == 7_200)
    var last = GestureDriver(first: .latest, top: "20:00")
    last.viewport.scroll = last.viewport.scrollMax
    last.press("22:00", on: occurrence("21:00", "23:00", on: .latest), day: .latest)
    last.move(by: 200)
    #expect(last.shown?.snapped.end.wall == WallTime(Day.latest.adding(days: 1)))
    #expect(last.shown?.snapped.duration == 7_200)
    #expect(first.violation == nil && last.violation == nil)
  }

  @Test func anAxisThatDoesNotStartAtMidnightIsReadRight() {
    // The sheet's margin is a shift of the axis: a drag to the line of 10:00 means 10:00.
    for margin in [0.0, 24, 777] {
      var hand = GestureDriver()
      hand.change { $0.axis = DayAxis(pixelsPerHour: 80, margin: margin) }
      hand.press("9:00", on: standup)
      hand.move(toY: hand.y("10:00"))
      hand.release()
      #expect(hand.committed == ["10:00–11:00"])
    }
  }

  @Test func pickedUpWithoutAButtonItFollowsAndAClickPlacesIt() {
    var hand = GestureDriver()
    hand.pickUp(standup, at: Point(x: 300, y: 20))
    #expect(hand.shown?.grab == 0, "held at the nearest point of it")
    hand.move(toY: hand.y("14:00"))
    #expect(hand.violation == nil)
    hand.release()
    #expect(hand.committed == ["14:00–15:00"])
    hand.pickUp(standup, at: Point(x: 300, y: hand.y("9:30")))
    hand.move(by: 300)
    hand.cancel(.escape)
    hand.allUp()
    #expect(hand.commits.count == 1 && hand.gesture.phase == .idle)
  }
}
