import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// The marks of events: selected, focused, lifted.
@Suite struct StateMarksTests {
  private let standup = occurrence("9:00", "10:00")
  private let lunch = occurrence("12:00", "13:00", title: "Lunch")

  @Test func selectedBlockHasHandlesAndASelectedBarHasNone() {
    var timeline = StateDriver([standup, lunch])
    timeline.send(.select(standup.id))
    var marks = EventMarks()
    (marks.isSelected, marks.hasHandles) = (true, true)
    #expect(timeline.state.marks(of: standup.id, isBar: false) == marks)
    marks.hasHandles = false
    #expect(timeline.state.marks(of: standup.id, isBar: true) == marks)
    #expect(timeline.state.marks(of: lunch.id, isBar: false) == EventMarks())
  }

  @Test func eventThatCannotBeChangedHasNoHandles() {
    var timeline = StateDriver([standup])
    timeline.send(.windowKey)
    timeline.send(.focused(standup.id, isIncidental: false))
    let marks = timeline.state.marks(of: standup.id, isBar: false, isLocked: true)
    #expect(marks.isFocused && !marks.hasHandles)
    timeline.send(.select(standup.id))
    #expect(!timeline.state.marks(of: standup.id, isBar: false, isLocked: true).hasHandles)
    // Just outside the block, only a handle would be hit.
    let frame = timeline.scene.viewport.blocks[0][0]
    let outsidePoint = Point(
      x: timeline.scene.viewport.columns.left + frame.right - 8,
      y: frame.top - timeline.scene.viewport.scroll - 8)
    #expect(timeline.state.target(at: outsidePoint, by: .touch, in: timeline.scene)?.part == .start)
    var lockedScene = timeline.scene
    lockedScene.lockedEvents = [standup.id]
    #expect(timeline.state.target(at: outsidePoint, by: .touch, in: lockedScene) == nil)
  }

  @Test func focusIsVisibleOnlyAfterAKeyPress() {
    var timeline = StateDriver([standup])
    timeline.send(.focused(standup.id, isIncidental: true))
    #expect(!timeline.state.marks(of: standup.id, isBar: false).isFocused)
    timeline.send(.windowKey)
    let marks = timeline.state.marks(of: standup.id, isBar: false)
    #expect(marks.isFocused && marks.hasHandles && !marks.isSelected)
    timeline.send(.willStart(.press))
    #expect(!timeline.state.marks(of: standup.id, isBar: false).isFocused)
  }

  @Test func liftedEventHasNoOtherMarks() {
    var timeline = StateDriver([standup, lunch])
    timeline.send(.windowKey)
    timeline.press("9:30")
    timeline.move(to: timeline.point("11:00"))
    #expect(timeline.liftedOccurrence?.id == standup.id)
    let marks = timeline.state.marks(of: standup.id, isBar: false)
    #expect(marks.isLifted && !marks.isFocused && !marks.hasHandles)
    #expect(timeline.state.markedEvents.contains(standup.id))
    #expect(!timeline.state.markedEvents.contains(lunch.id))
    timeline.send(.escape)
    #expect(!timeline.state.marks(of: standup.id, isBar: false).isLifted)
  }

  @Test func eventUnderATitleFieldIsNotMarked() {
    var timeline = StateDriver([standup])
    timeline.send(.newEvent(lunch))
    #expect(timeline.state.selectedEvent == lunch.id)
    let marks = timeline.state.marks(of: lunch.id, isBar: false)
    #expect(!marks.isSelected && !marks.hasHandles && !marks.isFocused)
  }

  @Test func unsavedEventIsShownAmongTheSavedOnes() {
    var timeline = StateDriver([lunch])
    let source = [lunch]
    #expect(
      timeline.state.interaction.occurrencesToShow(from: source, in: monday..<monday.adding(days: 1))
        == source)
    timeline.send(.newEvent(standup))
    let days = monday..<monday.adding(days: 1)
    #expect(timeline.state.interaction.occurrencesToShow(from: source, in: days) == [standup, lunch])
    let otherDays = monday.adding(days: 1)..<monday.adding(days: 2)
    #expect(timeline.state.interaction.occurrencesToShow(from: [], in: otherDays) == [])
  }
}
