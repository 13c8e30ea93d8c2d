import CGtk
import Foundation
import GtkSupport
import WidgetTestSupport
import XCTest

/// References to GObjects, and the closures that signals hold.
@MainActor
final class GtkReferenceTests: WidgetTestCase {
  func testAReferenceKeepsItsObjectAndLetsGoOfIt() async {
    XCTAssertTrue(Thread.isMainThread)
    var isGone = false
    let label = created(gtk_label_new("x"))
    whenGone(label.opaque) { isGone = true }
    var reference: ObjectReference? = ObjectReference(label.opaque)
    XCTAssertEqual(reference?.pointer, label.as(GObject.self))
    XCTAssertFalse(isGone)
    reference = nil
    XCTAssertTrue(isGone)
  }

  func testAReferenceIsOneAmongOthers() async {
    var isGone = false
    let adjustment = ObjectReference(created(gtk_adjustment_new(0, 0, 1, 1, 1, 1)).opaque)
    whenGone(OpaquePointer(adjustment.pointer)) { isGone = true }
    var second: ObjectReference? = ObjectReference(OpaquePointer(adjustment.pointer))
    XCTAssertNotNil(second)
    second = nil
    XCTAssertFalse(isGone)
  }

  func testAHandlerIsCalledUntilItIsDisconnectedAndThenReleased() async {
    let adjustment = created(gtk_adjustment_new(0, 0, 10, 1, 1, 1))
    let owner = ObjectReference(adjustment.opaque)
    weak var held: Witness?
    let id = connectWitness(to: adjustment, &held)
    gtk_adjustment_set_value(adjustment, 3)
    XCTAssertEqual(held?.count, 1)
    g_signal_handler_disconnect(owner.pointer, id)
    XCTAssertNil(held)
    gtk_adjustment_set_value(adjustment, 4)
  }

  func testAHandlerIsReleasedWithItsObject() async {
    weak var held: Witness?
    do {
      let adjustment = created(gtk_adjustment_new(0, 0, 10, 1, 1, 1))
      let owner = ObjectReference(adjustment.opaque)
      _ = connectWitness(to: adjustment, &held)
      XCTAssertNotNil(held)
      _ = owner
    }
    XCTAssertNil(held)
  }

  func testANotificationOfAPropertyArrives() async {
    let label = created(gtk_label_new("x"))
    let owner = ObjectReference(label.opaque)
    var count = 0
    onNotify(label.opaque, "tooltip-text") { count += 1 }
    setProperty(label.opaque, "tooltip-text", "y")
    XCTAssertEqual(count, 1)
    XCTAssertEqual(stringProperty(label.opaque, "tooltip-text"), "y")
    _ = owner
  }

  func testADrawingIsReleasedWhenItIsReplaced() async {
    let area = created(gtk_drawing_area_new())
    let owner = ObjectReference(area.opaque)
    weak var held: Witness?
    do {
      let witness = Witness()
      held = witness
      setDrawing(area) { _, _, _ in witness.touch() }
    }
    XCTAssertNotNil(held)
    setDrawing(area) { _, _, _ in }
    XCTAssertNil(held)
    _ = owner
  }

  func testATimeoutComesBackWhileItSaysTrueAndIsThenReleased() async {
    weak var held: Witness?
    do {
      let witness = Witness()
      held = witness
      afterMilliseconds(1) {
        witness.touch()
        return witness.count < 3
      }
    }
    XCTAssertTrue(Loop.run(until: { held == nil }))
  }

  func testActionsOfAMapAreCalledWithTheirText() async {
    let group = created(g_simple_action_group_new())
    let owner = ObjectReference(OpaquePointer(group))
    var (plain, texts) = (0, [String]())
    let first = addAction(to: OpaquePointer(group), "one") { plain += 1 }
    let second = addAction(to: OpaquePointer(group), "two", text: { texts.append($0) })
    g_action_activate(first, nil)
    g_action_activate(second, g_variant_new_string("words"))
    XCTAssertEqual(plain, 1)
    XCTAssertEqual(texts, ["words"])
    _ = owner
  }

  private func connectWitness(
    to adjustment: UnsafeMutablePointer<GtkAdjustment>, _ held: inout Witness?
  ) -> gulong {
    let witness = Witness()
    held = witness
    return onSignal(adjustment.opaque, "value-changed") { witness.touch() }
  }
}
