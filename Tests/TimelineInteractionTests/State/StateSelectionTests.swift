import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Several events that are selected together: adding and removing them, and changes to all of them.
@Suite struct StateSelectionTests {
  let standup = occurrence("9:00", "10:00")
  let lunch = occurrence("12:00", "13:00", title: "Lunch")
  let tea = occurrence("15:00", "15:30", title: "Tea")

  func timeline(_ otherEvents: Occurrence...) -> StateDriver {
    StateDriver([standup, lunch, tea] + otherEvents)
  }

  /// A timeline in which the first two events are selected.
  func timelineWithTwoSelected(_ otherEvents: Occurrence...) -> StateDriver {
    var timeline = StateDriver([standup, lunch, tea] + otherEvents)
    timeline.controlClick("9:30")
    timeline.controlClick("12:30")
    return timeline
  }

  func selectedTitles(_ timeline: StateDriver) -> [String] {
    timeline.state.selection.occurrences.map(\.event.summary)
  }

  // MARK: Adding and removing

  @Test func ctrlClickAddsAndRemovesAnEvent() {
    var timeline = timelineWithTwoSelected()
    #expect(selectedTitles(timeline) == [standup, lunch].map(\.event.summary))
    #expect(timeline.selectionChanges == [.added, .added])
    #expect(!timeline.effects.contains { if case .showDetails = $0 { true } else { false } })
    timeline.controlClick("9:30")
    #expect(selectedTitles(timeline) == ["Lunch"] && timeline.selectionChanges.last == .removed)
    timeline.controlClick("12:30")
    #expect(selectedTitles(timeline).isEmpty && timeline.selectionChanges.last == .ended)
    #expect(timeline.violation == nil)
  }

  @Test func eventWithHandlesBecomesTheFirstOfTheSelection() {
    var timeline = timeline()
    timeline.send(.select(tea.id))
    timeline.controlClick("9:30")
    #expect(
      selectedTitles(timeline) == ["Tea", standup.event.summary] && timeline.state.selectedEvent == nil)
  }

  @Test func twoCtrlClicksDoNotOpenTheEditor() {
    var timeline = timeline()
    timeline.controlClick("9:30")
    timeline.controlClick("9:30")
    #expect(!timeline.effects.contains { if case .edit = $0 { true } else { false } })
  }

  @Test func plainClickEndsTheSelectionAndHasItsUsualEffect() {
    for time in ["15:10", "18:00"] {
      var timeline = timelineWithTwoSelected()
      timeline.click(time, at: 5)
      #expect(selectedTitles(timeline).isEmpty && timeline.selectionChanges.last == .ended)
    }
    var timeline = timelineWithTwoSelected()
    timeline.click("15:10", at: 5)
    #expect(timeline.effects.contains(.showDetails(tea.id, .click)))
  }

  @Test func tapsAddAndRemoveEventsWhileASelectionExists() {
    var timeline = timeline()
    timeline.tap("9:30")
    #expect(selectedTitles(timeline).isEmpty, "a tap began a selection")
    timeline.send(.action(.toggleSelection, .init(standup)))
    timeline.tap("12:30")
    timeline.tap("18:00")
    #expect(
      selectedTitles(timeline) == [standup, lunch].map(\.event.summary),
      "a tap on empty time ended the selection")
    timeline.tap("9:30")
    #expect(selectedTitles(timeline) == ["Lunch"])
  }

  @Test func clicksAddAndRemoveEventsAfterSelectMore() {
    var timeline = timeline()
    timeline.send(.action(.toggleSelection, .init(standup)))
    timeline.click("12:30", at: 5)
    #expect(selectedTitles(timeline) == [standup, lunch].map(\.event.summary))
    timeline.click("18:00", at: 9)
    #expect(selectedTitles(timeline).count == 2)
    timeline.click("9:30", at: 12)
    #expect(selectedTitles(timeline) == ["Lunch"])
    timeline.send(.selection(.cancel()))
    #expect(selectedTitles(timeline).isEmpty)
    timeline.click("12:30", at: 15)
    #expect(timeline.effects.contains(.showDetails(lunch.id, .click)), "a click still adds to the selection")
  }

  @Test func ctrlSpaceAddsAndRemovesTheFocusedEventAndEscapeEndsTheSelection() {
    var timeline = timeline()
    timeline.send(.focus(standup.id, scrolls: false))
    timeline.pressKey(.space, .control)
    timeline.pressKey(.down)
    timeline.pressKey(.space, .control)
    #expect(selectedTitles(timeline) == [standup, lunch].map(\.event.summary))
    #expect(timeline.liftedOccurrence == nil && timeline.state.focus == lunch.id)
    timeline.pressKey(.space, .control)
    #expect(selectedTitles(timeline) == [standup.event.summary])
    timeline.pressKey(.escape)
    #expect(
      timeline.isHandled && selectedTitles(timeline).isEmpty && timeline.selectionChanges.last == .ended)
  }

  @Test func selectedEventIsMarkedAndHasNoHandles() {
    let timeline = timelineWithTwoSelected()
    let marks = timeline.state.marks(of: standup.id, isBar: false)
    #expect(marks.isSelected && marks.isInSelection && !marks.hasHandles)
    #expect(timeline.state.markedEvents.isSuperset(of: [standup.id, lunch.id]))
    #expect(!timeline.state.marks(of: tea.id, isBar: false).isSelected)
  }

  @Test func longPressAddsAnEventWithoutMovingIt() {
    var timeline = timelineWithTwoSelected()
    timeline.press("15:10", by: .touch)
    timeline.send(.longPress)
    timeline.send(.release(time: 1))
    #expect(selectedTitles(timeline).last == "Tea" && timeline.groupEdits.isEmpty && timeline.edits.isEmpty)
  }

  @Test func eventsThatDisappearLeaveTheSelection() {
    var timeline = timelineWithTwoSelected()
    var movedLunch = lunch
    movedLunch = movedLunch.applying(.move(lunch.times.moved(toStart: wall("14:00"), in: .utc)), in: .utc)
    timeline.send(.selectionRefreshed([lunch.id: .init(movedLunch)]))
    #expect(timeline.state.selection.occurrences == [movedLunch])
    timeline.send(.selectionRefreshed([:]))
    #expect(timeline.state.selection.isEmpty && timeline.violation == nil)
  }

  // MARK: Moving

  @Test func draggingOneEventMovesAllByTheSameDistanceInOneStep() throws {
    var timeline = timelineWithTwoSelected()
    timeline.press("9:30")
    timeline.move(to: timeline.point("10:30"))
    #expect(timeline.state.companions.map(\.id) == [lunch.id])
    #expect(timeline.state.marks(of: lunch.id, isBar: false).isLifted)
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    let group = try #require(timeline.groupEdits.first?.edit)
    #expect(timeline.groupEdits.count == 1 && timeline.edits.isEmpty)
    let starts = group.items.map { $0.change.times?.resolved(in: .utc).start.wall }
    #expect(starts == [wall("10:00"), wall("13:00")])
    #expect(timeline.state.selection.count == 2, "the selection ended")
  }

  @Test(arguments: [false, true])
  func otherEventsKeepTheirDistanceWhileHoursScrollAndPagesTurn(isRightToLeft: Bool) throws {
    let wednesday = monday.adding(days: 2)
    let course = occurrence("10:00", "11:00", on: wednesday, title: "Course")
    var timeline = StateDriver([standup, course], days: 7, isRightToLeft: isRightToLeft)
    timeline.controlClick("9:30")
    timeline.controlClick("10:30", on: wednesday)
    timeline.press("9:30")
    timeline.move(to: timeline.point("11:10"))
    let viewport = timeline.scene.viewport
    let horizontalDistance = (isRightToLeft ? -2 : 2) * viewport.columns.columnWidth
    let verticalDistance = viewport.axis.height(ofSeconds: 3600)
    for scroll in [viewport.scroll, viewport.scroll + 37.5] {
      for week in [0, 7] {
        timeline.scene.viewport.scroll = scroll
        timeline.scene.viewport.columns = viewport.columns.with(firstDay: monday.adding(days: week))
        timeline.send(.layoutChanged)
        let draggedEvent = try #require(timeline.state.interaction.drag?.draggedEvent)
        let position = timeline.scene.viewport.position(of: course, besideHeld: draggedEvent)
        let top = try #require(position.top)
        #expect(abs(position.x - draggedEvent.columnX - horizontalDistance) < 1e-9)
        #expect(abs(top - draggedEvent.rawTop - verticalDistance) < 1e-9)
      }
    }
  }

  @Test func resizingAppliesToTheHeldEventAlone() {
    var timeline = timelineWithTwoSelected()
    timeline.press("9:57")
    timeline.move(to: timeline.point("11:00"))
    #expect(timeline.state.companions.isEmpty)
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    #expect(timeline.groupEdits.isEmpty && timeline.edits.count == 1)
  }

  @Test func eventOutsideTheSelectionMovesAlone() {
    var timeline = timelineWithTwoSelected()
    timeline.press("15:15")
    timeline.move(to: timeline.point("17:00"))
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    #expect(timeline.groupEdits.isEmpty && timeline.edits.count == 1 && timeline.state.selection.count == 2)
  }

  @Test func escapeReturnsAllEventsAndKeepsTheSelection() {
    var timeline = timelineWithTwoSelected()
    timeline.press("9:30")
    timeline.move(to: timeline.point("11:30"))
    timeline.send(.escape)
    #expect(
      timeline.groupEdits.isEmpty && timeline.liftedOccurrence == nil && timeline.state.selection.count == 2)
  }

  @Test func keysMoveAllEventsWhetherLiftedOrNot() throws {
    var timeline = timelineWithTwoSelected()
    timeline.pressKey(.space)
    timeline.pressKey(.down)
    timeline.pressKey(.enter)
    #expect(timeline.groupEdits.count == 1 && timeline.groupEdits[0].edit.items.count == 2)
    timeline.pressKey(.right, .control, time: 1)
    let shownOccurrences = timeline.state.occurrencesToShow(
      from: [standup, lunch, tea], in: monday..<monday.adding(days: 3), zone: .utc)
    #expect(
      shownOccurrences.map(\.start.wall.day) == [monday, monday.adding(days: 1), monday.adding(days: 1)])
    timeline.send(.time(1 + Feel.keyEditPause))
    #expect(timeline.groupEdits.count == 2 && timeline.edits.isEmpty)
    timeline.pressKey(.down, .shift, time: 5)
    timeline.send(.time(5 + Feel.keyEditPause))
    #expect(
      timeline.groupEdits.count == 2 && timeline.edits.count == 1, "a resize changed more than one event")
  }

  @Test func readOnlyEventsAreNotMovedButReported() throws {
    var timeline = timeline()
    timeline.send(.action(.toggleSelection, .init(standup)))
    timeline.send(.action(.toggleSelection, .init(lunch, refusal: .readOnly)))
    timeline.press("9:30")
    timeline.move(to: timeline.point("10:30"))
    #expect(timeline.state.companions.isEmpty)
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    let group = try #require(timeline.groupEdits.first?.edit)
    #expect(group.items.map(\.occurrence.id) == [standup.id] && group.refusedOccurrences == [lunch])
  }

  // MARK: Deleting, cutting and changing

  @Test func deleteAppliesToAllEventsWhereverTheFocusIs() throws {
    var timeline = timelineWithTwoSelected()
    timeline.send(.focus(tea.id, scrolls: false))
    timeline.pressKey(.delete)
    let group = try #require(timeline.groupEdits.first?.edit)
    #expect(group.items.map(\.change) == [.delete, .delete] && timeline.edits.isEmpty)
    timeline = timelineWithTwoSelected()
    timeline.send(.action(.delete, .init(standup)))
    #expect(timeline.groupEdits.count == 1)
    timeline = timelineWithTwoSelected()
    timeline.send(.action(.delete, .init(tea)))
    #expect(
      timeline.groupEdits.isEmpty && timeline.edits.count == 1,
      "the action on another event deleted the selection")
  }

  @Test func propertiesAreSetOnAllEvents() {
    var timeline = timelineWithTwoSelected()
    timeline.send(.selection(.set([.color(nil)])))
    #expect(
      timeline.groupEdits.first?.edit.items.map(\.change) == [.set([.color(nil)]), .set([.color(nil)])])
    timeline.send(.selection(.cut))
    #expect(timeline.groupCuts.first?.edit.items.count == 2)
  }

  // MARK: Series

  @Test func oneQuestionCoversAllSeries() throws {
    let daily = dailyOccurrence("16:00", "17:00")
    var timeline = timelineWithTwoSelected(daily)
    timeline.controlClick("16:30")
    timeline.press("9:30")
    timeline.move(to: timeline.point("10:30"))
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    let question = try #require(timeline.question)
    #expect(
      question.occurrence.id == daily.id && question.group?.items.count == 3 && timeline.groupEdits.isEmpty)
    let days = monday..<monday.adding(days: 1)
    let shownOccurrences = timeline.state.occurrencesToShow(
      from: [standup, lunch, daily], in: days, zone: .utc)
    #expect(
      shownOccurrences.map(\.start.wall) == [wall("10:00"), wall("13:00"), wall("17:00")],
      "not all events are shown at their new times")
    timeline.send(.scopeChosen(.all))
    #expect(timeline.groupEdits.count == 1 && timeline.groupEdits[0].scope == .all)
    #expect(
      timeline.groupEdits[0].edit.edits(with: .all).map(\.scope) == [.thisOccurrence, .thisOccurrence, .all])
  }

  @Test(arguments: [TimelineKey.Name.down, .right])
  func stepsDoNotTurnAChangeOfColorIntoAMove(_ key: TimelineKey.Name) throws {
    var timeline = timelineWithTwoSelected(dailyOccurrence("16:00", "17:00"))
    timeline.controlClick("16:30")
    let color = EventEdit.Change.set([.color(nil)])
    timeline.send(.selection(.set([.color(nil)])))
    timeline.pressKey(key, .control)
    let question = try #require(timeline.question)
    #expect(question.change == color && question.group?.items.map(\.change) == [color, color, color])
    timeline.send(.scopeChosen(.all))
    #expect(timeline.groupEdits.first?.edit.items.map(\.change) == [color, color, color])
  }

  @Test func puttingBackKeepsAllEvents() {
    var timeline = timelineWithTwoSelected(dailyOccurrence("16:00", "17:00"))
    timeline.controlClick("16:30")
    timeline.pressKey(.delete)
    #expect(timeline.question?.isDeletion == true)
    #expect(timeline.state.marks(of: lunch.id, isBar: false).isDeletionPending)
    timeline.send(.putBack)
    #expect(timeline.groupEdits.isEmpty && timeline.state.selection.count == 3)
  }
}
