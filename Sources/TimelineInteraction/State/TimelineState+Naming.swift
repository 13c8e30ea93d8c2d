import CalendarModel

// New events: an event is shown and waits for its title, and nothing is written before that.
extension TimelineState {
  mutating func startNaming(_ occurrence: Occurrence, _ response: inout Response) {
    let naming = Naming(occurrence: occurrence, focusBefore: focus)
    interaction = .naming(naming)
    selection = occurrence.id
    response.add(.closeDetails(except: nil), .beginNaming(naming))
  }

  mutating func setTitle(_ title: String) {
    guard case .naming(var naming) = interaction else { return }
    naming.title = title
    interaction = .naming(naming)
  }

  mutating func setCalendar(_ occurrence: Occurrence, _ response: inout Response) {
    guard case .naming(var naming) = interaction else { return }
    naming.occurrence = occurrence
    interaction = .naming(naming)
    selection = occurrence.id
    response.add(.updateNaming(naming))
  }

  /// - Parameter takesFocus: whether the event then has the focus; if it is discarded, the previously focused
  ///   event regains it.
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
