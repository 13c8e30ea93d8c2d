import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Drops on the sidebar: what the host is asked to do.
@Suite struct StateCarryingTests {
  let lunch = occurrence("12:00", "13:00", title: "Lunch")
  let daily = dailyOccurrence("9:00", "10:00")

  /// Lifts the event at a time, and carries it to a point of the sidebar.
  func carried(from time: String, to point: Point) -> StateDriver {
    var timeline = StateDriver([lunch, daily])
    timeline.scene.viewport.sidebar = sidebar()
    timeline.press(time)
    timeline.move(to: Point(x: 200, y: 300))
    timeline.move(to: point)
    timeline.send(.painted)
    return timeline
  }

  @Test func calendarIsReportedAfterTheLiftHasEnded() throws {
    var timeline = carried(from: "12:30", to: sidebarRow(0))
    timeline.send(.release(time: 1))
    let end = try #require(timeline.effects.firstIndex(of: .endLift(.left(lunch.id))))
    let move = try #require(timeline.effects.firstIndex(of: .sidebar(.move([lunch], to: choir.id))))
    #expect(end < move && timeline.edits.isEmpty && timeline.violation == nil)
    #expect(timeline.state.interaction.isIdle)
  }

  @Test func dayIsOneEdit() {
    var timeline = carried(from: "12:30", to: sidebarDay(16))
    timeline.send(.release(time: 1))
    #expect(timeline.edits.count == 1)
    #expect(timeline.edits.first?.change.times?.start.wall == wall("12:00", on: sidebarDate(16)))
    #expect(timeline.violation == nil)
  }

  @Test func occurrenceOfASeriesAsksAndEscapeReturnsToTheWeekOfTheLift() throws {
    var timeline = carried(from: "9:30", to: sidebarDay(16))
    let first = timeline.scene.viewport.columns.first
    // The week of the day is shown before the drop.
    timeline.scene.viewport.columns = timeline.scene.viewport.columns.with(
      first: sidebarDate(16))
    timeline.send(.layoutChanged)
    timeline.send(.painted)
    timeline.send(.release(time: 1))
    let question = try #require(timeline.question)
    #expect(question.changed.start.wall == wall("9:00", on: sidebarDate(16)))
    #expect(question.isFarMove && timeline.edits.isEmpty)
    timeline.send(.escape)
    #expect(timeline.question == nil && timeline.edits.isEmpty)
    #expect(timeline.scene.viewport.columns.first == first && timeline.violation == nil)
  }

  @Test func refusalReturnsTheEventAndExplains() {
    var timeline = carried(from: "12:30", to: sidebarRow(1))
    timeline.send(.release(time: 1))
    #expect(timeline.sidebarEffects.last == .explain("“Holidays” is read-only"))
    #expect(timeline.effects.contains { if case .endLift(.returned) = $0 { true } else { false } })
    #expect(timeline.edits.isEmpty && timeline.violation == nil)
  }

  @Test func escapeOverTheSidebarReturnsTheEvent() {
    var timeline = carried(from: "12:30", to: sidebarRow(0))
    timeline.send(.escape)
    #expect(timeline.sidebarEffects.last == .point(at: nil) && timeline.isHandled)
    timeline.send(.release(time: 1))
    #expect(timeline.edits.isEmpty && timeline.violation == nil)
    #expect(!timeline.sidebarEffects.contains { if case .move = $0 { true } else { false } })
  }

  @Test func eventThatFollowsThePointerWithoutAButtonIsDroppedByAPress() {
    var timeline = StateDriver([lunch, daily])
    timeline.scene.viewport.sidebar = sidebar()
    timeline.send(.moveWithPointer(.init(lunch), bar: nil, at: timeline.point("12:30")))
    timeline.send(.hover(sidebarRow(0)))
    timeline.send(.painted)
    timeline.send(.press(.init(at: sidebarRow(0))))
    timeline.send(.release(time: 1))
    #expect(timeline.sidebarEffects.contains(.move([lunch], to: choir.id)) && timeline.violation == nil)
  }
}
