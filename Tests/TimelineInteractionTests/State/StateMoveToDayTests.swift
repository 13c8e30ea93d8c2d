import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// “Move to Date…”, “Move to Calendar…” and “Export…”: the request, and the move to the chosen day.
@Suite struct StateMoveToDayTests {
  let daily = dailyOccurrence("9:00", "10:00")
  let override = dailyOccurrence("12:00", "13:00", title: "Override", isOverride: true)
  let lunch = occurrence("15:00", "16:00", title: "Lunch")
  let laterDay = monday.adding(days: 90)

  func timeline() -> StateDriver { StateDriver([daily, override, lunch]) }

  @Test func requestFocusesTheEventAndAsksTheHost() {
    var timeline = timeline()
    timeline.send(.action(.moveToDate, .init(lunch)))
    #expect(timeline.effects.contains(.askForDate(lunch)) && timeline.state.focus == lunch.id)
    timeline.send(.action(.moveToCalendar, .init(lunch)))
    #expect(timeline.effects.contains(.askForCalendar(lunch)) && timeline.edits.isEmpty)
  }

  @Test func exportWorksForReadOnlyEventsAndSavesPendingSteps() {
    var timeline = timeline()
    for event in [lunch, daily] {
      timeline.send(.action(.export, .init(event, refusal: .readOnly)))
      #expect(timeline.effects.contains(.export([event])) && timeline.state.focus == event.id)
    }
    timeline.send(.action(.moveLater, .init(lunch, time: 2)))
    timeline.send(.action(.export, .init(lunch)))
    #expect(timeline.edits.count == 1, "a pending step is not saved before the export")
  }

  @Test func exportOfASelectedEventWritesAllSelectedOnes() {
    var timeline = timeline()
    for event in [lunch, override] { timeline.send(.action(.toggleSelection, .init(event))) }
    timeline.send(.action(.export, .init(lunch)))
    let exportedEvents = timeline.effects.lazy.compactMap {
      if case .export(let events) = $0 { events } else { nil }
    }
    #expect(Set(exportedEvents.first?.map(\.id) ?? []) == [lunch.id, override.id])
    timeline.send(.action(.export, .init(daily)))
    #expect(timeline.effects.contains(.export([daily])))
  }

  @Test func pendingStepsAreSavedFirst() {
    var timeline = timeline()
    timeline.send(.action(.moveLater, .init(lunch, time: 2)))
    #expect(timeline.edits.isEmpty)
    timeline.send(.action(.moveToDate, .init(lunch)))
    #expect(timeline.edits.count == 1)
  }

  @Test func readOnlyEventIsRefused() {
    var timeline = timeline()
    for action in [EventAction.moveToDate, .moveToCalendar] {
      timeline.send(.action(action, .init(lunch, refusal: .readOnly)))
      #expect(timeline.effects.contains(.refuse(.readOnly)))
    }
    timeline.send(.moveToDay(.init(lunch, refusal: .readOnly), laterDay))
    #expect(timeline.effects.last == .refuse(.readOnly) && timeline.edits.isEmpty)
  }

  @Test func singleEventAndChangedOccurrenceMoveWithoutAQuestion() {
    for (event, start) in [(lunch, "15:00"), (override, "12:00")] {
      var timeline = timeline()
      timeline.send(.moveToDay(.init(event), laterDay))
      #expect(timeline.question == nil && timeline.edits.count == 1)
      #expect(timeline.edits.first?.change.times?.start.wall == wall(start, on: laterDay))
    }
  }

  @Test func moveOfAnOccurrenceAsksAndEscapeReturnsToThePreviousPage() throws {
    var timeline = timeline()
    timeline.send(.moveToDay(.init(daily), laterDay))
    let question = try #require(timeline.question)
    #expect(question.changedOccurrence.start.wall == wall("9:00", on: laterDay) && question.mayLeaveShownDays)
    #expect(timeline.edits.isEmpty)
    let firstDay = timeline.scene.viewport.columns.firstDay
    timeline.send(.escape)
    #expect(timeline.question == nil && timeline.edits.isEmpty)
    #expect(timeline.scene.viewport.columns.firstDay == firstDay)
    timeline.send(.moveToDay(.init(daily), laterDay))
    timeline.send(.scopeChosen(.thisOccurrence))
    #expect(timeline.edits.map(\.scope) == [.thisOccurrence])
  }

  // MARK: Several selected events

  /// A timeline in which events are selected together.
  func timelineSelecting(_ members: TimelineInput.EventTarget...) -> StateDriver {
    var timeline = StateDriver([daily, override, lunch])
    for member in members { timeline.send(.action(.toggleSelection, member)) }
    return timeline
  }

  @Test func allSelectedEventsMoveByTheSameNumberOfDays() throws {
    let tomorrow = monday.adding(days: 1)
    let supper = occurrence("19:00", "20:00", on: tomorrow, title: "Supper")
    var timeline = timelineSelecting(.init(supper), .init(lunch))
    timeline.send(.action(.moveToDate, .init(lunch)))
    #expect(timeline.effects.contains(.askForDate(lunch)))
    timeline.send(.moveToDay(.init(lunch), laterDay))
    let group = try #require(timeline.groupEdits.first?.edit)
    #expect(
      group.items.map { $0.change.times?.resolved(in: .utc).start.wall } == [
        wall("19:00", on: laterDay.adding(days: 1)), wall("15:00", on: laterDay),
      ])
    #expect(timeline.effects.contains(.moveSelectedToDay(group, lunch)) && timeline.edits.isEmpty)
    timeline.send(.moveToDay(.init(lunch), monday))
    #expect(
      timeline.groupEdits.count == 1 && timeline.state.focus == lunch.id,
      "moving to the same day changed an event or lost the focus")
  }

  @Test func eventOutsideTheSelectionMovesAlone() {
    var timeline = timelineSelecting(.init(override), .init(daily))
    timeline.send(.moveToDay(.init(lunch), laterDay))
    #expect(timeline.groupEdits.isEmpty && timeline.edits.count == 1)
  }

  @Test func oneQuestionCoversAllSelectedSeries() throws {
    var timeline = timelineSelecting(.init(lunch), .init(daily))
    timeline.send(.moveToDay(.init(lunch), laterDay))
    let question = try #require(timeline.question)
    #expect(
      question.occurrence.id == daily.id && question.mayLeaveShownDays && question.group?.items.count == 2)
    timeline.send(.scopeChosen(.thisAndFollowing))
    #expect(timeline.groupEdits.map(\.scope) == [.thisAndFollowing] && timeline.violation == nil)
  }

  @Test func readOnlyEventIsNotMovedAndTheOthersMoveByTheChosenNumberOfDays() throws {
    var timeline = timelineSelecting(.init(override, refusal: .readOnly), .init(lunch))
    timeline.send(.action(.moveToDate, .init(override, refusal: .readOnly)))
    #expect(timeline.effects.contains(.askForDate(override)))
    timeline.send(.moveToDay(.init(override, refusal: .readOnly), laterDay))
    let group = try #require(timeline.groupEdits.first?.edit)
    #expect(group.items.map(\.occurrence) == [lunch] && group.refusedOccurrences == [override])
    timeline = timelineSelecting(.init(override, refusal: .readOnly), .init(lunch, refusal: .readOnly))
    timeline.send(.action(.moveToDate, .init(override, refusal: .readOnly)))
    #expect(timeline.effects.contains(.refuse(.readOnly)))
  }

  @Test func sameDayAndUnsupportedDaysChangeNothing() {
    var timeline = timeline()
    timeline.send(.moveToDay(.init(lunch), monday))
    #expect(timeline.edits.isEmpty && timeline.state.focus == lunch.id)
    let night = occurrence("22:00", "23:00", title: "Night")
    var event = night.event
    event.times = EventTimes(start: event.times.start, end: .duration(EventDuration(days: 3)))
    timeline.send(.moveToDay(.init(Occurrence(event: event, zone: .utc)), Day.latest))
    #expect(timeline.edits.isEmpty)
  }

  @Test func anotherInteractionIsNotInterrupted() {
    var timeline = timeline()
    timeline.press("15:30")
    timeline.move(to: timeline.point("17:00"))
    for input in [TimelineInput.action(.moveToDate, .init(lunch)), .moveToDay(.init(lunch), laterDay)] {
      timeline.send(input)
      #expect(timeline.effects.isEmpty && timeline.edits.isEmpty)
    }
  }
}
