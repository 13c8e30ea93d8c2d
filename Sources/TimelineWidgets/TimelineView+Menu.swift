import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Opens context menus and performs the chosen actions.
extension TimelineView {
  /// Opens the menu of the focused event at its block.
  func openMenu(of id: Occurrence.ID) {
    guard let block = block(for: id) else { return }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.pointer, pointer, &bounds) != 0 else { return }
    let (x, y) = (bounds.origin.x + bounds.size.width / 2, max(0, bounds.origin.y) + 12)
    gate.open(for: .key) { [weak self] in
      self?.showMenu(of: block.occurrence, at: Point(x: Double(x), y: Double(y)))
    }
  }

  func openMenu(at point: Point, widgetPoint: Point) {
    gate.open(for: .press(button: 3)) { [weak self] in
      guard let self else { return }
      if let occurrence = self.target(at: point, .mouse)?.occurrence {
        self.finishKeyboardEdit()
        self.send(.focus(occurrence.id, scrolls: false))
        self.showMenu(of: occurrence, at: widgetPoint)
      } else {
        self.showMenuOfEmptyTime(at: point, widgetPoint)
      }
    }
  }

  private func showMenu(of occurrence: Occurrence, at widgetPoint: Point) {
    popover.close()
    let id = occurrence.id
    menus.open(
      canEdit: dataSource?.refusal(for: occurrence) == nil, canPaste: callbacks.canPaste(), x: widgetPoint.x,
      y: widgetPoint.y,
      onChoice: { [weak self] in self?.choose($0, for: id) },
      onClose: { [weak self] in self?.send(.focus(id, scrolls: false)) })
  }

  private func choose(_ choice: EventMenus.Choice, for id: Occurrence.ID) {
    guard let occurrence = shown(id) else { return }
    send(.focus(id, scrolls: false))
    switch choice {
    case .action(let action): perform(action, on: occurrence)
    case .paste: paste()
    case .newEvent: break
    }
  }

  private func showMenuOfEmptyTime(at point: Point, _ widgetPoint: Point) {
    finishKeyboardEdit()
    popover.close()
    menus.openOnEmptyTime(canPaste: callbacks.canPaste(), x: widgetPoint.x, y: widgetPoint.y) {
      [weak self] choice in
      guard let self else { return }
      switch choice {
      case .newEvent:
        if let empty = self.emptyTime(at: point) { self.send(.create(empty, at: point)) }
      case .paste: self.paste(self.pasteTarget(at: point))
      case .action: break
      }
    }
  }
}
