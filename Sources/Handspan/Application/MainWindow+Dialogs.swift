import CGtk
import CalendarText
import FoundationEssentials
import GtkSupport

// Menus and dialogs of the window.
extension MainWindow {
  func menuButton() -> WidgetPointer {
    let t = phrases.translator
    let button = created(gtk_menu_button_new())
    gtk_menu_button_set_icon_name(OpaquePointer(button), "open-menu-symbolic")
    gtk_menu_button_set_primary(OpaquePointer(button), 1)
    gtk_widget_set_tooltip_text(button, t.tr("Main menu"))
    Accessible.setLabel(button, t.tr("Main menu"))
    let (menu, files, recent) = (created(g_menu_new()), created(g_menu_new()), created(g_menu_new()))
    g_menu_append(files, t.tr("Open…"), "win.open")
    g_menu_append_submenu(files, t.tr("Recent"), recent.as(GMenuModel.self))
    g_menu_append(files, t.tr("Try a Sample"), "win.sample")
    g_menu_append_section(menu, nil, files.as(GMenuModel.self))
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
    for part in [menu, files, recent, about, last] { g_object_unref(UnsafeMutableRawPointer(part)) }
    fillRecent()
    onSignal(OpaquePointer(created(gtk_recent_manager_get_default())), "changed") { [weak self] in
      self?.fillRecent()
    }
    return button
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
      guard gtk_recent_info_has_application(info, g_get_application_name()) != 0,
        gtk_recent_info_exists(info) != 0,
        let uri = gtk_recent_info_get_uri(info), let path = takeString(g_filename_from_uri(uri, nil, nil))
      else { continue }
      let visited = gtk_recent_info_get_visited(info)
      found.append(
        (
          path, URL(fileURLWithPath: path).lastPathComponent,
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

  func chooseFile() {
    let t = phrases.translator
    choose(t.tr("Open a calendar"), GTK_FILE_CHOOSER_ACTION_OPEN, accept: t.tr("_Open")) { [weak self] path in
      self?.open(OpenRequest(paths: [path]))
    }
  }

  func chooseCopy() {
    let t = phrases.translator
    choose(t.tr("Save a copy"), GTK_FILE_CHOOSER_ACTION_SAVE, accept: t.tr("_Save")) { [weak self] path in
      Task { await self?.session.saveCopy(to: path) }
    }
  }

  private func choose(
    _ title: String, _ action: GtkFileChooserAction, accept: String,
    then use: @escaping @MainActor (String) -> Void
  ) {
    let t = phrases.translator
    let native = created(
      gtk_file_chooser_native_new(title, pointer.as(GtkWindow.self), action, accept, t.tr("_Cancel")))
    let chooser = UnsafeMutableRawPointer(native)
    let dialog = chooser.assumingMemoryBound(to: GtkNativeDialog.self)
    let filter = created(gtk_file_filter_new())
    gtk_file_filter_set_name(filter, t.tr("Calendars (iCalendar)"))
    gtk_file_filter_add_mime_type(filter, "text/calendar")
    gtk_file_filter_add_pattern(filter, "*.ics")
    gtk_file_chooser_add_filter(OpaquePointer(chooser), filter)
    if action == GTK_FILE_CHOOSER_ACTION_SAVE {
      gtk_file_chooser_set_current_name(OpaquePointer(chooser), t.tr("Calendar") + ".ics")
    }
    gtk_native_dialog_set_modal(dialog, 1)
    onResponse(OpaquePointer(chooser)) { response in
      defer { g_object_unref(chooser) }
      guard response == GTK_RESPONSE_ACCEPT.rawValue,
        let file = gtk_file_chooser_get_file(OpaquePointer(chooser))
      else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(file)) }
      if let path = takeString(g_file_get_path(file)) { use(path) }
    }
    gtk_native_dialog_show(dialog)
  }

  func showAbout() {
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

  func showPreferences() {
    let t = phrases.translator
    let window = created(adw_preferences_window_new())
    let page = created(adw_preferences_page_new())
    let handling = created(adw_preferences_group_new())
    adw_preferences_group_set_title(handling.as(AdwPreferencesGroup.self), t.tr("Handling"))
    let hold = created(adw_action_row_new())
    adw_preferences_row_set_title(hold.as(AdwPreferencesRow.self), t.tr("Hold to drag"))
    adw_action_row_set_subtitle(
      hold.as(AdwActionRow.self),
      t.tr(
        "The mouse lifts an event only after it was held still for a moment; Undo stays in sight until the next action"
      ))
    let toggle = created(gtk_switch_new())
    gtk_widget_set_valign(toggle, GTK_ALIGN_CENTER)
    preferences.bind(Preferences.holdToDrag, to: toggle.opaque, "active")
    adw_action_row_add_suffix(hold.as(AdwActionRow.self), toggle)
    adw_action_row_set_activatable_widget(hold.as(AdwActionRow.self), toggle)
    adw_preferences_group_add(handling.as(AdwPreferencesGroup.self), hold)
    adw_preferences_page_add(page.as(AdwPreferencesPage.self), handling.as(AdwPreferencesGroup.self))

    let hours = created(adw_preferences_group_new())
    adw_preferences_group_set_title(hours.as(AdwPreferencesGroup.self), t.tr("Working hours"))
    adw_preferences_group_set_description(
      hours.as(AdwPreferencesGroup.self), t.tr("The rest of the day is a shade apart"))
    for (key, text) in [
      (Preferences.workingHoursStart, t.tr("Begin")), (Preferences.workingHoursEnd, t.tr("End")),
    ] {
      let row = created(adw_action_row_new())
      adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), text)
      let spin = created(gtk_spin_button_new_with_range(0, 24, 1))
      gtk_widget_set_valign(spin, GTK_ALIGN_CENTER)
      Accessible.setLabel(spin, text)
      gtk_spin_button_set_value(spin.opaque, Double(preferences[key]) / 60)
      onSignal(spin.opaque, "value-changed") { [weak self] in
        guard let self else { return }
        self.preferences[key] = Int32(gtk_spin_button_get_value(spin.opaque) * 60)
        self.applyWorkingHours()
      }
      adw_action_row_add_suffix(row.as(AdwActionRow.self), spin)
      adw_preferences_group_add(hours.as(AdwPreferencesGroup.self), row)
    }
    adw_preferences_page_add(page.as(AdwPreferencesPage.self), hours.as(AdwPreferencesGroup.self))
    adw_preferences_window_add(window.as(AdwPreferencesWindow.self), page.as(AdwPreferencesPage.self))
    present(window)
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

  private func present(_ window: WidgetPointer) {
    gtk_window_set_transient_for(window.as(GtkWindow.self), pointer.as(GtkWindow.self))
    gtk_window_present(window.as(GtkWindow.self))
  }
}
