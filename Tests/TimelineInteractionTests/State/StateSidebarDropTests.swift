import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Drops on the sidebar: what the host is asked to do.
@Suite struct StateSidebarDropTests {
  let lunch = occurrence("12:00", "13:00", title: "Lunch")
  let daily = dailyOccurrence("9:00", "10:00")

  /// Lifts the event at the given time and carries it to a point in the sidebar.
  func timelineCarryingEvent(from time: String, to point: Point) -> StateDriver {
    var timeline = StateDriver([lunch, daily])
    timeline.scene.viewport.sidebar = sidebar()
    timeline.press(time)
    timeline.move(to: Point(x: 200, y: 300))
    timeline.move(to: point)
    timeline.send(.painted)
    return timeline
  }

  @Test func hostIsAskedToMoveTheEventAfterTheLiftHasEnded() throws {
    var timeline = timelineCarryingEvent(from: "12:30", to: sidebarRowPoint(0))
    timeline.send(.release(time: 1))
    let endIndex = try #require(timeline.effects.firstIndex(of: .endLift(.droppedOnSidebar(lunch.id))))
    let moveIndex = try #require(timeline.effects.firstIndex(of: .sidebar(.move([lunch], to: choir.id))))
    #expect(endIndex < moveIndex && timeline.edits.isEmpty && timeline.violation == nil)
    #expect(timeline.state.interaction.isIdle)
  }

  @Test func dropOnADayIsOneEdit() {
    var timeline = timelineCarryingEvent(from: "12:30", to: sidebarDayPoint(16))
    timeline.send(.release(time: 1))
    #expect(timeline.edits.count == 1)
    #expect(timeline.edits.first?.change.times?.start.wall == wall("12:00", on: sidebarDay(16)))
    #expect(timeline.violation == nil)
  }

  @Test func dropOfAnOccurrenceAsksAndEscapeReturnsToTheWeekOfTheLift() throws {
    var timeline = timelineCarryingEvent(from: "9:30", to: sidebarDayPoint(16))
    let firstDay = timeline.scene.viewport.columns.firstDay
    // The week of the day is shown before the drop.
    timeline.scene.viewport.columns = timeline.scene.viewport.columns.with(
      firstDay: sidebarDay(16))
    timeline.send(.layoutChanged)
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    let question = try #require(timeline.question)
    #expect(question.changedOccurrence.start.wall == wall("9:00", on: sidebarDay(16)))
    #expect(question.mayLeaveShownDays && timeline.edits.isEmpty)
    timeline.send(.escape)
    #expect(timeline.question == nil && timeline.edits.isEmpty)
    #expect(timeline.scene.viewport.columns.firstDay == firstDay && timeline.violation == nil)
  }

  @Test func refusalReturnsTheEventAndExplains() {
    var timeline = timelineCarryingEvent(from: "12:30", to: sidebarRowPoint(1))
    timeline.send(.release(time: 1))
    #expect(timeline.sidebarEffects.last == .explain("“Holidays” is read-only"))
    #expect(timeline.effects.contains { if case .endLift(.returned) = $0 { true } else { false } })
    #expect(timeline.edits.isEmpty && timeline.violation == nil)
  }

  @Test func escapeOverTheSidebarReturnsTheEvent() {
    var timeline = timelineCarryingEvent(from: "12:30", to: sidebarRowPoint(0))
    timeline.send(.escape)
    #expect(timeline.sidebarEffects.last == .highlight(nil) && timeline.isHandled)
    timeline.send(.release(time: 1))
    #expect(timeline.edits.isEmpty && timeline.violation == nil)
    #expect(!timeline.sidebarEffects.contains { if case .move = $0 { true } else { false } })
  }

  // MARK: Several selected events

  let tea = occurrence("15:00", "15:30", title: "Tea")
  let supper = occurrence("19:00", "20:00", on: monday.adding(days: 1), title: "Supper")

  /// Selects lunch and the given events, and lifts lunch.
  func timelineLiftingTogether(
    _ otherTargets: TimelineInput.EventTarget..., days: Int = 1, isRightToLeft: Bool = false
  ) -> StateDriver {
    var timeline = StateDriver(
      [lunch, daily, tea, supper], days: days, isRightToLeft: isRightToLeft)
    timeline.scene.viewport.sidebar = sidebar(isOnRight: isRightToLeft, viewportWidth: days == 1 ? 420 : 900)
    for target in otherTargets + [.init(lunch)] { timeline.send(.action(.toggleSelection, target)) }
    timeline.press("12:30")
    timeline.move(to: timeline.point("13:00"))
    return timeline
  }

  func drop(_ timeline: inout StateDriver, at point: Point) {
    timeline.move(to: point)
    timeline.send(.painted)
    timeline.send(.release(time: 1))
  }

  @Test func allSelectedEventsMoveToACalendarWithTheHeldOneFirst() {
    var timeline = timelineLiftingTogether(.init(tea), .init(supper, refusal: .readOnly))
    drop(&timeline, at: sidebarRowPoint(0))
    let moves = timeline.sidebarEffects.filter { if case .move = $0 { true } else { false } }
    // Read-only events are passed on too, so that a message can name them.
    #expect(moves == [.move([lunch, tea, supper], to: choir.id)])
    #expect(timeline.groupEdits.isEmpty && timeline.edits.isEmpty && timeline.violation == nil)
  }

  @Test func allSelectedEventsMoveByAsManyDaysAsTheHeldOne() throws {
    var timeline = timelineLiftingTogether(.init(supper), .init(tea, refusal: .readOnly))
    drop(&timeline, at: sidebarDayPoint(16))
    let group = try #require(timeline.groupEdits.first?.edit)
    let starts = group.items.map { $0.change.times?.resolved(in: .utc).start.wall }
    #expect(starts == [wall("12:00", on: sidebarDay(16)), wall("19:00", on: sidebarDay(17))])
    #expect(group.refusedOccurrences == [tea] && timeline.groupEdits.count == 1 && timeline.edits.isEmpty)
    let endIndex = try #require(timeline.effects.firstIndex(of: .endLift(.droppedOnSidebar(lunch.id))))
    let moveIndex = try #require(timeline.effects.firstIndex(of: .moveSelectedToDay(group, lunch)))
    #expect(endIndex < moveIndex && timeline.state.interaction.isIdle && timeline.violation == nil)
    #expect(timeline.state.selection.count == 3, "the selection ended")
  }

  @Test func oneQuestionCoversAllSeriesAndEscapeReturnsToTheWeekOfTheLift() throws {
    var timeline = timelineLiftingTogether(.init(daily), .init(tea))
    let firstDay = timeline.scene.viewport.columns.firstDay
    timeline.scene.viewport.columns = timeline.scene.viewport.columns.with(firstDay: sidebarDay(16))
    timeline.send(.layoutChanged)
    drop(&timeline, at: sidebarDayPoint(16))
    let question = try #require(timeline.question)
    #expect(
      question.mayLeaveShownDays && question.occurrence.id == daily.id && question.group?.items.count == 3)
    timeline.send(.escape)
    #expect(timeline.groupEdits.isEmpty && timeline.scene.viewport.columns.firstDay == firstDay)
    timeline.scene.viewport.columns = timeline.scene.viewport.columns.with(firstDay: monday)
    timeline.send(.layoutChanged)
    timeline.press("12:30")
    timeline.move(to: timeline.point("13:00"))
    drop(&timeline, at: sidebarDayPoint(16))
    timeline.send(.scopeChosen(.all))
    #expect(timeline.groupEdits.map(\.scope) == [.all] && timeline.groupEdits[0].edit.items.count == 3)
    #expect(timeline.violation == nil)
  }

  @Test(arguments: [sidebarRowPoint(1), sidebarRowPoint(2), Point(x: -5, y: 500), nextMonthButtonPoint])
  func dropTargetThatAcceptsNoEventPutsAllBackAndKeepsTheSelection(point: Point) {
    var timeline = timelineLiftingTogether(.init(tea))
    drop(&timeline, at: point)
    #expect(timeline.groupEdits.isEmpty && timeline.edits.isEmpty && timeline.state.selection.count == 2)
    #expect(timeline.effects.contains { if case .endLift(.returned) = $0 { true } else { false } })
    #expect(!timeline.sidebarEffects.contains { if case .move = $0 { true } else { false } })
  }

  @Test(arguments: [false, true])
  func otherEventsStayAtTheirDistanceFromThePointerAcrossTheBorder(isRightToLeft: Bool) throws {
    var timeline = timelineLiftingTogether(.init(tea), .init(supper), days: 7, isRightToLeft: isRightToLeft)
    let viewport = timeline.scene.viewport
    var distances: [Occurrence.ID: Point] = [:]
    var dropTargetCount = 0
    for step in 0...120 {
      let x = 400 - 6 * Double(step)
      timeline.move(to: Point(x: isRightToLeft ? 900 - x : x, y: 500 - 4 * Double(step)))
      // Meanwhile, the host shows the week of a day over which the events are held.
      if step == 90 {
        timeline.scene.viewport.columns = viewport.columns.with(firstDay: monday.adding(days: 14))
        timeline.send(.layoutChanged)
      }
      let draggedEvent = try #require(timeline.state.interaction.drag?.draggedEvent)
      if draggedEvent.dropTarget != nil { dropTargetCount += 1 }
      for companion in [tea, supper] {
        let position = timeline.scene.viewport.position(of: companion, besideHeld: draggedEvent)
        let top = try #require(position.top)
        let distance = Point(x: position.x - draggedEvent.pointer.x, y: top - draggedEvent.pointer.y)
        let firstDistance = distances[companion.id] ?? distance
        distances[companion.id] = firstDistance
        #expect(abs(distance.x - firstDistance.x) < 1e-9 && abs(distance.y - firstDistance.y) < 1e-9)
      }
    }
    #expect(dropTargetCount > 40, "the events were over the sidebar in only \(dropTargetCount) steps")
  }

  @Test func otherEventsMoveByTheLastShownDistanceOfTheHeldEvent() throws {
    var timeline = StateDriver([lunch, tea])
    for event in [lunch, tea] { timeline.send(.action(.toggleSelection, .init(event))) }
    timeline.press("12:30")
    timeline.move(to: timeline.point("13:30"))
    timeline.send(.painted)
    // No frame shows this movement before the release.
    timeline.move(to: timeline.point("14:30"))
    timeline.send(.release(time: 1))
    let group = try #require(timeline.groupEdits.first?.edit)
    #expect(
      group.items.map { $0.change.times?.resolved(in: .utc).start.wall } == [wall("13:00"), wall("16:00")])
  }

  // MARK: With no button held

  @Test func pressDropsAnEventAtThePointerEvenIfThePressEndsBeforeTheNextFrame() {
    let cases: [(Point, [SidebarEffect])] = [
      (sidebarRowPoint(0), [.move([lunch], to: choir.id)]), (sidebarRowPoint(1), []),
    ]
    for (point, expectedMoves) in cases {
      var timeline = StateDriver([lunch, daily])
      timeline.scene.viewport.sidebar = sidebar()
      timeline.send(.moveWithPointer(.init(lunch), bar: nil, at: timeline.point("12:30")))
      timeline.send(.painted)
      timeline.send(.press(.init(at: point, by: .touch)))
      timeline.send(.release(time: 1))
      let moves = timeline.sidebarEffects.filter { if case .move = $0 { true } else { false } }
      #expect(moves == expectedMoves && timeline.edits.isEmpty)
      #expect(timeline.state.interaction.isIdle && timeline.violation == nil)
    }
  }

  @Test func enterDropsAnEventOnTheDayUnderThePointer() {
    var timeline = StateDriver([lunch, daily])
    timeline.scene.viewport.sidebar = sidebar()
    timeline.send(.moveWithPointer(.init(lunch), bar: nil, at: timeline.point("12:30")))
    timeline.send(.hover(sidebarDayPoint(16)))
    timeline.send(.painted)
    timeline.pressKey(.enter)
    #expect(timeline.edits.first?.change.times?.start.wall == wall("12:00", on: sidebarDay(16)))
    #expect(timeline.violation == nil)
  }

  @Test func eventThatFollowsThePointerWithoutAButtonIsDroppedByAPress() {
    var timeline = StateDriver([lunch, daily])
    timeline.scene.viewport.sidebar = sidebar()
    timeline.send(.moveWithPointer(.init(lunch), bar: nil, at: timeline.point("12:30")))
    timeline.send(.hover(sidebarRowPoint(0)))
    timeline.send(.painted)
    timeline.send(.press(.init(at: sidebarRowPoint(0))))
    timeline.send(.release(time: 1))
    #expect(timeline.sidebarEffects.contains(.move([lunch], to: choir.id)) && timeline.violation == nil)
  }
}
