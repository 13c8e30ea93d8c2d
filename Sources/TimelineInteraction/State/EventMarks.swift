import CalendarModel

/// How an event on the timeline differs from one that nobody is about.
package struct EventMarks: Hashable, Sendable {
  /// Whether it is lifted: what stands in its place is only where it came from.
  package var isOriginal = false
  /// Whether it shows that the keyboard is on it.
  package var isFocused = false
  package var isSelected = false
  /// Whether it shows where its edges can be taken.
  package var hasHandles = false

  package init() {}
}

extension TimelineState {
  /// How an event is marked.
  ///
  /// - Parameter isBar: whether it stands above the hours, where nothing has handles.
  package func marks(of id: Occurrence.ID, isBar: Bool) -> EventMarks {
    var marks = EventMarks()
    marks.isSelected = selection == id
    marks.isOriginal = interaction.lifted?.id == id
    guard !marks.isOriginal else { return marks }
    marks.isFocused = focus == id && isFocusVisible && interaction.naming == nil
    // What a field lies over shows its handles itself.
    marks.hasHandles =
      (marks.isSelected || marks.isFocused) && !isBar && interaction.naming?.occurrence.id != id
    return marks
  }

  /// The events that are marked, or may be.
  package var markedEvents: Set<Occurrence.ID> {
    Set([focus, selection, interaction.lifted?.id, interaction.hold?.occurrence.id].compactMap { $0 })
  }
}
