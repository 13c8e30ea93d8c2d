import CalendarModel
import GtkSupport
import TimelineInteraction

// Keeps track of the focused day and event, and keeps them in view.
extension TimelineView: TimelineFocusHost {
  var containsFocus: Bool { keyboard.isInside }

  /// Focuses the timeline without a focus ring, for example when the window opens.
  package func takeFocus() { keyboard.focusFirst() }

  /// Turns and scrolls to an event and focuses it, for example after an undo.
  package func reveal(_ occurrence: Occurrence) {
    showPage(occurrence)
    keyboard.choose(occurrence.id)
  }

  /// Turns and scrolls to an event without moving the focus.
  package func scrollIntoView(_ occurrence: Occurrence) {
    showPage(occurrence)
    scrollEventIntoView(occurrence)
  }

  /// Turns to the page of an event if it is not on the current one, and selects its day.
  func showPage(_ occurrence: Occurrence) {
    if !occurrence.span.overlaps(TimeSpan(days: page.days)) {
      jump(to: occurrence.start.wall.day, scroll: sheet.scroll)
    }
    select(dayOf: occurrence)
  }

  /// Selects a day of an event, unless one is selected.
  private func select(dayOf occurrence: Occurrence) {
    if !occurrence.days.contains(day) { day = page.days.clamp(occurrence.days.lowerBound) }
    dateHeader.selected = day
  }

  func focusChanged(_ block: EventBlock, _ isFocused: Bool) {
    guard isFocused else {
      if liftPresenter.block == nil {
        block.appearance.isFocused = false
        block.appearance.isSelected = state.selection == block.occurrence.id
      }
      Accessible.setDescription(block.pointer, "")
      return
    }
    // Selects the day whose block it is.
    if let column = page.columns.first(where: { $0.block(for: block.occurrence.id) === block }) {
      day = column.day
      dateHeader.selected = day
    } else {
      select(dayOf: block.occurrence)
    }
    send(.focused(block.occurrence.id, isIncidental: false))
  }

  /// Scrolls as little as needed to make an event visible.
  func scrollEventIntoView(_ occurrence: Occurrence) { hours.scrollIntoView(occurrence, on: day) }
}
