import CGtk
import Foundation
import GtkSupport
import WidgetTestSupport
import XCTest

/// References to GObjects, and closures held by signals.
@MainActor
final class GtkReferenceTests: WidgetTestCase {
  func testReferenceRetainsItsObjectUntilItIsReleased() async {
    XCTAssertTrue(Thread.isMainThread)
    var isReleased = false
    let label = nonNull(gtk_label_new("x"))
    whenReleased(label.opaque) { isReleased = true }
    var reference: ObjectReference? = ObjectReference(label.opaque)
    XCTAssertEqual(reference?.pointer, label.as(GObject.self))
    XCTAssertFalse(isReleased)
    reference = nil
    XCTAssertTrue(isReleased)
  }

  func testObjectLivesUntilItsLastReferenceIsReleased() async {
    var isReleased = false
    let adjustment = ObjectReference(nonNull(gtk_adjustment_new(0, 0, 1, 1, 1, 1)).opaque)
    whenReleased(OpaquePointer(adjustment.pointer)) { isReleased = true }
    var second: ObjectReference? = ObjectReference(OpaquePointer(adjustment.pointer))
    XCTAssertNotNil(second)
    second = nil
    XCTAssertFalse(isReleased)
  }

  func testHandlerIsCalledUntilItIsDisconnectedAndThenReleased() async {
    let adjustment = nonNull(gtk_adjustment_new(0, 0, 10, 1, 1, 1))
    let owner = ObjectReference(adjustment.opaque)
    weak var weakCounter: CallCounter?
    let id = connectCounter(to: adjustment, &weakCounter)
    gtk_adjustment_set_value(adjustment, 3)
    XCTAssertEqual(weakCounter?.count, 1)
    g_signal_handler_disconnect(owner.pointer, id)
    XCTAssertNil(weakCounter)
    gtk_adjustment_set_value(adjustment, 4)
  }

  func testHandlerIsReleasedWithItsObject() async {
    weak var weakCounter: CallCounter?
    do {
      let adjustment = nonNull(gtk_adjustment_new(0, 0, 10, 1, 1, 1))
      let owner = ObjectReference(adjustment.opaque)
      _ = connectCounter(to: adjustment, &weakCounter)
      XCTAssertNotNil(weakCounter)
      _ = owner
    }
    XCTAssertNil(weakCounter)
  }

  func testPropertyNotificationCallsTheHandler() async {
    let label = nonNull(gtk_label_new("x"))
    let owner = ObjectReference(label.opaque)
    var count = 0
    onNotify(label.opaque, "tooltip-text") { count += 1 }
    setProperty(label.opaque, "tooltip-text", "y")
    XCTAssertEqual(count, 1)
    XCTAssertEqual(stringProperty(label.opaque, "tooltip-text"), "y")
    _ = owner
  }

  func testDrawFunctionIsReleasedWhenItIsReplaced() async {
    let area = nonNull(gtk_drawing_area_new())
    let owner = ObjectReference(area.opaque)
    weak var weakCounter: CallCounter?
    do {
      let counter = CallCounter()
      weakCounter = counter
      setDrawFunction(area) { _, _, _ in counter.increment() }
    }
    XCTAssertNotNil(weakCounter)
    setDrawFunction(area) { _, _, _ in }
    XCTAssertNil(weakCounter)
    _ = owner
  }

  func testTimeoutRepeatsWhileItReturnsTrueAndIsThenReleased() async {
    weak var weakCounter: CallCounter?
    do {
      let counter = CallCounter()
      weakCounter = counter
      afterMilliseconds(1) {
        counter.increment()
        return counter.count < 3
      }
    }
    XCTAssertTrue(Loop.run(until: { weakCounter == nil }))
  }

  func testActionsAreCalledWithTheirParameter() async {
    let group = nonNull(g_simple_action_group_new())
    let owner = ObjectReference(OpaquePointer(group))
    var (callCount, texts) = (0, [String]())
    let first = addAction(to: OpaquePointer(group), "one") { callCount += 1 }
    let second = addAction(to: OpaquePointer(group), "two", text: { texts.append($0) })
    g_action_activate(first, nil)
    g_action_activate(second, g_variant_new_string("words"))
    XCTAssertEqual(callCount, 1)
    XCTAssertEqual(texts, ["words"])
    _ = owner
  }

  private func connectCounter(
    to adjustment: UnsafeMutablePointer<GtkAdjustment>, _ weakCounter: inout CallCounter?
  ) -> gulong {
    let counter = CallCounter()
    weakCounter = counter
    return onSignal(adjustment.opaque, "value-changed") { counter.increment() }
  }
}
