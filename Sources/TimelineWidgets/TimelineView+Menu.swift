import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// The menu of an event, by right click, the Menu key or Shift+F10; and that of empty time.
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
    let t = style.phrases.translator
    let menu = created(g_menu_new())
    defer { g_object_unref(UnsafeMutableRawPointer(menu)) }
    func append(_ rows: [(String, EventBlock.Action)], to part: OpaquePointer) {
      for (text, action) in rows {
        g_menu_append(part, text, "event-menu." + action.rawValue.replacingPrefix("event."))
      }
    }
    func section(
      _ rows: [(String, EventBlock.Action)], hasPaste: Bool = false,
      steps: (title: String, rows: [(String, EventBlock.Action)])? = nil
    ) {
      let section = created(g_menu_new())
      append(rows, to: section)
      if let steps {
        // Ten ways to go by a step would push what is wanted more often out of a low window.
        let part = created(g_menu_new())
        append(steps.rows, to: part)
        g_menu_append_submenu(section, steps.title, part.as(GMenuModel.self))
        g_object_unref(UnsafeMutableRawPointer(part))
      }
      if hasPaste { appendPaste(to: section, of: "event-menu") }
      g_menu_append_section(menu, nil, section.as(GMenuModel.self))
      g_object_unref(UnsafeMutableRawPointer(section))
    }
    let canEdit = dataSource?.refusal(for: occurrence) == nil
    section([(t.tr("Show Details"), .showDetails)] + (canEdit ? [(t.tr("Edit…"), .edit)] : []))
    if canEdit {
      let steps: [(String, EventBlock.Action)] = [
        (t.tr("Move Earlier"), .moveEarlier), (t.tr("Move Later"), .moveLater),
        (t.tr("Move to Previous Day"), .movePreviousDay), (t.tr("Move to Next Day"), .moveNextDay),
        (t.tr("Start Earlier"), .startEarlier), (t.tr("Start Later"), .startLater),
        (t.tr("End Earlier"), .endEarlier), (t.tr("End Later"), .endLater),
      ]
      section(
        [(t.tr("Move to…"), .moveTo), (t.tr("Lift with the Keyboard"), .lift)],
        steps: (t.tr("Move by a Step"), steps))
      section([(t.tr("Cut"), .cut), (t.tr("Copy"), .copy), (t.tr("Duplicate"), .duplicate)], hasPaste: true)
      section([(t.tr("Delete"), .delete)])
    } else {
      section([(t.tr("Copy"), .copy), (t.tr("Duplicate"), .duplicate)], hasPaste: true)
    }
    let choice = MenuChoice()
    installMenuActions(for: occurrence.id, choice)
    let popover = popUp(menu, x: x, y: y)
    // GTK leaves the focus nowhere when a menu closes, and the next arrow would do something else. What was chosen
    // in it takes care of the focus itself.
    onSignal(popover.opaque, "closed") { [weak self] in
      afterMilliseconds(0) {
        if !choice.isMade { self?.send(.focus(occurrence.id, scrolls: false)) }
        return false
      }
    }
  }

  /// Opens the menu for a place where nothing is.
  func showMenuOfEmptyTime(at point: Point, x: Double, y: Double) {
    finishKeyboardEdit()
    popover.close()
    let menu = created(g_menu_new())
    defer { g_object_unref(UnsafeMutableRawPointer(menu)) }
    g_menu_append(menu, style.phrases.translator.tr("New Event"), "empty-menu.new-event")
    let group = created(g_simple_action_group_new())
    defer { g_object_unref(UnsafeMutableRawPointer(group)) }
    addAction(to: OpaquePointer(group), "new-event") { [weak self] in
      guard let self, let empty = self.emptyTime(at: point) else { return }
      self.send(.create(empty, at: point))
    }
    appendPaste(to: menu, of: "empty-menu")
    addAction(to: OpaquePointer(group), "paste") { [weak self] in
      guard let self else { return }
      self.paste(self.pastePlace(at: point))
    }
    gtk_widget_insert_action_group(pointer, "empty-menu", OpaquePointer(group))
    popUp(menu, x: x, y: y)
  }

  @discardableResult
  private func popUp(_ menu: OpaquePointer, x: Double, y: Double) -> WidgetPointer {
    if let old = menuPopover { gtk_widget_unparent(old) }
    let popover = created(gtk_popover_menu_new_from_model(menu.as(GMenuModel.self)))
    menuPopover = popover
    gtk_widget_set_parent(popover, pointer)
    gtk_popover_set_has_arrow(popover.as(GtkPopover.self), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    var rectangle = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.as(GtkPopover.self), &rectangle)
    onSignal(popover.opaque, "closed") { [weak self] in self?.menuClosed = Int(g_get_monotonic_time()) }
    Accessible.nameRows(of: popover)
    gtk_popover_popup(popover.as(GtkPopover.self))
    return popover
  }

  private func installMenuActions(for id: Occurrence.ID, _ choice: MenuChoice) {
    let group = created(g_simple_action_group_new())
    defer { g_object_unref(UnsafeMutableRawPointer(group)) }
    for action in EventBlock.Action.allCases {
      addAction(to: OpaquePointer(group), action.rawValue.replacingPrefix("event.")) { [weak self] in
        self?.choose(choice, on: id) { timeline, occurrence in timeline.perform(action, on: occurrence) }
      }
    }
    addAction(to: OpaquePointer(group), "paste") { [weak self] in
      self?.choose(choice, on: id) { timeline, _ in timeline.paste() }
    }
    gtk_widget_insert_action_group(pointer, "event-menu", OpaquePointer(group))
  }

  /// Does what was chosen as soon as the menu has closed: an editor takes the focus, and a menu on its way out would
  /// take it back.
  private func choose(
    _ choice: MenuChoice, on id: Occurrence.ID,
    _ body: @escaping @MainActor (TimelineView, Occurrence) -> Void
  ) {
    choice.isMade = true
    afterMilliseconds(0) { [weak self] in
      guard let self, let occurrence = self.occurrences.first(where: { $0.id == id }) else { return false }
      self.send(.focus(id, scrolls: false))
      body(self, occurrence)
      return false
    }
  }
}

/// Whether something was chosen in a menu before it closed.
@MainActor
private final class MenuChoice {
  var isMade = false
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
