import CGtk
import CGtkTesting
import CalendarModel
import CalendarSession
import CalendarStore
import FoundationEssentials
import GtkSupport
import TimelineInteraction
import UserSettings
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// A test case with the real window: a week on the timeline, in two calendars.
@MainActor
class TimelineWindowTestCase: WidgetTestCase {
  static let monday = Day(ordinal: 20_458)
  var fixture: WindowFixture!
  var window: MainWindow { fixture.window }
  var keyboard: Keyboard { Keyboard(window: window) }
  var stack: ViewStack { window.view }
  var timeline: TimelineView {
    guard let timeline = stack.view as? TimelineView else {
      preconditionFailure("the view is not a timeline")
    }
    return timeline
  }

  /// The components of the calendar: on Monday, three events and one that repeats weekly; on Tuesday, one event.
  class var components: String {
    WindowFixture.event("a", "Standup", day: "05", hour: "09")
      + WindowFixture.event("b", "Review", day: "05", hour: "11")
      + WindowFixture.event("c", "Lunch", day: "05", hour: "13")
      + WindowFixture.event("d", "Tea", day: "05", hour: "16").replacing(
        "END:VEVENT", with: "RRULE:FREQ=WEEKLY\r\nEND:VEVENT")
      + WindowFixture.event("e", "Walk", day: "06", hour: "10")
  }

  /// The user's accounts; nil for none.
  var accounts: (any ListingBackend)? { nil }

  /// The settings of the window.
  var preferences: Preferences { Preferences() }

  override func setUp() async throws {
    try await super.setUp()
    WindowFixture.resetSettings()
    try await openWindow()
  }

  func openWindow() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = try WindowFixture.write(Self.components, in: folder, named: "calendar.ics")
    let otherFile = try WindowFixture.write("", in: folder, named: "other.ics")
    // A window before this one may have remembered calendars that are gone.
    let preferences = preferences
    preferences[Preferences.lastCalendar] = ""
    preferences[Preferences.lastOpened] = []
    // Otherwise the colors of new calendars would depend on how many calendars earlier tests had.
    preferences[Preferences.calendarColors] = []
    for key in [Preferences.chosenColors, Preferences.chosenNames, Preferences.hiddenCalendars] {
      preferences[key] = []
    }
    fixture = await WindowFixture(file, at: Self.monday, accounts: accounts, preferences: preferences) {
      TimelineView(style: $0, day: $1)
    }
    let isShown = await fixture.wait {
      self.timeline.page.blocks.count >= 5 && gtk_widget_get_mapped(self.timeline.gtkWidget) != 0
    }
    XCTAssertTrue(isShown, "the calendar did not open")
    window.calendarOpening.open(OpenRequest(paths: [otherFile.path]))
    let isOpen = await fixture.wait { self.window.session.calendars.contains { $0.id.key == otherFile.path } }
    XCTAssertTrue(isOpen, "the other calendar did not open")
    await settle()
  }

  override func tearDown() async throws {
    await fixture?.close()
    fixture = nil
    try await super.tearDown()
  }

  /// Lets the window finish what it has begun: callbacks that are waiting, and a frame.
  func settle() async {
    for _ in 0..<5 {
      Loop.runPending()
      try? await Task.sleep(nanoseconds: 2_000_000)
    }
    Loop.runFrame(of: window.gtkWidget)
    Loop.runPending()
  }

  /// Waits until a condition holds, but not for as long as a test may take: for what a person would notice if it came later.
  func wait(seconds: Double, until condition: () -> Bool) async -> Bool {
    for _ in 0..<Int(seconds * 100) {
      if condition() { return true }
      Loop.runPending()
      try? await Task.sleep(nanoseconds: 10_000_000)
    }
    return condition()
  }

  /// Activates an action of the window.
  func activate(_ action: String, _ target: String? = nil) {
    let variant = target.map { g_variant_new_string($0) } ?? nil
    gtk_widget_activate_action_variant(window.gtkWidget, "win." + action, variant)
  }

  // MARK: Events

  func block(_ title: String) -> EventBlock? {
    timeline.page.blocks.first { $0.occurrence.event.summary == title }
  }

  /// Gives an event the focus, as the arrow keys do.
  func focus(_ title: String) throws {
    let block = try XCTUnwrap(block(title), "there is no block of “\(title)”")
    stack.send(.windowKey)
    stack.send(.focus(block.occurrence.id, scrolls: true))
  }

  /// Activates an action of an event, as assistive technology does.
  func perform(_ action: EventAction, on title: String) throws {
    let block = try XCTUnwrap(block(title), "there is no block of “\(title)”")
    XCTAssertNotEqual(gtk_widget_activate_action_variant(block.gtkWidget, action.rawValue, nil), 0)
  }

  // MARK: What is spoken

  func name(of widget: WidgetPointer) -> String { spoken(GTK_ACCESSIBLE_PROPERTY_LABEL, of: widget) }
  func description(of widget: WidgetPointer) -> String {
    spoken(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, of: widget)
  }

  /// The name of a widget for assistive technology, or its description.
  func spoken(_ property: GtkAccessibleProperty, of widget: WidgetPointer) -> String {
    let text = takeString(handspan_test_text_property(widget, property, "\u{1}")) ?? ""
    return text == "undefined" || text == "indeterminate" ? "" : text
  }

  /// What has the focus: "event Review", "day 2026-01-05", or the name of another widget.
  var focusName: String {
    guard let focus = keyboard.focus else { return "nothing" }
    if let block = timeline.page.blocks.first(where: { $0.gtkWidget == focus }) {
      return "event \(block.occurrence.event.summary)"
    }
    if let lifted = stack.liftLayer.liftedBlock, lifted.gtkWidget == focus {
      return "lifted \(lifted.occurrence.event.summary)"
    }
    if timeline.page.columns.contains(where: { $0.gtkWidget == focus }) { return "day" }
    if gtk_widget_is_ancestor(focus, timeline.dateHeader.gtkWidget) != 0 { return "date" }
    var widget: WidgetPointer? = focus
    // The button inside a menu button has its name, and the text inside an entry has none.
    while let current = widget {
      let name = spoken(GTK_ACCESSIBLE_PROPERTY_LABEL, of: current)
      if !name.isEmpty { return name }
      if let text = labelText(of: current) { return text }
      widget = gtk_widget_get_parent(current)
    }
    return typeName(of: focus)
  }

  /// The text of the label that names a widget: the label of a button, or one with a mnemonic.
  func labelText(of widget: WidgetPointer) -> String? {
    if g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_button_get_type()) != 0,
      let label = gtk_button_get_label(widget.as(GtkButton.self))
    {
      return String(cString: label)
    }
    let label = widgets(ofType: gtk_label_get_type()).first {
      gtk_label_get_mnemonic_widget($0.opaque) == widget
    }
    return label.map { String(cString: gtk_label_get_text($0.opaque)) }
  }

  /// The dialog that contains a widget.
  func dialog(around widget: WidgetPointer) -> WidgetPointer? {
    var current: WidgetPointer? = widget
    while let widget = current {
      if [GTK_ACCESSIBLE_ROLE_DIALOG, GTK_ACCESSIBLE_ROLE_ALERT_DIALOG].contains(
        gtk_accessible_get_accessible_role(widget.opaque)) || gtk_widget_get_parent(widget) == nil
      {
        return widget == window.gtkWidget ? nil : widget
      }
      current = gtk_widget_get_parent(widget)
    }
    return nil
  }
}
