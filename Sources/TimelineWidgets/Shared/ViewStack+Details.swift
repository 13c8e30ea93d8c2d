import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Shows the details of an event beside it.
extension ViewStack {
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
      event, calendar: dataSource?.name(of: event.id.calendar), in: zone)
    announce(
      detailsPopover.present(
        block.occurrence, additionalLines: additionalLines, at: frame, canEdit: canEdit(block.occurrence),
        hasOtherCalendars: distinguishingCalendarName(of: block.occurrence.event) != nil))
  }
}
