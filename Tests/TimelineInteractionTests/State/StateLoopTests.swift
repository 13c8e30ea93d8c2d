import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Inputs sent while effects are performed wait their turn.
@Suite struct StateLoopTests {
  private let first = occurrence("9:00", "10:00")
  private let second = occurrence("12:00", "13:00", title: "Lunch")
  private var scene: TimelineScene { StateDriver([first, second]).scene }

  @Test func inputSentDuringEffectsIsHandledAfterThem() {
    let loop = StateLoop()
    var performed: [String] = []
    // Reports each focus change at once, as GTK does.
    func send(_ input: TimelineInput, _ name: String) -> Response {
      loop.send(input, in: { scene }) { response, _ in
        for (index, effect) in response.effects.enumerated() {
          if case .focus(let id, _) = effect {
            let answer = send(.focused(id, isIncidental: true), "reported by \(name)")
            #expect(answer == Response(), "the input has to wait")
            #expect(!loop.state.isFocusIncidental, "the input has changed nothing yet")
          }
          performed.append("\(name) \(index)")
        }
      }
    }
    let response = send(.focus(first.id, scrolls: true), "sent")
    #expect(
      response.effects.contains(.focus(first.id, scrolls: true)), "the response belongs to the first input")
    #expect(performed.filter { $0.hasPrefix("sent") }.count >= response.effects.count)
    #expect(
      loop.state.isFocusIncidental && loop.state.focus == first.id, "the second input was handled afterwards")
  }

  @Test func sceneIsTheCurrentOneForEachInput() {
    let loop = StateLoop()
    var asked = 0
    var isFirst = true
    _ = loop.send(.windowKey, in: { scene(&asked) }) { _, _ in
      guard isFirst else { return }
      isFirst = false
      for input in [TimelineInput.select(first.id), .select(second.id)] {
        _ = loop.send(input, in: { scene(&asked) }) { _, _ in
          Issue.record("a waiting input was handled by its own call")
        }
      }
      #expect(asked == 1, "the scene is not read for waiting inputs")
    }
    #expect(
      asked == 3 && loop.state.selection == second.id,
      "inputs are handled in the order in which they were sent")
  }

  private func scene(_ asked: inout Int) -> TimelineScene {
    asked += 1
    return scene
  }
}
