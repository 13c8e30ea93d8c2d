import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// The menu of an event, by right click, the Menu key or Shift+F10; and that of empty time.
extension TimelineView {
  /// Opens the menu for an event.
  func showMenu(for occurrence: Occurrence, x: Double, y: Double) {
    finishKeyboardEdit()
    popover.close()
    focus(occurrence.id, scrolls: false)
    let t = style.phrases.translator
    let menu = created(g_menu_new())
    defer { g_object_unref(UnsafeMutableRawPointer(menu)) }
    func section(_ rows: [(String, EventBlock.Action)], hasPaste: Bool = false) {
      let section = created(g_menu_new())
      for (text, action) in rows {
        g_menu_append(section, text, "event-menu." + action.rawValue.replacingPrefix("event."))
      }
      if hasPaste { appendPaste(to: section, of: "event-menu") }
      g_menu_append_section(menu, nil, section.as(GMenuModel.self))
      g_object_unref(UnsafeMutableRawPointer(section))
    }
    let canEdit = dataSource?.refusal(for: occurrence) == nil
    section([(t.tr("Show Details"), .showDetails)] + (canEdit ? [(t.tr("Edit…"), .edit)] : []))
    if canEdit {
      section([(t.tr("Move to…"), .moveTo), (t.tr("Lift with the Keyboard"), .lift)])
      section([
        (t.tr("Move Earlier"), .moveEarlier), (t.tr("Move Later"), .moveLater),
        (t.tr("Move to Previous Day"), .movePreviousDay), (t.tr("Move to Next Day"), .moveNextDay),
      ])
      section([
        (t.tr("Start Earlier"), .startEarlier), (t.tr("Start Later"), .startLater),
        (t.tr("End Earlier"), .endEarlier), (t.tr("End Later"), .endLater),
      ])
      section([(t.tr("Cut"), .cut), (t.tr("Copy"), .copy), (t.tr("Duplicate"), .duplicate)], hasPaste: true)
      section([(t.tr("Delete"), .delete)])
    } else {
      section([(t.tr("Copy"), .copy), (t.tr("Duplicate"), .duplicate)], hasPaste: true)
    }
    installMenuActions(for: occurrence.id)
    let popover = popUp(menu, x: x, y: y)
    // Closing a menu would leave the focus to the header bar, where the next arrow does something else.
    onSignal(popover.opaque, "closed") { [weak self] in
      afterMilliseconds(0) {
        if let self, !self.isLifted, self.popover.shown == nil { self.focus(occurrence.id, scrolls: false) }
        return false
      }
    }
    // GTK leaves the focus nowhere when a menu closes.
    onSignal(popover.opaque, "closed") { [weak self] in
      guard let self, self.lifted == nil, let focused = self.focused else { return }
      self.focus(focused, scrolls: false)
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
      self.create(empty, at: point)
    }
    appendPaste(to: menu, of: "empty-menu")
    addAction(to: OpaquePointer(group), "paste") { [weak self] in
      guard let self else { return }
      self.day = self.columns.day(atX: point.x)
      self.exchange(.paste, nil)
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
    gtk_popover_popup(popover.as(GtkPopover.self))
    return popover
  }

  private func installMenuActions(for id: Occurrence.ID) {
    let group = created(g_simple_action_group_new())
    defer { g_object_unref(UnsafeMutableRawPointer(group)) }
    for action in EventBlock.Action.allCases {
      addAction(to: OpaquePointer(group), action.rawValue.replacingPrefix("event.")) { [weak self] in
        guard let self, let occurrence = self.occurrences.first(where: { $0.id == id }) else { return }
        self.perform(action, on: occurrence)
      }
    }
    addAction(to: OpaquePointer(group), "paste") { [weak self] in self?.exchange(.paste, nil) }
    gtk_widget_insert_action_group(pointer, "event-menu", OpaquePointer(group))
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
