import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Carries a lifted event into the sidebar.
extension ViewStack {
  /// The parts of the sidebar over which the lifted event can be held, in viewport coordinates; nil unless a
  /// pointer has lifted an event that can be dropped there.
  var sidebarDropTargets: SidebarDropTargets? {
    guard let draggedEvent, draggedEvent.part == .body, !draggedEvent.isNew else { return nil }
    return liftDestination?.dropTargets(
      for: draggedEvent.occurrence, with: state.selectedEvents(including: draggedEvent.occurrence),
      relativeTo: parts.viewport)
  }

  func isOverSidebar(_ point: Point) -> Bool { sidebarDropTargets?.dropTarget(at: point) != nil }

  /// The distances from the edges of the viewport to those of the window.
  var windowMargins: LiftMargins {
    guard let root = gtk_widget_get_root(gtkWidget).map({ WidgetPointer($0) }) else {
      return LiftMargins()
    }
    var (origin, positionInWindow) = (graphene_point_t(), graphene_point_t())
    guard gtk_widget_compute_point(parts.viewport, root, &origin, &positionInWindow) != 0 else {
      return LiftMargins()
    }
    let (x, y) = (Double(positionInWindow.x).rounded(), Double(positionInWindow.y).rounded())
    let (width, height) = (
      Double(gtk_widget_get_width(parts.viewport)), Double(max(1, gtk_widget_get_height(parts.viewport)))
    )
    return LiftMargins(
      left: max(0, x), top: max(0, y), right: max(0, Double(gtk_widget_get_width(root)) - x - width),
      bottom: max(0, Double(gtk_widget_get_height(root)) - y - height))
  }

  /// Allocates the layer of the lifted event over the viewport, and beyond it as far as its placement requires.
  func allocateLiftLayer(top: Double, width: Int, height: Int) {
    let placement = liftLayer.placement
    let (origin, margins) = (
      placement?.viewportOrigin ?? Point(x: 0, y: 0), placement?.margins ?? LiftMargins()
    )
    allocate(
      liftLayer.gtkWidget, x: -margins.left, y: top - origin.y,
      width: width + Int(margins.left + margins.right),
      height: height - Int(top) + Int(origin.y + margins.bottom))
  }

  func carryOut(_ effect: SidebarEffect) {
    switch effect {
    case .highlight(let dropTarget):
      liftDestination?.highlight(dropTarget)
      controllers.mouse.showRefusal(dropTarget?.refusal != nil)
      if let dropTarget { liftPresenter.announce(dropTarget) }
    case .showDay(let day):
      turn(to: day)
      announce(style.phrases.shownDays(shownDays))
    case .scroll(let offset): liftDestination?.scroll(to: offset)
    case .turnMonths(let count): liftDestination?.turnMonths(by: count)
    case .move(let occurrences, let calendar): liftDestination?.move(occurrences, to: calendar)
    case .explain(let text): callbacks.onNotice(text)
    }
  }
}
