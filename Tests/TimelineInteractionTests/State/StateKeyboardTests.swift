import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Keys and actions on the complete state: what they begin, what they end, and what they do not affect.
@Suite struct StateKeyboardTests {
  let standup = occurrence("9:00", "10:00")
  let lunch = occurrence("12:00", "13:00", title: "Lunch")

  /// A timeline with the focus on the first event.
  func timeline(isRightToLeft: Bool = false) -> StateDriver {
    var timeline = StateDriver([standup, lunch], isRightToLeft: isRightToLeft)
    timeline.send(.focus(standup.id, scrolls: true))
    return timeline
  }

  @Test func spaceArrowsAndEnterMakeOneEdit() {
    var timeline = timeline()
    timeline.pressKey(.space)
    #expect(timeline.liftedOccurrence?.id == standup.id)
    for _ in 0..<3 { timeline.pressKey(.down) }
    timeline.pressKey(.enter)
    #expect(timeline.isHandled && timeline.liftedOccurrence == nil && timeline.state.interaction.isIdle)
    #expect(timeline.edits.count == 1)
  }

  @Test func escapeRestoresAnEventLiftedWithTheKeyboard() {
    var timeline = timeline()
    timeline.pressKey(.space)
    timeline.pressKey(.pageDown)
    timeline.send(.escape)
    #expect(timeline.isHandled && timeline.edits.isEmpty && timeline.state.interaction.isIdle)
    #expect(timeline.state.focus == standup.id)
  }

  @Test func escapeIsUnhandledWhenNothingIsLifted() {
    var timeline = timeline()
    timeline.send(.escape)
    #expect(!timeline.isHandled && timeline.effects.isEmpty)
  }

  @Test func mousePressSavesStepsAndCancelsALift() {
    var timeline = timeline()
    timeline.pressKey(.down, .control, time: 1)
    timeline.send(.willStart(.press))
    timeline.press("15:00")
    #expect(timeline.edits.count == 1, "the steps were not saved")
    timeline.send(.release(time: 1))
    timeline.pressKey(.space)
    timeline.pressKey(.down)
    timeline.press("15:00")
    #expect(timeline.edits.count == 1 && timeline.liftedOccurrence == nil, "the lift was not canceled")
    guard case .pressing = timeline.state.interaction else {
      Issue.record("the press is not in progress")
      return
    }
  }

  @Test func stepsAreSavedAfterAPause() {
    var timeline = timeline()
    timeline.pressKey(.down, .control, time: 1)
    #expect(timeline.effects.contains(.wait(until: 1 + Feel.keyEditPause)))
    timeline.send(.time(1.5))
    #expect(timeline.edits.isEmpty)
    timeline.send(.time(1 + Feel.keyEditPause))
    #expect(timeline.edits.count == 1 && timeline.state.interaction.isIdle)
  }

  @Test func stepsAreSavedWhenTheFocusLeavesTheEvent() {
    for input in [
      TimelineInput.focused(lunch.id, isIncidental: false), .focusMovedAway, .willStart(.command),
    ] {
      var timeline = timeline()
      timeline.pressKey(.down, .control)
      timeline.send(.focused(standup.id, isIncidental: false))
      #expect(timeline.edits.isEmpty, "the steps were saved before the focus left the event")
      timeline.send(input)
      #expect(timeline.edits.count == 1 && timeline.state.interaction.isIdle)
    }
  }

  @Test func leftKeyMovesToTheNextDayInRightToLeftLayouts() {
    for isRightToLeft in [false, true] {
      var timeline = timeline(isRightToLeft: isRightToLeft)
      timeline.pressKey(.space)
      timeline.pressKey(isRightToLeft ? .left : .right)
      guard let keyboardMove = timeline.state.interaction.keyboardMove else {
        Issue.record("nothing is lifted")
        return
      }
      #expect(keyboardMove.snappedOccurrence.span.start.day == monday.adding(days: 1))
    }
  }

  @Test func nothingElseBeginsWhileAnEventIsLifted() {
    for usesKeyboard in [true, false] {
      var timeline = timeline()
      if usesKeyboard {
        timeline.pressKey(.space)
      } else {
        timeline.press("9:30")
        timeline.move(to: timeline.point("11:00"))
      }
      let inputs: [TimelineInput] = [
        .newEvent(lunch), .moveWithPointer(.init(lunch), bar: nil, at: Point(x: 100, y: 100)),
        .create(emptyTime(), at: Point(x: 100, y: 100)), .delete(.init(lunch)), .action(.edit, .init(lunch)),
        .action(.lift, .init(lunch)), .pinch(.began(centerY: 100)), .willStart(.command),
      ]
      for input in inputs {
        timeline.send(input)
        #expect(timeline.effects.isEmpty && !timeline.isClaimed, "\(input)")
      }
      #expect(timeline.liftedOccurrence?.id == standup.id)
    }
  }

  @Test func removingTheEditedEventEndsTheEditWithANotice() {
    var timeline = timeline()
    timeline.pressKey(.space)
    timeline.send(.editedEventRemoved)
    #expect(timeline.liftedOccurrence == nil && timeline.effects.last == .refuse(.vanished))
    timeline.pressKey(.down, .control)
    timeline.send(.editedEventRemoved)
    #expect(timeline.edits.isEmpty && timeline.effects.last == .refuse(.vanished))
    timeline.send(.editedEventRemoved)
    #expect(timeline.effects.isEmpty, "a notice was shown although no event is being edited")
  }

  @Test func actionsApplyToTheirOwnEvent() {
    var timeline = timeline()
    timeline.send(.action(.moveLater, .init(lunch, time: 2)))
    #expect(timeline.state.focus == lunch.id)
    #expect(timeline.state.interaction.keyboardMove?.occurrence.id == lunch.id)
    timeline.send(.action(.delete, .init(lunch)))
    #expect(timeline.edits.count == 2, "the step was not saved before the event was deleted")
    #expect(timeline.state.focus == standup.id)
    timeline.send(.action(.edit, .init(standup, refusal: .readOnly)))
    #expect(timeline.effects.contains(.refuse(.readOnly)))
  }

  @Test func eventMovedWithoutAButtonFollowsThePointerUntilEnterOrAClick() {
    for dropsWithEnter in [true, false] {
      var timeline = timeline()
      timeline.send(.action(.moveWithPointer, .init(standup)))
      guard case .followingPointer = timeline.state.interaction else {
        Issue.record("the event does not follow the pointer")
        return
      }
      timeline.send(.hover(timeline.point("14:00")))
      if dropsWithEnter {
        timeline.pressKey(.enter)
      } else {
        timeline.press("14:00")
        timeline.send(.release(time: 1))
      }
      #expect(
        timeline.edits.count == 1 && timeline.state.interaction.isIdle && timeline.liftedOccurrence == nil)
    }
  }
}
