import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// Keys, and actions of assistive technology, on every view.
final class HandKeyTests: HandTestCase {
  // MARK: Keys

  func testControlWithArrowsMovesByDays() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("<Control>Right")
      XCTAssertEqual(start("Standup"), wall(0, 9), "it is stored before the pause")
      stack.finishKeyboardEdit()
      XCTAssertEqual(start("Standup"), wall(1, 9))
    }
  }

  func testStepsAreOneUndoStep() async throws {
    try await onEveryView {
      try focus("Standup")
      for _ in 0..<3 { keyboard.press("<Control>Right") }
      stack.finishKeyboardEdit()
      XCTAssertEqual(start("Standup"), wall(3, 9))
      undo()
      XCTAssertEqual(start("Standup"), wall(0, 9))
    }
  }

  func testStepsThatCancelOutChangeNothing() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("<Control>Right")
      keyboard.press("<Control>Left")
      stack.finishKeyboardEdit()
      XCTAssertEqual(start("Standup"), wall(0, 9))
      XCTAssertFalse(window.session.canUndo)
    }
  }

  func testStepsAreShownAtOnce() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("<Control>Right")
      XCTAssertEqual(try occurrence("Standup").start.wall, wall(1, 9))
      XCTAssertEqual(focusedTitle, "Standup")
      stack.finishKeyboardEdit()
    }
  }

  func testStepsAreSpoken() async throws {
    try await onEveryView {
      try focus("Standup")
      forgetAnnouncements()
      keyboard.press("<Control>Right")
      let isSpoken = await fixture.wait { self.announcements.contains { $0.contains("9") } }
      XCTAssertTrue(isSpoken, "\(announcements)")
      stack.finishKeyboardEdit()
    }
  }

  func testStepsAreSavedWhenTheFocusLeaves() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("<Control>Right")
      stack.send(.focusMovedAway)
      XCTAssertEqual(start("Standup"), wall(1, 9))
    }
  }

  func testSpaceLiftsAndEnterDrops() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("space")
      XCTAssertTrue(stack.isEventLifted)
      keyboard.press("Right")
      XCTAssertEqual(start("Standup"), wall(0, 9))
      keyboard.press("Return")
      XCTAssertFalse(stack.isEventLifted)
      XCTAssertEqual(start("Standup"), wall(1, 9))
    }
  }

  func testSpaceLiftsAndEscapeReturns() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("space")
      keyboard.press("Right")
      keyboard.press("Escape")
      XCTAssertFalse(stack.isEventLifted)
      XCTAssertEqual(start("Standup"), wall(0, 9))
      XCTAssertEqual(focusedTitle, "Standup")
    }
  }

  func testVerticalKeysMoveTheFocusInReadingOrder() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("Down")
      XCTAssertEqual(focusedTitle, "Review")
      keyboard.press("Up")
      XCTAssertEqual(focusedTitle, "Standup")
    }
  }

  func testHomeAndEndMoveTheFocusToTheEnds() async throws {
    try await onEveryView {
      try focus("Review")
      keyboard.press("End")
      XCTAssertEqual(focusedTitle, stack.occurrences.last?.event.summary)
      keyboard.press("Home")
      XCTAssertEqual(focusedTitle, stack.occurrences.first?.event.summary)
    }
  }

  func testHorizontalKeysMoveTheFocusToAnotherDay() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("Right")
      XCTAssertEqual(stack.day, tuesday)
      XCTAssertEqual(focusedTitle, "Walk")
    }
  }

  func testDayWithoutEventsTakesTheFocus() async throws {
    try await onEveryView {
      try focus("Trip")
      stack.day = Self.monday.adding(days: 4)
      keyboard.press("Right")
      XCTAssertEqual(stack.day, Self.monday.adding(days: 5))
      XCTAssertNil(focusedTitle)
      XCTAssertNotEqual(gtk_widget_is_focus(view.selectedDay.widget), 0)
    }
  }

  func testDeleteMovesTheFocusToTheNeighbor() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("Delete")
      XCTAssertFalse(storedTitles.contains("Standup"))
      XCTAssertEqual(focusedTitle, "Review")
    }
  }

  func testUndoneDeletionHasTheFocusAgain() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("Delete")
      undo()
      XCTAssertTrue(storedTitles.contains("Standup"))
      XCTAssertEqual(focusedTitle, "Standup")
    }
  }

  func testEnterOpensTheDetailsAndThenTheEditor() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("Return")
      XCTAssertEqual(stack.eventWithOpenDetails, try occurrence("Standup").id)
      keyboard.press("Return")
      XCTAssertTrue(window.editor.isOpen)
      XCTAssertNil(stack.eventWithOpenDetails)
      window.editor.close()
    }
  }

  func testEscapeClosesTheDetails() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("Return")
      keyboard.press("Escape")
      XCTAssertNil(stack.eventWithOpenDetails)
      XCTAssertEqual(focusedTitle, "Standup")
    }
  }

  func testF2OpensTheEditor() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("F2")
      XCTAssertTrue(window.editor.isOpen)
      window.editor.close()
    }
  }

  func testKeyOpensTheMenuOfTheEvent() async throws {
    try await onEveryView {
      try focus("Standup")
      keyboard.press("Menu")
      await settle()
      var child = gtk_widget_get_first_child(stack.gtkWidget)
      var hasMenu = false
      while let current = child {
        hasMenu =
          hasMenu
          || g_type_check_instance_is_a(current.as(GTypeInstance.self), gtk_popover_menu_get_type()) != 0
        child = gtk_widget_get_next_sibling(current)
      }
      XCTAssertTrue(hasMenu)
    }
  }

  // MARK: Actions of assistive technology

  func testActionsMoveByDays() async throws {
    try await onEveryView {
      try perform(.moveToNextDay, on: "Standup")
      stack.finishKeyboardEdit()
      XCTAssertEqual(start("Standup"), wall(1, 9))
      try perform(.moveToPreviousDay, on: "Standup")
      stack.finishKeyboardEdit()
      XCTAssertEqual(start("Standup"), wall(0, 9))
    }
  }

  func testActionsMoveByAGridLine() async throws {
    try await onEveryView {
      try perform(.moveLater, on: "Standup")
      stack.finishKeyboardEdit()
      XCTAssertEqual(start("Standup"), WallTime(Self.monday, secondOfDay: 9 * 3600 + 900))
    }
  }

  func testActionsResize() async throws {
    try await onEveryView {
      try perform(.startEarlier, on: "Standup")
      try perform(.endLater, on: "Standup")
      stack.finishKeyboardEdit()
      let (start, end) = try XCTUnwrap(times("Standup")).resolved(in: stack.zone)
      XCTAssertEqual(end.instant.seconds - start.instant.seconds, 5400)
    }
  }

  func testActionLiftsAndDrops() async throws {
    try await onEveryView {
      try perform(.lift, on: "Standup")
      XCTAssertTrue(stack.isEventLifted)
      stack.perform(.moveToNextDay, on: try occurrence("Standup"))
      stack.perform(.lift, on: try occurrence("Standup"))
      XCTAssertFalse(stack.isEventLifted)
      XCTAssertEqual(start("Standup"), wall(1, 9))
    }
  }

  func testActionDeletes() async throws {
    try await onEveryView {
      try perform(.delete, on: "Standup")
      XCTAssertFalse(storedTitles.contains("Standup"))
    }
  }

  func testActionDuplicates() async throws {
    try await onEveryView {
      try perform(.duplicate, on: "Standup")
      let isDuplicated = await fixture.wait { self.storedTitles.filter { $0 == "Standup" }.count == 2 }
      XCTAssertTrue(isDuplicated)
    }
  }

  func testMoveWithPointerFollowsWithoutAButton() async throws {
    try await onEveryView {
      try perform(.moveWithPointer, on: "Standup")
      XCTAssertTrue(stack.isEventLifted)
      let target = try point(on: tuesday, near: surface.pickUpPoint(of: occurrence("Standup").id))
      stack.send(.hover(target))
      frame()
      press(at: target)
      release()
      XCTAssertFalse(stack.isEventLifted)
      XCTAssertEqual(start("Standup")?.day, tuesday)
    }
  }

  func testEscapeEndsMoveWithPointer() async throws {
    try await onEveryView {
      try perform(.moveWithPointer, on: "Standup")
      stack.send(.escape)
      XCTAssertFalse(stack.isEventLifted)
      XCTAssertEqual(start("Standup"), wall(0, 9))
    }
  }
}
