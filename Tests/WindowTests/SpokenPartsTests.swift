import CGtk
import CGtkTesting
import CalendarModel
import CalendarStore
import GtkSupport
import TimelineInteraction
import UserSettings
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// What a screen reader reads in the parts of the window: the editor, dialogs, other windows, the sidebar and the search.
@MainActor
final class SpokenPartsTests: TimelineWindowTestCase {
  /// Lunch has a reminder.
  override class var components: String {
    let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:x\r\nEND:VALARM\r\n"
    return super.components.replacing("SUMMARY:Lunch\r\n", with: "SUMMARY:Lunch\r\n" + alarm)
  }

  private func role(of widget: WidgetPointer) -> GtkAccessibleRole {
    gtk_accessible_get_accessible_role(widget.opaque)
  }
  private func groups(named groupName: String) -> Int {
    widgets(ofType: gtk_widget_get_type()).count {
      role(of: $0) == GTK_ACCESSIBLE_ROLE_GROUP && name(of: $0) == groupName
    }
  }

  private var announcements: [String] = []

  override func setUp() async throws {
    try await super.setUp()
    Accessible.onAnnounce = { [weak self] text, _ in self?.announcements.append(text) }
  }

  override func tearDown() async throws {
    Accessible.onAnnounce = nil
    try await super.tearDown()
  }

  private func waitBriefly(until condition: () -> Bool) async -> Bool {
    await wait(seconds: 5, until: condition)
  }

  // MARK: The editor

  private func openEditor(of title: String) async throws {
    try focus(title)
    keyboard.press("<Control>e")
    await settle()
  }

  private func button(_ buttonName: String) throws -> WidgetPointer {
    try XCTUnwrap(
      widgets(ofType: gtk_button_get_type()).first {
        name(of: $0) == buttonName || labelText(of: $0) == buttonName
      }, "there is no button “\(buttonName)”")
  }

  private func openPage(_ title: String) async throws {
    handspan_test_emit_clicked(try button(title))
    await settle()
  }

  private func choose(_ label: String) async throws {
    let choice = widgets(ofType: gtk_check_button_get_type()).first {
      gtk_check_button_get_label($0.as(GtkCheckButton.self)).map { String(cString: $0) } == label
    }
    gtk_check_button_set_active(try XCTUnwrap(choice).as(GtkCheckButton.self), 1)
    await settle()
  }

  private func checkCheckBox(_ toggle: WidgetPointer, line: UInt = #line) {
    XCTAssertEqual(role(of: toggle), GTK_ACCESSIBLE_ROLE_CHECKBOX, name(of: toggle), line: line)
    for isOn in [true, false, true] {
      gtk_toggle_button_set_active(toggle.as(GtkToggleButton.self), isOn.gboolean)
      XCTAssertNil(accessibleDifference(toggle, GTK_ACCESSIBLE_STATE_CHECKED, from: isOn), line: line)
    }
  }

  func testWeekdaysAreCheckBoxesWithAState() async throws {
    try await openEditor(of: "Review")
    try await openPage("Repeat")
    try await choose("Custom")
    gtk_toggle_button_set_active(try button("Week").as(GtkToggleButton.self), 1)
    await settle()
    XCTAssertNil(accessibleDifference(try button("Monday"), GTK_ACCESSIBLE_STATE_CHECKED, from: true))
    checkCheckBox(try button("Thursday"))
    keyboard.press("Escape")
    keyboard.press("Escape")
    await settle()
    activate("preferences")
    let isOpen = await waitBriefly { self.groups(named: "Work Week") == 1 }
    XCTAssertTrue(isOpen, "the work week is not a group")
    checkCheckBox(try button("Saturday"))
    keyboard.press("Escape")
  }

  func testGroupsAndPagesOfTheEditorHaveNames() async throws {
    try await openEditor(of: "Review")
    XCTAssertEqual(groups(named: "Status"), 1)
    try await openPage("Repeat")
    try await choose("Custom")
    gtk_toggle_button_set_active(try button("Week").as(GtkToggleButton.self), 1)
    await settle()
    for group in ["Repeat", "Unit", "Days", "Ends"] { XCTAssertEqual(groups(named: group), 1, group) }
    let stack = try XCTUnwrap(
      keyboard.focus.flatMap { gtk_widget_get_ancestor($0, gtk_stack_get_type()) })
    func pageName() throws -> String {
      let child = try XCTUnwrap(gtk_stack_get_visible_child(stack.opaque))
      return name(of: WidgetPointer(try XCTUnwrap(gtk_stack_get_page(stack.opaque, child))))
    }
    XCTAssertEqual(try pageName(), "Repeat")
    let rule = widgets(ofType: gtk_label_get_type()).first {
      String(cString: gtk_label_get_text($0.opaque)).hasPrefix("Every week on")
        && gtk_widget_get_focusable($0) != 0
    }
    XCTAssertNotNil(rule, "Tab does not stop at the rule in words: \(labels)")
    let dates = widgets(ofType: gtk_label_get_type()).first { name(of: $0).hasPrefix("Next dates: ") }
    XCTAssertNotEqual(gtk_widget_get_focusable(try XCTUnwrap(dates, "the next dates have no name")), 0)
    announcements = []
    gtk_toggle_button_set_active(try button("Thursday").as(GtkToggleButton.self), 1)
    let isAnnounced = await waitBriefly { self.announcements.contains { $0.contains("Thursday") } }
    XCTAssertTrue(isAnnounced, "\(announcements)")
    keyboard.press("Escape")
    await settle()
    try await openPage("Reminders")
    XCTAssertEqual(try pageName(), "Reminders")
  }

  func testNoteAboutRemindersIsReadWithTheirButton() async throws {
    try await openEditor(of: "Lunch")
    let reminders = try button("Reminders")
    XCTAssertTrue(description(of: reminders).hasPrefix("5 minutes before the start"))
    let note = try XCTUnwrap(labels.first { $0.hasPrefix("Saved in the calendar.") }, "\(labels)")
    XCTAssertTrue(description(of: reminders).contains(note), description(of: reminders))
  }

  func testEventThatBeginsToRepeatKeepsTheFocus() async throws {
    try await openEditor(of: "Review")
    try await openPage("Repeat")
    try await choose("Every day")
    for _ in 0..<2 {
      keyboard.press("Escape")
      await settle()
    }
    let isChanged = await waitBriefly { self.labels.contains { $0.contains("“Review” was changed") } }
    XCTAssertTrue(isChanged, "\(labels)")
    await settle()
    XCTAssertEqual(focusName, "event Review")
  }

  // MARK: Dialogs and other windows

  func testImportAndSubscriptionDialogsAreDescribedByTheirText() async throws {
    let file = try WindowFixture.write(
      WindowFixture.event("n", "New", day: "07", hour: "11"), in: fixture.folder, named: "new.ics")
    window.importExport.importFiles([file.path])
    let isPlanned = await fixture.wait { self.labels.contains("1 is new") }
    XCTAssertTrue(isPlanned, "the dialog shows \(labels)")
    func openDialog() async throws -> WidgetPointer {
      var dialog: WidgetPointer?
      _ = await waitBriefly {
        dialog = self.keyboard.focus.flatMap(self.dialog)
        return dialog != nil
      }
      return try XCTUnwrap(dialog)
    }
    let importDialog = try await openDialog()
    XCTAssertTrue(description(of: importDialog).contains("1 is new"), description(of: importDialog))
    keyboard.press("Escape")
    let isClosed = await waitBriefly { !self.window.dialogs.hasOpenAlert }
    XCTAssertTrue(isClosed)
    await settle()
    activate("subscribe")
    let subscription = try await openDialog()
    XCTAssertTrue(description(of: subscription).contains("read-only"), description(of: subscription))
    keyboard.press("Escape")
  }

  func testShortcutsAndPreferencesOpenOnTheirFirstRow() async throws {
    for action in ["shortcuts", "preferences"] {
      activate(action)
      func firstRow() -> WidgetPointer? {
        widgets(ofType: gtk_list_box_row_get_type()).first {
          gtk_widget_get_root($0) != window.gtkWidget.opaque
            && gtk_widget_get_ancestor($0, adw_preferences_page_get_type()) != nil
        }
      }
      let isFocused = await waitBriefly { firstRow() != nil && self.keyboard.focus == firstRow() }
      XCTAssertTrue(isFocused, "\(action): the focus is on \(focusName)")
      let row = try XCTUnwrap(firstRow())
      if action == "shortcuts" {
        // The name contains the keys.
        XCTAssertTrue(name(of: row).contains(": "), name(of: row))
        XCTAssertEqual(description(of: row), "", "the keys would be read twice")
      }
      for stack in widgets(ofType: gtk_stack_get_type())
      where gtk_widget_get_root(stack) == gtk_widget_get_root(row) {
        let child = try XCTUnwrap(gtk_stack_get_visible_child(stack.opaque))
        let page = WidgetPointer(try XCTUnwrap(gtk_stack_get_page(stack.opaque, child)))
        XCTAssertEqual(name(of: page), " ", "\(action): the name of a page is that of its class")
      }
      keyboard.press("Escape")
      await settle()
    }
  }

  func testDropDownsInThePreferencesAreNamedWithTheirValue() async throws {
    activate("preferences")
    func dropDownNames() -> [String] {
      widgets(ofType: gtk_drop_down_get_type()).map { gtk_widget_get_first_child($0).map(name) ?? "" }
    }
    let isOpen = await waitBriefly { !dropDownNames().isEmpty }
    XCTAssertTrue(isOpen)
    XCTAssertTrue(dropDownNames()[0].hasPrefix("First Day of Week: "), dropDownNames()[0])
    XCTAssertEqual(dropDownNames().filter { !$0.contains(": ") }, [], "\(dropDownNames())")
    let choice = widgets(ofType: gtk_drop_down_get_type())[0].opaque
    gtk_drop_down_set_selected(choice, 7)
    XCTAssertEqual(dropDownNames()[0], "First Day of Week: Sunday")
    gtk_drop_down_set_selected(choice, 0)
    keyboard.press("Escape")
  }

  func testColorsOfANewCalendarAreANamedGroupWithOneTabStop() async throws {
    activate("new-calendar")
    let isOpen = await waitBriefly { self.groups(named: "Color") == 1 }
    XCTAssertTrue(isOpen, "the colors are not a group with a name")
    let grid = try XCTUnwrap(widgets(ofType: gtk_grid_get_type()).first { name(of: $0) == "Color" })
    func tabStops() -> [WidgetPointer] {
      widgets(ofType: gtk_button_get_type()).filter {
        gtk_widget_is_ancestor($0, grid) != 0 && gtk_widget_get_focusable($0) != 0
      }
    }
    XCTAssertEqual(tabStops().count, 1)
    let first = try XCTUnwrap(tabStops().first)
    gtk_widget_grab_focus(first)
    let direction = gtk_widget_get_next_sibling(first) == nil ? GDK_KEY_Left : GDK_KEY_Right
    XCTAssertNotEqual(
      handspan_test_emit_key(grid, GTK_PHASE_CAPTURE, guint(direction), GdkModifierType(rawValue: 0)), 0)
    XCTAssertEqual(tabStops().count, 1)
    XCTAssertNotEqual(tabStops().first, first)
    XCTAssertEqual(keyboard.focus, tabStops().first)
    keyboard.press("Escape")
  }

  /// A screen reader reads the note of a field whenever it changes.
  func testAddressIsDescribedOnlyAfterAPause() async throws {
    let address = AddressEntry(window.session.phrases.translator, text: "")
    let testWindow = TestWindow(address.gtkWidget)
    defer { testWindow.close() }
    let entry = try XCTUnwrap(
      widgets(ofType: gtk_entry_get_type()).first { gtk_widget_is_ancestor($0, address.gtkWidget) != 0 })
    for host in ["e", "ex", "exa"] {
      address.showNote("Server: \(host)", isError: false)
      XCTAssertEqual(description(of: entry), "")
    }
    let isDescribed = await waitBriefly { self.description(of: entry) == "Server: exa" }
    XCTAssertTrue(isDescribed, description(of: entry))
  }

  // MARK: The window

  func testMessageOfAToastHasANamedCloseButton() async throws {
    try focus("Review")
    keyboard.press("Delete")
    func closeButtons() -> [WidgetPointer] {
      widgets(ofType: gtk_button_get_type()).filter {
        gtk_widget_is_ancestor($0, window.toasts.overlay) != 0
          && gtk_button_get_icon_name($0.as(GtkButton.self)).map { String(cString: $0) }
            == "window-close-symbolic"
      }
    }
    let isShown = await waitBriefly { !closeButtons().isEmpty }
    XCTAssertTrue(isShown, "there is no toast")
    XCTAssertEqual(closeButtons().map(name), ["Close Message"])
  }

  func testOnlyEventThatIsDeletedIsAnnouncedAndLeavesTheFocusOnItsDay() async throws {
    try focus("Walk")
    await settle()
    announcements = []
    keyboard.press("Delete")
    let isAnnounced = await waitBriefly { self.announcements.contains { $0.contains("Deleted “Walk”") } }
    XCTAssertTrue(isAnnounced, "\(announcements)")
    XCTAssertEqual(focusName, "day")
  }

  func testSidebarBesideTheDaysIsAnnounced() async throws {
    if window.sidebar.isOpen { window.sidebar.toggle() }
    XCTAssertTrue(window.sidebar.isBesideView)
    try focus("Review")
    await settle()
    for text in ["Sidebar opened", "Sidebar closed"] {
      announcements = []
      keyboard.press("F9")
      let isAnnounced = await waitBriefly { self.announcements.contains(text) }
      XCTAssertTrue(isAnnounced, "\(announcements)")
      XCTAssertEqual(focusName, "event Review")
      let sidebarButton = try button("Sidebar")
      XCTAssertEqual(role(of: sidebarButton), GTK_ACCESSIBLE_ROLE_BUTTON)
      XCTAssertNil(
        accessibleDifference(sidebarButton, GTK_ACCESSIBLE_STATE_EXPANDED, from: window.sidebar.isOpen))
    }
    XCTAssertEqual(try role(of: XCTUnwrap(window.sidebar.panel)), GTK_ACCESSIBLE_ROLE_NAVIGATION)
  }

  func testMenuOfACalendarReturnsTheFocusToItsCheckBox() async throws {
    if !window.sidebar.isOpen { window.sidebar.toggle() }
    await settle()
    let row = try XCTUnwrap(window.sidebar.contents?.rows.first)
    let checkBox = try XCTUnwrap(gtk_widget_get_first_child(row.gtkWidget))
    let menuButton = try XCTUnwrap(gtk_widget_get_last_child(row.gtkWidget))
    row.takeFocus()
    XCTAssertEqual(keyboard.focus, checkBox)
    keyboard.press("Menu")
    func isMenuOpen() -> Bool {
      gtk_menu_button_get_popover(menuButton.opaque).map {
        gtk_widget_get_mapped($0.as(GtkWidget.self)) != 0
      } ?? false
    }
    let isOpen = await waitBriefly { isMenuOpen() }
    XCTAssertTrue(isOpen, "the menu is not open")
    await settle()
    gtk_menu_button_popdown(menuButton.opaque)
    let isBack = await waitBriefly { !isMenuOpen() && self.keyboard.focus == checkBox }
    XCTAssertTrue(isBack, "the focus is on \(focusName)")
    if window.sidebar.isOpen { window.sidebar.toggle() }
  }

  func testNoDescriptionRepeatsANameOrSaysWhereACalendarIs() async throws {
    if !window.sidebar.isOpen { window.sidebar.toggle() }
    await settle()
    let repeated = widgets(ofType: gtk_widget_get_type()).filter {
      gtk_widget_get_focusable($0) != 0 && !name(of: $0).isEmpty && description(of: $0) == name(of: $0)
    }
    XCTAssertEqual(repeated.map(name), [])
    for row in try XCTUnwrap(window.sidebar.contents?.rows) {
      let checkBox = try XCTUnwrap(gtk_widget_get_first_child(row.gtkWidget))
      XCTAssertEqual(description(of: checkBox), "")
      // GTK 4.18 describes a widget by the text of its tooltip even if an empty description is set.
      XCTAssertNil(gtk_widget_get_tooltip_text(checkBox))
      XCTAssertNotEqual(gtk_widget_get_has_tooltip(checkBox), 0)
    }
    if window.sidebar.isOpen { window.sidebar.toggle() }
  }

  func testClosedCalendarIsOpenedAgainByTheUndoKey() async throws {
    let other = try XCTUnwrap(window.session.calendars.first { $0.name == "other" }).id
    func isOpen() -> Bool { window.session.calendars.contains { $0.id == other } }
    activate("close-calendar", other.key)
    let isClosed = await fixture.wait { !isOpen() }
    XCTAssertTrue(isClosed, "the calendar is still open")
    try focus("Review")
    await settle()
    keyboard.press("<Control>z")
    let isOpenAgain = await waitBriefly { isOpen() }
    XCTAssertTrue(isOpenAgain, "the calendar is not open again")
  }

  func testEmptyCalendarTakesTheFocusAndItsHintIsRead() async throws {
    try focus("Review")
    await settle()
    // The message that calendars were closed takes the place of the hint, once it is announced.
    let root = try XCTUnwrap(gtk_widget_get_root(timeline.gtkWidget))
    var descriptions: [String] = []
    onNotify(root, "focus-widget") { [unowned self] in
      if let focused = gtk_root_get_focus(root) { descriptions.append(description(of: focused)) }
    }
    for calendar in window.session.calendars { activate("close-calendar", calendar.id.key) }
    let isEmpty = await fixture.wait { self.labels.contains("Your Calendar Is Empty") }
    XCTAssertTrue(isEmpty, "\(labels)")
    await settle()
    let focused = try XCTUnwrap(keyboard.focus, "nothing has the focus")
    XCTAssertEqual(labelText(of: focused), "New Event")
    XCTAssertTrue(descriptions.contains { $0.contains("Ctrl+N") }, "\(descriptions)")
  }

  func testEmptyCalendarHasTheFocusWheneverTheViewWouldHaveIt() async throws {
    for calendar in window.session.calendars { activate("close-calendar", calendar.id.key) }
    let isEmpty = await fixture.wait { self.labels.contains("Your Calendar Is Empty") }
    XCTAssertTrue(isEmpty, "\(labels)")
    func expectFocus(_ what: String) {
      XCTAssertEqual(keyboard.focus.flatMap { labelText(of: $0) }, "New Event", what)
    }
    // A new window, in which nothing had the focus, goes to the day that it opens.
    window.calendarOpening.onOpened(Self.monday)
    await settle()
    expectFocus("after opening a day")
    for _ in 0..<2 { activate("sidebar") }
    await settle()
    expectFocus("after closing the sidebar")
    var hasReachedPage = false
    for _ in 0..<6 where !hasReachedPage {
      activate("next-pane")
      await settle()
      hasReachedPage = keyboard.focus.flatMap { labelText(of: $0) } == "New Event"
    }
    XCTAssertTrue(hasReachedPage, "F6 does not reach the page")
  }

  func testOutcomeOfAnAnsweredQuestionIsASentence() async throws {
    try focus("Tea")
    await settle()
    keyboard.press("<Control>Down")
    let isOpen = await waitBriefly { self.stack.scopeCard?.isOpen == true }
    XCTAssertTrue(isOpen, "the card is not open")
    await settle()
    // The message is announced, or is read with the event.
    let root = try XCTUnwrap(gtk_widget_get_root(timeline.gtkWidget))
    announcements = []
    onNotify(root, "focus-widget") { [unowned self] in
      if let focused = gtk_root_get_focus(root) { announcements.append(description(of: focused)) }
    }
    keyboard.press("3")
    let isSaid = await waitBriefly {
      self.announcements.contains { $0.hasPrefix("Moved all events of “Tea”") }
    }
    XCTAssertTrue(isSaid, "\(announcements)")
    XCTAssertEqual(focusName, "event Tea")
  }

  // MARK: Search

  func testResultsAreOneTabStopAndTheirEndIsAnnounced() async throws {
    try focus("Review")
    keyboard.press("<Control>f")
    await settle()
    let search = window.search.gtkWidget
    let panel = try XCTUnwrap(gtk_widget_get_first_child(search))
    let entry = try XCTUnwrap(widgets(ofType: gtk_search_entry_get_type()).first)
    gtk_editable_set_text(entry.opaque, "review")
    func list() -> WidgetPointer? { widgets(ofType: gtk_list_view_get_type()).first }
    let hasResults = await waitBriefly { list() != nil }
    XCTAssertTrue(hasResults, "there are no results")
    func press(_ key: Int32) -> Bool {
      handspan_test_emit_key(panel, GTK_PHASE_BUBBLE, guint(key), GdkModifierType(rawValue: 0)) != 0
    }
    XCTAssertTrue(press(GDK_KEY_Down))
    await settle()
    for (key, text) in [(GDK_KEY_Down, "Last result"), (GDK_KEY_Up, "First result")] {
      announcements = []
      XCTAssertTrue(press(key))
      let isAnnounced = await waitBriefly { self.announcements.contains(text) }
      XCTAssertTrue(isAnnounced, "\(announcements)")
    }
    for stack in widgets(ofType: gtk_stack_get_type()) where gtk_widget_is_ancestor(stack, search) != 0 {
      let child = try XCTUnwrap(gtk_stack_get_visible_child(stack.opaque))
      XCTAssertEqual(name(of: WidgetPointer(try XCTUnwrap(gtk_stack_get_page(stack.opaque, child)))), " ")
    }
    gtk_editable_set_text(entry.opaque, "calendar")
    let hasSeveral = await waitBriefly { self.labels.contains { $0.hasSuffix("events found") } }
    XCTAssertTrue(hasSeveral, "\(labels)")
    await settle()
    let results = try XCTUnwrap(list())
    for _ in 0..<3 where !FocusedWidget.isIn(results) { keyboard.press("Tab") }
    XCTAssertTrue(FocusedWidget.isIn(results), "the focus is on \(focusName)")
    keyboard.press("Tab")
    XCTAssertFalse(FocusedWidget.isIn(results), "Tab stops at another result")
  }
}
