import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// The question about how much of a series a change applies to, on every view.
final class HandScopeTests: HandTestCase {
  func testDropOfASeriesAsks() async throws {
    try await onEveryView {
      try drag("Tea", to: tuesday)
      release()
      XCTAssertTrue(stack.isChoosingScope)
      XCTAssertEqual(stack.scopeCard?.isOpen, true)
      XCTAssertEqual(start("Tea"), wall(0, 16))
      stack.send(.putBack)
    }
  }

  func testEscapePutsTheEventOfASeriesBack() async throws {
    try await onEveryView {
      try drag("Tea", to: tuesday)
      release()
      stack.send(.escape)
      XCTAssertFalse(stack.isChoosingScope)
      XCTAssertEqual(stack.scopeCard?.isOpen, false)
      XCTAssertEqual(start("Tea"), wall(0, 16))
      XCTAssertEqual(focusedTitle, "Tea")
    }
  }

  func testDigitChoosesOnlyThisOccurrence() async throws {
    try await onEveryView {
      try drag("Tea", to: tuesday)
      release()
      keyboard.press("1")
      XCTAssertFalse(stack.isChoosingScope)
      XCTAssertEqual(start("Tea"), wall(1, 16))
      let nextWeek = Self.monday.adding(days: 7)..<Self.monday.adding(days: 8)
      XCTAssertTrue(window.session.occurrences(in: nextWeek).contains { $0.event.summary == "Tea" })
    }
  }

  func testDigitChoosesTheWholeSeries() async throws {
    try await onEveryView {
      try drag("Tea", to: tuesday)
      release()
      keyboard.press("3")
      let nextTuesday = Self.monday.adding(days: 8)..<Self.monday.adding(days: 9)
      XCTAssertTrue(window.session.occurrences(in: nextTuesday).contains { $0.event.summary == "Tea" })
      undo()
      XCTAssertEqual(start("Tea"), wall(0, 16))
    }
  }

  func testOutcomeIsShownBeforeTheAnswer() async throws {
    try await onEveryView {
      try drag("Tea", to: tuesday)
      release()
      XCTAssertTrue(try occurrence("Tea").days.contains(tuesday))
      XCTAssertEqual(start("Tea"), wall(0, 16), "it is stored")
      stack.send(.putBack)
    }
  }

  func testPressBesideTheQuestionPutsTheEventBack() async throws {
    try await onEveryView {
      try drag("Tea", to: tuesday)
      release()
      click(try emptyPoint())
      XCTAssertFalse(stack.isChoosingScope)
      XCTAssertEqual(start("Tea"), wall(0, 16))
    }
  }

  func testKeysMoveTheEventFurtherWhileAsking() async throws {
    try await onEveryView {
      try drag("Tea", to: tuesday)
      release()
      keyboard.press("<Control>Right")
      XCTAssertTrue(stack.isChoosingScope)
      keyboard.press("1")
      XCTAssertEqual(start("Tea"), wall(2, 16))
    }
  }

  func testDeletionOfASeriesAsks() async throws {
    try await onEveryView {
      try focus("Tea")
      keyboard.press("Delete")
      XCTAssertTrue(stack.isChoosingScope)
      keyboard.press("1")
      XCTAssertEqual(start("Tea"), wall(7, 16))
    }
  }
}
