import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Where an event is, and what is shown beside it.
extension TimelineView {
  /// Where an event stands in the timeline, in px, as far as it is in sight; nil if it is on another page.
  public func frame(of id: Occurrence.ID) -> GdkRectangle? {
    guard let block = block(for: id) else { return nil }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.pointer, pointer, &bounds) != 0 else { return nil }
    let isAmongHours = gtk_widget_is_ancestor(block.pointer, area.pointer) != 0
    let y = Double(bounds.origin.y) + (isAmongHours ? hours.unshownScroll(in: pointer, top: viewportTop) : 0)
    let first = gtk_widget_is_ancestor(block.pointer, scrolledWindow) != 0 ? viewportTop : 0
    let top = min(max(y, first), Double(height))
    let bottom = min(y + Double(bounds.size.height), Double(height))
    return GdkRectangle(
      x: Int32(bounds.origin.x), y: Int32(top), width: Int32(bounds.size.width),
      height: Int32(max(1, bottom - top)))
  }

  /// Opens the details of an event, beside its block, when they may be.
  func showDetails(of id: Occurrence.ID, for request: HeldInput.Request) {
    gate.open(for: request) { [weak self] in self?.showDetails(of: id) }
  }

  /// Details that are open say what they would say if they were opened now.
  func refreshDetails() { if let shown = popover.shown { showDetails(of: shown) } }

  private func showDetails(of id: Occurrence.ID) {
    // Only the part of the block that is in sight can be pointed to.
    guard let block = block(for: id), let frame = frame(of: id) else { return }
    let canEdit = dataSource?.refusal(for: block.occurrence) == nil
    say(popover.show(block.occurrence, at: frame, canEdit: canEdit))
  }
}
