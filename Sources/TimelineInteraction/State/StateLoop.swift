/// Passes inputs to a `TimelineState` one after the other.
///
/// Carrying out effects can cause further inputs. For example, a widget reports that it received the focus, or
/// that it was scrolled. These inputs wait until all effects of the previous input have been carried out.
package final class StateLoop {
  /// The current state.
  package private(set) var state = TimelineState()
  private var queuedInputs: [TimelineInput] = []
  private var isCarryingOutEffects = false

  package init() {}

  /// Handles an input and carries out its effects, then does the same for the inputs that these effects have
  /// caused.
  ///
  /// - Parameters:
  ///   - scene: returns the current scene; called when an input is handled.
  ///   - carryOut: carries out the response to an input.
  /// - Returns: the response; empty if the input has to wait.
  package func send(
    _ input: TimelineInput, in scene: () -> TimelineScene, carryOut: (Response, TimelineInput) -> Void
  ) -> Response {
    guard !isCarryingOutEffects else {
      queuedInputs.append(input)
      return Response()
    }
    isCarryingOutEffects = true
    defer { isCarryingOutEffects = false }
    let response = state.handle(input, in: scene())
    carryOut(response, input)
    while !queuedInputs.isEmpty {
      let nextInput = queuedInputs.removeFirst()
      carryOut(state.handle(nextInput, in: scene()), nextInput)
    }
    return response
  }
}
