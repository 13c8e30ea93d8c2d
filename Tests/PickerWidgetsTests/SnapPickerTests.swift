import CGtk
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import PickerWidgets

/// A picker in a window, with real frames and simulated pointers.
@MainActor
final class SnapPickerTests: WidgetTestCase {
  override func tearDown() async throws {
    setAnimationsEnabled(true)
    try await super.tearDown()
  }

  func testPickerRestsOnAnItemAfterEveryFlick() async {
    let testWindow = PickerTestWindow(count: 40, selected: 20)
    for travel in [-260.0, 90, 31, -13, 300, -47.5, 8.5] {
      testWindow.flick(from: 168, by: travel)
      XCTAssertTrue(testWindow.waitForRest())
      XCTAssertEqual(testWindow.offset, 0)
      XCTAssertEqual(testWindow.picker.selectedItem, Int(testWindow.picker.motion.position))
    }
  }

  func testFlickCommitsOnceAtRest() async {
    let testWindow = PickerTestWindow()
    testWindow.flick(from: 168, by: -150)
    XCTAssertTrue(testWindow.picker.isBusy)
    XCTAssertEqual(testWindow.commits, [])
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.commits.count, 1)
    XCTAssertEqual(testWindow.commits.first, testWindow.picker.selectedItem)
    XCTAssertEqual(testWindow.highlights.last, testWindow.picker.selectedItem)
    XCTAssertEqual(
      testWindow.highlights, testWindow.highlights.sorted(), "the items were not highlighted in order")
  }

  func testStoppingTheRowByTouchSnapsAndCommits() async {
    let testWindow = PickerTestWindow(count: 1_000)
    testWindow.flick(from: 300, by: -280)
    Loop.run(until: { testWindow.highlights.count > 12 })
    let time = testWindow.picker.now
    testWindow.picker.move { $0.press(at: 40, time: time) }
    testWindow.picker.move { $0.release(time: time + 0.1) }
    let stoppedPosition = testWindow.picker.motion.position
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.commits.count, 1)
    XCTAssertLessThanOrEqual(
      abs(Double(testWindow.picker.selectedItem) - stoppedPosition), 0.5, "the nearest item is not selected")
  }

  func testTapCentersTheTappedItem() async {
    let testWindow = PickerTestWindow()
    let item = 8
    testWindow.tap(testWindow.coordinate(of: item))
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.commits, [item])
    XCTAssertEqual(testWindow.coordinate(of: item), 168)
  }

  func testCanceledDragRestoresThePosition() async {
    let testWindow = PickerTestWindow()
    let time = testWindow.picker.now
    testWindow.picker.move { $0.press(at: 168, time: time) }
    testWindow.picker.move { $0.drag(to: 20, time: time + 0.05) }
    testWindow.picker.move { $0.cancel(time: time + 0.06) }
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.picker.selectedItem, 5)
    XCTAssertEqual(testWindow.commits, [])
  }

  func testResizeKeepsTheItemCenteredAtRestAndInMotion() async {
    // The item is far from the ends of the row; near them, the selected item is not in the center.
    let testWindow = PickerTestWindow(count: 100, selected: 5)
    gtk_window_set_default_size(testWindow.host.window.as(GtkWindow.self), 500, 60)
    Loop.run(until: { testWindow.picker.width == 500 })
    XCTAssertEqual(testWindow.coordinate(of: 5), 250)
    testWindow.flick(from: 168, by: -150)
    gtk_window_set_default_size(testWindow.host.window.as(GtkWindow.self), 240, 60)
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.commits.count, 1)
    XCTAssertEqual(
      testWindow.coordinate(of: testWindow.picker.selectedItem), Double(testWindow.picker.width) / 2)
  }

  func testNumberOfSlotsDoesNotGrowWithTheItems() async {
    let testWindow = PickerTestWindow(count: 10_000, selected: 5_000)
    for _ in 0..<10 {
      testWindow.flick(from: 300, by: -290)
      testWindow.host.waitForFrame()
    }
    testWindow.waitForRest()
    XCTAssertGreaterThan(testWindow.picker.selectedItem, 5_050)
    XCTAssertLessThanOrEqual(testWindow.picker.slots.count, 10)
    XCTAssertEqual(testWindow.shownSlots.compactMap(\.index).min(), testWindow.picker.selectedItem - 3)
  }

  func testLaterItemsAreOnTheLeftInRightToLeftLayouts() async throws {
    let testWindow = PickerTestWindow(isRightToLeft: true)
    let (current, next) = (
      try XCTUnwrap(testWindow.picker.slot(at: 5)), try XCTUnwrap(testWindow.picker.slot(at: 6))
    )
    XCTAssertEqual(
      x(of: current, in: testWindow) - x(of: next, in: testWindow), testWindow.picker.motion.track.itemExtent)
    XCTAssertTrue(testWindow.press(GDK_KEY_Left))
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.commits, [6])
  }

  func testReducedMotionSelectsAtOnce() async {
    setAnimationsEnabled(false)
    let testWindow = PickerTestWindow()
    testWindow.press(GDK_KEY_End)
    XCTAssertFalse(testWindow.picker.isBusy)
    XCTAssertEqual(testWindow.commits, [19])
    testWindow.flick(from: 100, by: 150)
    XCTAssertFalse(testWindow.picker.isBusy)
    XCTAssertEqual(testWindow.offset, 0)
  }

  func testKeysMoveByOneByFiveAndToTheEnds() async {
    let testWindow = PickerTestWindow()
    let steps: [(key: Int32, item: Int)] = [
      (GDK_KEY_Right, 6), (GDK_KEY_Left, 5), (GDK_KEY_Page_Down, 10), (GDK_KEY_Page_Up, 5), (GDK_KEY_End, 19),
      (GDK_KEY_Right, 19), (GDK_KEY_Home, 0), (GDK_KEY_Left, 0),
    ]
    for step in steps {
      XCTAssertTrue(testWindow.press(step.key))
      testWindow.waitForRest()
      XCTAssertEqual(testWindow.picker.selectedItem, step.item)
    }
    XCTAssertFalse(testWindow.press(GDK_KEY_Up), "a horizontal picker handled the Up key")
    XCTAssertFalse(testWindow.picker.handleKey(KeyEvent(symbol: UInt32(GDK_KEY_Left), modifiers: .control)))
  }

  func testRepeatedKeyPressesAddUpAndCommitOnce() async {
    let testWindow = PickerTestWindow()
    for _ in 0..<4 { testWindow.press(GDK_KEY_Right) }
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.commits, [9])
  }

  func testCyclicWheelTurnsTheShorterWay() async {
    let testWindow = PickerTestWindow(count: 12, selected: 11, isCyclic: true, isVertical: true)
    testWindow.press(GDK_KEY_Down)
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.commits, [0])
    XCTAssertEqual(testWindow.highlights, [0])
  }

  func testTypedLettersFindAnItemByItsName() async {
    let testWindow = PickerTestWindow()
    let start = testWindow.picker.now
    for key in [GDK_KEY_1, GDK_KEY_7] { XCTAssertTrue(testWindow.press(key)) }
    testWindow.waitForRest()
    // On a busy machine, the time for more letters may be over before the picker is at rest.
    if testWindow.picker.now - start < Feel.typeAheadTimeout {
      XCTAssertEqual(testWindow.commits, [], "the item was committed although more letters may follow")
    }
    XCTAssertFalse(testWindow.press(GDK_KEY_Return), "Enter was consumed")
    XCTAssertEqual(testWindow.commits, [17])
    XCTAssertFalse(testWindow.press(GDK_KEY_space))
  }

  func testExternalChangeIsShownWithoutACommit() async {
    let testWindow = PickerTestWindow()
    testWindow.picker.select(9)
    XCTAssertEqual(testWindow.picker.motion.position, 9)
    testWindow.picker.move { $0.press(at: 168, time: 0) }
    testWindow.picker.select(3)
    XCTAssertEqual(testWindow.picker.selectedItem, 9)
    XCTAssertEqual(testWindow.commits, [])
  }

  func testVisibleItemsAreAnAccessibleListWithASelection() async throws {
    let testWindow = PickerTestWindow()
    XCTAssertNil(testWindow.picker.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Things"))
    for index in 2...8 {
      let slot = try XCTUnwrap(testWindow.picker.slot(at: index))
      XCTAssertNil(slot.difference(of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Item \(index)"))
      XCTAssertEqual(slot.isSelected, index == 5)
    }
    XCTAssertEqual(testWindow.childOrder, Array(2...8))
    gtk_widget_activate_action_variant(testWindow.picker.slot(at: 7)?.gtkWidget, "item.select", nil)
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.commits, [7])
    XCTAssertEqual(testWindow.childOrder, Array(4...10), "the children are not in the order of the items")
    XCTAssertEqual(testWindow.shownSlots.filter(\.isSelected).map(\.index), [7])
  }

  func testFocusFollowsTheSelectedItem() async {
    let testWindow = PickerTestWindow(count: 100)
    gtk_window_set_focus(testWindow.host.window.as(GtkWindow.self), nil)
    XCTAssertTrue(testWindow.picker.focus(GTK_DIR_TAB_FORWARD))
    XCTAssertEqual(testWindow.focusedSlot?.index, 5)
    XCTAssertFalse(testWindow.picker.focus(GTK_DIR_TAB_FORWARD), "the picker has more than one tab stop")
    testWindow.press(GDK_KEY_End)
    testWindow.host.waitForFrame()
    // On a busy machine, the row may be at rest after a single frame.
    if testWindow.picker.isBusy {
      XCTAssertEqual(testWindow.focusedSlot?.index, 5, "the focus moved before the row was at rest")
    }
    testWindow.waitForRest()
    XCTAssertEqual(testWindow.focusedSlot?.index, 99)
  }

  private func x(of slot: PickerSlot, in testWindow: PickerTestWindow) -> Double {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(slot.gtkWidget, testWindow.picker.gtkWidget, &bounds) != 0 else {
      return -1
    }
    return Double(bounds.origin.x)
  }
}
