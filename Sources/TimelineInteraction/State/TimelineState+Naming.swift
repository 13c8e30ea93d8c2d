import CalendarModel

// Naming new events: a new event is shown while the user is entering its title, and is not saved until naming
// ends.
extension TimelineState {
  mutating func startNaming(_ occurrence: Occurrence, _ response: inout Response) {
    let naming = Naming(occurrence: occurrence, focusBefore: focus)
    interaction = .naming(naming)
    selectedEvent = occurrence.id
    response.add(.closeDetails(except: nil), .beginNaming(naming))
  }

  mutating func setTitle(_ title: String) {
    guard case .naming(var naming) = interaction else { return }
    naming.title = title
    interaction = .naming(naming)
  }

  mutating func setCalendar(_ occurrence: Occurrence, _ response: inout Response) {
    guard case .naming(var naming) = interaction else { return }
    (naming.occurrence, naming.isCalendarChosen) = (occurrence, true)
    interaction = .naming(naming)
    selectedEvent = occurrence.id
    response.add(.updateNaming(naming))
  }

  /// Keeps or discards the new event.
  ///
  /// - Parameter takesFocus: whether the event then receives the focus. If the event is discarded, the one
  ///   that had the focus before regains it, unless the user has moved the focus elsewhere.
  mutating func endNaming(
    _ naming: Naming, isKept: Bool, takesFocus: Bool, _ response: inout Response
  ) {
    interaction = .idle
    selectedEvent = nil
    if isKept {
      isFocusIncidental = false
      if takesFocus { focus = naming.occurrence.id }
    } else {
      focus = naming.focusBefore
    }
    response.add(.endNaming(naming, isKept: isKept, takesFocus: takesFocus))
  }
}
