import CGtk
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import PickerWidgets

/// A picker in a window: real frames, hands that are told to it.
@MainActor
final class SnapPickerTests: WidgetTestCase {
  override func tearDown() async throws {
    setAnimations(true)
    try await super.tearDown()
  }

  func testItRestsCentredOnAnItemAfterEveryFlick() async {
    let stage = PickerStage(count: 40, selected: 20)
    for travel in [-260.0, 90, 31, -13, 300, -47.5, 8.5] {
      stage.flick(from: 168, by: travel)
      XCTAssertTrue(stage.rest())
      XCTAssertEqual(stage.offset, 0)
      XCTAssertEqual(stage.picker.selected, Int(stage.picker.motion.position))
    }
  }

  func testItCommitsOnceAndOnlyAtRest() async {
    let stage = PickerStage()
    stage.flick(from: 168, by: -150)
    XCTAssertTrue(stage.picker.isBusy)
    XCTAssertEqual(stage.commits, [])
    stage.rest()
    XCTAssertEqual(stage.commits.count, 1)
    XCTAssertEqual(stage.commits.first, stage.picker.selected)
    XCTAssertEqual(stage.highlights.last, stage.picker.selected)
    XCTAssertEqual(stage.highlights, stage.highlights.sorted(), "every item on the way, in order")
  }

  func testTouchToStopSnapsAndCommits() async {
    let stage = PickerStage(count: 1_000)
    stage.flick(from: 300, by: -280)
    Loop.run(until: { stage.highlights.count > 12 })
    let time = stage.picker.now
    stage.picker.move { $0.press(at: 40, time: time) }
    stage.picker.move { $0.release(time: time + 0.1) }
    let caught = stage.picker.motion.position
    stage.rest()
    XCTAssertEqual(stage.commits.count, 1)
    XCTAssertLessThanOrEqual(
      abs(Double(stage.picker.selected) - caught), 0.5, "the nearest, not the touched one")
  }

  func testATapCentresTheItemUnderIt() async {
    let stage = PickerStage()
    let far = 8
    stage.tap(stage.coordinate(of: far))
    stage.rest()
    XCTAssertEqual(stage.commits, [far])
    XCTAssertEqual(stage.coordinate(of: far), 168)
  }

  func testAPressThatIsTakenAwayGoesBack() async {
    let stage = PickerStage()
    let time = stage.picker.now
    stage.picker.move { $0.press(at: 168, time: time) }
    stage.picker.move { $0.drag(to: 20, time: time + 0.05) }
    stage.picker.move { $0.cancel(time: time + 0.06) }
    stage.rest()
    XCTAssertEqual(stage.picker.selected, 5)
    XCTAssertEqual(stage.commits, [])
  }

  func testAResizeKeepsTheItemCentredAtRestAndInMotion() async {
    let stage = PickerStage()
    gtk_window_set_default_size(stage.stage.window.as(GtkWindow.self), 500, 60)
    Loop.run(until: { stage.picker.width == 500 })
    XCTAssertEqual(stage.coordinate(of: 5), 250)
    stage.flick(from: 168, by: -150)
    gtk_window_set_default_size(stage.stage.window.as(GtkWindow.self), 240, 60)
    stage.rest()
    XCTAssertEqual(stage.commits.count, 1)
    XCTAssertEqual(stage.coordinate(of: stage.picker.selected), Double(stage.picker.width) / 2)
  }

  func testTenThousandItemsCostWhatTenDo() async {
    let stage = PickerStage(count: 10_000, selected: 5_000)
    for _ in 0..<10 {
      stage.flick(from: 300, by: -290)
      stage.stage.settle()
    }
    stage.rest()
    XCTAssertGreaterThan(stage.picker.selected, 5_050)
    XCTAssertLessThanOrEqual(stage.picker.slots.count, 10)
    XCTAssertEqual(stage.shownSlots.compactMap(\.index).min(), stage.picker.selected - 3)
  }

  func testFromRightToLeftLaterItemsAreToTheLeft() async throws {
    let stage = PickerStage(isRightToLeft: true)
    let (here, next) = (try XCTUnwrap(stage.picker.slot(at: 5)), try XCTUnwrap(stage.picker.slot(at: 6)))
    XCTAssertEqual(x(of: here, in: stage) - x(of: next, in: stage), stage.picker.motion.track.extent)
    XCTAssertTrue(stage.press(GDK_KEY_Left))
    stage.rest()
    XCTAssertEqual(stage.commits, [6])
  }

  func testWithoutAnimationsItIsThereAtOnce() async {
    setAnimations(false)
    let stage = PickerStage()
    stage.press(GDK_KEY_End)
    XCTAssertFalse(stage.picker.isBusy)
    XCTAssertEqual(stage.commits, [19])
    stage.flick(from: 100, by: 150)
    XCTAssertFalse(stage.picker.isBusy)
    XCTAssertEqual(stage.offset, 0)
  }

  func testKeysGoItemByItemByFivesAndToTheEnds() async {
    let stage = PickerStage()
    let ways: [(key: Int32, item: Int)] = [
      (GDK_KEY_Right, 6), (GDK_KEY_Left, 5), (GDK_KEY_Page_Down, 10), (GDK_KEY_Page_Up, 5), (GDK_KEY_End, 19),
      (GDK_KEY_Right, 19), (GDK_KEY_Home, 0), (GDK_KEY_Left, 0),
    ]
    for way in ways {
      XCTAssertTrue(stage.press(way.key))
      stage.rest()
      XCTAssertEqual(stage.picker.selected, way.item)
    }
    XCTAssertFalse(stage.press(GDK_KEY_Up), "across the row")
    XCTAssertFalse(stage.picker.pressed(KeyPress(symbol: UInt32(GDK_KEY_Left), modifiers: .control)))
  }

  func testQuickKeysAddUpAndCommitOnce() async {
    let stage = PickerStage()
    for _ in 0..<4 { stage.press(GDK_KEY_Right) }
    stage.rest()
    XCTAssertEqual(stage.commits, [9])
  }

  func testACyclicWheelGoesRoundByTheShorterWay() async {
    let stage = PickerStage(count: 12, selected: 11, isCyclic: true, isVertical: true)
    stage.press(GDK_KEY_Down)
    stage.rest()
    XCTAssertEqual(stage.commits, [0])
    XCTAssertEqual(stage.highlights, [0])
  }

  func testTypedLettersFindAnItemByItsName() async {
    let stage = PickerStage()
    for key in [GDK_KEY_1, GDK_KEY_7] { XCTAssertTrue(stage.press(key)) }
    stage.rest()
    XCTAssertEqual(stage.commits, [], "more may be typed")
    XCTAssertFalse(stage.press(GDK_KEY_Return), "Enter is the window's too")
    XCTAssertEqual(stage.commits, [17])
    XCTAssertFalse(stage.press(GDK_KEY_space))
  }

  func testWhatIsSetFromOutsideIsShownWithoutACommitAndWaitsForAHand() async {
    let stage = PickerStage()
    stage.picker.select(9)
    XCTAssertEqual(stage.picker.motion.position, 9)
    stage.picker.move { $0.press(at: 168, time: 0) }
    stage.picker.select(3)
    XCTAssertEqual(stage.picker.selected, 9)
    XCTAssertEqual(stage.commits, [])
  }

  func testTheItemsInSightAreAListOfWhichOneIsSelected() async throws {
    let stage = PickerStage()
    XCTAssertNil(stage.picker.differs(GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Things"))
    for index in 2...8 {
      let slot = try XCTUnwrap(stage.picker.slot(at: index))
      XCTAssertNil(slot.differs(GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Item \(index)"))
      XCTAssertEqual(slot.isSelected, index == 5)
    }
    XCTAssertEqual(stage.childOrder, Array(2...8))
    gtk_widget_activate_action_variant(stage.picker.slot(at: 7)?.pointer, "item.select", nil)
    stage.rest()
    XCTAssertEqual(stage.commits, [7])
    XCTAssertEqual(stage.childOrder, Array(4...10), "from the first to the last")
    XCTAssertEqual(stage.shownSlots.filter(\.isSelected).map(\.index), [7])
  }

  func testTheFocusIsOnTheSelectedItemAndGoesWithIt() async {
    let stage = PickerStage(count: 100)
    gtk_window_set_focus(stage.stage.window.as(GtkWindow.self), nil)
    XCTAssertTrue(stage.picker.focus(GTK_DIR_TAB_FORWARD))
    XCTAssertEqual(stage.focusedSlot?.index, 5)
    XCTAssertFalse(stage.picker.focus(GTK_DIR_TAB_FORWARD), "one stop for Tab")
    stage.press(GDK_KEY_End)
    stage.stage.settle()
    XCTAssertEqual(stage.focusedSlot?.index, 5, "kept while the row moves")
    stage.rest()
    XCTAssertEqual(stage.focusedSlot?.index, 99)
  }

  private func x(of slot: PickerSlot, in stage: PickerStage) -> Double {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(slot.pointer, stage.picker.pointer, &bounds) != 0 else { return -1 }
    return Double(bounds.origin.x)
  }
}
