import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Inputs sent while effects are being performed are handled after those effects.
@Suite struct StateLoopTests {
  private let standup = occurrence("9:00", "10:00")
  private let lunch = occurrence("12:00", "13:00", title: "Lunch")
  private var scene: TimelineScene { StateDriver([standup, lunch]).scene }

  @Test func inputSentDuringEffectsIsHandledAfterThem() {
    let loop = StateLoop()
    var performedEffects: [String] = []
    // Reports each focus change immediately, as GTK does.
    func send(_ input: TimelineInput, _ name: String) -> Response {
      loop.send(input, in: { scene }) { response, _ in
        for (index, effect) in response.effects.enumerated() {
          if case .focus(let id, _) = effect {
            let nestedResponse = send(.focused(id, isIncidental: true), "reported by \(name)")
            #expect(nestedResponse == Response(), "the input did not wait")
            #expect(!loop.state.isFocusIncidental, "the input took effect too early")
          }
          performedEffects.append("\(name) \(index)")
        }
      }
    }
    let response = send(.focus(standup.id, scrolls: true), "sent")
    #expect(
      response.effects.contains(.focus(standup.id, scrolls: true)),
      "the response does not belong to the first input")
    #expect(performedEffects.filter { $0.hasPrefix("sent") }.count >= response.effects.count)
    #expect(
      loop.state.isFocusIncidental && loop.state.focus == standup.id,
      "the second input was not handled afterward")
  }

  @Test func sceneIsReadAgainForEachInput() {
    let loop = StateLoop()
    var readCount = 0
    var isFirst = true
    _ = loop.send(.windowKey, in: { scene(&readCount) }) { _, _ in
      guard isFirst else { return }
      isFirst = false
      for input in [TimelineInput.select(standup.id), .select(lunch.id)] {
        _ = loop.send(input, in: { scene(&readCount) }) { _, _ in
          Issue.record("a waiting input was handled by its own call")
        }
      }
      #expect(readCount == 1, "the scene was read for a waiting input")
    }
    #expect(
      readCount == 3 && loop.state.selectedEvent == lunch.id,
      "the inputs were not handled in order")
  }

  private func scene(_ readCount: inout Int) -> TimelineScene {
    readCount += 1
    return scene
  }
}
