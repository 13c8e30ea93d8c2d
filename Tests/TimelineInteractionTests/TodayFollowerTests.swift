import CalendarModel
import Testing

@testable import TimelineInteraction

/// Whether the page turns to the new day automatically.
@Suite struct TodayFollowerTests {
  private let monday = Day(ordinal: 20_458)
  private var tuesday: Day { monday.adding(days: 1) }

  private func turns(
    _ shownDays: Range<Day>, idleTime: Double = Feel.idleTimeBeforeTurningToToday, isBusy: Bool = false
  ) -> Bool {
    TodayFollower(shownDays: shownDays, idleTime: idleTime, isBusy: isBusy).shouldTurn(
      from: monday, to: tuesday)
  }

  @Test func idlePageOfTodayFollowsTheNewDay() {
    #expect(turns(monday..<tuesday))
    #expect(turns(monday.adding(days: -2)..<tuesday))
  }

  @Test func pageThatAlreadyShowsTheNewDayDoesNotTurn() {
    #expect(!turns(monday..<monday.adding(days: 7)))
  }

  @Test func pageOfOtherDaysDoesNotTurn() {
    #expect(!turns(monday.adding(days: -7)..<monday))
    #expect(!turns(tuesday..<tuesday.adding(days: 1)))
  }

  @Test func pageInUseDoesNotTurn() {
    #expect(!turns(monday..<tuesday, idleTime: Feel.idleTimeBeforeTurningToToday - 1))
    #expect(!turns(monday..<tuesday, isBusy: true))
  }

  /// When the user travels east across the date line, today becomes yesterday.
  @Test func pageAlsoTurnsBackToAnEarlierDay() {
    let page = TodayFollower(shownDays: tuesday..<tuesday.adding(days: 1), idleTime: 3600, isBusy: false)
    #expect(page.shouldTurn(from: tuesday, to: monday))
  }
}
