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
  /// What the menu contains; empty until it is first opened.
  private var items: [MenuItem] = []
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
    // The menu is made on demand, because it consists of many widgets, and the list of recent calendars is read from a
    // file.
    onOpening(menuOf: gtkWidget) { [weak self] in
      guard let self, popoverGate.mayOpen(for: .key) else { return false }
      self.update()
      Accessible.nameRows(ofMenuIn: self.gtkWidget, named: t.tr("Main Menu"))
      return true
    }
  }

  private func update() {
    let items = makeItems()
    guard items != self.items else { return }
    self.items = items
    setMenu(items, of: gtkWidget)
    returnFocus(fromMenuOf: gtkWidget)
  }

  private func makeItems() -> [MenuItem] {
    let t = phrases.translator
    let openCalendars = calendars()
    let closeItems = openCalendars.map {
      MenuItem.row(
        MainMenu.name(of: $0, among: openCalendars), action: "win.close-calendar", target: $0.id.key)
    }
    let recentItems = MainMenu.recentCalendars.map {
      MenuItem.row($0.name, action: "win.open-recent", target: $0.path)
    }
    var fileItems: [MenuItem] = [
      .row(t.tr("New Event"), action: "win.new-event"),
      .row(t.tr("New Calendar…"), action: "win.new-calendar"),
      .row(t.tr("Open…"), action: "win.open"),
      .row(t.tr("Open Folder…"), action: "win.open-folder"),
      .submenu(t.tr("Open Recent"), recentItems),
    ]
    if !closeItems.isEmpty { fileItems.append(.submenu(t.tr("Close Calendar"), closeItems)) }
    fileItems.append(.row(t.tr("Try a Sample Calendar"), action: "win.sample"))
    return [
      .section(fileItems),
      .section([
        .row(t.tr("Undo"), action: "win.undo"), .row(t.tr("Redo"), action: "win.redo"),
      ]),
      .section([
        .row(t.tr("Import…"), action: "win.import"),
        .row(t.tr("Export Calendar…"), action: "win.export-any-calendar"),
      ]),
      .section([
        .submenu(t.tr("View"), ViewMenu.items(phrases)),
        .row(t.tr("Go to Date…"), action: "win.go-to-date"),
      ]),
      .section([
        .row(t.tr("Print…"), action: "win.print"), .row(t.tr("Export View…"), action: "win.export"),
      ]),
      .section([
        .row(t.tr("Preferences"), action: "win.preferences"),
        .row(t.tr("Keyboard Shortcuts"), action: "win.shortcuts"),
        .row(t.tr("About Handspan"), action: "win.about"),
      ]),
    ]
  }

  /// Returns a calendar's name, followed by its file name if several open calendars have the same name.
  private static func name(of calendar: CalendarInfo, among openCalendars: [CalendarInfo]) -> String {
    guard openCalendars.count(where: { $0.name == calendar.name }) > 1 else { return calendar.name }
    return "\(calendar.name) – \(calendar.location.lastPathComponent)"
  }

  /// The calendars that were opened in Handspan, the most recent first.
  private static var recentCalendars: [(path: String, name: String)] {
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
    return recentCalendars.sorted { $0.time > $1.time }.prefix(8).map { ($0.path, $0.name) }
  }
}
