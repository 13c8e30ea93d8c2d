import CalendarModel
import Testing

@Suite struct DayTests {
  @Test func consecutiveDaysHaveConsecutiveDates() throws {
    var previous = (year: 1, month: 1, day: 0)
    for ordinal in Day.earliest.ordinal...Day.latest.ordinal {
      let day = Day(ordinal: ordinal)
      let date = day.components
      if date.day == 1 {
        #expect(Day(year: date.year, month: date.month, day: date.day) == day)
      } else {
        guard date.year == previous.year, date.month == previous.month, date.day == previous.day + 1 else {
          Issue.record("\(day) follows \(previous)")
          return
        }
      }
      previous = date
    }
    #expect(previous == (9999, 12, 31))
  }

  @Test func weekdaysAndStartsOfWeeksAreCorrect() throws {
    let monday = try #require(Day("2026-01-05"))
    #expect(monday.weekday == .monday)
    #expect(monday.adding(days: 6).startOfWeek(first: .monday) == monday)
    #expect(monday.startOfWeek(first: .sunday) == monday.adding(days: -1))
    #expect(Day(ordinal: -1).weekday == .wednesday)
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "0000-01-01", "2026-1-01", "20260101", "2026-01-01 ", ""])
  func invalidDatesAreRefused(text: String) {
    #expect(Day(text) == nil)
  }
}
