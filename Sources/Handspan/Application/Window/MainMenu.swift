import CGtk
import CalendarModel
import CalendarText
import GtkSupport

// The menu of the window, and what explains it.
extension MainWindow {
  func menuButton() -> WidgetPointer {
    let t = phrases.translator
    let button = created(gtk_menu_button_new())
    gtk_menu_button_set_icon_name(OpaquePointer(button), "open-menu-symbolic")
    gtk_menu_button_set_primary(OpaquePointer(button), 1)
    gtk_widget_set_tooltip_text(button, t.tr("Main menu"))
    Accessible.setLabel(button, t.tr("Main menu"))
    // A menu is many widgets, and what was opened before is a file to read: neither is there before it is asked for.
    onOpening(menuOf: button) { [weak self] in
      guard let self, self.gate.mayOpen(for: .key) else { return false }
      if self.recentMenu == nil { self.giveMenu(to: button) }
      self.fillRecent()
      Accessible.nameRows(ofMenuIn: button)
      return true
    }
    return button
  }

  private func giveMenu(to button: WidgetPointer) {
    let t = phrases.translator
    let (menu, files, recent) = (created(g_menu_new()), created(g_menu_new()), created(g_menu_new()))
    g_menu_append(files, t.tr("New Event"), "win.new-event")
    g_menu_append(files, t.tr("Open…"), "win.open")
    g_menu_append_submenu(files, t.tr("Recent"), recent.as(GMenuModel.self))
    g_menu_append(files, t.tr("Try a Sample"), "win.sample")
    g_menu_append_section(menu, nil, files.as(GMenuModel.self))
    let (view, views) = (created(g_menu_new()), viewMenu())
    g_menu_append_submenu(view, t.tr("View"), views.as(GMenuModel.self))
    g_menu_append(view, t.tr("Go to a Date…"), "win.go-to-date")
    g_menu_append_section(menu, nil, view.as(GMenuModel.self))
    let paper = created(g_menu_new())
    g_menu_append(paper, t.tr("Print…"), "win.print")
    g_menu_append(paper, t.tr("Export…"), "win.export")
    g_menu_append_section(menu, nil, paper.as(GMenuModel.self))
    let about = created(g_menu_new())
    g_menu_append(about, t.tr("Preferences"), "win.preferences")
    g_menu_append(about, t.tr("Keyboard Shortcuts"), "win.shortcuts")
    g_menu_append(about, t.tr("About Handspan"), "win.about")
    g_menu_append_section(menu, nil, about.as(GMenuModel.self))
    let last = created(g_menu_new())
    g_menu_append(last, t.tr("Quit"), "app.quit")
    g_menu_append_section(menu, nil, last.as(GMenuModel.self))
    gtk_menu_button_set_menu_model(OpaquePointer(button), menu.as(GMenuModel.self))
    // Each menu is kept by the one that it is part of, and the first by the button.
    recentMenu = ObjectReference(recent)
    for part in [menu, files, recent, view, views, paper, about, last] {
      g_object_unref(UnsafeMutableRawPointer(part))
    }
  }

  /// The calendars that were opened with Handspan, newest first.
  private func fillRecent() {
    guard let recentMenu else { return }
    let menu = recentMenu.pointer.opaque
    g_menu_remove_all(menu)
    let items = gtk_recent_manager_get_items(gtk_recent_manager_get_default())
    defer { g_list_free_full(items) { if let item = $0 { gtk_recent_info_unref(OpaquePointer(item)) } } }
    var found: [(path: String, name: String, time: Int)] = []
    var node = items
    while let current = node {
      node = current.pointee.next
      guard let data = current.pointee.data else { continue }
      let info = OpaquePointer(data)
      // Whether it still exists is not asked: a server that does not answer would hold up the menu. Opening it tells.
      guard gtk_recent_info_has_application(info, g_get_application_name()) != 0,
        let uri = gtk_recent_info_get_uri(info),
        let path = takeString(g_filename_from_uri(uri, nil, nil))
      else { continue }
      let visited = gtk_recent_info_get_visited(info)
      found.append(
        (
          path, CalendarLocation.path(path).lastName,
          visited.map { Int(g_date_time_to_unix($0)) } ?? 0
        ))
    }
    for entry in found.sorted(by: { $0.time > $1.time }).prefix(8) {
      let item = g_menu_item_new(entry.name, nil)
      g_menu_item_set_action_and_target_value(item, "win.open-recent", g_variant_new_string(entry.path))
      g_menu_append_item(menu, item)
      g_object_unref(item.map { UnsafeMutableRawPointer($0) })
    }
  }

  func showAbout() {
    Toolkit.findIcons()
    let about = created(adw_about_window_new())
    let it = OpaquePointer(about)
    adw_about_window_set_application_name(it, "Handspan")
    adw_about_window_set_application_icon(it, applicationID)
    adw_about_window_set_version(it, applicationVersion)
    adw_about_window_set_developer_name(it, phrases.translator.tr("The Handspan team"))
    adw_about_window_set_license_type(it, GTK_LICENSE_APACHE_2_0)
    adw_about_window_set_comments(it, phrases.translator.tr("A calendar you can hold."))
    present(about)
  }

  /// The help is built from `Shortcuts`; GTK 4.8 takes it as an interface description only.
  func showShortcuts() {
    func escaped(_ text: String) -> String { AdwPointers.escaped(text) }
    let groups = Shortcuts.groups(phrases.translator).map { group in
      let rows = group.rows.map {
        "<child><object class='GtkShortcutsShortcut'><property name='title'>\(escaped($0.title))</property>"
          + "<property name='accelerator'>\(escaped($0.keys))</property></object></child>"
      }.joined()
      return
        "<child><object class='GtkShortcutsGroup'><property name='title'>\(escaped(group.title))</property>"
        + "\(rows)</object></child>"
    }.joined()
    let description =
      "<interface><object class='GtkShortcutsWindow' id='help'><property name='modal'>1</property><child>"
      + "<object class='GtkShortcutsSection'><property name='section-name'>all</property>"
      + "<property name='max-height'>12</property>\(groups)</object></child></object></interface>"
    let builder = created(gtk_builder_new_from_string(description, -1))
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    guard let object = gtk_builder_get_object(builder, "help") else { return }
    present(UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self))
  }

  /// Shows a window of its own over this one.
  func present(_ window: WidgetPointer) {
    gtk_window_set_transient_for(window.as(GtkWindow.self), pointer.as(GtkWindow.self))
    gate.watch(window)
    gtk_window_present(window.as(GtkWindow.self))
  }
}
