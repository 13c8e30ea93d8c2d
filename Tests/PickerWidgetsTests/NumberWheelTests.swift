import CGtk
import CGtkTesting
import CalendarText
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import PickerWidgets

/// A wheel of numbers with an invisible spin button.
@MainActor
final class NumberWheelTests: WidgetTestCase {
  private var testWindow: TestWindow!
  private var commits: [Int] = []

  override func tearDown() async throws {
    testWindow = nil
    try await super.tearDown()
  }

  /// A wheel of minutes with steps of five.
  private func minuteWheel(_ value: Int) -> NumberWheel {
    let scale = NumberWheel.Scale(
      steps: Array(stride(from: 0, to: 60, by: 5)), range: 0...59, isCyclic: true
    ) { $0 < 10 ? "0\($0)" : "\($0)" }
    let wheel = NumberWheel(phrases: Phrases(), name: "Minute", scale: scale, value: value)
    wheel.onCommitValue = { [weak self] in self?.commits.append($0) }
    testWindow = TestWindow(wheel.gtkWidget, width: 80, height: 140)
    return wheel
  }

  private func waitForRest(_ wheel: NumberWheel) { Loop.run(until: { !wheel.isBusy }) }

  private func type(_ digits: [Int32], on wheel: NumberWheel) {
    for digit in digits {
      XCTAssertTrue(wheel.handleKey(KeyEvent(symbol: UInt32(GDK_KEY_0 + digit), modifiers: [])))
    }
  }

  private func press(_ key: Int32, _ wheel: NumberWheel) {
    XCTAssertTrue(wheel.handleKey(KeyEvent(symbol: UInt32(key), modifiers: [])))
    waitForRest(wheel)
  }

  private func spin(of wheel: NumberWheel) throws -> OpaquePointer {
    try XCTUnwrap(gtk_widget_get_first_child(wheel.gtkWidget)).opaque
  }

  func testValueBetweenTheStepsIsKept() async {
    let wheel = minuteWheel(7)
    testWindow.waitForFrame()
    XCTAssertEqual(wheel.value, 7)
    XCTAssertEqual(wheel.values, [0, 5, 7, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55])
    XCTAssertEqual(commits, [])
    press(GDK_KEY_Up, wheel)
    XCTAssertEqual(commits, [10])
    press(GDK_KEY_Down, wheel)
    XCTAssertEqual(commits, [10, 7], "the value could not be selected again")
  }

  func testValueBetweenTheStepsIsRemovedByANewValue() async {
    let wheel = minuteWheel(7)
    wheel.setValue(30)
    XCTAssertEqual(wheel.value, 30)
    XCTAssertFalse(wheel.values.contains(7))
    XCTAssertEqual(commits, [])
  }

  func testWheelIsCyclic() async {
    let wheel = minuteWheel(55)
    press(GDK_KEY_Up, wheel)
    XCTAssertEqual(commits, [0])
  }

  func testTypedDigitsSelectTheirNumberAndCommitOnce() async {
    let wheel = minuteWheel(30)
    type([1, 2], on: wheel)
    waitForRest(wheel)
    XCTAssertEqual(commits, [12], "the first digit was committed separately")
    type([4, 5], on: wheel)
    waitForRest(wheel)
    XCTAssertEqual(commits, [12, 45])
  }

  func testSingleDigitIsCommittedAfterAPause() async {
    let wheel = minuteWheel(30)
    let start = wheel.now
    type([3], on: wheel)
    waitForRest(wheel)
    // On a busy machine, the pause may be over before the wheel is at rest.
    if wheel.now - start < Feel.typeAheadTimeout { XCTAssertEqual(commits, []) }
    Loop.run(until: { !commits.isEmpty })
    XCTAssertEqual(commits, [3])
  }

  func testDigitsOfTheCurrentValueCommitNothing() async {
    let wheel = minuteWheel(10)
    type([1, 0], on: wheel)
    waitForRest(wheel)
    XCTAssertEqual(commits, [])
    XCTAssertEqual(wheel.value, 10)
  }

  func testTypedNumberIsReportedWhenComplete() async {
    let wheel = minuteWheel(0)
    var count = 0
    wheel.onTypingComplete = { count += 1 }
    type([3], on: wheel)
    XCTAssertEqual(count, 0)
    type([0], on: wheel)
    XCTAssertEqual(count, 1)
    XCTAssertTrue(
      wheel.handleKey(KeyEvent(symbol: UInt32(GDK_KEY_BackSpace), modifiers: [])), "Backspace was not handled"
    )
    XCTAssertFalse(wheel.handleKey(KeyEvent(symbol: UInt32(GDK_KEY_Tab), modifiers: [])))
  }

  func testSpinButtonShowsTheValue() async throws {
    let wheel = minuteWheel(5)
    let spin = try spin(of: wheel)
    XCTAssertEqual(gtk_spin_button_get_value(spin), 5)
    XCTAssertEqual(String(cString: gtk_editable_get_text(spin)), "05")
    press(GDK_KEY_Up, wheel)
    XCTAssertEqual(gtk_spin_button_get_value(spin), 10)
    XCTAssertNil(nameDifference(spin, "Minute"))
  }

  func testAssistiveTechnologySetsTheNumber() async throws {
    let wheel = minuteWheel(5)
    gtk_spin_button_set_value(try spin(of: wheel), 45)
    XCTAssertEqual(commits, [], "the value was committed before the wheel was at rest")
    waitForRest(wheel)
    XCTAssertEqual(commits, [45])
    gtk_spin_button_set_value(try spin(of: wheel), 52)
    waitForRest(wheel)
    XCTAssertEqual(commits, [45, 52])
    XCTAssertEqual(wheel.value, 52)
  }

  func testSpinButtonHasTheFocusAndCoversTheCenter() async throws {
    let wheel = minuteWheel(5)
    gtk_window_set_focus(testWindow.window.as(GtkWindow.self), nil)
    XCTAssertTrue(wheel.focus(GTK_DIR_TAB_FORWARD))
    XCTAssertTrue(wheel.containsFocus)
    XCTAssertFalse(wheel.focus(GTK_DIR_TAB_FORWARD), "the wheel has more than one tab stop")
    var bounds = graphene_rect_t()
    XCTAssertNotEqual(gtk_widget_compute_bounds(try spin(of: wheel).widget, wheel.gtkWidget, &bounds), 0)
    XCTAssertEqual(Double(bounds.origin.y + bounds.size.height / 2), Double(wheel.height) / 2, accuracy: 0.5)
    XCTAssertLessThanOrEqual(Int(bounds.size.width), wheel.width)
  }

  private func nameDifference(_ spin: OpaquePointer, _ expected: String) -> String? {
    takeString(handspan_test_text_property(spin.widget, GTK_ACCESSIBLE_PROPERTY_LABEL, expected))
  }
}
