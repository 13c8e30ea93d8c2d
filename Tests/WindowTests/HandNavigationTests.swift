import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// What is shown and what has the focus, on every view.
final class HandNavigationTests: HandTestCase {
  func testEventInAnotherWeekIsRevealed() async throws {
    try await onEveryView {
      let nextWeek = Self.monday.adding(days: 7)..<Self.monday.adding(days: 8)
      let tea = try XCTUnwrap(window.session.occurrences(in: nextWeek).first { $0.event.summary == "Tea" })
      stack.reveal(tea)
      XCTAssertTrue(stack.shownDays.contains(tea.start.wall.day))
      XCTAssertEqual(focusedTitle, "Tea")
    }
  }

  func testPositionIsRestoredWithItsFocus() async throws {
    try await onEveryView {
      try focus("Review")
      let position = stack.position
      stack.jump(to: Self.monday.adding(days: 21))
      stack.restore(position, takesFocus: true)
      XCTAssertEqual(stack.shownDays, position.shownDays)
      XCTAssertEqual(focusedTitle, "Review")
    }
  }

  func testPagesTurnBothWays() async throws {
    try await onEveryView {
      let days = stack.shownDays
      stack.turn(by: 1)
      XCTAssertEqual(stack.shownDays.lowerBound, days.upperBound)
      stack.turn(by: -1)
      XCTAssertEqual(stack.shownDays, days)
    }
  }

  func testHighlightedEventHasARingUntilSomethingIsFocused() async throws {
    try await onEveryView {
      let id = try occurrence("Walk").id
      stack.highlightedOccurrence = id
      XCTAssertEqual(view.blocks(for: id).first?.appearance.isFocused, true)
      try focus("Review")
      XCTAssertNil(stack.highlightedOccurrence)
    }
  }

  func testReloadKeepsTheFocus() async throws {
    try await onEveryView {
      try focus("Review")
      stack.reload()
      XCTAssertEqual(focusedTitle, "Review")
    }
  }

  func testFocusLeavesAnEventThatAnotherProgramRemoved() async throws {
    try await onEveryView {
      try focus("Standup")
      window.session.apply(try occurrence("Standup").edit(.delete))
      stack.reload()
      await settle()
      XCTAssertEqual(focusedTitle, "Review")
    }
  }

  func testRenamedEventHasItsNewName() async throws {
    try await onEveryView {
      let standup = try occurrence("Standup")
      window.session.apply(standup.edit(.set([.summary("Sync")])))
      stack.reload()
      XCTAssertEqual(try XCTUnwrap(stack.block(for: standup.id)).accessibleName.contains("Sync"), true)
    }
  }
}
