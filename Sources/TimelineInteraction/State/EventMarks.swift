import CalendarModel

/// How an event on the timeline is marked by the current interaction.
package struct EventMarks: Hashable, Sendable {
  /// Whether it is lifted: the block only marks its original position.
  package var isLifted = false
  /// Whether it shows the keyboard focus.
  package var isFocused = false
  package var isSelected = false
  /// Whether it shows its handles.
  package var hasHandles = false

  package init() {}
}

extension TimelineState {
  /// The marks of an event.
  ///
  /// - Parameter isBar: whether it is in the all-day row, which has no handles.
  package func marks(of id: Occurrence.ID, isBar: Bool) -> EventMarks {
    var marks = EventMarks()
    marks.isSelected = selection == id
    marks.isLifted = interaction.lifted?.id == id
    guard !marks.isLifted else { return marks }
    marks.isFocused = focus == id && isFocusVisible && interaction.naming == nil
    // The title field shows the handles itself.
    marks.hasHandles =
      (marks.isSelected || marks.isFocused) && !isBar && interaction.naming?.occurrence.id != id
    return marks
  }

  /// The events that have marks, or may have.
  package var markedEvents: Set<Occurrence.ID> {
    Set(
      [focus, selection, interaction.lifted?.id, interaction.keyboardMove?.occurrence.id].compactMap { $0 })
  }
}
