import CGtk
import CalendarModel
import CalendarSession
import GtkSupport
import TimelineInteraction
import TimelineWidgets

/// Lets the user drop lifted events on the sidebar beside the view: on a calendar, or on a day of the month
/// calendar.
@MainActor
final class WindowSidebarDrop: LiftDestination {
  private let session: CalendarSession
  private let view: ViewStack
  private let sidebar: WindowSidebar
  private let moveDialogs: EventMoveDialogs
  /// The widget around the sidebar and the view, which usually clips them.
  private let container: WidgetPointer
  /// The overflow property of `container` while no event is lifted.
  private let usualOverflow: GtkOverflow
  /// The calendars as destinations for the lifted events, and the event that is held.
  private var calendars: (heldEvent: EventID, byID: [CalendarID: SidebarCalendar])?
  /// The drop targets in the current frame, cached because each frame needs them several times. They move only when a
  /// new frame begins, or when `scroll(to:)` is called.
  private var cachedDropTargets: (frame: Int64, event: EventID, dropTargets: SidebarDropTargets?)?

  init(
    _ session: CalendarSession, _ view: ViewStack, _ sidebar: WindowSidebar,
    _ moveDialogs: EventMoveDialogs, in container: WidgetPointer
  ) {
    (self.session, self.view, self.sidebar) = (session, view, sidebar)
    (self.moveDialogs, self.container) = (moveDialogs, container)
    usualOverflow = gtk_widget_get_overflow(container)
    view.liftDestination = self
  }

  /// Called when an event has been lifted or dropped.
  func liftChanged(_ isLifted: Bool) {
    (calendars, cachedDropTargets) = (nil, nil)
    sidebar.isEventLifted = isLifted
    // The lifted event is drawn over the whole window.
    gtk_widget_set_overflow(container, isLifted ? GTK_OVERFLOW_VISIBLE : usualOverflow)
    if !isLifted { highlight(nil) }
  }

  /// Called when the events or calendars have changed.
  func contentChanged() { (calendars, cachedDropTargets) = (nil, nil) }

  func dropTargets(
    for heldOccurrence: Occurrence, with occurrences: @autoclosure () -> [Occurrence],
    relativeTo widget: WidgetPointer
  ) -> SidebarDropTargets? {
    guard sidebar.isOpen, sidebar.isBesideView, let clock = gtk_widget_get_frame_clock(widget) else {
      return nil
    }
    let (frame, id) = (Int64(gdk_frame_clock_get_frame_counter(clock)), heldOccurrence.event.id)
    if let cachedDropTargets, cachedDropTargets.frame == frame, cachedDropTargets.event == id {
      return cachedDropTargets.dropTargets
    }
    let dropTargets = findDropTargets(relativeTo: widget) { destinations(of: occurrences(), heldEvent: id) }
    cachedDropTargets = (frame, id, dropTargets)
    return dropTargets
  }

  private func findDropTargets(
    relativeTo widget: WidgetPointer, _ destinations: () -> [CalendarID: SidebarCalendar]
  ) -> SidebarDropTargets? {
    guard let panel = sidebar.panel, let contents = sidebar.contents,
      var area = SidebarDropTargets.Area(of: panel, relativeTo: widget)
    else { return nil }
    // The sidebar's area includes everything on its side of the view, even outside the window.
    (area.top, area.bottom) = (-.infinity, .infinity)
    if area.left < 0 { area.left = -.infinity } else { area.right = .infinity }
    return contents.dropTargets(for: destinations(), in: area, relativeTo: widget)
  }

  private func destinations(
    of occurrences: @autoclosure () -> [Occurrence], heldEvent: EventID
  ) -> [CalendarID: SidebarCalendar] {
    if let calendars, calendars.heldEvent == heldEvent { return calendars.byID }
    let byID = Dictionary(moveDialogs.destinations(of: occurrences()).map { ($0.id, $0) }) { first, _ in first
    }
    calendars = (heldEvent, byID)
    return byID
  }

  func highlight(_ dropTarget: SidebarDropTarget?) { sidebar.contents?.setDropTarget(dropTarget) }

  func scroll(to offset: Double) {
    sidebar.contents?.scrollOffset = offset
    cachedDropTargets = nil
  }

  func turnMonths(by count: Int) {
    guard let contents = sidebar.contents else { return }
    view.announce(contents.month.turn(byMonths: count))
  }

  func move(_ occurrences: [Occurrence], to calendar: CalendarID) {
    guard let heldOccurrence = occurrences.first else { return }
    if occurrences.count == 1 {
      moveDialogs.move(heldOccurrence, to: calendar)
    } else {
      moveDialogs.move(occurrences, to: calendar)
    }
    // An event that stays in its calendar gets the focus back.
    if session.event(heldOccurrence.event.id) != nil { view.reveal(heldOccurrence) }
  }
}
