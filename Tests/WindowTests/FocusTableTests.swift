import CGtk
import CGtkTesting
import CalendarModel
import CalendarSession
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// Where the keyboard focus is before, during and after each command, dialog, page and toast: by keys, by mouse and by the
/// actions of assistive technology.
@MainActor
final class FocusTableTests: TimelineWindowTestCase {
  /// One thing that the user does.
  enum Step {
    /// Presses keys in GTK's notation, separated by spaces.
    case keys(String)
    /// Types into the focused field.
    case type(String)
    /// Clicks a button with a label or an accessible name.
    case click(String)
    /// Clicks the event with this title.
    case clickEvent(String)
    /// Activates an action of the event with this title.
    case action(EventAction, String)
    /// Activates an action of the window. `$` stands for the key of the first calendar.
    case command(String, target: String? = nil)
    /// Waits until a toast with a button is shown, and clicks its button.
    case clickToast
  }

  struct Row {
    let from: String
    let steps: [Step]
    /// The focus after these steps; nil if the row has a single part.
    let during: String?
    let ending: [Step]
    let after: String

    init(_ from: String, _ steps: Step..., during: String? = nil, then ending: [Step] = [], after: String) {
      (self.from, self.steps, self.during, self.ending, self.after) = (from, steps, during, ending, after)
    }
  }

  /// In libadwaita 1.7, AdwAlertDialog measures its large heading for any width, to see whether it fits, before it uses the
  /// small one.
  static let warningOfAlerts = "Trying to measure GtkLabel"

  private func carryOut(_ step: Step) async throws {
    switch step {
    case .keys(let keys):
      for key in keys.split(separator: " ") {
        keyboard.press(String(key))
        await settle()
        await waitUntilAlertHasFocus()
      }
    case .type(let text):
      let focus = try XCTUnwrap(keyboard.focus)
      gtk_editable_set_text(OpaquePointer(focus), text)
    case .click(let name): try click(name)
    case .clickEvent(let title): try clickEvent(title)
    case .action(let action, let title): try perform(action, on: title)
    case .command(let name, let target):
      let key = window.session.calendars.first?.id.key ?? ""
      let variant = target.map { g_variant_new_string($0 == "$" ? key : $0) } ?? nil
      XCTAssertNotEqual(
        gtk_widget_activate_action_variant(window.gtkWidget, "win." + name, variant), 0, "no action \(name)")
    case .clickToast:
      let isShown = await fixture.wait { !self.widgets(labeled: "Undo").isEmpty }
      XCTAssertTrue(isShown, "there is no toast")
      try click("Undo")
    }
    await settle()
  }

  /// Waits until an open alert has the focus and no longer moves it: only then does the next key reach what it is for.
  private func waitUntilAlertHasFocus() async {
    var (lastFocus, count): (WidgetPointer?, Int) = (nil, 0)
    _ = await wait(seconds: 2) {
      guard self.window.dialogs.hasOpenAlert else { return true }
      let focus = self.keyboard.focus
      count = focus == lastFocus && focus.flatMap(self.dialog) != nil ? count + 1 : 0
      lastFocus = focus
      return count >= 10
    }
  }

  private func click(_ name: String) throws {
    let button = widgets(ofType: gtk_button_get_type()).first {
      labelText(of: $0) == name || spoken(GTK_ACCESSIBLE_PROPERTY_LABEL, of: $0) == name
    }
    let clickedButton = try XCTUnwrap(button, "there is no button “\(name)”")
    if gtk_widget_get_focus_on_click(clickedButton) != 0 { gtk_widget_grab_focus(clickedButton) }
    handspan_test_emit_clicked(clickedButton)
  }

  private func clickEvent(_ title: String) throws {
    let block = try XCTUnwrap(block(title))
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.gtkWidget, timeline.scrolledWindow, &bounds) != 0 else { return }
    let point = Point(
      x: Double(bounds.origin.x + bounds.size.width / 2), y: Double(bounds.origin.y + bounds.size.height / 2))
    let target = try XCTUnwrap(stack.target(at: point, .mouse), "nothing is at the middle of “\(title)”")
    stack.send(.willStart(.press))
    stack.send(.press(TimelineInput.Press(at: point, on: target)))
    stack.send(.release(time: 0.1))
    stack.send(.allReleased)
  }

  /// Checks the rows of one part of the table, each in a window of its own.
  private func check(_ rows: [Row], file: StaticString = #filePath, line: UInt = #line) async throws {
    for (index, row) in rows.enumerated() {
      if index > 0 {
        await fixture.close()
        try await openWindow()
      }
      try focus(row.from)
      await settle()
      let name = "\(row.from): \(row.steps)"
      let focusBefore = focusName
      do {
        for step in row.steps { try await carryOut(step) }
        if let during = row.during {
          _ = await wait(seconds: 2) { self.focusName == during }
          XCTAssertEqual(focusName, during, "during \(name)", file: file, line: line)
        } else if !row.ending.isEmpty {
          // What was opened must have the focus before it can be closed. While it appears, the focus may go through others.
          _ = await wait(seconds: 2) { self.focusName != focusBefore }
          await settle()
        }
        for step in row.ending { try await carryOut(step) }
        _ = await wait(seconds: 2) { self.focusName == row.after }
        XCTAssertEqual(focusName, row.after, "after \(name), \(row.ending)", file: file, line: line)
      } catch { XCTFail("\(name): \(error)", file: file, line: line) }
    }
  }

  private static let title =
    "Title of the new event, Monday, 5 January 2026, 12:00 to 13:00, 1 hour, Calendar: calendar"
  private static let firstChoice =
    "Only This One, Only Monday, 5 January 2026, 16:15\u{A0}–\u{2060}\u{A0}17:15"
  private static let day = "Monday, 5 January 2026, 4 events, selected"

  // MARK: Keys

  func testKeysThatMoveTheFocus() async throws {
    try await check([
      Row("Standup", .keys("Down"), after: "event Review"),
      Row("Review", .keys("Up"), after: "event Standup"),
      Row("Lunch", .keys("Home"), after: "event Standup"),
      Row("Standup", .keys("End"), after: "event Walk"),
      Row("Standup", .keys("Right"), after: "event Walk"),
      Row("Walk", .keys("Right"), after: "day"),
      Row("Walk", .keys("Left"), after: "event Standup"),
      Row("Review", .keys("ISO_Left_Tab"), during: "date", then: [.keys("Tab")], after: "event Review"),
      Row("Review", .keys("F6"), during: "Sidebar", then: [.keys("<Shift>F6")], after: "event Review"),
      Row("Review", .keys("<Alt>4"), during: "event Review", then: [.keys("<Alt>1")], after: "event Review"),
      Row("Review", .keys("<Control>plus"), after: "event Review"),
    ])
  }

  func testKeysThatChangeEvents() async throws {
    try await check([
      Row("Review", .keys("<Control>Down"), after: "event Review"),
      Row("Review", .keys("<Control>Right"), after: "event Review"),
      Row("Review", .keys("<Shift>Down"), after: "event Review"),
      Row("Review", .keys("<Control><Shift>Up"), after: "event Review"),
      Row("Lunch", .keys("space"), during: "lifted Lunch", then: [.keys("Escape")], after: "event Lunch"),
      Row(
        "Lunch", .keys("space Down"), during: "lifted Lunch", then: [.keys("Return")], after: "event Lunch"),
      Row(
        "Lunch", .keys("space Right"), during: "lifted Lunch", then: [.keys("space")], after: "event Lunch"),
      Row("Review", .keys("Delete"), after: "event Lunch"),
      Row("Walk", .keys("Delete"), after: "day"),
      Row(
        "Review", .keys("Delete"), during: "event Lunch", then: [.keys("<Control>z")], after: "event Review"),
      Row(
        "Review", .keys("Delete <Control>z"), during: "event Review", then: [.keys("<Control><Shift>z")],
        after: "event Lunch"),
      Row("Review", .keys("<Control>x"), after: "event Lunch"),
      Row("Review", .keys("<Control>c"), after: "event Review"),
      Row("Review", .keys("<Control>d"), after: "event Review"),
      Row("Review", .keys("<Control>c"), .keys("<Control>v"), after: "event Review"),
    ])
  }

  func testKeysThatOpenSomething() async throws {
    try await check([
      Row("Review", .keys("Return"), during: "event Review", then: [.keys("Escape")], after: "event Review"),
      Row("Review", .keys("Return Tab"), during: "Edit…", then: [.keys("Escape")], after: "event Review"),
      Row(
        "Review", .keys("<Control>e"), during: "Title", then: [.keys("Escape")], after: "event Review"
      ),
      Row("Review", .keys("F2"), during: "Title", then: [.keys("Escape")], after: "event Review"),
      Row(
        "Review", .keys("<Control>f"), during: "Search Events", then: [.keys("Escape")], after: "event Review"
      ),
      Row("Review", .keys("<Control>g"), during: Self.day, then: [.keys("Escape")], after: "event Review"),
      Row("Review", .keys("<Control>g"), during: Self.day, then: [.keys("Return")], after: "event Standup"),
      Row(
        "Review", .keys("<Control><Shift>g"), during: Self.day, then: [.keys("Escape")], after: "event Review"
      ),
      Row(
        "Review", .keys("<Control><Shift>g"), during: Self.day, then: [.keys("Right Return")],
        after: "event Review"),
      Row(
        "Review", .keys("<Control><Shift>m"), during: "calendar", then: [.keys("Escape")],
        after: "event Review"),
      Row(
        "Review", .keys("<Control><Shift>m Down"), during: "other", then: [.keys("Return")],
        after: "event Review"),
      Row("Review", .keys("F9"), then: [.keys("F9")], after: "event Review"),
    ])
  }

  func testKeysForNewEvents() async throws {
    try await check([
      Row("Review", .keys("<Control>n"), during: Self.title, then: [.keys("Escape")], after: "event Review"),
      Row(
        "Review", .keys("<Control>n"), .type("Call"), during: Self.title, then: [.keys("Return")],
        after: "event Call"),
      Row(
        "Review", .keys("<Control>n"), .type("Call"), .keys("Tab"), then: [.keys("Tab")], after: "event Call"),
      Row("Review", .keys("<Control>n"), .type("Call"), then: [.keys("ISO_Left_Tab")], after: "event Call"),
      Row("Review", .keys("<Control>n"), then: [.keys("Tab Tab")], after: "event Review"),
    ])
  }

  func testKeysForSeriesAndSelections() async throws {
    try await check([
      Row("Tea", .keys("<Control>Down"), .keys("Escape"), after: "event Tea"),
      Row(
        "Tea", .keys("<Control>Down Down"), during: Self.firstChoice, then: [.keys("Escape")],
        after: "event Tea"),
      Row(
        "Tea", .keys("<Control>Down Down"), during: Self.firstChoice, then: [.keys("1")], after: "event Tea"),
      Row(
        "Tea", .keys("<Control>Down Down"), during: Self.firstChoice, then: [.keys("3")], after: "event Tea"),
      Row("Tea", .keys("Delete"), then: [.keys("Escape")], after: "event Tea"),
      Row("Tea", .keys("Delete"), then: [.keys("1")], after: "event Lunch"),
      Row("Tea", .keys("Delete"), then: [.keys("3")], after: "event Lunch"),
      Row(
        "Standup", .keys("<Control>space"), during: "event Standup", then: [.keys("Escape")],
        after: "event Standup"),
      Row(
        "Standup", .keys("<Control>space Down <Control>space"), during: "event Review",
        then: [.keys("Delete")],
        after: "event Lunch"),
    ])
  }

  func testKeysInTheEditor() async throws {
    try await check([
      Row(
        "Review", .keys("<Control>e"), .click("Repeat"), during: "Never", then: [.keys("Escape")],
        after: "Repeat"),
      Row(
        "Review", .keys("<Control>e"), .click("Repeat"), .keys("Escape"), during: "Repeat",
        then: [.keys("Escape")], after: "event Review"),
      Row(
        "Review", .keys("<Control>e"), .click("Repeat"), then: [.keys("Escape Escape")], after: "event Review"
      ),
      Row(
        "Review", .keys("<Control>e"), .click("Reminders"), during: "At the start", then: [.keys("Escape")],
        after: "Reminders"),
      Row("Review", .keys("<Control>e"), .click("Delete Event"), after: "event Lunch"),
      Row("Review", .keys("<Control>e"), .click("Done"), after: "event Review"),
    ])
  }

  // MARK: Actions of assistive technology

  func testActions() async throws {
    try await check([
      Row(
        "Standup", .action(.showDetails, "Review"), during: "event Review", then: [.keys("Escape")],
        after: "event Review"),
      Row(
        "Standup", .action(.edit, "Review"), during: "Title", then: [.keys("Escape")],
        after: "event Review"),
      Row(
        "Standup", .action(.moveToDate, "Review"), during: Self.day, then: [.keys("Escape")],
        after: "event Review"),
      Row(
        "Standup", .action(.moveToCalendar, "Review"), during: "calendar",
        then: [.keys("Escape")], after: "event Review"),
      Row(
        "Standup", .action(.lift, "Review"), during: "lifted Review", then: [.keys("Escape")],
        after: "event Review"),
      Row("Standup", .action(.moveLater, "Review"), after: "event Review"),
      Row("Standup", .action(.moveEarlier, "Review"), after: "event Review"),
      Row("Standup", .action(.moveToNextDay, "Review"), after: "event Review"),
      Row("Standup", .action(.moveToPreviousDay, "Walk"), after: "event Walk"),
      Row("Standup", .action(.startEarlier, "Review"), after: "event Review"),
      Row("Standup", .action(.endLater, "Review"), after: "event Review"),
      Row("Standup", .action(.toggleSelection, "Review"), after: "event Review"),
      Row("Standup", .action(.copy, "Review"), after: "event Review"),
      Row("Standup", .action(.cut, "Review"), after: "event Lunch"),
      Row("Standup", .action(.duplicate, "Review"), after: "event Review"),
      Row("Standup", .action(.delete, "Review"), after: "event Lunch"),
      Row("Standup", .action(.delete, "Tea"), then: [.keys("Escape")], after: "event Tea"),
      Row(
        "Standup", .action(.moveWithPointer, "Review"), during: "lifted Review", then: [.keys("Escape")],
        after: "event Review"),
    ])
  }

  // MARK: The mouse

  func testMouse() async throws {
    try await check([
      Row(
        "Standup", .clickEvent("Review"), during: "event Review", then: [.keys("Escape")],
        after: "event Review"),
      Row("Standup", .clickEvent("Review"), .click("Delete"), after: "event Lunch"),
      Row(
        "Standup", .clickEvent("Review"), .click("Edit…"), during: "Title", then: [.click("Done")],
        after: "event Review"),
      Row("Review", .keys("Delete"), during: "event Lunch", then: [.clickToast], after: "event Review"),
      Row(
        "Review", .click("Next Week"), during: "Next Week", then: [.click("Previous Week")],
        after: "Previous Week"),
      Row("Review", .click("New Event"), during: Self.title, then: [.keys("Escape")], after: "event Review"),
      Row(
        "Review", .click("Search Events"), during: "Search Events", then: [.keys("Escape")],
        after: "event Review"),
      Row("Standup", .keys("<Control>space"), .click("Delete"), after: "event Review"),
      Row("Standup", .keys("<Control>space"), .click("Cancel"), after: "event Standup"),
    ])
  }

  // MARK: Dialogs and other windows

  func testDialogs() async throws {
    acceptedWarning = Self.warningOfAlerts
    try await check([
      Row("Review", .command("rename-calendar", target: "$"), then: [.keys("Escape")], after: "event Review"),
      Row("Review", .command("new-calendar"), then: [.keys("Escape")], after: "event Review"),
      Row("Review", .command("trash-calendar", target: "$"), then: [.keys("Escape")], after: "event Review"),
      Row(
        "Review", .command("calendar-properties", target: "$"), then: [.keys("Escape")], after: "event Review"
      ),
      Row("Review", .command("preferences"), then: [.keys("Escape")], after: "event Review"),
      Row("Review", .command("shortcuts"), then: [.keys("Escape")], after: "event Review"),
      Row("Review", .command("about"), then: [.keys("Escape")], after: "event Review"),
      Row("Review", .command("subscribe"), then: [.keys("Escape")], after: "event Review"),
    ])
  }
}
