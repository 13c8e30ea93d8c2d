import CalendarModel

/// The marks that an event on the timeline has during the current interaction.
package struct EventMarks: Hashable, Sendable {
  /// Whether the event is lifted. The block then only marks the event's original position.
  package var isLifted = false
  /// Whether the user is being asked how much of the event's series to delete.
  package var isDeletionPending = false
  /// Whether the event shows the keyboard focus.
  package var isFocused = false
  /// Whether the event is selected, alone or together with others.
  package var isSelected = false
  /// Whether the event is one of the events that are selected together. Its block then has an outline and a
  /// check mark.
  package var isInSelection = false
  /// Whether the event shows its handles.
  package var hasHandles = false

  package init() {}
}

extension TimelineState {
  /// Returns the marks of an event.
  ///
  /// - Parameters:
  ///   - isBar: whether the event is in the all-day row, where events have no handles.
  ///   - isLocked: whether the event cannot be changed. If so, it has no handles.
  package func marks(of id: Occurrence.ID, isBar: Bool, isLocked: @autoclosure () -> Bool = false)
    -> EventMarks
  {
    var marks = EventMarks()
    marks.isInSelection = selection.contains(id)
    // The title field of a new event has the focus, and its handles.
    marks.isSelected = marks.isInSelection || selectedEvent == id && interaction.naming == nil
    marks.isLifted =
      interaction.liftedOccurrence.map { $0.id == id || marks.isInSelection && isCompanion(id) } ?? false
    guard !marks.isLifted else { return marks }
    if let question = interaction.scopeQuestion {
      // The focus is on the choices.
      marks.isDeletionPending = question.isDeletion && question.contains(id)
      return marks
    }
    marks.isFocused = focus == id && isFocusVisible && interaction.naming == nil
    // The title field has handles of its own.
    marks.hasHandles =
      (selectedEvent == id || marks.isFocused) && !isBar && interaction.naming?.occurrence.id != id
      && !isLocked()
    return marks
  }

  private func isCompanion(_ id: Occurrence.ID) -> Bool { companions.contains { $0.id == id } }

  /// The events that may show handles: the focused one and the selected one.
  package var handleCandidates: Set<Occurrence.ID> { Set([focus, selectedEvent].compactMap { $0 }) }

  /// The events that may have marks.
  package var markedEvents: Set<Occurrence.ID> {
    Set(
      selection.members.map(\.id)
        + [
          focus, selectedEvent, interaction.liftedOccurrence?.id, interaction.keyboardMove?.occurrence.id,
          interaction.scopeQuestion?.occurrence.id,
        ].compactMap { $0 })
  }
}
