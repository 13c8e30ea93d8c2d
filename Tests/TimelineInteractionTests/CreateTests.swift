import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Creating events with a drag or a long press on empty time.
@Suite struct CreateTests {
  /// Presses the mouse on empty time and drags to a different time.
  func drag(from: String, to: String, isFine: Bool = false, zone: Zone = .utc, day: Day = monday)
    -> GestureDriver
  {
    var driver = GestureDriver(first: day, top: "0:00", zone: zone)
    driver.viewport.scroll = max(0, driver.y(from, on: day) + driver.viewport.scroll - 360)
    driver.viewport.scroll = min(driver.viewport.scroll, driver.viewport.scrollMax)
    driver.isFineSnapping = isFine
    driver.press(from, on: nil, emptyTime: emptyTime(), day: day)
    driver.move(toY: (driver.y(from, on: day) + driver.y(to, on: day)) / 2)
    driver.move(toY: driver.y(to, on: day))
    return driver
  }

  @Test(arguments: [
    // Dragging down moves the end, dragging up the start.
    ("9:00", "10:30", "9:00–10:30"), ("10:30", "9:00", "9:00–10:30"),
    // The pressed time snaps to the nearest grid line and stays there.
    ("9:05", "10:00", "9:00–10:00"), ("9:08", "10:00", "9:15–10:00"), ("9:08", "8:00", "8:00–9:15"),
    // The minimum duration is one step.
    ("9:00", "9:07", "9:00–9:15"), ("9:00", "8:53", "8:45–9:00"),
    // After a press near midnight, the event always overlaps the pressed day.
    ("23:55", "24:05", "23:45–0:00 (+1)"), ("23:55", "22:00", "22:00–0:00 (+1)"),
    ("0:02", "-0:10", "2026-01-04 23:45–0:15 (+1)"), ("0:02", "1:00", "0:00–1:00"),
  ])
  func dragCreatesAnEventFromThePressedTime(from: String, to: String, result: String) {
    var driver = drag(from: from, to: to)
    #expect(driver.shownEvent?.isNew == true)
    driver.release()
    #expect(driver.createdEvents.map(\.label) == [result])
    #expect(driver.violation == nil && driver.commits.isEmpty && driver.gesture.phase == .idle)
  }

  @Test func newEventFlipsAroundItsAnchor() {
    var driver = drag(from: "12:00", to: "13:00")
    for (time, label, part) in [
      ("11:00", "11:00–12:00", EventPart.start), ("12:40", "12:00–12:45", .end),
      ("10:02", "10:00–12:00", .start),
    ] {
      driver.move(toY: driver.y(time))
      #expect(driver.shownEvent?.snappedOccurrence.label == label)
      #expect(driver.shownEvent?.part == part)
      #expect(driver.shownEvent?.edgeY == driver.pointer.y)
    }
    #expect(driver.violation == nil)
  }

  @Test func eventExtendsInTheDragDirectionEvenIfTheAnchorSnapsTheOtherWay() {
    // 9:08 snaps to 9:15; a short drag down must not briefly show an event that ends there.
    var driver = GestureDriver()
    driver.press("9:08", on: nil, emptyTime: emptyTime())
    driver.move(by: 9)
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:15–9:30" && driver.shownEvent?.isClamped == true)
    driver.move(by: -18)
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:00–9:15")
    #expect(driver.violation == nil)
  }

  @Test func oppositeEdgeKeepsItsTimeWhileTheTimelineScrolls() {
    var driver = drag(from: "9:00", to: "11:00")
    for px in [37.5, 100, -12.25] {
      driver.scroll(by: px)
      #expect(abs((driver.shownEvent?.rawTop ?? 0) - driver.y("9:00")) < 1e-9)
      #expect(driver.shownEvent?.edgeY == driver.pointer.y)
    }
    #expect(driver.violation == nil)
  }

  @Test(arguments: [(true, "24:00"), (false, "0:00")])
  func newEventHeldAtAnEdgeGrowsToMidnight(isDown: Bool, end: String) {
    var driver = drag(from: "12:00", to: isDown ? "13:00" : "11:00")
    driver.move(toY: isDown ? 716 : 4)
    driver.hold(untilScrolledTo: isDown ? \.scrollMax : \.scrollMin)
    driver.move(toY: driver.y(end))
    #expect(driver.shownEvent?.snappedOccurrence.label == (isDown ? "12:00–0:00 (+1)" : "0:00–12:00"))
    #expect(driver.violation == nil)
  }

  @Test func newEventCanContinueIntoTheNextDay() {
    var driver = drag(from: "22:00", to: "23:00")
    driver.move(toY: 716)
    for _ in 0..<600 where driver.pages.isEmpty { driver.tick() }
    let tuesday = monday.adding(days: 1)
    #expect(driver.pages == [tuesday])
    driver.move(toY: driver.y("1:00", on: tuesday))
    #expect(driver.shownEvent?.snappedOccurrence.label == "22:00–1:00 (+1)")
    driver.release()
    #expect(driver.createdEvents.count == 1 && driver.violation == nil)
  }

  @Test func newEventEndsAtMidnightIfDraggedBelowTheLastHour() {
    var driver = GestureDriver(width: 760, days: 7)
    driver.scroll(by: 10_000)
    driver.press("22:00", on: nil, emptyTime: emptyTime(), day: monday)
    driver.move(toY: driver.y("23:00"))
    driver.move(toY: driver.y("24:00") + 22)
    #expect(driver.shownEvent?.snappedOccurrence.label == "22:00–0:00 (+1)")
    driver.move(toY: driver.y("23:00"))
    #expect(driver.shownEvent?.snappedOccurrence.label == "22:00–23:00")
    #expect(driver.violation == nil)
  }

  @Test func newEventFollowsThePointerToTheColumnOfAnotherDayAndBack() {
    var driver = GestureDriver(width: 760, days: 7)
    let (tuesday, wednesday) = (monday.adding(days: 1), monday.adding(days: 2))
    driver.press("10:00", on: nil, emptyTime: emptyTime(), day: tuesday)
    driver.move(toY: driver.y("11:00", on: wednesday), x: driver.x(of: wednesday))
    #expect(driver.shownEvent?.snappedOccurrence.label == "2026-01-06 10:00–11:00 (+1)")
    driver.move(toY: driver.y("11:00"), x: driver.x(of: monday))
    #expect(driver.shownEvent?.snappedOccurrence.label == "11:00–10:00 (+1)")
    #expect(driver.shownEvent?.part == .start)
    #expect(driver.violation == nil)
  }

  @Test func longPressWithoutADragCreatesAnEventOfOneHour() {
    for kind in [PointerKind.mouse, .touch] {
      var driver = GestureDriver()
      driver.press("9:20", on: nil, by: kind, emptyTime: emptyTime())
      driver.longPress()
      #expect(driver.effects.prefix(2) == [.claim, .lift])
      driver.move(by: 5)
      driver.hold(0.4)
      #expect(driver.shownEvent?.snappedOccurrence.label == "9:15–10:15")
      driver.release()
      #expect(driver.createdEvents.map(\.label) == ["9:15–10:15"])
      #expect(driver.violation == nil)
    }
  }

  @Test func fingerDragsTheEdgeAfterALongPress() {
    var driver = GestureDriver()
    driver.press("9:20", on: nil, by: .touch, emptyTime: emptyTime())
    driver.longPress()
    driver.move(by: 9)
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:15–9:30")
    driver.move(toY: driver.y("11:02"))
    #expect(driver.shownEvent?.edgeY == driver.pointer.y)
    driver.release()
    #expect(driver.createdEvents.map(\.label) == ["9:15–11:00"])
  }

  @Test func fingerThatMovesAtOnceCreatesNothing() {
    var driver = GestureDriver()
    driver.press("9:20", on: nil, by: .touch, emptyTime: emptyTime())
    driver.move(by: 9)
    driver.longPress()
    driver.move(by: 60)
    driver.release()
    #expect(driver.createdEvents.isEmpty && driver.effects.isEmpty && driver.shownEvent == nil)
  }

  @Test func holdToDragRequiresALongPressToCreateEvents() {
    var driver = GestureDriver()
    driver.viewport.mouseRequiresLongPress = true
    driver.press("9:00", on: nil, emptyTime: emptyTime())
    driver.move(by: 80)
    driver.release()
    #expect(driver.createdEvents.isEmpty)
    driver.press("9:00", on: nil, emptyTime: emptyTime())
    driver.longPress()
    driver.move(by: 80)
    driver.release()
    #expect(driver.createdEvents.map(\.label) == ["9:00–10:00"])
  }

  @Test func clickOnEmptyTimeCreatesNothing() {
    var driver = GestureDriver()
    driver.press("9:00", on: nil, emptyTime: emptyTime())
    driver.move(by: 8)
    driver.release()
    #expect(
      driver.createdEvents.isEmpty
        && driver.effects == [.select(nil), .click(nil, Point(x: driver.x(), y: driver.y("9:00")))])
  }

  @Test func escapeDiscardsTheNewEvent() {
    var driver = drag(from: "12:00", to: "13:00")
    let viewportBefore = GestureDriver().viewport
    driver.move(toY: 716)
    driver.hold(3)
    driver.cancel(.escape)
    driver.move(by: -40)
    driver.release()
    #expect(driver.createdEvents.isEmpty && driver.commits.isEmpty && driver.shownEvent == nil)
    #expect(driver.viewport.columns == viewportBefore.columns)
    #expect(driver.gesture.phase == .idle)
  }

  @Test func missingCalendarIsReportedOncePerAttempt() {
    var driver = GestureDriver()
    driver.press("9:00", on: nil, emptyTime: EmptyTime(for: nil))
    driver.move(by: 20)
    driver.move(by: 20)
    driver.release()
    driver.create(EmptyTime(for: nil), at: driver.pointer)
    #expect(driver.refusals == [.noCalendar, .noCalendar])
    #expect(driver.createdEvents.isEmpty)
  }

  @Test(arguments: [
    ("14:30", "14:30–15:30"), ("14:38", "14:30–15:30"), ("14:43", "14:30–15:30"),
    // A pointer within a pixel or two of a line selects that line.
    ("14:44", "14:45–15:45"), ("14:46", "14:45–15:45"),
    ("23:58", "23:45–0:45 (+1)"), ("-0:10", "0:00–1:00"), ("24:10", "23:45–0:45 (+1)"),
  ])
  func eventCreatedWithoutADragBeginsAtTheStepUnderThePointer(time: String, result: String) {
    var driver = GestureDriver()
    driver.create(emptyTime(), at: Point(x: driver.x(), y: driver.y(time)))
    #expect(driver.createdEvents.map(\.label) == [result])
    for kind in [PointerKind.mouse, .touch] {
      var driver = GestureDriver()
      driver.press(time, on: nil, by: kind, emptyTime: emptyTime())
      driver.longPress()
      driver.release()
      #expect(driver.createdEvents.map(\.label) == [result])
    }
    let pointedTime = driver.viewport.time(pointedAt: Point(x: driver.x(), y: driver.y(time)))
    #expect(driver.createdEvents.map(\.start.wall) == [pointedTime])
  }

  @Test func dragAfterALongPressKeepsTheStartThatWasShown() {
    for (otherTime, result) in [("11:00", "9:15–11:00"), ("8:00", "8:00–9:15")] {
      var driver = GestureDriver()
      driver.press("9:26", on: nil, by: .touch, emptyTime: emptyTime())
      driver.longPress()
      #expect(driver.shownEvent?.snappedOccurrence.label == "9:15–10:15")
      driver.move(toY: driver.y(otherTime))
      driver.release()
      #expect(driver.createdEvents.map(\.label) == [result])
    }
  }

  @Test func zoomedInGridHasStepsOfFiveMinutes() {
    var driver = GestureDriver(pixelsPerHour: 200)
    driver.create(emptyTime(), at: Point(x: driver.x(), y: driver.y("9:08")))
    #expect(driver.createdEvents.map(\.label) == ["9:05–10:05"])
  }

  @Test func stepIsOneMinuteWithShiftAndFiveWhenZoomedIn() {
    var fineDriver = drag(from: "9:01", to: "9:14", isFine: true)
    fineDriver.release()
    #expect(fineDriver.createdEvents.map(\.label) == ["9:01–9:14"])
    var zoomedDriver = GestureDriver(pixelsPerHour: 200)
    zoomedDriver.press("9:06", on: nil, emptyTime: emptyTime())
    zoomedDriver.move(toY: zoomedDriver.y("9:09"))
    zoomedDriver.move(toY: zoomedDriver.y("9:18"))
    zoomedDriver.release()
    #expect(zoomedDriver.createdEvents.map(\.label) == ["9:05–9:20"])
  }

  @Test func newEventNeverHasZeroDurationWhenTheClocksChange() {
    let (march, october) = (Day(ordinal: monday.ordinal + 83), Day(ordinal: monday.ordinal + 293))
    for (zone, day, from, to) in [
      (Zone.spring, march, "2:30", "2:45"), (.spring, march, "2:55", "2:40"),
      (.spring, march, "3:00", "2:50"),
      (.spring, march, "1:45", "2:00"), (.autumn, october, "2:30", "2:45"),
      (.autumn, october, "3:00", "2:50"),
    ] {
      var driver = drag(from: from, to: to, zone: zone, day: day)
      driver.release()
      #expect(driver.createdEvents.first.map { $0.duration >= 900 } == true, "\(from) to \(to)")
      #expect(driver.violation == nil)
    }
  }

  // MARK: Above the hours

  /// Presses in the all-day row of a week.
  func pressAllDayRow(on day: Day, isRightToLeft: Bool = false) -> GestureDriver {
    var driver = GestureDriver(width: 760, days: 7, isRightToLeft: isRightToLeft)
    driver.viewport.allDayRowHeight = 40
    driver.press(at: Point(x: driver.x(of: day), y: -20), on: nil, emptyTime: emptyTime(barTop: -34))
    return driver
  }

  @Test(arguments: [false, true])
  func dragAboveTheHoursCreatesAllDayEvents(isRightToLeft: Bool) {
    let wednesday = monday.adding(days: 2)
    for (otherDay, firstDay, count) in [(4, 2, 3), (0, 0, 3), (2, 2, 1)] {
      var driver = pressAllDayRow(on: wednesday, isRightToLeft: isRightToLeft)
      driver.move(toY: -20, x: driver.x(of: monday.adding(days: otherDay)) + (isRightToLeft ? -10 : 10))
      #expect(driver.shownEvent?.isBar == true)
      driver.release()
      let days = driver.createdEvents.first?.days
      #expect(days == monday.adding(days: firstDay)..<monday.adding(days: firstDay + count))
      #expect(driver.createdEvents.first?.isAllDay == true && driver.violation == nil)
    }
  }

  @Test func longPressAboveTheHoursCreatesAnAllDayEvent() {
    var driver = pressAllDayRow(on: monday)
    driver.longPress()
    driver.release()
    #expect(driver.createdEvents.first?.days == monday..<monday.adding(days: 1))
  }

  // MARK: Moving with no mouse button held

  @Test func eventMovedWithNoButtonHeldIsDroppedByAPress() {
    var driver = GestureDriver()
    driver.pickUp(occurrence("9:00", "10:00"), at: Point(x: 200, y: driver.y("9:00")))
    driver.press("13:00", on: occurrence("13:00", "14:00", title: "Lunch"), by: .touch)
    #expect(driver.effects.first == .claim)
    driver.move(toY: driver.y("13:00"))
    driver.release()
    #expect(driver.committedLabels == ["13:00–14:00"])
    #expect(driver.gesture.phase == .idle && driver.violation == nil)
  }

  @Test func barMovedWithNoButtonHeldStaysABar() {
    var event = occurrence("9:00", "10:00").event
    let tuesday = monday.adding(days: 1)
    event.times = EventTimes(start: .date(tuesday), end: .time(.date(tuesday.adding(days: 2))))
    var driver = GestureDriver(width: 760, days: 7)
    driver.viewport.allDayRowHeight = 40
    let column = driver.viewport.columns.extent(of: tuesday)
    let bar = BarPosition(left: column.left, right: column.left + 2 * column.width, top: -34)
    let point = Point(x: column.left + 20, y: -25)
    driver.pickUp(Occurrence(event: event, zone: .utc), at: point, bar: bar)
    #expect(driver.shownEvent?.isBar == true && driver.shownEvent?.barLeft == bar.left)
    driver.move(by: 0, dx: column.width)
    #expect(driver.shownEvent?.barLeft == bar.left + column.width)
    driver.release()
    #expect(driver.commits.first?.times?.start == .date(tuesday.adding(days: 1)))
    #expect(driver.violation == nil)
  }

  @Test func escapeEndsAMoveWithNoButtonHeld() {
    var driver = GestureDriver()
    driver.pickUp(occurrence("9:00", "10:00"), at: Point(x: 200, y: driver.y("9:00")))
    driver.move(by: 90)
    driver.cancel(.escape)
    #expect(driver.gesture.phase == .idle && driver.shownEvent == nil && driver.commits.isEmpty)
  }
}

extension HoursSurface {
  /// The scroll offset at the top of the hours; a property, because a key path refers to it.
  fileprivate var scrollMin: Double { 0 }
}
