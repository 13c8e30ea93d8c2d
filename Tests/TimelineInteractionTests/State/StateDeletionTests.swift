import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Where the focus is after a deletion, and when the deleted event is there again.
@Suite struct StateDeletionTests {
  let standup = occurrence("9:00", "10:00", title: "Standup")
  let review = occurrence("11:00", "12:00", title: "Review")
  let lunch = occurrence("13:00", "14:00", title: "Lunch")

  /// A timeline after the deletion of Review.
  func timelineAfterDeletion() -> StateDriver {
    var timeline = StateDriver([standup, review, lunch])
    timeline.send(.focus(review.id, scrolls: true))
    timeline.send(.delete(.init(review)))
    return timeline
  }

  @Test func focusReturnsToAnEventWhoseDeletionIsCanceled() {
    var timeline = timelineAfterDeletion()
    #expect(timeline.state.focus == lunch.id && timeline.state.deletion?.id == review.id)
    timeline.send(.deletedEventReturned)
    #expect(timeline.state.focus == review.id && timeline.state.deletion == nil)
  }

  @Test func focusReturnsFromTheDayIfTheOnlyEventWasDeleted() {
    var timeline = StateDriver([review])
    timeline.send(.focus(review.id, scrolls: true))
    timeline.send(.delete(.init(review)))
    #expect(timeline.state.focus == nil)
    timeline.send(.deletedEventReturned)
    #expect(timeline.state.focus == review.id)
  }

  @Test func neighborDoesNotStartBeforeTheDeletedEventIfThereIsSuchAnEvent() {
    func neighbor(_ events: Occurrence...) -> Occurrence.ID? {
      TimelineState.neighbor(ofEventAt: review.start.instant, among: events)?.id
    }
    let call = occurrence("11:00", "11:15", title: "Call")
    #expect(neighbor(standup, call, lunch) == call.id)
    #expect(neighbor(standup, lunch) == lunch.id)
    #expect(neighbor(standup) == standup.id)
    #expect(neighbor() == nil)
  }

  @Test func focusThatTheUserHasMovedStays() {
    let inputs: [TimelineInput] = [
      .key(.init(TimelineKey(.up))), .press(.init(at: Point(x: 200, y: 200))), .action(.copy, .init(lunch)),
      .focused(standup.id, isIncidental: false),
    ]
    for input in inputs {
      var timeline = timelineAfterDeletion()
      timeline.send(input)
      let focus = timeline.state.focus
      timeline.send(.deletedEventReturned)
      #expect(timeline.state.focus == focus, "\(input)")
    }
  }
}
