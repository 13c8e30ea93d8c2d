import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// A new event, from drawing it to saving or discarding it.
@Suite struct StateNamingTests {
  let standup = occurrence("9:00", "10:00")
  let newEvent = occurrence("15:00", "16:00", title: "New event")

  /// A new event whose title is being typed; previously, another event had the focus.
  func timeline(typed: String = "Tea") -> StateDriver {
    var timeline = StateDriver([standup])
    timeline.send(.focus(standup.id, scrolls: true))
    timeline.send(.newEvent(newEvent))
    timeline.send(.typed(typed))
    return timeline
  }

  func addedTitles(_ timeline: StateDriver) -> [String] {
    timeline.edits.compactMap { if case .add(let event) = $0.change { event.summary } else { nil } }
  }

  @Test func drawnEventWaitsForItsTitle() {
    var timeline = StateDriver([standup])
    timeline.send(.focus(standup.id, scrolls: true))
    timeline.press("14:00")
    timeline.move(to: timeline.point("15:30"))
    #expect(timeline.liftedOccurrence != nil && timeline.isClaimed)
    timeline.send(.release(time: 1))
    #expect(timeline.liftedOccurrence == nil && timeline.naming != nil && timeline.edits.isEmpty)
    #expect(timeline.state.selectedEvent == timeline.naming?.occurrence.id)
    timeline.send(.namingCanceled)
    #expect(timeline.naming == nil && timeline.edits.isEmpty)
    #expect(timeline.state.focus == standup.id, "the focus did not return to the previously focused event")
    #expect(timeline.state.selectedEvent == nil)
  }

  @Test func canceledNewEventLeavesNoTrace() {
    var timeline = StateDriver([standup])
    timeline.send(.focus(standup.id, scrolls: true))
    timeline.press("14:00")
    timeline.move(to: timeline.point("15:30"))
    timeline.send(.escape)
    #expect(timeline.liftedOccurrence == nil && timeline.naming == nil && timeline.state.focus == standup.id)
    timeline.send(.release(time: 1))
    #expect(timeline.state.interaction.isIdle && timeline.edits.isEmpty)
  }

  @Test func enterSavesTheNewEventAndFocusesIt() {
    var timeline = timeline()
    timeline.send(.namingFinished(.enter))
    #expect(addedTitles(timeline) == ["Tea"] && timeline.state.focus == newEvent.id)
  }

  @Test func tabKeepsATitledEventAndFocusesIt() {
    var timeline = timeline()
    timeline.send(.namingFinished(.tab))
    #expect(addedTitles(timeline) == ["Tea"] && timeline.state.focus == newEvent.id)
    #expect(timeline.state.selectedEvent == nil)
  }

  @Test func tabDiscardsAnEventWithoutATitleAndReturnsTheFocus() {
    var timeline = timeline(typed: " ")
    timeline.send(.namingFinished(.tab))
    #expect(addedTitles(timeline).isEmpty && timeline.naming == nil && timeline.state.focus == standup.id)
  }

  @Test func enterKeepsAnEventWithoutATitle() {
    var timeline = timeline(typed: "  ")
    timeline.send(.namingFinished(.enter))
    #expect(addedTitles(timeline) == [""] && timeline.state.focus == newEvent.id)
  }

  @Test func eventThatWasOnlyDrawnIsNotKeptByOtherInput() {
    let point = Point(x: 200, y: 200)
    let inputs: [TimelineInput] = [
      .press(.init(at: point)), .press(.init(at: point, on: PressTarget(occurrence: standup, part: .body))),
      .willStart(.command), .focusMovedAway, .namingFinished(.focusMoved), .namingCanceled,
      .delete(.init(standup)), .action(.edit, .init(standup)), .pagesTurned(isShown: false),
    ]
    for input in inputs {
      var timeline = timeline(typed: " ")
      timeline.send(input)
      #expect(addedTitles(timeline).isEmpty && timeline.naming == nil, "\(input)")
      #expect(timeline.state.selectedEvent == nil, "\(input)")
      #expect(timeline.violation == nil)
    }
  }

  @Test func propertyOrMoveKeepsAnEventWithoutATitle() {
    let moved = occurrence("15:00", "16:00", title: "New event")
    var timeline = timeline(typed: "")
    timeline.send(.calendarChosen(moved))
    timeline.send(.focusMovedAway)
    #expect(addedTitles(timeline) == [""])
    let target = PressTarget(occurrence: newEvent, part: .end)
    for input: TimelineInput in [
      .press(.init(at: Point(x: 200, y: 200), on: target)), .action(.moveLater, .init(newEvent)),
      .moveWithPointer(.init(newEvent), bar: nil, at: Point(x: 200, y: 200)),
      .moveToDay(.init(newEvent), monday.adding(days: 1)),
    ] {
      var timeline = self.timeline(typed: "")
      // The timeline announces each press before it looks up the target.
      if case .press = input { timeline.send(.willStart(.press)) }
      timeline.send(input)
      #expect(addedTitles(timeline) == [""], "\(input)")
    }
  }

  @Test func handlesOfANewEventEndWhenTheFocusMovesOn() {
    var timeline = timeline()
    timeline.send(.namingFinished(.enter))
    timeline.send(.focused(newEvent.id, isIncidental: false))
    timeline.send(.windowKey)
    #expect(timeline.state.marks(of: newEvent.id, isBar: false).hasHandles)
    timeline.send(.focused(standup.id, isIncidental: false))
    #expect(!timeline.state.marks(of: newEvent.id, isBar: false).hasHandles)
    #expect(timeline.state.marks(of: standup.id, isBar: false).hasHandles)
  }

  @Test func handlesOfASelectedEventEndWhenAnotherEventGetsTheFocus() {
    var timeline = StateDriver([standup, newEvent])
    timeline.send(.select(newEvent.id))
    #expect(timeline.state.marks(of: newEvent.id, isBar: false).hasHandles)
    timeline.send(.focused(standup.id, isIncidental: false))
    #expect(!timeline.state.marks(of: newEvent.id, isBar: false).hasHandles)
  }

  @Test func escapeDiscardsTheNewEvent() {
    var timeline = timeline()
    timeline.pressKey(.escape)
    #expect(timeline.isHandled && timeline.edits.isEmpty && timeline.state.focus == standup.id)
    #expect(timeline.state.interaction.isIdle)
  }

  @Test func otherInteractionsSaveTheNewEvent() {
    let point = Point(x: 200, y: 200)
    let inputs: [TimelineInput] = [
      .press(.init(at: point)), .willStart(.press), .willStart(.command), .newEvent(newEvent),
      .focusMovedAway,
      .create(emptyTime(), at: point), .moveWithPointer(.init(standup), bar: nil, at: point),
      .delete(.init(standup)),
      .action(.edit, .init(standup)), .pinch(.began(centerY: 100)), .pagesTurned(isShown: false),
    ]
    for input in inputs {
      var timeline = timeline()
      timeline.send(input)
      #expect(addedTitles(timeline) == ["Tea"], "\(input)")
      #expect(timeline.violation == nil)
    }
  }

  @Test func unrelatedInputDoesNotCloseTheTitleField() {
    for input in [
      TimelineInput.pagesTurned(isShown: true), .interrupted(.focusLost), .editedEventRemoved, .layoutChanged,
      .frame(time: 1), .painted, .windowKey, .fineSnapping(true), .hover(nil), .escape, .time(9),
    ] {
      var timeline = timeline()
      timeline.send(input)
      #expect(timeline.naming != nil && timeline.edits.isEmpty, "\(input)")
    }
  }

  @Test func newEventCanMoveToAnotherCalendar() {
    var timeline = timeline()
    let movedEvent = occurrence("15:00", "16:00", title: "Elsewhere")
    timeline.send(.calendarChosen(movedEvent))
    #expect(timeline.naming?.occurrence == movedEvent && timeline.state.selectedEvent == movedEvent.id)
    timeline.send(.namingFinished(.enter))
    #expect(addedTitles(timeline) == ["Tea"] && timeline.state.focus == movedEvent.id)
  }
}
