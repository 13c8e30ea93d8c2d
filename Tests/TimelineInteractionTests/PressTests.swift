import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct PressTests {
  let standup = occurrence("9:00", "10:00")

  @Test func aClickNeverMovesAnything() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup)
    hand.move(by: 7)
    hand.release()
    #expect(hand.effects == [.select(nil), .click(standup.id, Point(x: hand.x(), y: hand.y("9:20")))])
    #expect(hand.commits.isEmpty)
  }

  @Test func aClickOnTheSelectedEventKeepsItSelected() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup, selected: true)
    hand.release()
    #expect(hand.effects == [.click(standup.id, hand.pointer)])
  }

  @Test func aClickOnEmptyTimeDeselects() {
    var hand = GestureDriver()
    hand.press("12:00", on: nil)
    hand.release()
    #expect(hand.effects == [.select(nil), .click(nil, hand.pointer)])
  }

  @Test func aMouseLiftsOnceTheSlopIsPassed() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup)
    hand.move(by: 8)
    #expect(hand.shown == nil && hand.effects.isEmpty)
    hand.move(by: 1)
    #expect(hand.effects.prefix(2) == [.claim, .lift])
    #expect(hand.shown != nil)
  }

  @Test func aMouseLiftCatchesUpInOneFrame() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup)
    hand.move(by: 23)
    // A third of an hour below the edge at the press, and still so.
    #expect(abs((hand.shown?.grab ?? 0) - 80.0 / 3) < 1e-9)
    #expect(abs((hand.shown?.edgeY ?? 0) - (hand.y("9:00") + 23)) < 1e-9)
    #expect(hand.violation == nil)
  }

  @Test func aTouchLiftDoesNotJump() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup, by: .touch)
    hand.move(by: 6)
    hand.longPress()
    #expect(abs((hand.shown?.edgeY ?? 0) - hand.y("9:00")) < 1e-9)
    #expect(hand.violation == nil)
  }

  @Test func aFingerThatTravelsBeforeTheLiftScrollsNatively() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup, by: .touch)
    hand.move(by: 9)
    hand.longPress()
    hand.move(by: 40)
    #expect(hand.effects.isEmpty && hand.shown == nil)
    hand.release()
    #expect(hand.clicks == 0 && hand.commits.isEmpty)
    #expect(hand.gesture.phase == .idle)
  }

  @Test(arguments: [PointerKind.mouse, .touch])
  func aLongPressWithoutTravelSelectsAndChangesNothing(kind: PointerKind) {
    var hand = GestureDriver()
    hand.press("9:10", on: occurrence("9:10", "9:50"), by: kind)
    hand.longPress()
    hand.move(by: 5, dx: -5)
    hand.hold(0.5)
    #expect(hand.shown?.change == nil)
    hand.release()
    #expect(hand.commits.isEmpty)
    #expect(hand.selected == standup.id)
  }

  @Test func beforeTheSlopNoTimeChangesOnTheFinestGridOrAtAColumnsBorder() {
    var fine = GestureDriver()
    fine.isFine = true
    fine.press("9:20", on: standup)
    fine.longPress()
    fine.move(by: 8)
    #expect(fine.shown?.change == nil, "8 px are six minutes")
    fine.move(by: 1)
    #expect(fine.shown?.change != nil)

    var week = GestureDriver(width: 760, days: 7)
    let border = week.viewport.columns.x(of: monday.adding(days: 1)).left
    week.press(at: Point(x: border - 2, y: week.y("9:20")), on: standup)
    week.longPress()
    week.move(by: 0, dx: 5)
    #expect(week.shown?.change == nil)
    week.move(by: 0, dx: 5)
    #expect(week.shown?.snapped.start.wall.day == monday.adding(days: 1))
  }

  @Test func aSelectedEventIsDraggedAtOnceByAFinger() {
    var hand = GestureDriver()
    hand.press("9:55", on: standup, part: .end, by: .touch, selected: true)
    hand.move(by: 9)
    #expect(hand.effects.first == .claim)
    hand.move(by: 40)
    hand.release()
    #expect(hand.committed == ["9:00–10:30"])
  }

  @Test func withHoldToDragTheMouseLiftsByALongPressOnly() {
    var hand = GestureDriver()
    hand.viewport.holdToDrag = true
    hand.press("9:20", on: standup)
    hand.move(by: 60)
    hand.release()
    #expect(hand.commits.isEmpty && hand.clicks == 0)
    hand.press("9:20", on: standup)
    hand.longPress()
    hand.move(by: 80)
    hand.release()
    #expect(hand.committed == ["10:00–11:00"])
  }

  @Test func aPressDuringAKineticScrollTakesWhatWasUnderThePointer() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup)
    hand.scroll(by: 30)
    hand.scroll(by: 25)
    hand.move(by: 20)
    #expect(abs((hand.shown?.grab ?? 0) - 80.0 / 3) < 1e-9)
    #expect(hand.violation == nil)
  }

  @Test func theLongPressOfAFingerAfterAKineticScrollDoesNotJump() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup, by: .touch)
    hand.scroll(by: 30)
    hand.longPress()
    #expect(abs((hand.shown?.edgeY ?? 0) - hand.y("9:00")) < 1e-9)
  }

  @Test(arguments: [PointerKind.mouse, .touch])
  func aRefusedEventSaysSoOnceAndStays(kind: PointerKind) {
    var hand = GestureDriver()
    hand.press("9:20", on: standup, by: kind, refusal: .repeating)
    if kind == .touch { hand.longPress() } else { hand.move(by: 30) }
    #expect(hand.effects == [.refused(.repeating)])
    hand.move(by: 30)
    hand.longPress()
    hand.move(by: 30)
    hand.release()
    #expect(hand.refusals == [.repeating])
    #expect(hand.commits.isEmpty && hand.clicks == 0 && hand.gesture.phase == .idle)
  }

  @Test func aRefusedEventIsStillClickedAndScrolledPast() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup, by: .touch, refusal: .repeating)
    hand.move(by: 30)
    hand.release()
    #expect(hand.refusals.isEmpty)
    hand.press("9:20", on: standup, refusal: .repeating)
    hand.release()
    #expect(hand.clicks == 1)
  }

  @Test func aSecondFingerBeforeTheLiftEndsThePress() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup, by: .touch)
    hand.secondFinger()
    hand.longPress()
    hand.move(by: 100)
    #expect(hand.shown == nil && hand.effects.isEmpty)
    hand.release()
    #expect(hand.clicks == 0 && hand.gesture.phase == .idle)
  }

  @Test func aSecondFingerAfterTheLiftChangesNothing() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup, by: .touch)
    hand.longPress()
    hand.move(by: 40)
    let held = hand.shown
    hand.secondFinger()
    #expect(hand.gesture.lifted == held)
    hand.scroll(by: 80)
    #expect(hand.violation == nil)
    hand.release()
    #expect(hand.committed == ["10:30–11:30"])
  }

  @Test func afterADropTheOtherFingerIsIgnoredUntilItIsUp() {
    var hand = GestureDriver()
    var gesture = TimelineGesture()
    let point = Point(x: hand.x(), y: hand.y("9:20"))
    let target = PressTarget(occurrence: standup, part: .body)
    _ = gesture.press(at: point, pointer: .touch, target: target, in: hand.viewport)
    _ = gesture.longPress(in: hand.viewport)
    gesture.secondFinger()
    _ = gesture.release(in: hand.viewport)
    #expect(gesture.phase == .spent)
    #expect(gesture.press(at: point, pointer: .touch, target: target, in: hand.viewport).isEmpty)
    gesture.allUp()
    #expect(gesture.phase == .idle)
    hand.allUp()
  }

  @Test func pagingOrZoomingAwayUnderAPressEndsIt() {
    for change: (inout TimelineViewport) -> Void in [
      { $0.columns = $0.columns.showing(monday.adding(days: 1)) }, { $0.axis = DayAxis(pixelsPerHour: 100) },
    ] {
      var hand = GestureDriver()
      hand.press("9:20", on: standup)
      hand.change(change)
      hand.move(by: 50)
      hand.release()
      #expect(hand.shown == nil && hand.commits.isEmpty && hand.clicks == 0)
    }
  }
}
