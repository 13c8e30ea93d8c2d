import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import FoundationEssentials
import GtkSupport
import TimelineInteraction
import UserSettings
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// The window looks the same whether a preference was changed while it was shown or before it was opened.
@MainActor
final class PreferenceTests: WidgetTestCase {
  /// A change of one setting.
  private struct Change {
    let key: String
    /// Whether the change is visible.
    let isVisible: Bool
    /// Makes the change in an open window, as the user would.
    let make: @MainActor (MainWindow) async -> Void

    init(_ key: String, isVisible: Bool = true, _ make: @escaping @MainActor (MainWindow) async -> Void) {
      (self.key, self.isVisible, self.make) = (key, isVisible, make)
    }
  }

  private static let changes = [
    Change("view") { $0.settings.switchView(to: .threeDays) },
    Change("pixels-per-hour") {
      $0.view.zoom(steps: 2)
      $0.settings.saveZoom()
    },
    Change("show-sidebar") { $0.sidebar.toggle() },
    Change("first-weekday") { $0.preferences[Preferences.firstWeekday] = "saturday" },
    Change("workdays") {
      // Only the work week shows these days.
      $0.settings.switchView(to: .workWeek)
      $0.preferences[Preferences.workdays] = ["monday", "tuesday"]
    },
    Change("week-numbers") { $0.preferences[Preferences.showsWeekNumbers] = true },
    Change("second-zone") { $0.preferences[Preferences.secondZone] = "Asia/Kolkata" },
    Change("working-hours-start") { $0.preferences[Preferences.workingHoursStart] = 11 * 60 + 30 },
    Change("working-hours-end") { $0.preferences[Preferences.workingHoursEnd] = 13 * 60 + 30 },
    Change("hold-to-drag", isVisible: false) { $0.preferences[Preferences.holdToDrag] = true },
    Change("window-width") {
      gtk_window_set_default_size($0.gtkWidget.as(GtkWindow.self), 1300, PreferenceTests.height)
    },
    Change("window-height") {
      gtk_window_set_default_size($0.gtkWidget.as(GtkWindow.self), PreferenceTests.width, 640)
    },
    Change("hidden-calendars") { window in
      for calendar in window.session.calendars { window.session.setHidden(true, for: calendar.id) }
    },
    Change("chosen-names") { window in
      for calendar in window.session.calendars { await window.session.rename(calendar.id, to: "Choir") }
    },
    Change("chosen-colors") { window in
      for calendar in window.session.calendars {
        await window.session.setColor(EventColor(rgb: 0xE01B24), of: calendar.id)
      }
    },
  ]

  /// The settings that say what the program remembers, not what the user prefers, and those without which the window
  /// looks the same.
  private static let otherKeys = [
    // Without a window manager, no window can be maximized.
    "window-maximized",
    "last-opened", "last-calendar", "calendar-colors", "dismissed-calendars", "known-account-calendars",
    "my-addresses",
    // Only the program that shows reminders reads these.
    "reminders-while-closed", "reminder-snooze", "reminder-sound", "all-day-reminder-time",
    "hidden-calendars-ring",
    "accounts-ring", "reminders-answered", "default-reminder", "default-all-day-reminder",
  ]

  private static let (width, height) = (Int32(1120), Int32(560))
  private static let monday = Day(ordinal: 20_458)
  /// The scroll offset of each picture in px. Where the hours are scrolled to at first depends on the working hours.
  private static let scroll = 780.0

  private var file: URL!

  override func setUp() async throws {
    try await super.setUp()
    resetPreferences()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let fair = [
      "BEGIN:VEVENT", "UID:fair", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260106",
      "DTEND;VALUE=DATE:20260108", "SUMMARY:Fair", "END:VEVENT",
    ]
    file = try WindowFixture.write(
      WindowFixture.event("a", "Standup", day: "05", hour: "12") + fair.map { $0 + "\r\n" }.joined(),
      in: folder, named: "calendar.ics")
  }

  override func tearDown() async throws {
    if file != nil { try FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    try await super.tearDown()
  }

  private func resetPreferences() {
    WindowFixture.resetSettings()
    let preferences = Preferences()
    preferences[Preferences.windowWidth] = PreferenceTests.width
    preferences[Preferences.windowHeight] = PreferenceTests.height
    preferences[Preferences.showsSidebar] = true
  }

  /// Opens a window as the program does when it starts.
  private func open() async -> WindowFixture {
    let fixture = await WindowFixture(file, at: PreferenceTests.monday) {
      TimelineView(style: $0, day: $1)
    }
    let isShown = await fixture.wait {
      fixture.window.view.day == PreferenceTests.monday && !fixture.window.session.calendars.isEmpty
        && gtk_widget_get_mapped(fixture.window.view.gtkWidget) != 0
        && (!fixture.window.sidebar.isOpen || fixture.window.sidebar.contents != nil)
    }
    XCTAssertTrue(isShown, "the calendar did not open")
    return fixture
  }

  /// Takes a picture of the window's contents once they no longer change: at the same hours, without the focus, scroll
  /// bars and messages.
  private func picture(of fixture: WindowFixture) async throws -> Pixels {
    let window = fixture.window.gtkWidget
    let view = try XCTUnwrap(fixture.window.view.view as? TimelineView)
    let scrolledWindows = [view.scrolledWindow, fixture.window.sidebar.contents?.gtkWidget]
    for scrolledWindow in scrolledWindows.compactMap({ $0 }) {
      gtk_scrolled_window_set_policy(scrolledWindow.opaque, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL)
    }
    fixture.window.toasts.dismiss()
    var last: Pixels?
    var count = 0
    let isAtRest = await fixture.wait {
      gtk_window_set_focus(window.as(GtkWindow.self), nil)
      view.scrollContent.setScroll(PreferenceTests.scroll)
      Loop.runFrame(of: window)
      let picture = currentPicture(of: window)
      count = view.paging.isIdle && last?.isEqual(to: picture) == true ? count + 1 : 0
      last = picture
      // A quarter of a second, in which the sidebar has time to prepare its months.
      return count == 15
    }
    XCTAssertTrue(isAtRest, "the window does not come to rest")
    return try XCTUnwrap(last)
  }

  private func currentPicture(of window: WidgetPointer) -> Pixels {
    let snapshot = nonNull(gtk_snapshot_new())
    var child = gtk_widget_get_first_child(window)
    while let widget = child {
      gtk_widget_snapshot_child(window, widget, snapshot)
      child = gtk_widget_get_next_sibling(widget)
    }
    let pixels = Pixels(width: Int(gtk_widget_get_width(window)), height: Int(gtk_widget_get_height(window)))
    if let node = gtk_snapshot_free_to_node(snapshot) {
      pixels.paint { gsk_render_node_draw(node, $0) }
      gsk_render_node_unref(node)
    }
    return pixels
  }

  func testEverySettingIsATestedPreferenceOrSomethingRemembered() async throws {
    let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../data/org.handspan.Handspan.gschema.xml")
    let text = String(decoding: try Data(contentsOf: schema), as: UTF8.self)
    let keys = text.matches(of: /<key name="([a-z-]+)"/).map { String($0.1) }
    XCTAssertGreaterThan(keys.count, 15)
    XCTAssertEqual(
      keys.sorted(), (PreferenceTests.changes.map(\.key) + PreferenceTests.otherKeys).sorted())
  }

  func testChangedPreferenceLooksTheSameAsAfterARestart() async throws {
    let unchanged = await open()
    let before = try await picture(of: unchanged)
    await unchanged.closeWindow()
    for change in PreferenceTests.changes {
      resetPreferences()
      let changed = await open()
      await change.make(changed.window)
      let after = try await picture(of: changed)
      let restarted = await open()
      let fresh = try await picture(of: restarted)
      XCTAssertTrue(after.isEqual(to: fresh), "“\(change.key)” looks different after a restart")
      XCTAssertEqual(!before.isEqual(to: fresh), change.isVisible, "“\(change.key)” is not shown")
      XCTAssertEqual(
        changed.window.view.configuration, restarted.window.view.configuration, "“\(change.key)” differs")
      for fixture in [changed, restarted] { await fixture.closeWindow() }
    }
  }

  private func presentPreferences(of fixture: WindowFixture) async throws -> WidgetPointer {
    fixture.window.preferencesWindow.present()
    var openWindow: WidgetPointer?
    _ = await fixture.wait {
      openWindow = windows.first { typeName(of: $0) == "AdwPreferencesWindow" }
      return openWindow != nil
    }
    return try XCTUnwrap(openWindow)
  }

  func testWorkingHoursAreChosenByTheHalfHourAsTheClockShowsThem() async throws {
    let fixture = await open()
    let (window, settings) = (fixture.window, fixture.window.preferences)
    settings[Preferences.workingHoursStart] = 8 * 60 + 10
    for clock in [ClockFormat.h24, .h12] {
      window.session.phrases.clock = clock
      let preferences = try await presentPreferences(of: fixture)
      // Those of the reminders follow.
      let choices = descendants(of: preferences, named: "GtkDropDown").dropLast(4).suffix(2).map { choice in
        let list = gtk_drop_down_get_model(choice.opaque)
        return (
          choice,
          (0..<g_list_model_get_n_items(list)).map {
            String(cString: gtk_string_list_get_string(list, $0))
          }
        )
      }
      XCTAssertEqual(
        Array(choices[0].1[15...19]),
        clock == .h24
          ? ["07:30", "08:00", "08:10", "08:30", "09:00"]
          : ["7:30 AM", "8:00 AM", "8:10 AM", "8:30 AM", "9:00 AM"])
      XCTAssertEqual(gtk_drop_down_get_selected(choices[0].0.opaque), 17)
      XCTAssertEqual(choices[1].1.last, clock == .h24 ? "00:00" : "12:00 AM")
      gtk_drop_down_set_selected(choices[0].0.opaque, 15)
      gtk_drop_down_set_selected(choices[1].0.opaque, 47)
      XCTAssertEqual(settings.workingMinutes, 7 * 60 + 30..<24 * 60)
      settings[Preferences.workingHoursStart] = 8 * 60 + 10
      gtk_window_destroy(preferences.as(GtkWindow.self))
    }
    await fixture.closeWindow()
  }

  func testRemindersOfNewEventsAreChosenInThePreferences() async throws {
    let fixture = await open()
    let preferences = try await presentPreferences(of: fixture)
    let choices = Array(descendants(of: preferences, named: "GtkDropDown").suffix(4))
    func texts(_ choice: WidgetPointer) -> [String] {
      let list = gtk_drop_down_get_model(choice.opaque)
      return (0..<g_list_model_get_n_items(list)).map {
        String(cString: gtk_string_list_get_string(list, $0))
      }
    }
    XCTAssertEqual(texts(choices[0]).prefix(3), ["None", "At the start", "5 minutes before the start"])
    XCTAssertEqual(
      texts(choices[1]), ["None", "On the day", "1 day before", "2 days before", "1 week before"])
    XCTAssertEqual(fixture.window.session.defaultReminders, DefaultReminders())
    gtk_drop_down_set_selected(choices[0].opaque, 2)
    gtk_drop_down_set_selected(choices[1].opaque, 4)
    gtk_drop_down_set_selected(choices[2].opaque, 36)
    let expected = DefaultReminders(
      timed: .before(seconds: 300),
      allDay: .offset(EventDuration(seconds: (18 - 7 * 24) * 3600), from: .start))
    XCTAssertEqual(fixture.window.session.defaultReminders, expected)
    for choice in choices.prefix(2) { gtk_drop_down_set_selected(choice.opaque, 0) }
    XCTAssertEqual(fixture.window.session.defaultReminders, DefaultReminders())
    gtk_window_destroy(preferences.as(GtkWindow.self))
    await fixture.closeWindow()
    resetPreferences()
  }

  func testWorkdaysBeginWithTheFirstDayOfTheWeek() async throws {
    let fixture = await open()
    let preferences = try await presentPreferences(of: fixture)
    let choice = try XCTUnwrap(descendants(of: preferences, named: "GtkDropDown").first)
    gtk_drop_down_set_selected(choice.opaque, 7)
    XCTAssertEqual(fixture.window.preferences[Preferences.firstWeekday], "sunday")
    let names = descendants(of: preferences, named: "GtkToggleButton")
      .filter { gtk_widget_has_css_class($0, "weekday") != 0 }
      .map { String(cString: gtk_button_get_label($0.as(GtkButton.self))) }
    XCTAssertEqual(names, ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    gtk_window_destroy(preferences.as(GtkWindow.self))
    await fixture.closeWindow()
  }

  /// The windows of this process.
  private var windows: [WidgetPointer] {
    let list = gtk_window_get_toplevels()
    return (0..<g_list_model_get_n_items(list)).compactMap { index in
      g_list_model_get_item(list, index).map { item in
        defer { g_object_unref(item) }
        return OpaquePointer(item).as(GtkWidget.self)
      }
    }
  }

  /// The widgets of a class inside another widget, in order.
  private func descendants(of widget: WidgetPointer, named className: String) -> [WidgetPointer] {
    var found: [WidgetPointer] = []
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if typeName(of: current) == className { found.append(current) }
      found += descendants(of: current, named: className)
      child = gtk_widget_get_next_sibling(current)
    }
    return found
  }
}
