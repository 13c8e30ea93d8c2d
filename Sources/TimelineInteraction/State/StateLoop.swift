/// Passes inputs to a `TimelineState` one after the other.
///
/// Carrying out effects causes further inputs: a widget reports that it received the focus, a sheet that it
/// scrolled. These wait until all effects of the previous input are carried out.
package final class StateLoop {
  /// The current state.
  package private(set) var state = TimelineState()
  private var waiting: [TimelineInput] = []
  private var isCarryingOut = false

  package init() {}

  /// Handles an input and carries out its effects, then does the same for the inputs that were caused
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - scene: returns what is shown; called when an input is handled.
  ///   - carryOut: carries out the response to an input.
  /// - Returns: the response; empty if the input has to wait.
  package func send(
    _ input: TimelineInput, in scene: () -> TimelineScene, carryOut: (Response, TimelineInput) -> Void
  ) -> Response {
    guard !isCarryingOut else {
      waiting.append(input)
      return Response()
    }
    isCarryingOut = true
    defer { isCarryingOut = false }
    let response = state.handle(input, in: scene())
    carryOut(response, input)
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      carryOut(state.handle(next, in: scene()), next)
    }
    return response
  }
}
