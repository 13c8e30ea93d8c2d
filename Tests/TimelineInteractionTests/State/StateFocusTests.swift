import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Keyboard focus, selection, and how clicks and keys change them.
@Suite struct StateFocusTests {
  let standup = occurrence("9:00", "10:00")
  let lunch = occurrence("12:00", "13:00", title: "Lunch")
  let review = occurrence("12:30", "13:00", on: monday.adding(days: 1), title: "Review")

  @Test func arrowKeysGoThroughTheDayAndStopAtItsEnds() {
    var timeline = StateDriver([standup, lunch])
    timeline.pressKey(.down)
    #expect(timeline.state.focus == standup.id)
    timeline.pressKey(.down)
    timeline.pressKey(.down)
    #expect(timeline.state.focus == lunch.id && timeline.isHandled)
    timeline.pressKey(.home)
    #expect(timeline.state.focus == standup.id)
    timeline.pressKey(.up)
    #expect(timeline.state.focus == standup.id)
    timeline.pressKey(.end)
    #expect(timeline.state.focus == lunch.id)
  }

  @Test func homeFocusesAnEventEvenIfItAlreadyHasTheFocusIncidentally() {
    var timeline = StateDriver([standup, lunch])
    timeline.send(.focused(standup.id, isIncidental: true))
    #expect(timeline.state.isFocusIncidental, "the focus does not count as incidental")
    timeline.pressKey(.home)
    #expect(timeline.state.focus == standup.id && !timeline.state.isFocusIncidental)
  }

  @Test func arrowKeysAtTheEndsReportThatThereIsNoFurtherEvent() {
    var timeline = StateDriver([standup, lunch])
    timeline.pressKey(.home)
    #expect(!timeline.effects.contains(.reachedEnd(.first)))
    timeline.pressKey(.up)
    #expect(timeline.effects.last == .reachedEnd(.first))
    timeline.pressKey(.end)
    timeline.pressKey(.down)
    #expect(timeline.effects.last == .reachedEnd(.last))
    var empty = StateDriver([])
    empty.pressKey(.down)
    #expect(empty.effects.last == .reachedEnd(.noEvents))
  }

  @Test func rightKeyFocusesTheNextDaysEventAtAboutTheSameTime() {
    let early = occurrence("7:00", "8:00", on: monday.adding(days: 1), title: "Early")
    var timeline = StateDriver([standup, lunch, early, review], days: 7)
    timeline.send(.focus(lunch.id, scrolls: true))
    timeline.pressKey(.right)
    #expect(timeline.state.focus == review.id && timeline.scene.selectedDay == monday.adding(days: 1))
    timeline.pressKey(.right)
    #expect(timeline.effects.contains(.focusDay), "a day without events did not get the focus")
    // The event that had the focus is still on the page, but no longer the target of keys.
    #expect(timeline.state.focus == nil)
    timeline.pressKey(.delete)
    #expect(timeline.edits.isEmpty)
    timeline.pressKey(.left)
    #expect(timeline.scene.selectedDay == monday.adding(days: 1))
  }

  @Test func pageKeysScroll() {
    var timeline = StateDriver([standup])
    let scrollBefore = timeline.scene.viewport.scroll
    timeline.pressKey(.pageDown)
    #expect(timeline.scene.viewport.scroll > scrollBefore && timeline.isHandled)
  }

  @Test func clickFocusesTheEventAndOpensItsDetails() {
    var timeline = StateDriver([standup, lunch])
    timeline.click("9:30", at: 1)
    #expect(timeline.state.focus == standup.id && !timeline.state.isFocusIncidental)
    #expect(timeline.effects.contains(.showDetails(standup.id, .click)))
    #expect(timeline.state.interaction.isIdle)
  }

  @Test func secondClickClosesTheDetails() {
    var timeline = StateDriver([standup])
    timeline.click("9:30", at: 1)
    timeline.click("9:30", at: 9, openDetails: standup.id)
    #expect(!timeline.effects.contains(.showDetails(standup.id, .click)))
  }

  @Test func doubleClickEditsAndAThirdClickDoesNot() {
    var timeline = StateDriver([standup, lunch])
    timeline.click("9:30", at: 1)
    timeline.click("9:30", at: 1.3, openDetails: standup.id)
    #expect(timeline.effects.contains(.edit(standup)))
    timeline.click("9:30", at: 1.4)
    #expect(!timeline.effects.contains(.edit(standup)), "the third click counted as a double click")
    timeline.click("12:30", at: 1.5)
    #expect(!timeline.effects.contains(.edit(lunch)), "a click on another event counted as a double click")
  }

  @Test func doubleClickOnEmptyTimeCreatesAnEvent() {
    var timeline = StateDriver([standup])
    timeline.click("15:00", at: 1)
    #expect(timeline.naming == nil)
    timeline.click("15:00", at: 1.2)
    #expect(timeline.naming != nil)
  }

  @Test func longPressSelectsAndEscapeDeselects() {
    var timeline = StateDriver([standup])
    timeline.press("9:30", by: .touch)
    timeline.send(.longPress)
    #expect(timeline.liftedOccurrence?.id == standup.id && timeline.isClaimed)
    timeline.send(.release(time: 1))
    #expect(timeline.state.selectedEvent == standup.id && timeline.edits.isEmpty)
    timeline.send(.touch(.canceled(1)))
    timeline.pressKey(.escape)
    #expect(timeline.state.selectedEvent == nil && timeline.isHandled)
    timeline.pressKey(.escape)
    #expect(!timeline.isHandled)
  }

  @Test func visibleFocusShowsHandles() {
    var timeline = StateDriver([standup])
    timeline.send(.focus(standup.id, scrolls: true))
    let edge = timeline.point("9:00")
    let target = timeline.state.target(at: edge, by: .touch, in: timeline.scene)
    #expect(target?.isSelected == false)
    timeline.send(.windowKey)
    #expect(timeline.state.target(at: edge, by: .touch, in: timeline.scene)?.isSelected == true)
    timeline.press("15:00")
    #expect(!timeline.state.isFocusVisible, "the focus is still visible after a press")
  }

  @Test func enterOpensTheDetailsAndThenEdits() {
    var timeline = StateDriver([standup])
    timeline.send(.focus(standup.id, scrolls: true))
    timeline.pressKey(.enter)
    #expect(timeline.effects.last == .showDetails(standup.id, .key))
    timeline.pressKey(.enter, openDetails: standup.id)
    #expect(timeline.effects.last == .edit(standup))
    timeline.pressKey(.escape, openDetails: standup.id)
    #expect(timeline.effects == [.closeDetails(except: nil)] && timeline.isHandled)
  }

  @Test func deletingMovesTheFocusToTheNeighbor() {
    var timeline = StateDriver([standup, lunch])
    timeline.send(.focus(lunch.id, scrolls: true))
    timeline.pressKey(.delete)
    #expect(timeline.state.focus == standup.id && timeline.edits == [lunch.edit(.delete)])
  }

  @Test func deletingTheOnlyEventOfADayFocusesTheDay() {
    let tuesday = occurrence("9:00", "10:00", on: monday.adding(days: 1), title: "Tuesday")
    let wednesday = occurrence("9:00", "10:00", on: monday.adding(days: 2), title: "Wednesday")
    var timeline = StateDriver([standup, tuesday, wednesday], days: 7)
    timeline.scene.selectedDay = monday.adding(days: 1)
    timeline.send(.focus(tuesday.id, scrolls: true))
    timeline.pressKey(.delete)
    #expect(timeline.edits == [tuesday.edit(.delete)])
    #expect(timeline.state.focus == nil && timeline.effects.contains(.focusDay))
    timeline.setOccurrences([standup, wednesday])
    timeline.pressKey(.down)
    #expect(timeline.state.focus == wednesday.id, "Down did not start at the selected day")
    timeline.send(.focus(nil, scrolls: false))
    timeline.pressKey(.up)
    #expect(timeline.state.focus == standup.id, "Up did not start at the selected day")
  }

  /// Otherwise, the ring and the handles of the focused event would stay on the screen.
  @Test(arguments: [TimelineInput.willStart(.press), .press(.init(at: Point(x: 200, y: 20)))])
  func pressHidesTheFocusInThePicture(press: TimelineInput) {
    var timeline = StateDriver([standup])
    timeline.send(.focused(standup.id, isIncidental: false))
    timeline.send(.windowKey)
    #expect(timeline.state.marks(of: standup.id, isBar: false).isFocused)
    timeline.send(press)
    #expect(!timeline.state.marks(of: standup.id, isBar: false).isFocused)
    #expect(timeline.effects.contains(.refreshMarks))
  }
}
