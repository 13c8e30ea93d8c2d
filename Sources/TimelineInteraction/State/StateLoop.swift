/// Hands inputs to a `TimelineState` one after the other.
///
/// Carrying out what the state asks for raises inputs of its own: a widget that is given the focus tells of it, a sheet that is
/// scrolled too. These wait until all effects of the input before them are carried out.
package final class StateLoop {
  /// What the inputs have come to.
  package private(set) var state = TimelineState()
  private var waiting: [TimelineInput] = []
  private var isCarryingOut = false

  package init() {}

  /// Hands in what happened and has carried out what that asks for, then the same for what was raised meanwhile.
  ///
  /// - Parameters:
  ///   - scene: what is shown; asked for when an input's turn has come.
  ///   - carryOut: does what the response to an input says.
  /// - Returns: the response; an empty one if the input has to wait.
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
