import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Horizontal swipes, and two fingers at once.
@Suite struct StateSwipeTests {
  let standup = occurrence("9:00", "10:00")

  func pagerInputs(_ timeline: StateDriver) -> [PagerInput] {
    timeline.effects.compactMap { if case .paging(let input) = $0 { input } else { nil } }
  }

  @Test func horizontalSwipeTurnsThePage() {
    var timeline = StateDriver([standup])
    timeline.press("9:30", by: .touch)
    let start = timeline.point("9:30")
    for step in 1...6 {
      timeline.move(to: Point(x: start.x - Double(step) * 30, y: start.y), time: Double(step) / 60)
      if step == 1 { #expect(timeline.isClaimed, "the swipe did not claim the event sequence") }
    }
    timeline.send(.release(time: 0.1))
    #expect(timeline.pager.targetPage == 1 && timeline.liftedOccurrence == nil)
    #expect(timeline.state.interaction.isIdle && !timeline.effects.contains(.showDetails(standup.id, .click)))
  }

  @Test func verticalSwipeDoesNotTurnThePage() {
    var timeline = StateDriver([standup])
    timeline.press("9:30", by: .touch)
    let start = timeline.point("9:30")
    timeline.move(to: Point(x: start.x, y: start.y + 30), time: 0.02)
    #expect(pagerInputs(timeline) == [.cancel] && !timeline.isClaimed)
    timeline.move(to: Point(x: start.x - 200, y: start.y + 30), time: 0.04)
    #expect(pagerInputs(timeline).isEmpty, "the axis changed during the swipe")
  }

  @Test func touchOnMovingPagesAffectsOnlyThePages() {
    var timeline = StateDriver([standup])
    timeline.scene.isTurning = true
    timeline.press("9:30", by: .touch)
    #expect(timeline.state.interaction.isIdle)
    timeline.send(.longPress)
    timeline.send(.release(time: 1))
    #expect(timeline.liftedOccurrence == nil && pagerInputs(timeline) == [.cancel])
  }

  @Test func mouseNeverSwipes() {
    var timeline = StateDriver([standup])
    timeline.press("9:30")
    timeline.move(to: Point(x: 10, y: timeline.point("9:30").y))
    #expect(pagerInputs(timeline).isEmpty && timeline.liftedOccurrence?.id == standup.id)
  }

  @Test func liftEndsTheSwipeAndASecondFingerTurnsThePage() {
    var timeline = StateDriver([standup])
    timeline.send(.touch(.began(1, at: timeline.point("9:30"), time: 0)))
    timeline.press("9:30", by: .touch)
    timeline.send(.longPress)
    #expect(timeline.liftedOccurrence?.id == standup.id && pagerInputs(timeline) == [.cancel])
    timeline.send(.touch(.began(2, at: Point(x: 300, y: 300), time: 1)))
    for step in 1...6 {
      timeline.send(
        .touch(.moved(2, to: Point(x: 300 - Double(step) * 30, y: 300), time: 1 + Double(step) / 60)))
    }
    timeline.send(.touch(.ended(2, time: 1.1)))
    #expect(timeline.pager.targetPage == 1 && timeline.liftedOccurrence?.id == standup.id)
    timeline.send(.release(time: 2))
    timeline.send(.touch(.ended(1, time: 2)))
    #expect(timeline.state.interaction.isIdle && timeline.liftedOccurrence == nil)
  }

  @Test func pinchZoomsUntilBothFingersAreUp() {
    var timeline = StateDriver([standup])
    timeline.send(.touch(.began(1, at: timeline.point("9:30"), time: 0)))
    timeline.press("9:30", by: .touch)
    timeline.send(.touch(.began(2, at: Point(x: 300, y: 300), time: 0.1)))
    timeline.send(.pinch(.began(centerY: 300)))
    #expect(timeline.isClaimed)
    let pixelsPerHourBefore = timeline.scene.viewport.axis.pixelsPerHour
    timeline.send(.pinch(.changed(factor: 1.5, centerY: 300)))
    #expect(timeline.scene.viewport.axis.pixelsPerHour == pixelsPerHourBefore * 1.5)
    timeline.send(.longPress)
    timeline.send(.release(time: 1))
    #expect(timeline.liftedOccurrence == nil && timeline.edits.isEmpty)
    timeline.send(.pinch(.ended))
    #expect(timeline.state.interaction.isIdle)
    timeline.send(.pinch(.changed(factor: 2, centerY: 300)))
    #expect(timeline.effects.isEmpty)
  }

  @Test func liftedEventReturnsWhenThePointerIsLost() {
    for reason in [CancelReason.focusLost, .unmapped, .gestureCanceled] {
      var timeline = StateDriver([standup])
      timeline.press("9:30")
      timeline.move(to: timeline.point("11:00"))
      timeline.send(reason == .gestureCanceled ? .pressCanceled : .interrupted(reason))
      timeline.send(.fingersLost)
      #expect(timeline.edits.isEmpty && timeline.liftedOccurrence == nil && timeline.state.interaction.isIdle)
    }
  }
}
