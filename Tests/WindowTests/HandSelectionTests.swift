import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// Several events that are selected together, on every view.
final class HandSelectionTests: HandTestCase {
  func testControlClickSelectsSeveral() async throws {
    try await onEveryView {
      click(try point(on: "Standup"), isControlHeld: true)
      click(try point(on: "Review"), isControlHeld: true)
      XCTAssertEqual(stack.multipleSelection.map(\.event.summary).sorted(), ["Review", "Standup"])
    }
  }

  func testSelectedEventsMoveTogether() async throws {
    try await onEveryView {
      try perform(.toggleSelection, on: "Standup")
      try perform(.toggleSelection, on: "Review")
      try drag("Standup", to: tuesday)
      release()
      XCTAssertEqual(start("Standup"), wall(1, 9))
      XCTAssertEqual(start("Review"), wall(1, 11))
      undo()
      XCTAssertEqual(start("Standup"), wall(0, 9))
      XCTAssertEqual(start("Review"), wall(0, 11))
    }
  }

  func testCompanionsKeepTheirDistance() async throws {
    try await onEveryView {
      try perform(.toggleSelection, on: "Standup")
      try perform(.toggleSelection, on: "Review")
      let start = try point(on: "Standup")
      press(at: start)
      move(to: Point(x: start.x, y: start.y + 12))
      XCTAssertEqual(stack.liftLayer.companions.map(\.occurrence.event.summary), ["Review"])
      @MainActor func distance() throws -> Double {
        let (companion, held) = (stack.liftLayer.companionRectangles.first, stack.liftPresenter.position)
        return try XCTUnwrap(companion).y - XCTUnwrap(held).y
      }
      let initialDistance = try distance()
      for step in 1...10 {
        move(to: Point(x: start.x + Double(step) * 2, y: start.y + 12 + Double(step) * 3))
        XCTAssertEqual(try distance(), initialDistance, accuracy: 1)
      }
      stack.send(.escape)
      release()
    }
  }

  func testKeysMoveSelectedEventsTogether() async throws {
    try await onEveryView {
      try perform(.toggleSelection, on: "Standup")
      try perform(.toggleSelection, on: "Review")
      keyboard.press("<Control>Right")
      stack.finishKeyboardEdit()
      XCTAssertEqual(start("Standup"), wall(1, 9))
      XCTAssertEqual(start("Review"), wall(1, 11))
    }
  }

  func testSelectedEventsAreDeletedInOneStep() async throws {
    try await onEveryView {
      try perform(.toggleSelection, on: "Standup")
      try perform(.toggleSelection, on: "Review")
      stack.perform(.delete)
      XCTAssertFalse(storedTitles.contains("Standup") || storedTitles.contains("Review"))
      XCTAssertTrue(stack.multipleSelection.isEmpty)
      undo()
      XCTAssertTrue(storedTitles.contains("Standup") && storedTitles.contains("Review"))
    }
  }

  func testEscapeEndsTheSelection() async throws {
    try await onEveryView {
      try perform(.toggleSelection, on: "Standup")
      try focus("Standup")
      keyboard.press("Escape")
      XCTAssertTrue(stack.multipleSelection.isEmpty)
    }
  }
}
