import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Where an event is, and what is shown beside it.
extension TimelineView {
  /// Where an event stands in the timeline, in px, as far as it is visible; nil if it is on another page.
  package func frame(of id: Occurrence.ID) -> GdkRectangle? {
    guard let block = block(for: id) else { return nil }
    return hours.rectangle(of: block, in: self)
  }

  /// Opens the details of an event, beside its block, when they may be.
  func showDetails(of id: Occurrence.ID, for request: HeldInput.Request) {
    gate.open(for: request) { [weak self] in self?.showDetails(of: id) }
  }

  /// Details that are open say what they would say if they were opened now.
  func refreshDetails() { if let shown = popover.shown { showDetails(of: shown) } }

  private func showDetails(of id: Occurrence.ID) {
    // Only the part of the block that is visible can be pointed to.
    guard let block = block(for: id), let frame = frame(of: id) else { return }
    let canEdit = dataSource?.refusal(for: block.occurrence) == nil
    say(popover.present(block.occurrence, at: frame, canEdit: canEdit))
  }
}
