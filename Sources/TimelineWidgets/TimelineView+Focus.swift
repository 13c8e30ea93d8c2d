import CalendarModel
import GtkSupport
import TimelineInteraction

// Which day and event the keyboard is on, and that it is visible.
extension TimelineView: TimelineFocusHost {
  var containsFocus: Bool { keyboard.isInside }

  /// Gives the focus to the timeline without showing it, as when the window opens.
  package func takeFocus() { keyboard.grab() }

  /// Shows an event wherever it is, and gives it the focus: after an undo.
  package func reveal(_ occurrence: Occurrence) {
    follow(occurrence)
    keyboard.choose(occurrence.id)
  }

  /// Turns and scrolls to an event, without taking the focus from where it is.
  package func bringIntoSight(_ occurrence: Occurrence) {
    follow(occurrence)
    scrollTo(occurrence)
  }

  /// Turns to the page of an event if it is not on the shown one, and puts the keyboard on its day.
  func follow(_ occurrence: Occurrence) {
    if !occurrence.span.touches(TimeSpan(days: page.days)) {
      jump(to: occurrence.start.wall.day, scroll: sheet.scroll)
    }
    select(dayOf: occurrence)
  }

  /// Puts the keyboard on a day of an event, unless it is on one.
  private func select(dayOf occurrence: Occurrence) {
    if !occurrence.days.contains(day) { day = page.days.clamp(occurrence.days.lowerBound) }
    dateHeader.selected = day
  }

  func focusChanged(_ block: EventBlock, _ isFocused: Bool) {
    guard isFocused else {
      if held.block == nil {
        block.appearance.isFocused = false
        block.appearance.isSelected = state.selection == block.occurrence.id
      }
      Accessible.setDescription(block.pointer, "")
      return
    }
    // The keyboard is on the day whose block it is.
    if let column = page.columns.first(where: { $0.block(for: block.occurrence.id) === block }) {
      day = column.day
      dateHeader.selected = day
    } else {
      select(dayOf: block.occurrence)
    }
    send(.focused(block.occurrence.id, isIncidental: false))
  }

  /// Scrolls as little as needed for an event to be visible.
  func scrollTo(_ occurrence: Occurrence) { hours.bringIntoSight(occurrence, on: day) }
}
