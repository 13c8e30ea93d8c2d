import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct PressTests {
  let standup = occurrence("9:00", "10:00")

  @Test func clickNeverMovesTheEvent() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup)
    driver.move(by: 7)
    driver.release()
    #expect(driver.effects == [.select(nil), .click(standup.id, Point(x: driver.x(), y: driver.y("9:20")))])
    #expect(driver.commits.isEmpty)
  }

  @Test func clickOnTheSelectedEventKeepsItSelected() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup, isSelected: true)
    driver.release()
    #expect(driver.effects == [.click(standup.id, driver.pointer)])
  }

  @Test func clickOnEmptyTimeDeselects() {
    var driver = GestureDriver()
    driver.press("12:00", on: nil)
    driver.release()
    #expect(driver.effects == [.select(nil), .click(nil, driver.pointer)])
  }

  @Test func mouseLiftsAfterPassingTheDragThreshold() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup)
    driver.move(by: 8)
    #expect(driver.shownEvent == nil && driver.effects.isEmpty)
    driver.move(by: 1)
    #expect(driver.effects.prefix(2) == [.claim, .lift])
    #expect(driver.shownEvent != nil)
  }

  @Test func liftedEventCatchesUpWithTheMouseAtOnce() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup)
    driver.move(by: 23)
    // The press was a third of an hour below the edge; this distance is kept.
    #expect(abs((driver.shownEvent?.grabY ?? 0) - 80.0 / 3) < 1e-9)
    #expect(abs((driver.shownEvent?.edgeY ?? 0) - (driver.y("9:00") + 23)) < 1e-9)
    #expect(driver.violation == nil)
  }

  @Test func eventLiftedByTouchDoesNotJump() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup, by: .touch)
    driver.move(by: 6)
    driver.longPress()
    #expect(abs((driver.shownEvent?.edgeY ?? 0) - driver.y("9:00")) < 1e-9)
    #expect(driver.violation == nil)
  }

  @Test func fingerThatMovesBeforeTheLiftScrolls() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup, by: .touch)
    driver.move(by: 9)
    driver.longPress()
    driver.move(by: 40)
    #expect(driver.effects.isEmpty && driver.shownEvent == nil)
    driver.release()
    #expect(driver.clickCount == 0 && driver.commits.isEmpty)
    #expect(driver.gesture.phase == .idle)
  }

  @Test(arguments: [PointerKind.mouse, .touch])
  func longPressWithoutMovementSelectsAndChangesNothing(kind: PointerKind) {
    var driver = GestureDriver()
    driver.press("9:10", on: occurrence("9:10", "9:50"), by: kind)
    driver.longPress()
    driver.move(by: 5, dx: -5)
    driver.hold(0.5)
    #expect(driver.shownEvent?.change == nil)
    driver.release()
    #expect(driver.commits.isEmpty)
    #expect(driver.selectedID == standup.id)
  }

  @Test func movementWithinTheDragThresholdNeverChangesTheTime() {
    var fineDriver = GestureDriver()
    fineDriver.isFineSnapping = true
    fineDriver.press("9:20", on: standup)
    fineDriver.longPress()
    fineDriver.move(by: 8)
    #expect(fineDriver.shownEvent?.change == nil, "8 px changed the time")
    fineDriver.move(by: 1)
    #expect(fineDriver.shownEvent?.change != nil)

    var weekDriver = GestureDriver(width: 760, days: 7)
    let border = weekDriver.viewport.columns.extent(of: monday.adding(days: 1)).left
    weekDriver.press(at: Point(x: border - 2, y: weekDriver.y("9:20")), on: standup)
    weekDriver.longPress()
    weekDriver.move(by: 0, dx: 5)
    #expect(weekDriver.shownEvent?.change == nil)
    weekDriver.move(by: 0, dx: 5)
    #expect(weekDriver.shownEvent?.snappedOccurrence.start.wall.day == monday.adding(days: 1))
  }

  @Test func fingerDragsASelectedEventAtOnce() {
    var driver = GestureDriver()
    driver.press("9:55", on: standup, part: .end, by: .touch, isSelected: true)
    driver.move(by: 9)
    #expect(driver.effects.first == .claim)
    driver.move(by: 40)
    driver.release()
    #expect(driver.committedLabels == ["9:00–10:30"])
  }

  @Test func holdToDragRequiresALongPressToLift() {
    var driver = GestureDriver()
    driver.viewport.mouseRequiresLongPress = true
    driver.press("9:20", on: standup)
    driver.move(by: 60)
    driver.release()
    #expect(driver.commits.isEmpty && driver.clickCount == 0)
    driver.press("9:20", on: standup)
    driver.longPress()
    driver.move(by: 80)
    driver.release()
    #expect(driver.committedLabels == ["10:00–11:00"])
  }

  @Test func pressDuringAKineticScrollHoldsThePressedPoint() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup)
    driver.scroll(by: 30)
    driver.scroll(by: 25)
    driver.move(by: 20)
    #expect(abs((driver.shownEvent?.grabY ?? 0) - 80.0 / 3) < 1e-9)
    #expect(driver.violation == nil)
  }

  @Test func longPressAfterAKineticScrollDoesNotJump() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup, by: .touch)
    driver.scroll(by: 30)
    driver.longPress()
    #expect(abs((driver.shownEvent?.edgeY ?? 0) - driver.y("9:00")) < 1e-9)
  }

  @Test(arguments: [PointerKind.mouse, .touch])
  func refusalIsReportedOnceAndTheEventDoesNotMove(kind: PointerKind) {
    var driver = GestureDriver()
    driver.press("9:20", on: standup, by: kind, refusal: .unreadableRepetition)
    if kind == .touch { driver.longPress() } else { driver.move(by: 30) }
    #expect(driver.effects == [.refused(.unreadableRepetition)])
    driver.move(by: 30)
    driver.longPress()
    driver.move(by: 30)
    driver.release()
    #expect(driver.refusals == [.unreadableRepetition])
    #expect(driver.commits.isEmpty && driver.clickCount == 0 && driver.gesture.phase == .idle)
  }

  @Test func eventThatCannotBeMovedCanBeClickedAndScrolledPast() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup, by: .touch, refusal: .unreadableRepetition)
    driver.move(by: 30)
    driver.release()
    #expect(driver.refusals.isEmpty)
    driver.press("9:20", on: standup, refusal: .unreadableRepetition)
    driver.release()
    #expect(driver.clickCount == 1)
  }

  @Test func pagingOrZoomingEndsAPress() {
    for change: (inout HoursSurface) -> Void in [
      { $0.columns = $0.columns.with(firstDay: monday.adding(days: 1)) },
      { $0.axis = DayAxis(pixelsPerHour: 100) },
    ] {
      var driver = GestureDriver()
      driver.press("9:20", on: standup)
      driver.change(change)
      driver.move(by: 50)
      driver.release()
      #expect(driver.shownEvent == nil && driver.commits.isEmpty && driver.clickCount == 0)
    }
  }
}
