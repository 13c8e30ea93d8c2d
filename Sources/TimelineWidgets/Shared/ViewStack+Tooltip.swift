import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// The tooltip of the event under the pointer.
extension ViewStack {
  /// Shows a tooltip for the event under the pointer, or for the focused event if the tooltip is requested
  /// with the keyboard.
  func addTooltips() {
    onTooltipQuery(gtkWidget) { [weak self] x, y, isFromKeyboard in
      guard let self, let occurrence = self.tooltipSubject(x: x, y: y, isFromKeyboard: isFromKeyboard),
        let frame = self.frame(of: occurrence.id)
      else { return nil }
      let calendar = self.dataSource?.name(of: occurrence.event.id.calendar)
      return Tooltip(text: self.style.phrases.tooltip(occurrence, calendar: calendar), area: frame)
    }
  }

  /// Returns the event that a tooltip describes. There is none during an interaction, nor while details are
  /// open, because they contain everything that the tooltip would show.
  private func tooltipSubject(x: Double, y: Double, isFromKeyboard: Bool) -> Occurrence? {
    guard state.interaction.isIdle, detailsPopover.shownID == nil else { return nil }
    if isFromKeyboard { return state.focus.flatMap(occurrenceOnPage) }
    guard isOnDays(x: x, y: y) else { return nil }
    return state.target(at: viewportPoint(x: x, y: y), by: .mouse, in: visibleScene)?.occurrence
  }
}
