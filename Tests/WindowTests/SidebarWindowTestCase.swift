import CGtk
import CGtkTesting
import CalendarModel
import CalendarSession
import CalendarStore
import FoundationEssentials
import GtkSupport
import UserSettings
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// A test case with the sidebar beside the week. The folder “choir”, with the event Rehearsal, can be opened beside the two files.
@MainActor
class SidebarWindowTestCase: TimelineWindowTestCase {
  /// What was announced since the window was opened.
  private(set) var announcements: [String] = []
  var choir: URL { fixture.folder.appendingPathComponent("choir") }
  var rehearsal: URL { choir.appendingPathComponent("rehearsal.ics") }
  var session: CalendarSession { window.session }

  override func setUp() async throws {
    try await super.setUp()
    Accessible.onAnnounce = { [weak self] text, _ in self?.announcements.append(text) }
    // Otherwise a message with Undo would disappear after a few seconds, which a busy machine may need.
    window.preferences[Preferences.holdToDrag] = true
    if !window.sidebar.isOpen { window.sidebar.toggle() }
    await settle()
  }

  override func tearDown() async throws {
    Accessible.onAnnounce = nil
    try await super.tearDown()
  }

  static let rehearsalText = WindowFixture.calendar(
    WindowFixture.event("rehearsal", "Rehearsal", day: "07", hour: "12"))

  func makeChoir() throws {
    try FileManager.default.createDirectory(at: choir, withIntermediateDirectories: true)
    try Data(Self.rehearsalText.utf8).write(to: rehearsal)
  }

  func openChoir(isTemporary: Bool = false) async throws {
    try makeChoir()
    window.calendarOpening.open(OpenRequest(paths: [choir.path], isTemporary: isTemporary))
    await expect("the event of the choir is not shown") { self.block("Rehearsal") != nil }
  }

  /// Expects a condition to hold soon.
  func expect(
    _ failure: @autoclosure () -> String, file: StaticString = #filePath, line: UInt = #line,
    until condition: () -> Bool
  ) async {
    let isMet = await wait(seconds: 20, until: condition)
    XCTAssertTrue(isMet, failure(), file: file, line: line)
  }

  func expectMessage(_ text: String, file: StaticString = #filePath, line: UInt = #line) async {
    await expect("there is no message “\(text)”: \(labels)", file: file, line: line) {
      self.labels.contains(text)
    }
    await expect("“\(text)” is not announced: \(announcements)", file: file, line: line) {
      self.announcements.contains { $0.contains(text) }
    }
  }

  // MARK: The rows

  var rows: [SidebarRow] { window.sidebar.contents?.rows ?? [] }

  func row(_ calendar: String) throws -> SidebarRow {
    try XCTUnwrap(rows.first { $0.entry.calendar.name == calendar }, "“\(calendar)” is not in the sidebar")
  }

  func hasRow(_ calendar: String) -> Bool { rows.contains { $0.entry.calendar.name == calendar } }

  /// The part of a row that has this type; nil if there is no such row.
  private func part(_ type: GType, ofRow calendar: String) -> WidgetPointer? {
    var child = rows.first { $0.entry.calendar.name == calendar }
      .flatMap { gtk_widget_get_first_child($0.gtkWidget) }
    while let current = child, g_type_check_instance_is_a(current.as(GTypeInstance.self), type) == 0 {
      child = gtk_widget_get_next_sibling(current)
    }
    return child
  }

  func checkBox(_ calendar: String) throws -> WidgetPointer {
    try XCTUnwrap(part(gtk_toggle_button_get_type(), ofRow: calendar), "“\(calendar)” is not in the sidebar")
  }

  /// What is spoken of a calendar; empty if it is not in the sidebar.
  func spokenName(_ calendar: String) -> String {
    part(gtk_toggle_button_get_type(), ofRow: calendar).map { name(of: $0) } ?? ""
  }

  private func menuButton(_ calendar: String) throws -> WidgetPointer {
    try XCTUnwrap(part(gtk_menu_button_get_type(), ofRow: calendar), "“\(calendar)” is not in the sidebar")
  }

  /// The rows of a calendar's menu, with their actions.
  private func menu(of calendar: String) throws -> [(label: String, action: String, target: OpaquePointer?)] {
    let button = try menuButton(calendar)
    var items: [(String, String, OpaquePointer?)] = []
    func text(_ model: UnsafeMutablePointer<GMenuModel>, _ index: Int32, _ name: String) -> String {
      guard let value = g_menu_model_get_item_attribute_value(model, index, name, nil) else { return "" }
      defer { g_variant_unref(value) }
      return String(cString: g_variant_get_string(value, nil))
    }
    func visit(_ model: UnsafeMutablePointer<GMenuModel>) {
      for index in 0..<g_menu_model_get_n_items(model) {
        let target = g_menu_model_get_item_attribute_value(model, index, "target", nil)
        items.append((text(model, index, "label"), text(model, index, "action"), target))
        for link in ["section", "submenu"] {
          guard let linked = g_menu_model_get_item_link(model, index, link) else { continue }
          visit(linked)
          g_object_unref(linked)
        }
      }
    }
    if let model = gtk_menu_button_get_menu_model(button.opaque) { visit(model) }
    return items
  }

  /// Opens a calendar's menu by its key, and chooses an item.
  func choose(_ item: String, ofMenuOf calendar: String) async throws {
    try row(calendar).takeFocus()
    keyboard.press("Menu")
    await settle()
    let items = try menu(of: calendar)
    let button = try menuButton(calendar)
    let chosen = try XCTUnwrap(items.first { $0.label == item }, "\(items.map(\.label))")
    gtk_menu_button_popdown(button.opaque)
    await settle()
    XCTAssertNotEqual(
      gtk_widget_activate_action_variant(button, chosen.action, chosen.target), 0, chosen.action)
    await settle()
  }

  // MARK: Dialogs

  func isOpen(_ heading: String) -> Bool { labels.contains(heading) }

  /// Waits until a dialog with a field for a name has the focus, and returns the text in the field.
  @discardableResult
  func waitForNameEntry(_ heading: String) async throws -> String {
    await expect("“\(heading)” is not open: \(labels)") { self.isOpen(heading) && self.focusName == "Name" }
    return String(cString: gtk_editable_get_text(try XCTUnwrap(keyboard.focus).opaque))
  }

  func enter(_ text: String) throws {
    gtk_editable_set_text(try XCTUnwrap(keyboard.focus).opaque, text)
  }

  func isEnabled(_ button: String) throws -> Bool {
    gtk_widget_is_sensitive(try XCTUnwrap(widgets(labeled: button).last, "no “\(button)”")) != 0
  }

  func press(_ button: String) async throws {
    handspan_test_emit_clicked(try XCTUnwrap(widgets(labeled: button).last, "no “\(button)”"))
    await settle()
  }

  /// Presses the button of a color.
  func chooseColor(_ colorName: String) async throws {
    await expect("there are no colors") {
      self.widgets(ofType: gtk_button_get_type()).contains { self.name(of: $0) == colorName }
    }
    let button = widgets(ofType: gtk_button_get_type()).last { name(of: $0) == colorName }
    handspan_test_emit_clicked(try XCTUnwrap(button))
    await settle()
  }

  func text(_ file: URL) -> String? { try? String(contentsOf: file, encoding: .utf8) }
}
