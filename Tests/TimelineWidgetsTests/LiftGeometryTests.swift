import CalendarModel
import InteractionTestSupport
import TimelineInteraction
import TimelinePainting
import XCTest

@testable import TimelineWidgets

/// The positions of a lifted event and of its drop outline.
final class LiftGeometryTests: XCTestCase {
  /// Monday to Wednesday at 60 px per hour, scrolled to 8:00, in columns of 100 px from x = 50 on.
  private func geometry(scale: Double = 1, days: Int = 3) -> LiftGeometry {
    let axis = DayAxis(pixelsPerHour: 60)
    return LiftGeometry(
      axis: axis, offset: axis.y(ofSecond: 8 * 3600),
      columns: DayColumns(firstDay: monday, count: days, left: 50, width: 100 * Double(days)),
      days: monday..<monday.adding(days: days), scale: scale, minimumHeight: 20, gutterWidth: 50,
      allDayRowHeight: 40, barHeight: 24, laneTop: 6)
  }

  /// The lifted event after the mouse was pressed on it and moved down by `dy` px.
  private func lift(_ event: Occurrence, _ part: EventPart = .body, by dy: Double) throws -> DraggedEvent {
    let geometry = geometry()
    let viewport = HoursSurface(
      width: 350, height: 600, scroll: geometry.offset, scrollMax: 840, axis: geometry.axis,
      columns: geometry.columns, zone: .utc)
    var gesture = TimelineGesture()
    let y = viewport.y(ofSecond: Double(event.span.start.secondOfDay)) + (part == .end ? 58 : 2)
    _ = gesture.press(
      at: Point(x: 100, y: y), pointerKind: .mouse, target: PressTarget(occurrence: event, part: part),
      in: viewport)
    // The first movement starts the drag, and the second one ends at the final position.
    _ = gesture.move(to: Point(x: 100, y: y + 33), isFine: false, in: viewport)
    _ = gesture.move(to: Point(x: 100, y: y + dy), isFine: false, in: viewport)
    return try XCTUnwrap(gesture.draggedEvent)
  }

  func testEventFollowsThePointerAndItsOutlineSnapsToTheGrid() throws {
    let draggedEvent = try lift(occurrence("9:00", "10:00"), by: 33)
    let placement = geometry().placement(of: draggedEvent, inset: 4, width: 90) { _ in nil }
    XCTAssertEqual(placement.x, 54)
    XCTAssertEqual(placement.top, 60 + 33, accuracy: 0.5)
    XCTAssertEqual(placement.bottom - placement.top, 60)
    XCTAssertEqual(placement.outlines, [Rectangle(x: 50, y: 90, width: 100, height: 60)])
    XCTAssertTrue(placement.isWholeEventHeld)
  }

  func testOnlyTheHeldEdgeFollowsThePointer() throws {
    let draggedEvent = try lift(occurrence("9:00", "10:00"), .end, by: 47)
    let placement = geometry().placement(of: draggedEvent, inset: 0, width: 90) { _ in "11:00" }
    XCTAssertEqual(placement.top, 60, "the other edge has moved")
    XCTAssertEqual(placement.bottom, 120 + 47, accuracy: 0.5)
    XCTAssertEqual(placement.gutterText, "11:00")
    XCTAssertEqual(placement.gutterTextY, 165)
    XCTAssertFalse(placement.isWholeEventHeld)
  }

  func testOutlineIsShownOnlyAfterTheTimeHasChanged() throws {
    let draggedEvent = try lift(occurrence("9:00", "10:00"), by: 6)
    XCTAssertEqual(geometry().placement(of: draggedEvent, inset: 0, width: 90) { _ in nil }.outlines, [])
  }

  func testOutlineAcrossMidnightHasAPartOnEachDay() throws {
    let draggedEvent = try lift(occurrence("20:00", "27:00"), by: 60)
    let outlines = geometry().placement(of: draggedEvent, inset: 0, width: 90) { _ in nil }.outlines
    XCTAssertEqual(outlines.map(\.x), [50, 150])
    XCTAssertEqual(outlines.map(\.y), [13 * 60, -8 * 60])
    XCTAssertEqual(outlines.map(\.height), [180, 240])
  }

  func testEventLiftedWithTheKeyboardScrollsWithTheHours() throws {
    var keyboardEdit = KeyboardEdit()
    let viewport = HoursSurface(
      width: 350, height: 600, scroll: 480, scrollMax: 840, axis: geometry().axis,
      columns: geometry().columns, zone: .utc)
    _ = keyboardEdit.lift(occurrence("9:00", "9:10", on: monday.adding(days: 1)), refusal: nil, in: viewport)
    guard case .lifted(let keyboardMove) = keyboardEdit.phase else { return XCTFail("nothing is lifted") }
    let placement = geometry().placement(of: keyboardMove, inset: 3, width: 90)
    XCTAssertEqual(placement.x, 153)
    XCTAssertEqual(placement.top, 60)
    XCTAssertEqual(placement.bottom, 80, "the block does not have its minimum height")
  }
}
