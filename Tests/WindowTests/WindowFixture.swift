import CGtk
import CGtkTesting
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import FoundationEssentials
import Glibc
import GtkSupport
import TimelineWidgets
import UserSettings
import WidgetTestSupport
import XCTest

@testable import Handspan

/// The application's window with a temporary calendar open. By default, its view is a `DayList`.
@MainActor
final class WindowFixture {
  let window: MainWindow
  /// The view, unless the fixture was created with another one.
  var list: DayList {
    guard let list = window.view.view as? DayList else { preconditionFailure("the view is not a list") }
    return list
  }
  /// The folder that contains the calendar.
  let folder: URL
  /// The calendar's file.
  let file: URL
  private let application: OpaquePointer
  private static var count = 0

  private(set) var isClosed = false

  /// Isolates the window from the state of other runs. Evaluated once per process.
  static let isolateState: Void = {
    let state = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    for name in ["XDG_STATE_HOME", "XDG_DATA_HOME"] { setenv(name, state.path, 1) }
    // GTK's list of recent files records the names of the application and its program.
    g_set_application_name("Handspan")
    g_set_prgname("handspan")
  }()

  /// Gives all settings in memory their defaults, whatever windows of earlier tests have saved.
  static func resetSettings() {
    guard let settings = Preferences().settings?.as(GSettings.self) else { return }
    var schema = GValue()
    g_value_init(&schema, g_settings_schema_get_type())
    defer { g_value_unset(&schema) }
    g_object_get_property(settings.as(GObject.self), "settings-schema", &schema)
    guard let keys = g_settings_schema_list_keys(OpaquePointer(g_value_get_boxed(&schema))) else { return }
    defer { g_strfreev(keys) }
    var key = keys
    while let name = key.pointee {
      g_settings_reset(settings, name)
      key += 1
    }
  }

  /// - Parameters:
  ///   - components: the components of the calendar.
  ///   - accounts: the user's accounts; nil for none.
  convenience init(_ components: String, at day: Day, accounts: (any ListingBackend)? = nil) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = try WindowFixture.write(components, in: folder, named: "calendar.ics")
    await self.init(file, at: day, accounts: accounts) { DayList(style: $0, day: $1) }
    let isShown = await wait { !self.list.events.isEmpty && gtk_widget_get_mapped(self.list.gtkWidget) != 0 }
    XCTAssertTrue(isShown, "the calendar did not open")
  }

  /// Opens a calendar file in a new window, without waiting until it is shown.
  init(
    _ file: URL, at day: Day, accounts: (any ListingBackend)? = nil, preferences: Preferences = Preferences(),
    showing makeView: (TimelineStyle, Day) -> any CalendarView
  ) async {
    WindowFixture.isolateState
    (self.file, folder) = (file, file.deletingLastPathComponent())
    WindowFixture.count += 1
    let name = "org.handspan.WindowTests\(WindowFixture.count)"
    application = OpaquePointer(nonNull(adw_application_new(name, G_APPLICATION_NON_UNIQUE)))
    g_application_register(application.as(GApplication.self), nil, nil)
    window = MainWindow(
      application: application, preferences: preferences, accounts: accounts, showing: makeView)
    window.onClosed = { [weak self] in self?.isClosed = true }
    window.calendarOpening.open(OpenRequest(paths: [file.path], date: day))
    window.present()
  }

  /// Writes a calendar file with these components, and returns its location.
  @discardableResult
  static func write(_ components: String, in folder: URL, named name: String) throws -> URL {
    let file = folder.appendingPathComponent(name)
    try Data(calendar(components).utf8).write(to: file)
    return file
  }

  /// The text of a calendar file with these components.
  static func calendar(_ components: String) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Handspan//Test//EN\r\n" + components + "END:VCALENDAR\r\n"
  }

  /// The component of a one-hour event in January 2026.
  static func event(_ uid: String, _ title: String, day: String, hour: String) -> String {
    let start = "DTSTART:202601\(day)T\(hour)0000"
    return [
      "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", start, "DURATION:PT1H", "SUMMARY:\(title)",
      "END:VEVENT",
    ]
    .map { $0 + "\r\n" }.joined()
  }

  /// Runs GTK's main loop and Swift's main queue until a condition holds. A test itself runs on that queue,
  /// so it has to yield to other work.
  ///
  /// - Returns: whether the condition held within about a minute.
  func wait(until condition: () -> Bool) async -> Bool {
    for _ in 0..<12_000 {
      if condition() { return true }
      Loop.runPending()
      try? await Task.sleep(nanoseconds: 5_000_000)
    }
    return condition()
  }

  /// The window's title.
  var title: String { window.header.windowTitle }

  /// Closes the window as a user would, and keeps the calendar.
  func closeWindow() async {
    if !isClosed {
      handspan_test_close_dialogs(window.gtkWidget)
      window.close()
    }
    let isClosedInTime = await wait { self.isClosed }
    XCTAssertTrue(isClosedInTime, "the window did not close")
  }

  /// Closes the window, and removes the calendar.
  func close() async {
    await closeWindow()
    try? FileManager.default.removeItem(at: folder)
  }
}
