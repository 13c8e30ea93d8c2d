import CGtk
import CGtkTesting
import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// What a screen reader reads of the window's widgets: their names and descriptions.
@MainActor
final class SpokenTests: TimelineWindowTestCase {
  private var announcements: [(text: String, widget: WidgetPointer)] = []

  override func setUp() async throws {
    try await super.setUp()
    Accessible.onAnnounce = { [weak self] in self?.announcements.append(($0, $1)) }
  }

  override func tearDown() async throws {
    Accessible.onAnnounce = nil
    try await super.tearDown()
  }

  /// The widgets whose accessible description or name contains a text.
  private func widgets(saying text: String) -> [WidgetPointer] {
    widgets(ofType: gtk_widget_get_type()).filter {
      name(of: $0).contains(text) || description(of: $0).contains(text)
    }
  }

  // MARK: Announcements

  func testCardSaysTheCurrentQuestionOnce() async throws {
    for (keys, question, otherQuestion) in [
      (
        "<Control>Down", "“Tea” moved to 16:15. Only this one, this and following, or all events?",
        "Delete “Tea”?"
      ),
      ("Delete", "Delete “Tea”? Only this one, this and following, or all events?", "moved to"),
      (
        "<Control>Down", "“Tea” moved to 16:15. Only this one, this and following, or all events?",
        "Delete “Tea”?"
      ),
    ] {
      try focus("Tea")
      await settle()
      announcements = []
      keyboard.press(keys)
      let isOpen = await fixture.wait { self.stack.scopeCard?.isOpen == true }
      XCTAssertTrue(isOpen, "the card is not open")
      let card = try XCTUnwrap(stack.scopeCard)
      let isSpoken = await fixture.wait { self.timesSaid(question) == 1 }
      XCTAssertTrue(
        isSpoken, "\(keys): \(widgets(saying: question).map(focusDescription)), \(announcements.map(\.text))")
      XCTAssertTrue(question.hasPrefix(name(of: card.gtkWidget)), name(of: card.gtkWidget))
      XCTAssertEqual(timesSaid(otherQuestion), 0, "\(keys)")
      keyboard.press("Escape")
      await settle()
    }
  }

  private func focusDescription(_ widget: WidgetPointer) -> String {
    "\(name(of: widget)) (\(description(of: widget)))"
  }

  /// How often a text is said: as the name or description of a widget, or as a message.
  private func timesSaid(_ text: String) -> Int {
    widgets(saying: text).count + announcements.count { $0.text.contains(text) }
  }

  /// A screen reader that reads the focused widget after the message has been announced must not read the message again.
  func testMessageIsNotLeftBehind() async throws {
    try focus("Review")
    let block = try XCTUnwrap(block("Review"))
    let button = try XCTUnwrap(widgets(ofType: gtk_button_get_type()).first { name(of: $0) == "Next Week" })
    for widget in [block.gtkWidget, button] {
      gtk_widget_grab_focus(widget)
      let descriptionBefore = description(of: widget)
      stack.announceNow("A message")
      let last = try XCTUnwrap(announcements.last)
      XCTAssertEqual(last.text, "A message")
      XCTAssertEqual(last.widget, widget)
      XCTAssertEqual(widgets(saying: "A message").map(focusDescription), [])
      try focus("Standup")
      let isBack = await fixture.wait { self.description(of: widget) == descriptionBefore }
      XCTAssertTrue(isBack, "\(description(of: widget)) instead of \(descriptionBefore)")
    }
  }

  /// A message that is read together with the widget that gets the focus stays only while that has it.
  func testMessageOfAChangeOfFocusEndsWithTheFocus() async throws {
    try focus("Review")
    let block = try XCTUnwrap(block("Lunch"))
    _ = Accessible.announce("A message", with: block.gtkWidget) {
      gtk_widget_grab_focus(block.gtkWidget) != 0
    }
    XCTAssertEqual(description(of: block.gtkWidget), "A message")
    try focus("Standup")
    XCTAssertEqual(description(of: block.gtkWidget), "")
  }

  // MARK: Selection

  func testNewEventIsNotLeftSelected() async throws {
    try focus("Review")
    keyboard.press("<Control>n")
    await settle()
    gtk_editable_set_text(OpaquePointer(try XCTUnwrap(keyboard.focus)), "Call")
    keyboard.press("Return")
    let isAdded = await fixture.wait { self.focusName == "event Call" }
    XCTAssertTrue(isAdded, focusName)
    try focus("Lunch")
    XCTAssertNil(stack.state.selectedEvent)
    XCTAssertFalse(try XCTUnwrap(block("Call")).isSelected)
    keyboard.press("<Control>space")
    XCTAssertEqual(stack.multipleSelection.map(\.event.summary), ["Lunch"])
  }

  func testNameOfASelectedEventSaysSo() async throws {
    try focus("Review")
    let block = try XCTUnwrap(block("Review"))
    let eventName = block.accessibleName
    keyboard.press("<Control>space")
    XCTAssertEqual(block.accessibleName, eventName + ", selected")
    keyboard.press("<Control>space")
    XCTAssertEqual(block.accessibleName, eventName)
  }

  /// Orca 48 reads each change to the name of the focused widget, and a step is announced already.
  func testStepDoesNotReportANewNameOfTheFocusedEvent() async throws {
    try focus("Review")
    let block = try XCTUnwrap(block("Review"))
    let nameBefore = block.accessibleName
    XCTAssertEqual(name(of: block.gtkWidget), "", "the name is not that of a label")
    keyboard.press("<Control>Down")
    await settle()
    XCTAssertNotEqual(block.accessibleName, nameBefore)
    XCTAssertTrue(block.accessibleName.contains("11:15 to 12:15"), block.accessibleName)
    XCTAssertEqual(name(of: block.gtkWidget), "", "the name of the focused event was set again")
  }

  // MARK: Dialogs

  func testDialogsAreDescribedByTheirText() async throws {
    acceptedWarning = FocusTableTests.warningOfAlerts
    for (command, key, text) in [
      ("trash-calendar", window.session.calendars.first?.id.key, "You can undo this"),
      ("new-calendar", nil, "The calendar will be stored on this computer."),
    ] {
      let target = key.map { g_variant_new_string($0) } ?? nil
      gtk_widget_activate_action_variant(window.gtkWidget, "win." + command, target)
      let isOpen = await fixture.wait { self.labels.contains { $0.contains(text) } }
      XCTAssertTrue(isOpen, "\(command): \(labels)")
      let dialog = try XCTUnwrap(keyboard.focus.flatMap(self.dialog))
      XCTAssertTrue(description(of: dialog).contains(text), "\(command): \(description(of: dialog))")
      keyboard.press("Escape")
      let isClosed = await fixture.wait { !self.window.dialogs.hasOpenAlert }
      XCTAssertTrue(isClosed)
    }
    try focus("Review")
    await settle()
    for keys in ["<Control><Shift>g", "<Control><Shift>m"] {
      keyboard.press(keys)
      let isOpen = await fixture.wait {
        self.window.dialogs.hasOpenAlert && self.keyboard.focus.flatMap(self.dialog) != nil
      }
      XCTAssertTrue(isOpen)
      await settle()
      let dialog = try XCTUnwrap(keyboard.focus.flatMap(self.dialog))
      XCTAssertTrue(description(of: dialog).contains("Review"), "\(keys): \(description(of: dialog))")
      keyboard.press("Escape")
      let isClosed = await fixture.wait { !self.window.dialogs.hasOpenAlert }
      XCTAssertTrue(isClosed)
    }
  }

  /// A screen reader reads a button as soon as it has the focus. It would cut its name off for a value that is shown after that,
  /// and read all groups around it if the widget that had the focus before did not exist any more.
  func testPageReportsItsChoiceBeforeItsButtonHasTheFocus() async throws {
    try focus("Review")
    keyboard.press("<Control>e")
    await settle()
    let button = try XCTUnwrap(
      widgets(ofType: gtk_button_get_type()).first {
        labelText(of: $0) == "Reminders" || name(of: $0) == "Reminders"
      })
    handspan_test_emit_clicked(button)
    await settle()
    let choice = try XCTUnwrap(keyboard.focus)
    XCTAssertNotEqual(choice, button)
    gtk_check_button_set_active(choice.as(GtkCheckButton.self), 1)
    let root = try XCTUnwrap(gtk_widget_get_root(button))
    var descriptions: [String] = []
    onNotify(root, "focus-widget") { [unowned self] in
      if gtk_root_get_focus(root) == button { descriptions.append(description(of: button)) }
    }
    keyboard.press("Escape")
    await settle()
    XCTAssertTrue(descriptions.first?.hasPrefix("At the start") == true, "\(descriptions)")
    XCTAssertEqual(gtk_widget_get_root(choice), root)
  }

  /// GTK describes the button inside a menu button by the menu button, so a screen reader would read the name twice.
  func testNamedMenuButtonsAreNotDescribedByThemselves() throws {
    let buttons = widgets(ofType: gtk_menu_button_get_type()).filter { name(of: $0).hasPrefix("View menu") }
    XCTAssertEqual(buttons.count, 1)
    for button in buttons {
      let inner = try XCTUnwrap(gtk_widget_get_first_child(button))
      XCTAssertEqual(name(of: inner), name(of: button))
      XCTAssertEqual(
        gtk_test_accessible_has_relation(inner.opaque, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY), 0)
      XCTAssertEqual(description(of: button), "")
    }
  }
}
