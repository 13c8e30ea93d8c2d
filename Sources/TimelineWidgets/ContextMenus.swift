import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// What the context menus need from the timeline.
@MainActor
protocol ContextMenusHost: TimelineInputHost {
  /// Whether something can be pasted.
  var canPaste: Bool { get }
  /// Whether an event can be changed.
  func canEdit(_ occurrence: Occurrence) -> Bool
  /// The occurrence with this ID, if it is on the current page.
  func shown(_ id: Occurrence.ID) -> Occurrence?
  /// The visible block of an occurrence.
  func block(for id: Occurrence.ID) -> EventBlock?
  /// Performs an action on an event.
  func perform(_ action: EventAction, on occurrence: Occurrence)
  /// Pastes at a position in px of the viewport; without one, at the selected event or day.
  func paste(at point: Point?)
}

/// Opens the context menus of events and of empty time, and carries out what is chosen.
@MainActor
final class ContextMenus {
  private unowned let host: any ContextMenusHost
  private let gate: PopoverGate
  private let details: DetailsPopover
  private let menus: EventMenus

  init(
    on host: any ContextMenusHost & CustomWidget, gate: PopoverGate, details: DetailsPopover,
    style: TimelineStyle
  ) {
    (self.host, self.gate, self.details) = (host, gate, details)
    menus = EventMenus(on: host, style: style)
  }

  /// Whether a menu has just closed and is returning the keyboard.
  var areReturningFocus: Bool { menus.areReturningFocus }

  /// Positions the open menu again after the timeline was resized.
  func reposition() { menus.reposition() }

  /// Opens the menu of an event at its block.
  func open(of id: Occurrence.ID) {
    guard let block = host.block(for: id) else { return }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.pointer, host.pointer, &bounds) != 0 else { return }
    let (x, y) = (bounds.origin.x + bounds.size.width / 2, max(0, bounds.origin.y) + 12)
    gate.open(for: .key) { [weak self] in
      self?.show(of: block.occurrence, at: Point(x: Double(x), y: Double(y)))
    }
  }

  /// Opens the menu of what is at a position in px of the viewport.
  func open(at point: Point, widgetPoint: Point) {
    gate.open(for: .press(button: 3)) { [weak self] in
      guard let self else { return }
      let target = self.host.target(at: point, .mouse)?.occurrence
      self.host.send(.willStart(.command))
      guard let target else { return self.showOnEmptyTime(at: point, widgetPoint) }
      self.host.send(.focus(target.id, scrolls: false))
      self.show(of: target, at: widgetPoint)
    }
  }

  private func show(of occurrence: Occurrence, at widgetPoint: Point) {
    details.close()
    let id = occurrence.id
    menus.open(
      canEdit: host.canEdit(occurrence), canPaste: host.canPaste, x: widgetPoint.x, y: widgetPoint.y,
      onChoice: { [weak self] in self?.choose($0, for: id) },
      onClose: { [weak self] in self?.host.send(.focus(id, scrolls: false)) })
  }

  private func choose(_ choice: EventMenus.Choice, for id: Occurrence.ID) {
    guard let occurrence = host.shown(id) else { return }
    host.send(.focus(id, scrolls: false))
    switch choice {
    case .action(let action): host.perform(action, on: occurrence)
    case .paste: host.paste(at: nil)
    case .newEvent: break
    }
  }

  private func showOnEmptyTime(at point: Point, _ widgetPoint: Point) {
    details.close()
    menus.openOnEmptyTime(canPaste: host.canPaste, x: widgetPoint.x, y: widgetPoint.y) { [weak self] choice in
      guard let host = self?.host else { return }
      switch choice {
      case .newEvent: if let empty = host.emptyTime(at: point) { host.send(.create(empty, at: point)) }
      case .paste: host.paste(at: point)
      case .action: break
      }
    }
  }
}
