import CalendarModel

/// The marks that an event on the timeline has during the current interaction.
package struct EventMarks: Hashable, Sendable {
  /// Whether the event is lifted. The block then only marks the event's original position.
  package var isLifted = false
  /// Whether the user is being asked how much of the event's series to delete.
  package var isDeletionPending = false
  /// Whether the event shows the keyboard focus.
  package var isFocused = false
  package var isSelected = false
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
    marks.isSelected = selection == id
    marks.isLifted = interaction.lifted?.id == id
    guard !marks.isLifted else { return marks }
    if let question = interaction.scopeQuestion {
      // The focus is on the choices.
      marks.isDeletionPending = question.isDeletion && question.occurrence.id == id
      return marks
    }
    marks.isFocused = focus == id && isFocusVisible && interaction.naming == nil
    // The title field shows the handles itself.
    marks.hasHandles =
      (marks.isSelected || marks.isFocused) && !isBar && interaction.naming?.occurrence.id != id
      && !isLocked()
    return marks
  }

  /// The events that may have marks.
  package var markedEvents: Set<Occurrence.ID> {
    Set(
      [
        focus, selection, interaction.lifted?.id, interaction.keyboardMove?.occurrence.id,
        interaction.scopeQuestion?.occurrence.id,
      ].compactMap { $0 })
  }
}
