import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The functions of the timeline that the context menus use.
@MainActor
protocol ContextMenusHost: TimelineInputHost {
  /// Whether the clipboard contains events that can be pasted.
  var canPaste: Bool { get }
  /// Returns whether an event can be changed.
  func canEdit(_ occurrence: Occurrence) -> Bool
  /// Returns the name of an event's calendar if several calendars are open, or nil otherwise.
  func distinguishingCalendarName(of event: CalendarEvent) -> String?
  /// Returns the occurrence with this ID, if it is on the current page.
  func occurrenceOnPage(_ id: Occurrence.ID) -> Occurrence?
  /// Returns the block of an occurrence, if the occurrence is on the current page.
  func block(for id: Occurrence.ID) -> EventBlock?
  /// Performs an action on an event.
  func perform(_ action: EventAction, on occurrence: Occurrence)
  /// Performs a clipboard action on the whole series of an occurrence.
  func performOnSeries(_ action: ClipboardAction, of occurrence: Occurrence)
  /// Pastes at a position in viewport coordinates, or on the selected day if the position is nil.
  func paste(at point: Point?)
}

/// Opens the context menus of events and of empty time, and performs the chosen action.
@MainActor
final class ContextMenus {
  private unowned let host: any ContextMenusHost
  private let popoverGate: PopoverGate
  private let details: DetailsPopover
  private let menus: EventMenus

  init(
    on host: any ContextMenusHost & CustomWidget, popoverGate: PopoverGate, details: DetailsPopover,
    style: TimelineStyle
  ) {
    (self.host, self.popoverGate, self.details) = (host, popoverGate, details)
    menus = EventMenus(on: host, style: style)
  }

  /// Whether a menu has just closed and the keyboard focus is returning to the window.
  var isReturningFocus: Bool { menus.isReturningFocus }

  /// Repositions the open menu after the timeline has been resized.
  func reposition() { menus.reposition() }

  /// Opens the menu of an event at its block.
  func open(for id: Occurrence.ID) {
    guard let block = host.block(for: id) else { return }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.gtkWidget, host.gtkWidget, &bounds) != 0 else { return }
    let (x, y) = (bounds.origin.x + bounds.size.width / 2, max(0, bounds.origin.y) + 12)
    popoverGate.open(for: .key) { [weak self] in
      self?.openMenu(of: block.occurrence, at: Point(x: Double(x), y: Double(y)))
    }
  }

  /// Opens the menu of the event or the empty time at a position, given in viewport coordinates and in widget
  /// coordinates.
  func open(at point: Point, widgetPoint: Point) {
    popoverGate.open(for: .press(button: 3)) { [weak self] in
      guard let self else { return }
      let occurrence = self.host.target(at: point, .mouse)?.occurrence
      self.host.send(.willStart(.command))
      guard let occurrence else { return self.openMenuOnEmptyTime(at: point, widgetPoint) }
      self.host.send(.focus(occurrence.id, scrolls: false))
      self.openMenu(of: occurrence, at: widgetPoint)
    }
  }

  private func openMenu(of occurrence: Occurrence, at widgetPoint: Point) {
    details.close()
    let id = occurrence.id
    menus.open(
      canEdit: host.canEdit(occurrence), isRepeating: occurrence.event.series != nil,
      isSelected: host.state.selection.contains(id),
      hasOtherCalendars: host.distinguishingCalendarName(of: occurrence.event) != nil,
      canPaste: host.canPaste,
      x: widgetPoint.x, y: widgetPoint.y,
      onChoice: { [weak self] in self?.handle($0, for: id) },
      onClose: { [weak self] in self?.host.send(.focus(id, scrolls: false)) })
  }

  private func handle(_ choice: EventMenus.Choice, for id: Occurrence.ID) {
    guard let occurrence = host.occurrenceOnPage(id) else { return }
    host.send(.focus(id, scrolls: false))
    switch choice {
    case .action(let action): host.perform(action, on: occurrence)
    case .paste: host.paste(at: nil)
    case .copySeries: host.performOnSeries(.copySeries, of: occurrence)
    case .duplicateSeries: host.performOnSeries(.duplicateSeries, of: occurrence)
    case .newEvent: break
    }
  }

  private func openMenuOnEmptyTime(at point: Point, _ widgetPoint: Point) {
    details.close()
    menus.openOnEmptyTime(canPaste: host.canPaste, x: widgetPoint.x, y: widgetPoint.y) { [weak self] choice in
      guard let host = self?.host else { return }
      switch choice {
      case .newEvent: if let empty = host.emptyTime(at: point) { host.send(.create(empty, at: point)) }
      case .paste: host.paste(at: point)
      case .action, .copySeries, .duplicateSeries: break
      }
    }
  }
}
