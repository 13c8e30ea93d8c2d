import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Asking which part of a series a change applies to: when the question is asked, what keeps it open, and how
/// it ends.
@Suite struct StateScopeTests {
  let daily = dailyOccurrence("9:00", "10:00")
  let override = dailyOccurrence("12:00", "13:00", title: "Override", isOverride: true)
  let lunch = occurrence("15:00", "16:00", title: "Lunch")

  func timeline() -> StateDriver { StateDriver([daily, override, lunch]) }

  /// A timeline in which the mouse has moved an event from one time to another.
  func timelineAfterDrag(_ from: String, to: String) -> StateDriver {
    var timeline = timeline()
    timeline.press(from)
    timeline.move(to: timeline.point(to))
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    return timeline
  }

  /// A timeline in which keys have moved the occurrence by one step.
  func timelineAfterStep() -> StateDriver {
    var timeline = timeline()
    timeline.send(.focus(daily.id, scrolls: true))
    timeline.pressKey(.down, .control, time: 1)
    return timeline
  }

  // MARK: Asking

  @Test func dropOfAnOccurrenceAsksForTheScopeAndSavesNothing() throws {
    let timeline = timelineAfterDrag("9:20", to: "10:20")
    let question = try #require(timeline.question)
    #expect(question.changedOccurrence.start.wall == wall("10:00"))
    #expect(question.changedOccurrence.end.wall == wall("11:00"))
    #expect(timeline.edits.isEmpty && timeline.liftedOccurrence == nil)
    #expect(question.choices.map(\.scope) == EventEdit.Scope.allCases)
    #expect(question.focusedScope == .thisOccurrence)
  }

  @Test func changedOccurrenceAndSingleEventMoveWithoutAQuestion() {
    for (from, to) in [("12:20", "13:20"), ("15:20", "16:20")] {
      let timeline = timelineAfterDrag(from, to: to)
      #expect(timeline.question == nil)
      #expect(timeline.edits.map(\.scope) == [.thisOccurrence])
      #expect(timeline.state.interaction.isIdle)
    }
  }

  @Test(arguments: [false, true]) func deletionOfAnyOccurrenceOfASeriesAsksForTheScope(isCut: Bool) throws {
    for event in [daily, override] {
      var timeline = timeline()
      timeline.send(isCut ? .cut(.init(event)) : .delete(.init(event)))
      let question = try #require(timeline.question)
      #expect(question.isDeletion && question.isCut == isCut && timeline.edits.isEmpty)
      #expect(timeline.state.marks(of: event.id, isBar: false).isDeletionPending)
      timeline.send(.scopeChosen(.all))
      #expect(timeline.edits == [event.edit(.delete, scope: .all)])
    }
  }

  @Test func deletionOfASingleEventDoesNotAskForAScope() {
    var timeline = timeline()
    timeline.send(.delete(.init(lunch)))
    #expect(timeline.question == nil && timeline.edits == [lunch.edit(.delete)])
  }

  @Test func readOnlyOccurrenceIsRefusedWithoutAQuestion() {
    var timeline = timeline()
    timeline.send(.delete(.init(daily, refusal: .readOnly)))
    #expect(timeline.effects.contains(.refuse(.readOnly)) && timeline.question == nil)
  }

  @Test func keyStepsAskForTheScopeAfterAPause() throws {
    var timeline = timelineAfterStep()
    timeline.send(.time(1 + Feel.keyEditPause - 0.01))
    #expect(timeline.question == nil)
    timeline.send(.time(1 + Feel.keyEditPause))
    #expect(try #require(timeline.question).changedOccurrence.start.wall == wall("9:15"))
    #expect(timeline.edits.isEmpty)
  }

  @Test func keyStepsAskForTheScopeAtOnceWhenTheFocusLeaves() {
    var timeline = timelineAfterStep()
    timeline.send(.focusMovedAway)
    #expect(timeline.question != nil && timeline.edits.isEmpty)
  }

  @Test(arguments: [TimelineInput.willStart(.press), .willStart(.command)])
  func keyStepsArePutBackWhenSomethingElseBegins(input: TimelineInput) {
    var timeline = timelineAfterStep()
    timeline.send(input)
    #expect(timeline.question == nil && timeline.edits.isEmpty && timeline.answers == [.superseded])
  }

  // MARK: Choosing

  @Test(arguments: EventEdit.Scope.allCases) func chosenScopeIsApplied(scope: EventEdit.Scope) {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.send(.scopeChosen(scope))
    #expect(timeline.isHandled && timeline.question == nil && timeline.state.interaction.isIdle)
    #expect(timeline.edits.count == 1 && timeline.edits.first?.scope == scope)
    #expect(timeline.edits.first?.change.times?.start.wall == wall("10:00"))
  }

  @Test func defaultScopeIsNotTheOneChosenLastTime() {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.send(.scopeFocused(.all))
    timeline.send(.scopeChosen(.all))
    timeline.press("9:20")
    timeline.move(to: timeline.point("11:20"))
    timeline.send(.painted)
    timeline.send(.release(time: 2))
    #expect(timeline.question?.focusedScope == .thisOccurrence)
  }

  @Test func impossibleChoiceIsExplainedAndKeepsTheQuestionOpen() throws {
    var timeline = timeline()
    timeline.impossibleScopes = [.thisOccurrence: "first", .all: "third"]
    timeline.send(.delete(.init(daily)))
    let question = try #require(timeline.question)
    #expect(question.focusedScope == .thisAndFollowing, "the first possible choice is not the default")
    timeline.send(.scopeChosen(.all))
    #expect(timeline.effects == [.explain(question.choices[2])])
    #expect(timeline.question != nil && timeline.edits.isEmpty)
    timeline.send(.scopeFocused(.all))
    #expect(timeline.question?.preview == nil, "an outcome is shown for an impossible choice")
  }

  @Test func eventIsPutBackWithTheReasonIfNoChoiceIsPossible() {
    var timeline = timeline()
    for scope in EventEdit.Scope.allCases { timeline.impossibleScopes[scope] = "\(scope)" }
    timeline.send(.delete(.init(daily)))
    #expect(timeline.answers == [.impossible("thisOccurrence")])
    #expect(timeline.edits.isEmpty && timeline.state.interaction.isIdle)
  }

  // MARK: Putting back

  @Test(arguments: [TimelineInput.escape, .putBack]) func pageAndScrollOffsetAreRestored(input: TimelineInput)
  {
    var timeline = timeline()
    let (scroll, day) = (timeline.scene.viewport.scroll, timeline.scene.viewport.columns.firstDay)
    timeline.press("9:20")
    timeline.move(to: timeline.point("10:20"))
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    timeline.scene.viewport.scroll += 100
    timeline.scene.viewport.columns = timeline.scene.viewport.columns.with(firstDay: day.adding(days: 7))
    timeline.send(.layoutChanged)
    #expect(timeline.question != nil, "scrolling or turning pages closed the question")
    timeline.send(input)
    #expect(timeline.isHandled)
    #expect(timeline.answers == [.putBack(Place(day, offset: scroll))])
    #expect(timeline.scene.viewport.scroll == scroll && timeline.scene.viewport.columns.firstDay == day)
    #expect(timeline.edits.isEmpty && timeline.state.interaction.isIdle)
  }

  @Test func pressElsewhereOnlyPutsTheEventBack() {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.send(.willStart(.press))
    timeline.press("15:20")
    timeline.move(to: timeline.point("17:20"))
    #expect(timeline.answers == [.superseded] && timeline.liftedOccurrence == nil)
    timeline.send(.release(time: 2))
    #expect(timeline.state.interaction.isIdle && timeline.edits.isEmpty)
    #expect(!timeline.effects.contains { if case .showDetails = $0 { true } else { false } })
  }

  @Test func otherCommandsPutTheEventBackAndContinue() {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.send(.delete(.init(lunch)))
    #expect(timeline.answers == [.superseded])
    #expect(timeline.edits == [lunch.edit(.delete)])
  }

  @Test func lossOfTheFocusKeepsTheQuestionOpen() {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    for input in [TimelineInput.interrupted(.focusLost), .focusMovedAway, .pinch(.began(centerY: 100))] {
      timeline.send(input)
      #expect(timeline.question != nil && timeline.state.interaction.scopeQuestion != nil)
    }
    timeline.send(.interrupted(.unmapped))
    #expect(timeline.answers == [.superseded])
  }

  // MARK: Changes while the question is open

  @Test func choicesAreUpdatedForAChangedEvent() throws {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.send(.scopeFocused(.all))
    var renamedEvent = daily
    renamedEvent.event.summary = "Renamed"
    let question = try #require(timeline.question)
    timeline.send(.scopeChoices(timeline.choices(for: question), for: renamedEvent))
    let updatedQuestion = try #require(timeline.question)
    #expect(
      updatedQuestion.changedOccurrence.event.summary == "Renamed"
        && updatedQuestion.changedOccurrence.start.wall == wall("10:00"))
    #expect(updatedQuestion.focusedScope == .all, "the focused choice changed although it is still possible")
    timeline.impossibleScopes = [.all: "not any more"]
    timeline.send(.scopeChoices(timeline.choices(for: updatedQuestion), for: renamedEvent))
    #expect(timeline.question?.focusedScope == .thisOccurrence)
  }

  @Test func removedEventEndsTheQuestionWithTheReason() {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.send(.editedEventRemoved)
    #expect(timeline.answers == [.removed] && timeline.effects.contains(.refuse(.vanished)))
    #expect(timeline.edits.isEmpty && timeline.state.interaction.isIdle)
  }

  @Test func eventThatNoLongerRepeatsIsChangedWithoutAScope() {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.send(.scopeChoices([], for: daily))
    #expect(timeline.edits.count == 1 && timeline.state.interaction.isIdle)
  }

  // MARK: More steps

  @Test func moreStepsMoveTheEventAndUpdateTheChoices() throws {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.pressKey(.down, .control, time: 2)
    #expect(timeline.isHandled)
    timeline.send(.action(.moveLater, .init(daily)))
    let question = try #require(timeline.question)
    #expect(
      question.changedOccurrence.start.wall == wall("10:30")
        && question.changedOccurrence.end.wall == wall("11:30"))
    #expect(question.choices[1].edit.change == .move(question.changedOccurrence.times))
    timeline.send(.scopeChosen(.thisAndFollowing))
    #expect(timeline.edits == [daily.edit(.move(question.changedOccurrence.times), scope: .thisAndFollowing)])
  }

  @Test func resizeAfterAMoveKeepsBothChanges() throws {
    var timeline = timelineAfterDrag("9:20", to: "10:20")
    timeline.pressKey(.down, .shift, time: 2)
    timeline.pressKey(.down, .control, time: 3)
    let question = try #require(timeline.question)
    #expect(
      question.changedOccurrence.start.wall == wall("10:15")
        && question.changedOccurrence.end.wall == wall("11:30"))
    #expect(question.change == .resizeEnd(question.changedOccurrence.times))
  }

  @Test func stepsBackToTheOriginalTimesEndTheQuestion() {
    var timeline = timelineAfterStep()
    timeline.send(.time(1 + Feel.keyEditPause))
    timeline.pressKey(.up, .control, time: 3)
    #expect(timeline.answers == [.unchanged] && timeline.edits.isEmpty && timeline.state.interaction.isIdle)
  }

  @Test func stepsDoNotMoveAnEventThatIsToBeDeleted() {
    var timeline = timeline()
    timeline.send(.delete(.init(daily)))
    timeline.pressKey(.down, .control, time: 2)
    timeline.send(.action(.moveLater, .init(daily)))
    #expect(timeline.question?.isDeletion == true && timeline.question?.changedOccurrence == daily)
  }

  // MARK: Preview

  @Test func previewShowsTheOutcomeAndTheChangedOccurrenceOnce() throws {
    let timeline = timelineAfterDrag("9:20", to: "10:20")
    let question = try #require(timeline.question)
    let days = monday..<monday.adding(days: 2)
    let interaction = timeline.state.interaction
    // The outcome contains the moved occurrence under a new identifier.
    var event = question.changedOccurrence.event
    event.id = EventID(calendar: event.id.calendar, uid: event.id.uid, recurrenceID: "20260105T090000")
    let movedOccurrence = Occurrence(
      event: event, times: question.changedOccurrence.times, recurrenceID: daily.recurrenceID, zone: .utc)
    #expect(
      interaction.occurrencesToShow(from: [movedOccurrence, lunch], in: days) == [movedOccurrence, lunch])
    #expect(question.id(among: [movedOccurrence, lunch]) == movedOccurrence.id)
    // If the outcome lacks the moved occurrence, as for an impossible choice, the occurrence is still shown
    // where the user dropped it.
    #expect(
      interaction.occurrencesToShow(from: [daily, lunch], in: days) == [question.changedOccurrence, lunch])
    #expect(
      interaction.occurrencesToShow(from: [lunch], in: monday.adding(days: 1)..<monday.adding(days: 2)) == [
        lunch
      ])
  }

  @Test func deletedOccurrenceStaysInSightUntilTheAnswer() {
    var timeline = timeline()
    timeline.send(.delete(.init(daily)))
    let days = monday..<monday.adding(days: 1)
    #expect(timeline.state.interaction.occurrencesToShow(from: [lunch], in: days) == [daily, lunch])
  }
}
