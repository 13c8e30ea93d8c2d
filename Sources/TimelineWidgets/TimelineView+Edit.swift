import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Where an event is, for what the host shows beside it.
extension TimelineView {
  /// Where an event stands in the timeline, in px, as far as it is in sight; nil if it is on another page.
  public func frame(of id: Occurrence.ID) -> GdkRectangle? {
    guard let block = block(for: id) else { return nil }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.pointer, pointer, &bounds) != 0 else { return nil }
    let y = Double(bounds.origin.y) + unshownScroll(of: block)
    let first = gtk_widget_is_ancestor(block.pointer, scrolledWindow) != 0 ? viewportTop : 0
    let top = min(max(y, first), Double(height))
    let bottom = min(y + Double(bounds.size.height), Double(height))
    return GdkRectangle(
      x: Int32(bounds.origin.x), y: Int32(top), width: Int32(bounds.size.width),
      height: Int32(max(1, bottom - top)))
  }

  /// px by which a block will have moved in the next frame, because the timeline was scrolled since the last.
  private func unshownScroll(of block: EventBlock) -> Double {
    var (origin, place) = (graphene_point_t(), graphene_point_t())
    guard gtk_widget_is_ancestor(block.pointer, area.pointer) != 0,
      gtk_widget_compute_point(area.pointer, pointer, &origin, &place) != 0
    else { return 0 }
    return viewportTop - sheet.scroll - Double(place.y)
  }

  /// Turns and scrolls to an event, without taking the focus from where it is.
  public func bringIntoSight(_ occurrence: Occurrence) {
    follow(occurrence)
    scrollTo(occurrence)
  }
}
