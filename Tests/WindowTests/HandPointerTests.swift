import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// Events that are lifted, carried and clicked with a pointer, on every view.
final class HandPointerTests: HandTestCase {
  // MARK: Lifting with a pointer

  func testDragToAnotherDayKeepsTheTimeAndTheDuration() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      release()
      XCTAssertEqual(start("Standup"), wall(1, 9))
      XCTAssertEqual(times("Standup")?.resolved(in: stack.zone).end.wall, wall(1, 10))
      XCTAssertFalse(stack.isEventLifted)
    }
  }

  func testNothingIsStoredBeforeTheDrop() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      XCTAssertEqual(start("Standup"), wall(0, 9))
      release()
    }
  }

  func testDropIsOneUndoStep() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      release()
      undo()
      XCTAssertEqual(start("Standup"), wall(0, 9))
      redo()
      XCTAssertEqual(start("Standup"), wall(1, 9))
    }
  }

  func testDropGivesTheFocusToTheEvent() async throws {
    try await onEveryView {
      try focus("Walk")
      try drag("Standup", to: tuesday)
      release()
      XCTAssertEqual(focusedTitle, "Standup")
    }
  }

  func testDropSelectsTheDay() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      release()
      XCTAssertEqual(stack.day, tuesday)
    }
  }

  func testHeldEventFollowsThePointerInEveryFrame() async throws {
    try await onEveryView {
      let start = try point(on: "Standup")
      press(at: start)
      move(to: Point(x: start.x, y: start.y + 12))
      for step in 1...20 {
        let pointer = Point(x: start.x + Double(step) * 3, y: start.y + Double(step) * 2)
        move(to: pointer)
        try expectPinned(at: pointer)
      }
      stack.send(.escape)
    }
  }

  func testEscapeReturnsTheEventAndTheView() async throws {
    try await onEveryView {
      let place = stack.place
      try drag("Standup", to: tuesday)
      stack.send(.escape)
      XCTAssertFalse(stack.isEventLifted)
      XCTAssertEqual(start("Standup"), wall(0, 9))
      XCTAssertEqual(stack.place, place)
      XCTAssertEqual(focusedTitle, "Standup")
      release()
    }
  }

  func testDropAfterEscapeDoesNothing() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      stack.send(.escape)
      move(to: try point(on: "Walk"))
      release()
      XCTAssertEqual(start("Standup"), wall(0, 9))
    }
  }

  func testReleaseWithoutMovementChangesNothing() async throws {
    try await onEveryView {
      let point = try point(on: "Standup")
      press(at: point, by: .touch)
      stack.send(.longPress)
      XCTAssertTrue(stack.isEventLifted)
      release()
      XCTAssertEqual(start("Standup"), wall(0, 9))
      XCTAssertEqual(stack.state.selectedEvent, try occurrence("Standup").id)
      XCTAssertFalse(stack.isEventLifted)
    }
  }

  func testFingerLiftsOnlyAfterALongPress() async throws {
    try await onEveryView {
      let point = try point(on: "Standup")
      press(at: point, by: .touch)
      move(to: Point(x: point.x, y: point.y + 30))
      XCTAssertFalse(stack.isEventLifted)
      release()
      press(at: point, by: .touch)
      stack.send(.longPress)
      XCTAssertTrue(stack.isEventLifted)
      stack.send(.escape)
      release()
    }
  }

  func testFingerCarriesTheEvent() async throws {
    try await onEveryView {
      let start = try point(on: "Standup")
      press(at: start, by: .touch)
      stack.send(.longPress)
      let target = try point(on: tuesday, near: start)
      move(to: target)
      try expectPinned(at: target)
      release()
      XCTAssertEqual(self.start("Standup"), wall(1, 9))
    }
  }

  func testSecondFingerNeitherDropsNorMovesTheEvent() async throws {
    try await onEveryView {
      let start = try point(on: "Standup")
      stack.send(.touch(.began(1, at: start, time: 0)))
      press(at: start, by: .touch)
      stack.send(.longPress)
      stack.send(.touch(.began(2, at: Point(x: start.x + 60, y: start.y), time: 0.1)))
      stack.send(.touch(.moved(2, to: Point(x: start.x + 60, y: start.y + 40), time: 0.2)))
      XCTAssertTrue(stack.isEventLifted)
      try expectPinned(at: start)
      stack.send(.touch(.ended(2, time: 0.3)))
      XCTAssertTrue(stack.isEventLifted)
      stack.send(.escape)
      stack.send(.touch(.ended(1, time: 0.4)))
      release()
    }
  }

  func testCanceledPressReturnsTheEvent() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      stack.send(.pressCanceled)
      XCTAssertFalse(stack.isEventLifted)
      XCTAssertEqual(start("Standup"), wall(0, 9))
    }
  }

  func testInactiveWindowReturnsTheEvent() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      stack.windowActiveChanged(false)
      XCTAssertFalse(stack.isEventLifted)
      XCTAssertEqual(start("Standup"), wall(0, 9))
      stack.windowActiveChanged(true)
      release()
    }
  }

  func testEventThatCannotBeChangedIsNotLifted() async throws {
    try await onEveryView {
      let start = try point(on: "Odd")
      press(at: start)
      move(to: Point(x: start.x, y: start.y + 20))
      XCTAssertFalse(stack.isEventLifted)
      release()
    }
  }

  func testAllDayEventMovesByDays() async throws {
    try await onEveryView {
      let start = try point(on: "Trip")
      press(at: start)
      move(to: Point(x: start.x + 10, y: start.y))
      XCTAssertTrue(stack.isEventLifted)
      let thursday = Self.monday.adding(days: 3)
      let pressed = surface.pressPosition(at: start).day
      move(to: try point(on: pressed.adding(days: -1), near: start))
      release()
      XCTAssertEqual(self.start("Trip"), WallTime(thursday.adding(days: -1)))
    }
  }

  func testEventThatVanishesEndsTheDrag() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      window.session.apply(try occurrence("Standup").edit(.delete))
      stack.reload()
      XCTAssertFalse(stack.isEventLifted)
      release()
      XCTAssertFalse(storedTitles.contains("Standup"))
    }
  }

  func testReloadWhileHoldingKeepsTheEventHeld() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      stack.reloadAfterExternalChange()
      XCTAssertTrue(stack.isEventLifted)
      release()
      XCTAssertEqual(start("Standup"), wall(1, 9))
    }
  }

  func testLiftIsReportedToTheWindow() async throws {
    try await onEveryView {
      var reports: [Bool] = []
      let report = stack.callbacks.onLiftChanged
      stack.callbacks.onLiftChanged = {
        reports.append($0)
        report($0)
      }
      try drag("Standup", to: tuesday)
      release()
      XCTAssertEqual(reports, [true, false])
    }
  }

  func testLiftIsSpoken() async throws {
    try await onEveryView {
      try drag("Standup", to: tuesday)
      release()
      let isSpoken = await fixture.wait { self.announcements.contains { $0.contains("Standup") } }
      XCTAssertTrue(isSpoken, "\(announcements)")
    }
  }

  func testOriginalIsMarkedWhileHeld() async throws {
    try await onEveryView {
      let id = try occurrence("Standup").id
      try drag("Standup", to: tuesday)
      XCTAssertTrue(view.blocks(for: id).allSatisfy { $0.appearance.dragRole == .original })
      stack.send(.escape)
      XCTAssertTrue(view.blocks(for: id).allSatisfy { $0.appearance.dragRole == .resting })
      release()
    }
  }

  // MARK: The sidebar

  func testEventIsDroppedOnACalendarOfTheSidebar() async throws {
    try await onEveryView {
      let sidebar = SidebarStub()
      stack.liftDestination = sidebar
      try drag("Standup", to: tuesday)
      move(to: SidebarStub.calendarPoint)
      XCTAssertEqual(stack.draggedEvent?.dropTarget, .calendar(SidebarStub.calendar))
      release()
      XCTAssertEqual(sidebar.moved.map(\.event.summary), ["Standup"])
      XCTAssertFalse(stack.isEventLifted)
    }
  }

  func testEventIsDroppedOnADayOfTheSidebar() async throws {
    try await onEveryView {
      let sidebar = SidebarStub()
      stack.liftDestination = sidebar
      try drag("Standup", to: tuesday)
      move(to: SidebarStub.dayPoint)
      release()
      XCTAssertEqual(start("Standup"), WallTime(SidebarStub.day, secondOfDay: 9 * 3600))
      XCTAssertTrue(stack.shownDays.contains(SidebarStub.day))
      XCTAssertEqual(focusedTitle, "Standup")
    }
  }

  func testEventThatIsDroppedElsewhereInTheSidebarReturns() async throws {
    try await onEveryView {
      let sidebar = SidebarStub()
      stack.liftDestination = sidebar
      try drag("Standup", to: tuesday)
      move(to: SidebarStub.otherPoint)
      release()
      XCTAssertEqual(start("Standup"), wall(0, 9))
    }
  }

  func testDayUnderAHeldEventIsShownAfterADwell() async throws {
    try await onEveryView {
      let sidebar = SidebarStub()
      stack.liftDestination = sidebar
      try drag("Standup", to: tuesday)
      move(to: SidebarStub.dayPoint)
      for _ in 0..<120 { frame() }
      XCTAssertTrue(stack.shownDays.contains(SidebarStub.day))
      XCTAssertTrue(stack.isEventLifted)
      stack.send(.escape)
      XCTAssertTrue(stack.shownDays.contains(Self.monday))
      release()
    }
  }

  // MARK: Clicks

  func testClickFocusesTheEventAndShowsItsDetails() async throws {
    try await onEveryView {
      click(try point(on: "Standup"))
      XCTAssertEqual(focusedTitle, "Standup")
      XCTAssertEqual(stack.eventWithOpenDetails, try occurrence("Standup").id)
    }
  }

  func testSecondClickClosesTheDetails() async throws {
    try await onEveryView {
      let point = try point(on: "Standup")
      click(point, at: 10)
      click(point, at: 20)
      XCTAssertNil(stack.eventWithOpenDetails)
    }
  }

  func testDoubleClickOpensTheEditor() async throws {
    try await onEveryView {
      let point = try point(on: "Standup")
      click(point, at: 10)
      click(point, at: 10.1)
      XCTAssertTrue(window.editor.isOpen)
      window.editor.close()
    }
  }
}

/// A sidebar to the left of the viewport with one calendar and one day.
@MainActor
private final class SidebarStub: LiftDestination {
  static let calendar = SidebarCalendar(CalendarID("/tmp/stub.ics"), name: "Stub")
  static let day = HandTestCase.monday.adding(days: 23)
  static let calendarPoint = Point(x: -150, y: 20)
  static let dayPoint = Point(x: -130, y: 120)
  static let otherPoint = Point(x: -150, y: 400)
  private(set) var moved: [Occurrence] = []

  func dropTargets(
    for heldOccurrence: Occurrence, with occurrences: @autoclosure () -> [Occurrence],
    relativeTo widget: WidgetPointer
  ) -> SidebarDropTargets? {
    var targets = SidebarDropTargets(area: .init(left: -300, top: -.infinity, right: 0, bottom: .infinity))
    targets.visibleArea = .init(left: -300, top: 0, right: 0, bottom: 480)
    targets.rows = [.init(SidebarStub.calendar, .init(left: -300, top: 0, right: 0, bottom: 40))]
    targets.days = .init(
      Array(repeating: SidebarStub.day, count: 42), .init(left: -300, top: 60, right: 0, bottom: 200))
    return targets
  }

  func highlight(_ dropTarget: SidebarDropTarget?) {}
  func scroll(to offset: Double) {}
  func turnMonths(by count: Int) {}
  func move(_ occurrences: [Occurrence], to calendar: CalendarID) { moved += occurrences }
}
