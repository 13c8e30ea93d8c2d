import CalendarModel
import Testing

private func day(_ text: String) throws -> Day { try #require(Day(text)) }

@Suite struct DayPagingTests {
  static let dayPagings =
    Weekday.allCases.flatMap { first in ViewKind.allCases.map { DayPaging($0, firstWeekday: first) } }
    + [
      DayPaging(.workWeek, workdays: [.sunday, .monday, .tuesday, .wednesday, .thursday]),
      DayPaging(.workWeek, firstWeekday: .saturday, workdays: [.saturday, .sunday]),
      DayPaging(.workWeek, workdays: [.saturday, .sunday]),
      DayPaging(.threeDays, anchor: Day(ordinal: 20_001)),
    ]

  @Test(arguments: dayPagings)
  func pagesCoverAllSupportedDaysInOrder(dayPaging: DayPaging) {
    #expect(dayPaging.days(ofPage: dayPaging.pages.lowerBound - 1).isEmpty)
    #expect(dayPaging.days(ofPage: dayPaging.pages.upperBound + 1).isEmpty)
    // All pages near the ends, and some of the others.
    let (first, last) = (dayPaging.pages.lowerBound, dayPaging.pages.upperBound)
    let ends = Array(first..<first + 60) + Array(last - 60...last)
    for page in ends + stride(from: first, to: last, by: 211) {
      let days = dayPaging.days(ofPage: page)
      let length = days.upperBound.days(since: days.lowerBound)
      #expect(length == dayPaging.dayCount || ((page == first || page == last) && length > 0))
      let step = dayPaging.firstDay(ofPage: page + 1).days(since: dayPaging.firstDay(ofPage: page))
      #expect(step == (dayPaging.view == .workWeek ? 7 : dayPaging.dayCount))
      for offset in 0..<length {
        #expect(dayPaging.page(containing: days.lowerBound.adding(days: offset)) == page)
      }
    }
  }

  @Test(arguments: dayPagings)
  func unsupportedDayIsOnTheNearestPage(dayPaging: DayPaging) {
    #expect(dayPaging.page(containing: Day.earliest.adding(days: -500)) == dayPaging.pages.lowerBound)
    #expect(dayPaging.page(containing: Day.latest.adding(days: 500)) == dayPaging.pages.upperBound)
  }

  @Test func weeksBeginWithTheLocalesFirstWeekday() throws {
    for first in Weekday.allCases {
      let dayPaging = DayPaging(.week, firstWeekday: first)
      let page = dayPaging.page(containing: try day("2026-01-07"))
      #expect(dayPaging.firstDay(ofPage: page).weekday == first)
      #expect(dayPaging.days(ofPage: page).contains(try day("2026-01-07")))
    }
  }

  @Test func firstAndLastWeekAreClippedToTheSupportedDays() throws {
    let weeks = DayPaging(.week, firstWeekday: .sunday)
    #expect(weeks.firstDay(ofPage: weeks.pages.lowerBound) == Day.earliest.adding(days: -1))
    #expect(weeks.days(ofPage: weeks.pages.lowerBound).lowerBound == Day.earliest)
    #expect(weeks.firstDay(ofPage: weeks.pages.upperBound) == (try day("9999-12-26")))
    #expect(weeks.days(ofPage: weeks.pages.upperBound).upperBound == Day.latest.adding(days: 1))
  }

  @Test func threeDaysBeginAtTheAnchor() throws {
    for anchor in ["2026-01-05", "2026-01-06", "2026-01-07", "1969-12-30", "0001-01-02"] {
      let dayPaging = DayPaging(.threeDays, anchor: try day(anchor))
      let page = dayPaging.page(containing: try day(anchor))
      #expect(dayPaging.firstDay(ofPage: page) == (try day(anchor)))
      #expect(dayPaging.firstDay(ofPage: page + 1) == (try day(anchor)).adding(days: 3))
    }
  }

  @Test func workWeekShowsItsWorkdaysAndAlsoContainsItsWeekend() throws {
    let dayPaging = DayPaging(.workWeek)
    #expect(dayPaging.dayCount == 5)
    for date in ["2026-01-05", "2026-01-09", "2026-01-10", "2026-01-11"] {
      let page = dayPaging.page(containing: try day(date))
      #expect(dayPaging.days(ofPage: page) == (try day("2026-01-05"))..<(try day("2026-01-10")))
    }
    let american = DayPaging(.workWeek, firstWeekday: .sunday)
    let sunday = american.page(containing: try day("2026-01-04"))
    #expect(american.firstDay(ofPage: sunday) == (try day("2026-01-05")))
  }

  @Test func weeksAndWorkWeeksHaveTheSamePageNumbers() throws {
    for first in [Weekday.monday, .sunday, .saturday] {
      let (weeks, work) = (
        DayPaging(.week, firstWeekday: first), DayPaging(.workWeek, firstWeekday: first)
      )
      for offset in -20..<20 {
        let day = try day("2026-01-07").adding(days: offset)
        #expect(weeks.page(containing: day) == work.page(containing: day))
      }
    }
  }

  @Test func workWeekAcrossTheWeekendIsNotSplit() throws {
    let dayPaging = DayPaging(
      .workWeek, workdays: [.sunday, .monday, .tuesday, .wednesday, .thursday])
    let page = dayPaging.page(containing: try day("2026-01-07"))
    #expect(dayPaging.days(ofPage: page) == (try day("2026-01-04"))..<(try day("2026-01-09")))
    #expect(dayPaging.page(containing: try day("2026-01-04")) == page)
    #expect(dayPaging.page(containing: try day("2026-01-10")) == page)
  }

  @Test func daysBetweenWorkdaysAreAlsoShown() throws {
    let withGap = DayPaging(.workWeek, workdays: [.monday, .tuesday, .thursday])
    #expect(withGap.dayCount == 4)
    let acrossWeekend = DayPaging(.workWeek, workdays: [.friday, .sunday, .monday])
    #expect(acrossWeekend.dayCount == 4)
    let page = acrossWeekend.page(containing: try day("2026-01-05"))
    #expect(acrossWeekend.firstDay(ofPage: page) == (try day("2026-01-02")))
    #expect(DayPaging(.workWeek, workdays: []).dayCount == 5)
    let everyDay = DayPaging(.workWeek, firstWeekday: .sunday, workdays: Set(Weekday.allCases))
    #expect(everyDay.dayCount == 7)
    #expect(everyDay.firstDay(ofPage: everyDay.page(containing: try day("2026-01-07"))).weekday == .sunday)
  }
}

@Suite struct IsoWeekTests {
  // Common examples of ISO 8601 weeks for days around New Year.
  @Test(arguments: [
    ("2005-01-01", 2004, 53), ("2005-01-02", 2004, 53), ("2005-12-31", 2005, 52), ("2006-01-01", 2005, 52),
    ("2006-01-02", 2006, 1), ("2007-01-01", 2007, 1), ("2008-12-28", 2008, 52), ("2008-12-29", 2009, 1),
    ("2009-12-31", 2009, 53), ("2010-01-03", 2009, 53), ("2026-11-21", 2026, 47), ("0001-01-01", 1, 1),
    ("9999-12-31", 9999, 52),
  ])
  func daysAroundNewYearHaveTheRightWeek(date: String, year: Int, week: Int) throws {
    #expect(try day(date).isoWeek == (year, week))
  }

  @Test func weeksBeginOnMondayAndTheFirstContainsJanuary4() {
    var (year, week) = (0, 52)
    for ordinal in stride(from: Day.earliest.ordinal, through: Day.latest.ordinal, by: 7) {
      let monday = Day(ordinal: ordinal)
      let next = monday.isoWeek
      let containsTheFourth = (0..<7).contains {
        let day = monday.adding(days: $0).components
        return day.month == 1 && day.day == 4
      }
      let expected = containsTheFourth ? (year + 1, 1) : (year, week + 1)
      guard next == expected, monday.adding(days: 6).isoWeek == next else {
        Issue.record("\(monday) is in \(next) after \((year, week))")
        return
      }
      (year, week) = next
    }
    #expect(year == 9999)
  }

  @Test func weekNumberIsThatOfItsThursday() throws {
    for first in Weekday.allCases {
      let dayPaging = DayPaging(.week, firstWeekday: first)
      let page = dayPaging.page(containing: try day("2026-01-01"))
      #expect(dayPaging.isoWeek(ofPage: page) == (2026, 1))
      #expect(dayPaging.isoWeek(ofPage: page - 1) == (2025, 52))
    }
    let work = DayPaging(.workWeek, firstWeekday: .sunday)
    #expect(work.isoWeek(ofPage: work.page(containing: try day("2026-01-01"))) == (2026, 1))
  }
}
