import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// New events, and the typing of their titles, on every view.
final class HandNamingTests: HandTestCase {
  func testNewEventIsNamedInPlaceAndAddedByEnter() async throws {
    try await onEveryView {
      stack.createEvent()
      XCTAssertTrue(stack.isNamingEvent)
      XCTAssertEqual(stack.newEventWidgets?.entry.hasFocus, true)
      stack.send(.typed("Dentist"))
      stack.send(.namingFinished(.enter))
      XCTAssertFalse(stack.isNamingEvent)
      XCTAssertTrue(storedTitles.contains("Dentist"))
      XCTAssertEqual(focusedTitle, "Dentist")
    }
  }

  func testEscapeDiscardsANewEvent() async throws {
    try await onEveryView {
      try focus("Walk")
      stack.createEvent()
      stack.send(.typed("Dentist"))
      stack.send(.namingCanceled)
      XCTAssertFalse(storedTitles.contains("Dentist"))
      XCTAssertEqual(focusedTitle, "Walk")
    }
  }

  func testPressElsewhereKeepsATypedTitle() async throws {
    try await onEveryView {
      stack.createEvent()
      stack.send(.typed("Dentist"))
      click(try point(on: "Walk"))
      XCTAssertTrue(storedTitles.contains("Dentist"))
    }
  }

  func testTurnedPageEndsTheTypingOfATitleAndKeepsIt() async throws {
    try await onEveryView {
      stack.createEvent()
      stack.send(.typed("Dentist"))
      stack.turn(by: 1)
      await settle()
      let isKept = await fixture.wait { !self.stack.isNamingEvent }
      XCTAssertTrue(isKept)
      XCTAssertTrue(storedTitles.contains("Dentist"))
    }
  }

  func testDoubleClickOnEmptyTimeCreates() async throws {
    try await onEveryView {
      let point = try emptyPoint()
      click(point, at: 10)
      click(point, at: 10.1)
      XCTAssertTrue(stack.isNamingEvent)
      XCTAssertEqual(stack.newEventWidgets?.occurrence.days.lowerBound, surface.pressPosition(at: point).day)
      stack.send(.namingCanceled)
    }
  }

  func testDragOverEmptyTimeDrawsAnEvent() async throws {
    try await onEveryView {
      let point = try emptyPoint()
      press(at: point)
      move(to: Point(x: point.x, y: point.y + 20))
      XCTAssertEqual(stack.draggedEvent?.isNew, true)
      release()
      XCTAssertTrue(stack.isNamingEvent)
      stack.send(.typed("Dentist"))
      stack.send(.namingFinished(.enter))
      XCTAssertTrue(storedTitles.contains("Dentist"))
    }
  }

  func testUndoRemovesANewEvent() async throws {
    try await onEveryView {
      stack.createEvent()
      stack.send(.typed("Dentist"))
      stack.send(.namingFinished(.enter))
      undo()
      XCTAssertFalse(storedTitles.contains("Dentist"))
    }
  }

  func testTitleFieldIsOverTheEvent() async throws {
    try await onEveryView {
      stack.createEvent()
      await settle()
      let widgets = try XCTUnwrap(stack.newEventWidgets)
      let extent = try XCTUnwrap(surface.extent(of: widgets.occurrence.id, on: stack.day))
      var bounds = graphene_rect_t()
      XCTAssertNotEqual(
        gtk_widget_compute_bounds(widgets.entry.gtkWidget, stack.parts.viewport, &bounds), 0)
      let middle = Double(bounds.origin.y + bounds.size.height / 2)
      XCTAssertEqual(middle, (extent.y.lowerBound + extent.y.upperBound) / 2, accuracy: 12)
      stack.send(.namingCanceled)
    }
  }
}
