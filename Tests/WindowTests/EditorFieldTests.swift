import CGtk
import CGtkTesting
import CalendarModel
import GtkSupport
import PickerWidgets
import WidgetTestSupport
import XCTest

@testable import Handspan

/// The fields of the editor for dates and times.
@MainActor
final class EditorFieldTests: WindowTestCase {
  override class var components: String { WindowFixture.event("a", "Standup", day: "05", hour: "09") }

  private var testWindow: TestWindow!

  override func tearDown() async throws {
    testWindow?.close()
    testWindow = nil
    try await super.tearDown()
  }

  /// Returns the descendants of a widget that have a type.
  private func descendants(of widget: WidgetPointer, ofType type: GType) -> [WidgetPointer] {
    var matches: [WidgetPointer] = []
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if g_type_check_instance_is_a(current.as(GTypeInstance.self), type) != 0 { matches.append(current) }
      matches += descendants(of: current, ofType: type)
      child = gtk_widget_get_next_sibling(current)
    }
    return matches
  }

  /// Presses Enter in an entry.
  private func activate(_ entry: WidgetPointer) {
    handspan_test_emit_activate(entry)
  }

  private func makeDayField() -> DayField {
    let factory = MonthViewFactory(fixture.window.session, fixture.window.preferences)
    let field = DayField(name: "Date", monthFactory: factory, phrases: fixture.window.session.phrases)
    field.setDay(Self.monday)
    field.monthDisclosure.onOpen = { [weak field] in field?.takeFocus() }
    return field
  }

  /// Shows a field in a scrolled window, below a tall box.
  private func show(_ field: DayField, below spacerHeight: Int32) -> WidgetPointer {
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let spacer = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_set_size_request(spacer, -1, spacerHeight)
    for child in [spacer, field.monthDisclosure.button, field.monthDisclosure.content] {
      gtk_box_append(box.as(GtkBox.self), child)
    }
    let scrolled = nonNull(gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(scrolled.opaque, box)
    testWindow = TestWindow(scrolled, width: 420, height: 480)
    return scrolled
  }

  private func open(_ field: DayField) {
    gtk_toggle_button_set_active(field.monthDisclosure.button.as(GtkToggleButton.self), 1)
  }

  /// Shows a field whose month is open, and returns it with the entry for a date.
  private func openField(onChoose: @escaping (Day) -> Void) throws -> (field: DayField, entry: WidgetPointer)
  {
    let field = makeDayField()
    _ = show(field, below: 0)
    field.onChoose = onChoose
    open(field)
    let entry = descendants(of: field.monthDisclosure.content, ofType: gtk_entry_get_type()).first
    return (field, try XCTUnwrap(entry))
  }

  func testDateIsTypedInTheField() async throws {
    var days: [Day] = []
    let (field, entry) = try openField { days.append($0) }
    gtk_editable_set_text(entry.opaque, "12 feb")
    XCTAssertEqual(days, [], "the date was chosen before it was typed")
    activate(entry)
    let date = try XCTUnwrap(Day(year: 2026, month: 2, day: 12))
    XCTAssertEqual(days, [date])
    XCTAssertFalse(field.monthDisclosure.isOpen)
    field.commitTypedText()
    XCTAssertEqual(days, [date], "the date was chosen twice")
    open(field)
    gtk_editable_set_text(entry.opaque, "13 feb")
    field.commitTypedText()
    XCTAssertEqual(days, [date, date.adding(days: 1)], "a date typed without Enter is lost")
  }

  /// Presses a key on the focused widget, as far as key controllers handle it.
  private func press(_ key: Int32) {
    var widget = testWindow.focus
    while let current = widget {
      if handspan_test_emit_key(current, GTK_PHASE_BUBBLE, guint(key), GdkModifierType(rawValue: 0)) != 0 {
        return
      }
      widget = gtk_widget_get_parent(current)
    }
  }

  func testSpaceInATypedDateDoesNotChooseTheFocusedDay() async throws {
    // Without the event of a keyboard, GTK cannot forward a key to the entry.
    acceptedWarning = "current_event != NULL"
    var days: [Day] = []
    let (field, entry) = try openField { days.append($0) }
    XCTAssertFalse(FocusedWidget.isIn(entry), "the month calendar does not have the focus")
    for key in [GDK_KEY_1, GDK_KEY_2, GDK_KEY_space] { press(key) }
    XCTAssertEqual(days, [], "the space chose the focused day")
    XCTAssertTrue(field.monthDisclosure.isOpen)
    XCTAssertTrue(FocusedWidget.isIn(entry), "what is typed on the month calendar is not typed in the entry")
  }

  func testPickerNearTheLowerEdgeIsScrolledIntoSight() async throws {
    let field = makeDayField()
    let scrolled = show(field, below: 430)
    let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque)
    open(field)
    let content = field.monthDisclosure.content
    func hiddenHeight() -> Float {
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(content, scrolled, &bounds)
      return bounds.origin.y + bounds.size.height - Float(gtk_widget_get_height(scrolled))
    }
    let isInSight = await fixture.wait {
      gtk_revealer_get_child_revealed(content.opaque) != 0 && gtk_widget_get_height(content) > 200
        && hiddenHeight() <= 0.5
    }
    XCTAssertTrue(isInSight, "\(hiddenHeight()) px of the picker are below the edge")
    XCTAssertGreaterThan(gtk_adjustment_get_value(adjustment), 0)
  }

  func testSpaceForAMessageIsGivenUpOnceTheTextIsAccepted() async throws {
    let field = ParsedEntry(width: 8)
    field.canParse = { $0 == "10" }
    field.onCommit = { $0 == "10" ? nil : ParsedEntry.ParseFailure(text: "Not a number") }
    field.onLeave = { [weak field] in field?.commit(isPause: false) }
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for child in [field.entry, field.errorLabel] { gtk_box_append(box.as(GtkBox.self), child) }
    let reference = ObjectReference(box.opaque)
    gtk_editable_set_text(field.entry.opaque, "x")
    activate(field.entry)
    XCTAssertNotEqual(gtk_widget_get_visible(field.errorLabel), 0)
    gtk_editable_set_text(field.entry.opaque, "10")
    XCTAssertNotEqual(
      gtk_widget_get_visible(field.errorLabel), 0, "the widgets below move while the text is corrected")
    // Outside a window, there is no press whose release has to be awaited.
    activate(field.entry)
    XCTAssertEqual(gtk_widget_get_visible(field.errorLabel), 0, "the row stays higher")
    gtk_editable_set_text(field.entry.opaque, "y")
    activate(field.entry)
    XCTAssertNotEqual(gtk_widget_get_visible(field.errorLabel), 0)
    field.setText("11")
    XCTAssertEqual(
      gtk_widget_get_visible(field.errorLabel), 0, "the row stays higher after another field has changed")
    withExtendedLifetime(reference) {}
  }
}
