import CalendarModel
import CalendarText
import Testing

@Suite struct PagePhrasesTests {
  let phrases = Phrases()

  func days(_ first: String, _ last: String) throws -> Range<Day> {
    let (first, last) = (try #require(Day(first)), try #require(Day(last)))
    return first..<last.adding(days: 1)
  }

  @Test func monthAndYearAreNamedOnce() throws {
    #expect(phrases.months(try days("2026-01-05", "2026-01-11")) == "January 2026")
    #expect(phrases.months(try days("2026-01-31", "2026-01-31")) == "January 2026")
    #expect(phrases.months(try days("2026-01-26", "2026-02-01")) == "January – February 2026")
    #expect(phrases.months(try days("2025-12-29", "2026-01-04")) == "December 2025 – January 2026")
  }

  @Test func shortMonthsAreAbbreviated() throws {
    #expect(phrases.shortMonths(try days("2026-01-05", "2026-01-11")) == "Jan 2026")
    #expect(phrases.shortMonths(try days("2026-01-26", "2026-02-01")) == "Jan – Feb 2026")
    #expect(phrases.shortMonths(try days("2025-12-29", "2026-01-04")) == "Dec 2025 – Jan 2026")
  }

  @Test func shownDaysAreDescribedByTheFirstAndLast() throws {
    #expect(phrases.shownDays(try days("2026-01-06", "2026-01-06")) == "Tuesday, 6 January 2026")
    #expect(
      phrases.shownDays(try days("2026-01-05", "2026-01-11")) == "Mon 5 Jan 2026 – Sun 11 Jan 2026")
  }

  @Test func weekIsNamedByItsNumber() {
    #expect(phrases.week(53) == "Week 53")
  }

  @Test func titleIsTheDateOfOneDayOrTheMonthsOfSeveral() throws {
    let (day, week) = (try days("2026-01-06", "2026-01-06"), try days("2026-01-26", "2026-02-01"))
    #expect(phrases.title(day) == "Tuesday, 6 January 2026")
    #expect(phrases.title(day, isNarrow: true) == "Tue 6 Jan 2026")
    #expect(phrases.title(day, isNarrow: true, today: Day("2026-09-01")) == "Tue 6 Jan")
    #expect(phrases.title(day, isNarrow: true, today: Day("2027-01-01")) == "Tue 6 Jan 2026")
    #expect(phrases.title(day, isNarrow: true, today: Day("2027-01-01"), showsWeekday: false) == "6 Jan 2026")
    #expect(phrases.title(week) == "January – February 2026")
    #expect(phrases.title(week, isNarrow: true) == "Jan – Feb 2026")
  }
}
