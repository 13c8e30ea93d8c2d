import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Finds the position of an event, and shows its details beside it.
extension TimelineView {
  /// Returns the visible part of an event's block, in timeline coordinates; nil if the event is not on the
  /// current page.
  package func frame(of id: Occurrence.ID) -> GdkRectangle? {
    guard let block = block(for: id) else { return nil }
    return hours.rectangle(of: block, at: page.frame(of: id), in: self)
  }

  /// Opens the details of an event beside its block, as soon as a popover may open.
  func showDetails(of id: Occurrence.ID, for request: HeldInput.Request) {
    popoverGate.open(for: request) { [weak self] in self?.showDetails(of: id) }
  }

  /// Updates the open details to show the event's current state.
  func refreshDetails() { if let id = detailsPopover.shownID { showDetails(of: id) } }

  private func showDetails(of id: Occurrence.ID) {
    // A popover can point only to the visible part of the block.
    guard let block = block(for: id), let frame = frame(of: id) else { return }
    let event = block.occurrence.event
    let additionalLines = style.phrases.detailLines(
      event, calendar: dataSource?.name(of: event.id.calendar), in: viewport.zone)
    announce(
      detailsPopover.present(
        block.occurrence, additionalLines: additionalLines, at: frame, canEdit: canEdit(block.occurrence),
        hasOtherCalendars: distinguishingCalendarName(of: block.occurrence.event) != nil))
  }
}
