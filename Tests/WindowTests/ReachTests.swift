import CGtk
import CGtkTesting
import CalendarModel
import Glibc
import GtkSupport
import UserSettings
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// What must be in sight, or be brought into sight by keys, in small windows and with any color (WCAG 2.2).
@MainActor
final class ReachTests: TimelineWindowTestCase {
  /// Walk has long notes.
  override class var components: String {
    let notes = "DESCRIPTION:" + (1...30).map { "Line \($0)" }.joined(separator: "\\n") + "\r\n"
    return super.components.replacing("SUMMARY:Walk\r\n", with: "SUMMARY:Walk\r\n" + notes)
  }

  private func waitBriefly(until condition: () -> Bool) async -> Bool {
    await wait(seconds: 5, until: condition)
  }

  /// At 320 px (WCAG 2.2, 1.4.10), nothing may be cut off.
  func testNothingRequestsMoreThan320Pixels() async throws {
    func check(_ part: String, line: UInt = #line) {
      let tooWide = widgets(ofType: gtk_widget_get_type()).filter {
        var width: Int32 = 0
        gtk_widget_get_size_request($0, &width, nil)
        return width > 320
      }
      XCTAssertEqual(tooWide.map(typeName), [], part, line: line)
    }
    check("the window")
    for action in ["shortcuts", "preferences"] {
      activate(action)
      let isOpen = await waitBriefly {
        self.widgets(ofType: gtk_window_get_type()).contains { typeName(of: $0) == "AdwPreferencesWindow" }
      }
      XCTAssertTrue(isOpen)
      await settle()
      check(action)
      keyboard.press("Escape")
      await settle()
    }
  }

  /// Gives the window another height.
  private func setHeight(_ height: Int32) async throws {
    let mainWindow = window.gtkWidget.as(GtkWindow.self)
    let preferences = Preferences()
    gtk_window_set_default_size(mainWindow, preferences[Preferences.windowWidth], height)
    // The minimum height of the window may be larger.
    let isLow = await waitBriefly { gtk_widget_get_height(self.window.gtkWidget) <= height + 60 }
    XCTAssertTrue(isLow, "the height is \(gtk_widget_get_height(window.gtkWidget))")
    await settle()
  }

  func testFocusedCalendarIsInSightWhenTheSidebarBecomesLower() async throws {
    if !window.sidebar.isOpen { window.sidebar.toggle() }
    await settle()
    let contents = try XCTUnwrap(window.sidebar.contents)
    let row = try XCTUnwrap(contents.rows.last)
    row.takeFocus()
    await settle()
    try await setHeight(320)
    func isInSight() -> Bool {
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(row.gtkWidget, contents.gtkWidget, &bounds) != 0 else { return false }
      return bounds.origin.y > -1
        && bounds.origin.y + bounds.size.height < Float(gtk_widget_get_height(contents.gtkWidget)) + 1
    }
    let isShown = await waitBriefly { isInSight() }
    XCTAssertTrue(isShown, "the focused calendar is out of sight")
    window.sidebar.toggle()
  }

  func testMessageAboutNoEventDoesNotCoverTheFocusedOne() async throws {
    try await setHeight(500)
    try focus("Tea")
    await settle()
    let block = try XCTUnwrap(block("Tea"))
    window.toasts.showToast("A message")
    func bounds(of widget: WidgetPointer) -> graphene_rect_t {
      var bounds = graphene_rect_t()
      XCTAssertNotEqual(gtk_widget_compute_bounds(widget, window.gtkWidget, &bounds), 0)
      return bounds
    }
    func message() -> WidgetPointer? {
      widgets(ofType: gtk_label_get_type()).first {
        String(cString: gtk_label_get_text($0.opaque)) == "A message"
      }
    }
    let event = bounds(of: block.gtkWidget)
    let bottom = event.origin.y + event.size.height
    XCTAssertGreaterThan(
      bottom, Float(gtk_widget_get_height(window.gtkWidget)) - 84, "a toast would not cover the event")
    // Toasts slide in. They are 12 px above the event, and the text is within a toast.
    func distance() -> Float? {
      message().map(bounds).map { event.origin.y - $0.origin.y - $0.size.height }
    }
    let isBesideTheEvent = await waitBriefly { distance().map { (12...36).contains($0) } ?? false }
    XCTAssertTrue(isBesideTheEvent, "the toast is \(distance() ?? .nan) px above the event")
  }

  func testCheckBoxInAPaleColorHasAnEdgeThatStandsOut() async throws {
    let (pink, background) = (EventColor(rgb: 0xFFC0CB), UInt32(0xFFFFFF))
    let button = nonNull(gtk_toggle_button_new())
    let mark = nonNull(gtk_label_new(nil))
    gtk_widget_set_size_request(mark, 20, 20)
    gtk_widget_add_css_class(mark, "mark")
    gtk_button_set_child(button.as(GtkButton.self), mark)
    for style in ["flat", ColorStyles.cssClass(for: pink)] { gtk_widget_add_css_class(button, style) }
    let testWindow = TestWindow(button, width: 60, height: 60)
    defer { testWindow.close() }
    func luminance(_ color: UInt32) -> Double {
      func linear(_ shift: UInt32) -> Double {
        let value = Double(color >> shift & 0xFF) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }
    for isChecked in [false, true] {
      gtk_toggle_button_set_active(button.as(GtkToggleButton.self), isChecked.gboolean)
      gtk_widget_set_state_flags(button, GTK_STATE_FLAG_NORMAL, 0)
      testWindow.waitForFrame()
      let darkest = testWindow.picture(onWhite: true).colors.compactMap(\.self).map(luminance).min() ?? 1
      let contrast = (luminance(background) + 0.05) / (darkest + 0.05)
      XCTAssertGreaterThanOrEqual(contrast, 3, "checked: \(isChecked)")
    }
  }

  func testPageDownScrollsTheDetailsWhileAButtonHasTheFocus() async throws {
    try await setHeight(300)
    try focus("Walk")
    await settle()
    keyboard.press("Return")
    await settle()
    keyboard.press("Tab")
    XCTAssertEqual(focusName, "Edit…")
    func offset() -> Double {
      widgets(ofType: gtk_scrolled_window_get_type())
        .filter { gtk_widget_has_css_class($0, "details-part") != 0 }
        .map { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment($0.opaque)) }.max() ?? -1
    }
    let offsetBefore = offset()
    // Keys in a popover do not reach the timeline.
    let popover = try XCTUnwrap(
      keyboard.focus.flatMap { gtk_widget_get_ancestor($0, gtk_popover_get_type()) })
    XCTAssertNotEqual(
      handspan_test_emit_key(
        popover, GTK_PHASE_CAPTURE, guint(GDK_KEY_Page_Down), GdkModifierType(rawValue: 0)), 0)
    XCTAssertGreaterThan(offset(), offsetBefore)
    XCTAssertEqual(focusName, "Edit…")
    keyboard.press("Escape")
  }
}
