import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// What the hand does with events, on every view.
final class HandBehaviorTests: HandTestCase {
  private var tuesday: Day { Self.monday.adding(days: 1) }

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

  // MARK: The scope of a change

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

  // MARK: Several events

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

  // MARK: New events

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

  // MARK: Moving around

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
