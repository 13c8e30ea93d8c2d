import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct KeyboardEditTests {
  let viewport = GestureDriver().viewport

  /// Lifts an event, performs the steps and returns the label that is shown.
  func labelAfterLift(_ event: Occurrence, _ steps: KeyStep...) -> String {
    var keyboardEdit = KeyboardEdit()
    _ = keyboardEdit.lift(event, refusal: nil, in: viewport)
    for step in steps { _ = keyboardEdit.step(step, of: event, refusal: nil, time: 0, in: viewport) }
    return keyboardEdit.move?.snappedOccurrence.label ?? "nothing"
  }

  @Test func stepsMoveByGridLinesHoursAndDays() {
    let event = occurrence("9:00", "10:00")
    #expect(labelAfterLift(event, .lines(1)) == "9:15–10:15")
    #expect(labelAfterLift(event, .lines(-1), .lines(-1)) == "8:30–9:30")
    #expect(labelAfterLift(event, .hours(1), .lines(1)) == "10:15–11:15")
    #expect(labelAfterLift(event, .days(1)) == "2026-01-06 9:00–10:00")
    #expect(labelAfterLift(event, .end(1)) == "9:00–10:15")
    #expect(labelAfterLift(event, .start(-2)) == "8:30–10:00")
    #expect(labelAfterLift(event, .lines(2), .end(-1), .start(1)) == "9:45–10:15")
  }

  @Test func eventOffTheGridSnapsToItAndReturnsExactly() {
    let event = occurrence("9:07", "9:57")
    #expect(labelAfterLift(event, .lines(1)) == "9:15–10:05")
    #expect(labelAfterLift(event, .lines(-1)) == "9:00–9:50")
    #expect(labelAfterLift(event, .lines(1), .lines(-1)) == "9:07–9:57")
    #expect(labelAfterLift(event, .end(1)) == "9:07–10:00")
    #expect(labelAfterLift(event, .end(-1), .end(1)) == "9:07–9:57")
  }

  @Test func stepsBelowTheMinimumDurationAreIgnored() {
    let event = occurrence("9:00", "9:30")
    #expect(labelAfterLift(event, .end(-1), .end(-1), .end(-1)) == "9:00–9:15")
    #expect(labelAfterLift(event, .end(-1), .end(-1), .end(-1), .end(1)) == "9:00–9:30")
    #expect(labelAfterLift(event, .start(1), .start(1)) == "9:15–9:30")
  }

  @Test func liftingMovingAndDroppingIsOneEdit() {
    var keyboardEdit = KeyboardEdit()
    let event = occurrence("9:00", "10:00")
    #expect(keyboardEdit.lift(event, refusal: nil, in: viewport).first == .lift)
    for _ in 0..<3 { _ = keyboardEdit.step(.lines(1), of: event, refusal: nil, time: 0, in: viewport) }
    #expect(keyboardEdit.deadline == nil, "the lifted event would be saved")
    #expect(keyboardEdit.tick(time: 100).isEmpty)
    let effects = keyboardEdit.drop()
    #expect(effects.count == 1)
    guard case .commit(.move(let times), event) = effects.first else {
      Issue.record("no move was committed")
      return
    }
    #expect(times.start.wall == wall("9:45") && times.resolved(in: .utc).end.wall == wall("10:45"))
    #expect(keyboardEdit.phase == .idle)
  }

  @Test func escapeRestoresTheEventAndWritesNothing() {
    var keyboardEdit = KeyboardEdit()
    let event = occurrence("9:00", "10:00")
    _ = keyboardEdit.lift(event, refusal: nil, in: viewport)
    _ = keyboardEdit.step(.days(1), of: event, refusal: nil, time: 0, in: viewport)
    #expect(
      keyboardEdit.cancel(.escape) == [
        .canceled(.escape), .restore(Place(viewport.columns.firstDay, offset: viewport.scroll)),
      ])
    #expect(keyboardEdit.drop().isEmpty)
  }

  @Test func dropWithoutAChangeWritesNothing() {
    var keyboardEdit = KeyboardEdit()
    let event = occurrence("9:10", "10:00")
    _ = keyboardEdit.lift(event, refusal: nil, in: viewport)
    _ = keyboardEdit.step(.lines(1), of: event, refusal: nil, time: 0, in: viewport)
    _ = keyboardEdit.step(.lines(-1), of: event, refusal: nil, time: 0, in: viewport)
    #expect(keyboardEdit.drop() == [.dropUnchanged])
  }

  @Test func stepsWithoutALiftBecomeOneEditAfterAPause() {
    var keyboardEdit = KeyboardEdit()
    let event = occurrence("9:00", "10:00")
    for time in [0.0, 0.4, 0.8] {
      #expect(keyboardEdit.tick(time: time).isEmpty)
      let effects = keyboardEdit.step(.lines(1), of: event, refusal: nil, time: time, in: viewport)
      guard case .showKeyboardMove = effects.first else {
        Issue.record("the step is not shown immediately")
        return
      }
    }
    #expect(keyboardEdit.deadline == 1.4)
    #expect(keyboardEdit.tick(time: 1.39).isEmpty)
    guard case .commit(let change, _) = keyboardEdit.tick(time: 1.4).first else {
      Issue.record("nothing was committed")
      return
    }
    #expect(change.times?.start.wall == wall("9:45"))
    #expect(keyboardEdit.tick(time: 9).isEmpty)
  }

  @Test func movingAnotherEventSavesTheFirst() {
    var keyboardEdit = KeyboardEdit()
    let (first, second) = (occurrence("9:00", "10:00"), occurrence("12:00", "13:00", title: "other"))
    _ = keyboardEdit.step(.lines(1), of: first, refusal: nil, time: 0, in: viewport)
    let effects = keyboardEdit.step(.lines(1), of: second, refusal: nil, time: 0.1, in: viewport)
    guard case .commit(_, first) = effects.first, effects.count == 2 else {
      Issue.record("the first event's steps are lost")
      return
    }
    #expect(keyboardEdit.move?.snappedOccurrence.label == "12:15–13:15")
    #expect(keyboardEdit.flush().count == 1)
    #expect(keyboardEdit.flush().isEmpty)
  }

  @Test func liftContinuesFromEarlierSteps() {
    var keyboardEdit = KeyboardEdit()
    let event = occurrence("9:00", "10:00")
    _ = keyboardEdit.step(.lines(1), of: event, refusal: nil, time: 0, in: viewport)
    _ = keyboardEdit.lift(event, refusal: nil, in: viewport)
    _ = keyboardEdit.step(.lines(1), of: event, refusal: nil, time: 0, in: viewport)
    #expect(keyboardEdit.move?.snappedOccurrence.label == "9:30–10:30")
  }

  @Test func refusalOfAKeyboardEditIsReported() {
    var keyboardEdit = KeyboardEdit()
    let event = occurrence("9:00", "10:00")
    #expect(
      keyboardEdit.lift(event, refusal: .unreadableRepetition, in: viewport) == [
        .refused(.unreadableRepetition)
      ])
    #expect(
      keyboardEdit.step(.lines(1), of: event, refusal: .readOnly, time: 0, in: viewport) == [
        .refused(.readOnly)
      ])
    #expect(keyboardEdit.phase == .idle)
  }

  @Test func stepsStopAtTheLastSupportedDay() {
    var keyboardEdit = KeyboardEdit()
    let event = occurrence("22:00", "24:00", on: .latest)
    _ = keyboardEdit.lift(event, refusal: nil, in: viewport)
    for step in [KeyStep.lines(1), .hours(1), .days(1), .end(1)] {
      #expect(keyboardEdit.step(step, of: event, refusal: nil, time: 0, in: viewport).isEmpty)
    }
    #expect(keyboardEdit.move?.change == nil)
  }
}
