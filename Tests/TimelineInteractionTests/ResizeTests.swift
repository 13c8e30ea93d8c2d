import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct ResizeTests {
  /// Presses exactly on an edge and drags it to a time.
  func resize(_ event: Occurrence, _ part: EventPart, from: String, to: String, isFine: Bool = false)
    -> GestureDriver
  {
    var driver = GestureDriver(top: "4:00")
    driver.isFineSnapping = isFine
    driver.press(from, on: event, part: part)
    driver.move(toY: (driver.y(from) + driver.y(to)) / 2)
    driver.move(toY: driver.y(to))
    return driver
  }

  @Test(arguments: [
    ("9:00", "10:00", "11:00", "9:00–11:00"), ("9:00", "10:00", "10:08", "9:00–10:15"),
    ("9:00", "10:00", "9:20", "9:00–9:15"), ("9:00", "10:00", "6:00", "9:00–9:15"),
    // The earliest end is the first grid line at least one step after the start.
    ("9:07", "9:57", "9:00", "9:07–9:30"), ("9:07", "9:35", "9:20", "9:07–9:30"),
    // An event shorter than one step does not grow when shrunk.
    ("9:00", "9:10", "8:30", "9:00–9:10"), ("9:10", "9:14", "9:23", "9:10–9:30"),
  ])
  func draggedEndSnapsToTheGrid(start: String, end: String, to: String, result: String) {
    let driver = resize(occurrence(start, end), .end, from: end, to: to)
    #expect(driver.shownEvent?.snappedOccurrence.label == result)
    #expect(driver.violation == nil)
  }

  @Test(arguments: [
    ("9:00", "10:00", "8:00", "8:00–10:00"), ("9:00", "10:00", "12:00", "9:45–10:00"),
    ("9:07", "9:57", "11:00", "9:30–9:57"), ("9:50", "10:00", "10:30", "9:50–10:00"),
    ("9:07", "9:57", "8:40", "8:45–9:57"),
  ])
  func draggedStartSnapsToTheGrid(start: String, end: String, to: String, result: String) {
    let driver = resize(occurrence(start, end), .start, from: start, to: to)
    #expect(driver.shownEvent?.snappedOccurrence.label == result)
    #expect(driver.violation == nil)
  }

  @Test func edgeStopsAtTheMinimumDuration() {
    var driver = resize(occurrence("9:07", "9:57"), .end, from: "9:57", to: "8:00")
    #expect(driver.shownEvent?.isClamped == true)
    #expect(abs((driver.shownEvent?.edgeY ?? 0) - driver.y("9:30")) < 1e-9)
    #expect(driver.shownEvent.map { abs($0.rawTop - driver.y("9:07")) < 1e-9 } == true)
    driver.move(toY: driver.y("9:40"))
    #expect(driver.shownEvent?.isClamped == false)
    driver.release()
    #expect(driver.committedLabels == ["9:07–9:45"])
  }

  @Test func shiftAllowsADurationOfOneMinute() {
    var driver = resize(occurrence("9:07", "9:57"), .end, from: "9:57", to: "8:00", isFine: true)
    driver.release()
    #expect(driver.committedLabels == ["9:07–9:08"])
  }

  @Test func grabOffsetIsTheDistanceToTheHeldEdge() {
    var driver = GestureDriver()
    driver.press("9:55", on: occurrence("9:00", "10:00"), part: .end)
    driver.move(by: 40)
    #expect(abs((driver.shownEvent?.grabY ?? 0) + 80.0 / 12) < 1e-9)
    driver.release()
    #expect(driver.committedLabels == ["9:00–10:30"])
  }

  @Test func oppositeEdgeKeepsItsTimeWhileScrolling() {
    var driver = resize(occurrence("9:00", "10:00"), .end, from: "10:00", to: "11:00")
    for px in [37.5, 100, -12.25] {
      driver.scroll(by: px)
      #expect(abs((driver.shownEvent?.rawTop ?? 0) - driver.y("9:00")) < 1e-9)
    }
    #expect(driver.violation == nil)
  }

  @Test func resizeAcrossMidnightKeepsTheDay() {
    var driver = GestureDriver(top: "18:00")
    driver.viewport.scroll = driver.viewport.scrollMax
    driver.press("23:30", on: occurrence("22:00", "23:30"), part: .end)
    driver.move(toY: driver.y("24:15"))
    driver.release()
    #expect(driver.committedLabels == ["22:00–0:15 (+1)"])

    let tuesday = monday.adding(days: 1)
    var nextDayDriver = GestureDriver(first: tuesday)
    nextDayDriver.viewport.scroll = 0
    nextDayDriver.press("1:00", on: occurrence("23:00", "25:00"), part: .end, day: tuesday)
    nextDayDriver.move(toY: nextDayDriver.y("2:00", on: tuesday))
    nextDayDriver.release()
    #expect(nextDayDriver.committedLabels == ["23:00–2:00 (+1)"])
    #expect(nextDayDriver.violation == nil)
  }

  @Test func edgeCanBeDraggedToAnotherDaysColumn() {
    var driver = GestureDriver(width: 760, days: 7)
    let wednesday = monday.adding(days: 2)
    driver.press("10:00", on: occurrence("9:00", "10:00"), part: .end)
    driver.move(toY: driver.y("11:00"), x: driver.x(of: wednesday))
    #expect(driver.shownEvent?.snappedOccurrence.label == "9:00–11:00 (+2)")
    #expect(driver.shownEvent?.columnX == driver.viewport.columns.extent(of: wednesday).left)
    #expect(driver.violation == nil)
    // The end cannot move before the day of the start, so it stops at its limit on that day.
    driver.press("10:00", on: nil)
    driver.release()
    driver.press("10:00", on: occurrence("9:00", "10:00", on: wednesday), part: .end, day: wednesday)
    driver.move(toY: driver.y("10:00"), x: driver.x(of: monday))
    #expect(driver.shownEvent?.isClamped == true && driver.shownEvent?.day == wednesday)
    #expect(abs((driver.shownEvent?.edgeY ?? 0) - driver.y("9:15")) < 1e-9)
  }

  @Test func longEventCanBeShrunkToOneStepByADragAboveTheTop() {
    var driver = GestureDriver(top: "8:00")
    driver.press("14:00", on: occurrence("6:00", "14:00"), part: .end)
    driver.move(toY: -30)
    let scrollBefore = driver.viewport.scroll
    driver.hold(3)
    #expect(
      driver.viewport.scroll < scrollBefore, "the timeline did not scroll to show the edge at its limit")
    #expect(driver.y("6:15") >= 40 && driver.y("6:15") < 90, "the event was scrolled out of view")
    #expect(driver.shownEvent?.snappedOccurrence.label == "6:00–6:15")
    #expect(driver.shownEvent?.isClamped == true)
    driver.release()
    #expect(driver.committedLabels == ["6:00–6:15"])
    #expect(driver.violation == nil)
  }
}
