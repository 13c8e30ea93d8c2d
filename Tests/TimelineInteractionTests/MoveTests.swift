import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct MoveTests {
  let standup = occurrence("9:00", "10:00")

  /// Presses the event with a mouse at `time` and drags it by `dy` and `dx` px.
  func drag(
    _ event: Occurrence, from time: String, by dy: Double, dx: Double = 0,
    in driver: GestureDriver = GestureDriver()
  ) -> GestureDriver {
    var driver = driver
    driver.press(time, on: event)
    driver.move(by: dy / 2, dx: dx / 2)
    driver.move(by: dy / 2, dx: dx / 2)
    return driver
  }

  @Test func moveSnapsToTheGridAndKeepsTheDuration() {
    var driver = drag(standup, from: "9:20", by: 26)
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:15–10:15")
    driver.move(by: 24)
    driver.release()
    #expect(driver.committedLabels == ["9:45–10:45"])
    #expect(driver.violation == nil)
  }

  @Test func releaseCommitsWhatTheLastFrameShowed() {
    // After a stall, motion and release arrive together; the times that the user saw are committed.
    var driver = drag(standup, from: "9:20", by: 20)
    driver.tick()
    driver.paint()
    driver.move(by: 200)
    driver.release()
    #expect(driver.committedLabels == ["9:15–10:15"])
    #expect(driver.violation == nil)
  }

  @Test func dragWithoutAPaintedFrameCommitsItsFinalTimes() {
    var driver = drag(standup, from: "9:20", by: 80)
    driver.release()
    #expect(driver.committedLabels == ["10:00–11:00"])
  }

  @Test func moveKeepsADurationOffTheGrid() {
    var driver = drag(occurrence("9:07", "9:57"), from: "9:20", by: 80)
    driver.release()
    #expect(driver.committedLabels == ["10:00–10:50"])
  }

  @Test func moveKeepsTheGrabOffset() {
    // Regression: the grab offset was lost, and the event jumped so that its start was at the pointer.
    var driver = drag(occurrence("9:00", "17:00"), from: "16:00", by: 20)
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:15–17:15")
    driver.move(by: -100)
    #expect(driver.shownEvent?.snappedOccurrence.label == "8:00–16:00")
  }

  @Test func movementOfLessThanHalfAStepKeepsTheTime() {
    let driver = drag(occurrence("9:10", "9:35"), from: "9:20", by: 9.5)
    #expect(driver.shownEvent?.hasTraveled == true)
    #expect(driver.shownEvent?.change == nil)
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:10–9:35")
  }

  @Test func sidewaysMoveKeepsTheTime() {
    let week = GestureDriver(width: 760, days: 7)
    var driver = drag(occurrence("9:10", "9:35"), from: "9:20", by: 0, dx: 200, in: week)
    #expect(driver.shownEvent?.snappedOccurrence.label == "2026-01-07 9:10–9:35")
    driver.release()
    #expect(driver.committedLabels == ["2026-01-07 9:10–9:35"])
  }

  @Test func moveBackToTheOriginWritesNothing() {
    var driver = drag(occurrence("9:10", "9:35"), from: "9:20", by: 60)
    driver.move(by: -60)
    driver.release()
    #expect(driver.effects == [.dropUnchanged])
    #expect(driver.selectedID == nil, "a drag selected the event")
  }

  @Test func zoomedInGridHasStepsOfFiveMinutes() {
    var driver = drag(standup, from: "9:20", by: 17, in: GestureDriver(pixelsPerHour: 192))
    driver.release()
    #expect(driver.committedLabels == ["9:05–10:05"])
  }

  @Test func shiftTogglesStepsOfOneMinute() {
    var driver = GestureDriver()
    driver.isFineSnapping = true
    driver.press("9:20", on: standup)
    driver.move(by: 16)
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:12–10:12")
    driver.isFineSnapping = false
    driver.move(by: 0)
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:15–10:15")
  }

  @Test func wheelWhileLiftedChangesTheTimeButNotTheBlocksPosition() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup)
    driver.longPress()
    let edge = driver.shownEvent?.edgeY
    driver.scroll(by: 80)
    #expect(driver.shownEvent?.edgeY == edge)
    #expect(driver.shownEvent?.snappedOccurrence.label == "10:00–11:00")
    driver.release()
    #expect(driver.committedLabels == ["10:00–11:00"])
  }

  @Test func zoomAndResizeWhileLiftedKeepTheEdgeUnderThePointer() {
    var driver = drag(standup, from: "9:20", by: 40)
    let edge = driver.shownEvent?.edgeY ?? 0
    driver.change {
      let axis = DayAxis(pixelsPerHour: 160)
      $0.scroll = Zoom.scrollOffset(
        from: $0.axis, to: axis, anchorY: edge, scroll: $0.scroll, viewportHeight: $0.height)
      $0.axis = axis
      $0.scrollMax = axis.scrollMax(viewportHeight: $0.height)
    }
    #expect(abs((driver.shownEvent?.edgeY ?? 0) - edge) < 1e-9)
    #expect(driver.shownEvent.map { $0.rawBottom - $0.rawTop } == 160)
    driver.change {
      $0.height = 400
      $0.scrollMax = $0.axis.scrollMax(viewportHeight: 400)
      $0.scroll += 100
    }
    #expect(driver.violation == nil)
    driver.release()
    #expect(driver.committedLabels.count == 1)
  }

  @Test func dropOutsideTheViewportCommitsTheShownTimes() {
    var driver = drag(standup, from: "9:20", by: 120, in: GestureDriver(top: "8:00"))
    driver.move(toY: -900, x: -500)
    let label = driver.shownEvent?.snappedOccurrence.label
    driver.release()
    #expect(driver.committedLabels == [label ?? ""])
  }

  @Test func eventMovedAboveMidnightBeginsOnThePreviousDay() {
    var driver = drag(occurrence("0:30", "2:30"), from: "2:00", by: -80, in: GestureDriver(top: "-1:00"))
    #expect(driver.shownEvent?.snappedOccurrence.label == "2026-01-04 23:30–1:30 (+1)")
    driver.release()
    #expect(driver.violation == nil)
  }

  @Test func bothBlocksOfAnEventAcrossMidnightCanBeDragged() {
    let night = occurrence("23:00", "25:00")
    var evening = drag(night, from: "23:30", by: 20, in: GestureDriver(top: "20:00"))
    #expect(evening.shownEvent?.snappedOccurrence.label == "23:15–1:15 (+1)")
    evening.release()

    let tuesday = monday.adding(days: 1)
    var morning = GestureDriver(first: tuesday, top: "-1:00")
    morning.viewport.scroll = 0
    morning.press("0:30", on: night, day: tuesday)
    morning.move(by: 20)
    #expect(morning.shownEvent?.snappedOccurrence.label == "23:15–1:15 (+1)")
    #expect(morning.violation == nil)
    morning.release()
    #expect(morning.committedLabels == evening.committedLabels)
  }

  @Test func moveStaysWithinTheSupportedDays() {
    var firstDayDriver = GestureDriver(first: .earliest, top: "0:00")
    firstDayDriver.press("1:00", on: occurrence("0:30", "2:30", on: .earliest), day: .earliest)
    firstDayDriver.move(by: -100)
    #expect(firstDayDriver.shownEvent?.snappedOccurrence.start.wall == WallTime(.earliest))
    #expect(firstDayDriver.shownEvent?.snappedOccurrence.duration == 7_200)
    var lastDayDriver = GestureDriver(first: .latest, top: "20:00")
    lastDayDriver.viewport.scroll = lastDayDriver.viewport.scrollMax
    lastDayDriver.press("22:00", on: occurrence("21:00", "23:00", on: .latest), day: .latest)
    lastDayDriver.move(by: 200)
    #expect(lastDayDriver.shownEvent?.snappedOccurrence.end.wall == WallTime(Day.latest.adding(days: 1)))
    #expect(lastDayDriver.shownEvent?.snappedOccurrence.duration == 7_200)
    #expect(firstDayDriver.violation == nil && lastDayDriver.violation == nil)
  }

  @Test func dragIsCorrectForAnyTopMargin() {
    // The margin above the hours shifts the axis; a drag to the 10:00 line still means 10:00.
    for margin in [0.0, 24, 777] {
      var driver = GestureDriver()
      driver.change { $0.axis = DayAxis(pixelsPerHour: 80, margin: margin) }
      driver.press("9:00", on: standup)
      driver.move(toY: driver.y("10:00"))
      driver.release()
      #expect(driver.committedLabels == ["10:00–11:00"])
    }
  }

  @Test func eventMovedWithoutAButtonFollowsThePointerUntilAClick() {
    var driver = GestureDriver()
    driver.pickUp(standup, at: Point(x: 300, y: 20))
    #expect(driver.shownEvent?.grabY == 0, "the event is not held at its nearest point")
    driver.move(toY: driver.y("14:00"))
    #expect(driver.violation == nil)
    driver.release()
    #expect(driver.committedLabels == ["14:00–15:00"])
    driver.pickUp(standup, at: Point(x: 300, y: driver.y("9:30")))
    driver.move(by: 300)
    driver.cancel(.escape)
    driver.allReleased()
    #expect(driver.commits.count == 1 && driver.gesture.phase == .idle)
  }
}
