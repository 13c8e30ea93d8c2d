import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// What is raised while effects are carried out waits its turn.
@Suite struct StateLoopTests {
  private let first = occurrence("9:00", "10:00")
  private let second = occurrence("12:00", "13:00", title: "Lunch")
  private var scene: TimelineScene { StateDriver([first, second]).scene }

  @Test func whatIsRaisedMeanwhileIsHandedInAfterAllEffects() {
    let loop = StateLoop()
    var carriedOut: [String] = []
    // Each focus that is given is told of at once, as GTK does.
    func send(_ input: TimelineInput, _ name: String) -> Response {
      loop.send(input, in: { scene }) { response, _ in
        for (index, effect) in response.effects.enumerated() {
          if case .focus(let id, _) = effect {
            let answer = send(.focused(id, isIncidental: true), "told by \(name)")
            #expect(answer == Response(), "it has to wait")
            #expect(!loop.state.isFocusIncidental, "and has changed nothing yet")
          }
          carriedOut.append("\(name) \(index)")
        }
      }
    }
    let response = send(.focus(first.id, scrolls: true), "given")
    #expect(response.effects.contains(.focus(first.id, scrolls: true)), "the answer is the first input's")
    #expect(carriedOut.filter { $0.hasPrefix("given") }.count >= response.effects.count)
    #expect(loop.state.isFocusIncidental && loop.state.focus == first.id, "it was told of afterwards")
  }

  @Test func theSceneIsThatOfTheMomentOfEachInput() {
    let loop = StateLoop()
    var asked = 0
    var isFirst = true
    _ = loop.send(.windowKey, in: { scene(&asked) }) { _, _ in
      guard isFirst else { return }
      isFirst = false
      for input in [TimelineInput.select(first.id), .select(second.id)] {
        _ = loop.send(input, in: { scene(&asked) }) { _, _ in
          Issue.record("the one that waits is carried out by the first")
        }
      }
      #expect(asked == 1, "nothing is asked for those that wait")
    }
    #expect(asked == 3 && loop.state.selection == second.id, "in the order in which they were raised")
  }

  private func scene(_ asked: inout Int) -> TimelineScene {
    asked += 1
    return scene
  }
}
