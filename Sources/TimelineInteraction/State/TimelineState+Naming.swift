import CalendarModel

// A new event: it stands in its place and waits for its title, and nothing is written before that is there.
extension TimelineState {
  mutating func name(_ occurrence: Occurrence, _ response: inout Response) {
    let naming = Naming(occurrence: occurrence, focusBefore: focus)
    interaction = .naming(naming)
    selection = occurrence.id
    response.add(.closeDetails(except: nil), .beginNaming(naming))
  }

  mutating func type(_ title: String) {
    guard case .naming(var naming) = interaction else { return }
    naming.title = title
    interaction = .naming(naming)
  }

  mutating func choose(_ occurrence: Occurrence, _ response: inout Response) {
    guard case .naming(var naming) = interaction else { return }
    naming.occurrence = occurrence
    interaction = .naming(naming)
    selection = occurrence.id
    response.add(.showNaming(naming))
  }

  /// - Parameter takesFocus: whether the event has the focus then; what had it before has it again if it is not kept.
  mutating func endNaming(
    _ naming: Naming, isKept: Bool, takesFocus: Bool, _ response: inout Response
  ) {
    interaction = .idle
    if isKept {
      isFocusIncidental = false
      if takesFocus { focus = naming.occurrence.id }
    } else {
      selection = nil
      focus = naming.focusBefore
    }
    response.add(.endNaming(naming, isKept: isKept, takesFocus: takesFocus))
  }
}
