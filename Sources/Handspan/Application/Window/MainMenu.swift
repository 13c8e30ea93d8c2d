import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import GtkSupport
import TimelineWidgets
import UserSettings

/// The main menu of the window, and its button.
@MainActor
final class MainMenu {
  let gtkWidget = nonNull(gtk_menu_button_new())

  private let phrases: Phrases
  /// The submenu of recently opened calendars; nil until the menu is first opened.
  private var recentMenu: ObjectReference?

  /// The submenu for closing calendars, and its parent menu; nil until the menu is first opened.
  private var closeMenu: (parent: ObjectReference, menu: ObjectReference)?
  /// Returns the open calendars.
  private let calendars: @MainActor () -> [CalendarInfo]

  /// - Parameters:
  ///   - popoverGate: decides whether the menu may open.
  ///   - calendars: returns the open calendars.
  init(_ phrases: Phrases, popoverGate: PopoverGate, calendars: @escaping @MainActor () -> [CalendarInfo]) {
    (self.phrases, self.calendars) = (phrases, calendars)
    let t = phrases.translator
    gtk_menu_button_set_icon_name(OpaquePointer(gtkWidget), "open-menu-symbolic")
    gtk_menu_button_set_primary(OpaquePointer(gtkWidget), 1)
    gtk_widget_set_tooltip_text(gtkWidget, t.tr("Main Menu"))
    Accessible.setLabel(gtkWidget, t.tr("Main Menu"))
    // The menu and the list of recent calendars are created on demand, because a menu consists of many
    // widgets, and the list is read from a file.
    onOpening(menuOf: gtkWidget) { [weak self] in
      guard let self, popoverGate.mayOpen(for: .key) else { return false }
      if self.recentMenu == nil { self.buildMenu(for: self.gtkWidget) }
      self.fillRecentMenu()
      self.fillCloseMenu()
      Accessible.nameRows(ofMenuIn: self.gtkWidget, named: t.tr("Main Menu"))
      return true
    }
  }

  private func buildMenu(for button: WidgetPointer) {
    let t = phrases.translator
    let (menu, fileSection, recentSubmenu) = (
      nonNull(g_menu_new()), nonNull(g_menu_new()), nonNull(g_menu_new())
    )
    g_menu_append(fileSection, t.tr("New Event"), "win.new-event")
    g_menu_append(fileSection, t.tr("New Calendar…"), "win.new-calendar")
    g_menu_append(fileSection, t.tr("Open…"), "win.open")
    g_menu_append(fileSection, t.tr("Open Folder…"), "win.open-folder")
    g_menu_append_submenu(fileSection, t.tr("Open Recent"), recentSubmenu.as(GMenuModel.self))
    g_menu_append(fileSection, t.tr("Try a Sample Calendar"), "win.sample")
    g_menu_append_section(menu, nil, fileSection.as(GMenuModel.self))
    appendSection([(t.tr("Undo"), "win.undo"), (t.tr("Redo"), "win.redo")], to: menu)
    appendSection(
      [(t.tr("Import…"), "win.import"), (t.tr("Export Calendar…"), "win.export-any-calendar")], to: menu)
    let (viewSection, viewSubmenu) = (nonNull(g_menu_new()), ViewMenu.makeModel(phrases))
    g_menu_append_submenu(viewSection, t.tr("View"), viewSubmenu.as(GMenuModel.self))
    g_menu_append(viewSection, t.tr("Go to Date…"), "win.go-to-date")
    g_menu_append_section(menu, nil, viewSection.as(GMenuModel.self))
    let printSection = nonNull(g_menu_new())
    g_menu_append(printSection, t.tr("Print…"), "win.print")
    g_menu_append(printSection, t.tr("Export View…"), "win.export")
    g_menu_append_section(menu, nil, printSection.as(GMenuModel.self))
    let aboutSection = nonNull(g_menu_new())
    g_menu_append(aboutSection, t.tr("Preferences"), "win.preferences")
    g_menu_append(aboutSection, t.tr("Keyboard Shortcuts"), "win.shortcuts")
    g_menu_append(aboutSection, t.tr("About Handspan"), "win.about")
    g_menu_append_section(menu, nil, aboutSection.as(GMenuModel.self))
    gtk_menu_button_set_menu_model(OpaquePointer(button), menu.as(GMenuModel.self))
    returnFocus(fromMenuOf: button)
    // Each parent menu retains its submenus, and the button retains the main menu.
    recentMenu = ObjectReference(recentSubmenu)
    let closeSubmenu = nonNull(g_menu_new())
    closeMenu = (ObjectReference(fileSection), ObjectReference(closeSubmenu))
    for menuObject in [
      menu, fileSection, closeSubmenu, recentSubmenu, viewSection, viewSubmenu, printSection, aboutSection,
    ] {
      g_object_unref(UnsafeMutableRawPointer(menuObject))
    }
  }

  private func appendSection(_ items: [(label: String, action: String)], to menu: OpaquePointer) {
    let section = nonNull(g_menu_new())
    for item in items { g_menu_append(section, item.label, item.action) }
    g_menu_append_section(menu, nil, section.as(GMenuModel.self))
    g_object_unref(UnsafeMutableRawPointer(section))
  }

  /// The position of the submenu for closing calendars, below Open Recent.
  private static let closeMenuPosition: Int32 = 5

  /// Fills the submenu for closing calendars with the open calendars, and hides it if there are none.
  private func fillCloseMenu() {
    guard let closeMenu else { return }
    let (fileSection, menu) = (closeMenu.parent.pointer.opaque, closeMenu.menu.pointer.opaque)
    if g_menu_model_get_n_items(fileSection.as(GMenuModel.self)) > MainMenu.closeMenuPosition + 1 {
      g_menu_remove(fileSection, MainMenu.closeMenuPosition)
    }
    g_menu_remove_all(menu)
    let openCalendars = calendars()
    guard !openCalendars.isEmpty else { return }
    for calendar in openCalendars {
      let item = g_menu_item_new(MainMenu.name(of: calendar, among: openCalendars), nil)
      g_menu_item_set_action_and_target_value(
        item, "win.close-calendar", g_variant_new_string(calendar.id.key))
      g_menu_append_item(menu, item)
      g_object_unref(item.map { UnsafeMutableRawPointer($0) })
    }
    g_menu_insert_submenu(
      fileSection, MainMenu.closeMenuPosition, phrases.translator.tr("Close Calendar"),
      menu.as(GMenuModel.self))
  }

  /// Returns a calendar's name, followed by its file name if several open calendars have the same name.
  private static func name(of calendar: CalendarInfo, among openCalendars: [CalendarInfo]) -> String {
    guard openCalendars.count(where: { $0.name == calendar.name }) > 1 else { return calendar.name }
    return "\(calendar.name) – \(calendar.location.lastPathComponent)"
  }

  /// Fills the Open Recent submenu with the calendars that were opened in Handspan, the most recent first.
  private func fillRecentMenu() {
    guard let recentMenu else { return }
    let menu = recentMenu.pointer.opaque
    g_menu_remove_all(menu)
    let items = gtk_recent_manager_get_items(gtk_recent_manager_get_default())
    defer { g_list_free_full(items) { if let item = $0 { gtk_recent_info_unref(OpaquePointer(item)) } } }
    var recentCalendars: [(path: String, name: String, time: Int)] = []
    var node = items
    while let current = node {
      node = current.pointee.next
      guard let data = current.pointee.data else { continue }
      let info = OpaquePointer(data)
      // This code does not check whether the file still exists, because an unresponsive server would block
      // the menu. If the file no longer exists, opening it shows an error.
      guard gtk_recent_info_has_application(info, g_get_application_name()) != 0,
        let uri = gtk_recent_info_get_uri(info),
        let path = takeString(g_filename_from_uri(uri, nil, nil))
      else { continue }
      let visited = gtk_recent_info_get_visited(info)
      recentCalendars.append(
        (
          path, CalendarLocation.path(path).lastPathComponent,
          visited.map { Int(g_date_time_to_unix($0)) } ?? 0
        ))
    }
    for entry in recentCalendars.sorted(by: { $0.time > $1.time }).prefix(8) {
      let item = g_menu_item_new(entry.name, nil)
      g_menu_item_set_action_and_target_value(item, "win.open-recent", g_variant_new_string(entry.path))
      g_menu_append_item(menu, item)
      g_object_unref(item.map { UnsafeMutableRawPointer($0) })
    }
  }
}
