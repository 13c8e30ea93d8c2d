import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Where menus open, and what is done with what is chosen in them.
extension TimelineView {
  /// Opens the menu of the event that has the focus, at its block.
  func openMenu(of id: Occurrence.ID) {
    guard let block = block(for: id) else { return }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.pointer, pointer, &bounds) != 0 else { return }
    gate.open(for: .key) { [weak self] in
      self?.showMenu(
        for: block.occurrence, x: Double(bounds.origin.x + bounds.size.width / 2),
        y: Double(max(0, bounds.origin.y) + 12))
    }
  }

  /// Opens the menu for the event that has the focus.
  func showMenu(for occurrence: Occurrence, x: Double, y: Double) {
    popover.close()
    let id = occurrence.id
    menus.open(
      canEdit: dataSource?.refusal(for: occurrence) == nil, canPaste: canPaste(), x: x, y: y,
      onChoice: { [weak self] in self?.choose($0, for: id) },
      onClose: { [weak self] in self?.send(.focus(id, scrolls: false)) })
  }

  private func choose(_ choice: EventMenus.Choice, for id: Occurrence.ID) {
    guard let occurrence = occurrences.first(where: { $0.id == id }) else { return }
    send(.focus(id, scrolls: false))
    switch choice {
    case .action(let action): perform(action, on: occurrence)
    case .paste: paste()
    case .newEvent: break
    }
  }

  /// Opens the menu for a place where nothing is.
  func showMenuOfEmptyTime(at point: Point, x: Double, y: Double) {
    finishKeyboardEdit()
    popover.close()
    menus.openOnEmptyTime(canPaste: canPaste(), x: x, y: y) { [weak self] choice in
      guard let self else { return }
      switch choice {
      case .newEvent:
        if let empty = self.emptyTime(at: point) { self.send(.create(empty, at: point)) }
      case .paste: self.paste(self.pastePlace(at: point))
      case .action: break
      }
    }
  }
}
