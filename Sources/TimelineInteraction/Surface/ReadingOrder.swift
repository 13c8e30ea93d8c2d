import CalendarModel

/// The events of the shown days in reading order, through which keys move the focus.
package struct ReadingOrder {
  private let occurrences: [Occurrence]
  private let focusedIndex: Int?
  private let selectedDay: Day

  /// - Parameter focus: the event that has the focus; nil if the selected day has it.
  package init(_ occurrences: [Occurrence], focus: Occurrence.ID?, selectedDay: Day) {
    (self.occurrences, self.selectedDay) = (occurrences, selectedDay)
    focusedIndex = occurrences.firstIndex { $0.id == focus }
  }

  /// Returns where one of the keys Up, Down, Home and End moves the focus; nil for other keys.
  package func move(for key: TimelineKey.Name) -> FocusMove? {
    switch key {
    // While the day itself has the focus, the search for the nearest event starts there.
    case .up:
      let nearestIndex = occurrences.lastIndex { $0.days.lowerBound <= selectedDay }
      return .event(at: focusedIndex.map { $0 - 1 } ?? nearestIndex ?? 0)
    case .down:
      let nearestIndex = occurrences.firstIndex { $0.days.upperBound > selectedDay }
      return .event(at: focusedIndex.map { $0 + 1 } ?? nearestIndex ?? occurrences.count - 1)
    case .home: return .event(at: 0)
    case .end: return .event(at: occurrences.count - 1)
    case .left, .right, .pageUp, .pageDown, .space, .enter, .escape, .delete, .menu, .f2, .f10, .e: return nil
    }
  }
}
