import CalendarModel
import CalendarText
import Testing

@Suite struct ClockTests {
  let h24 = Phrases(clock: .h24)
  let h12 = Phrases(clock: .h12)

  @Test(arguments: [
    ("2026-01-05T00:00", "00:00", "12:00 AM"), ("2026-01-05T00:05", "00:05", "12:05 AM"),
    ("2026-01-05T09:07", "09:07", "9:07 AM"), ("2026-01-05T12:00", "12:00", "12:00 PM"),
    ("2026-01-05T14:15:59", "14:15", "2:15 PM"), ("2026-01-05T23:59", "23:59", "11:59 PM"),
  ])
  func timesOfDayFollowTheClockFormat(wall: String, expected24: String, expected12: String) throws {
    let wall = try #require(WallTime(wall))
    #expect(h24.time(wall) == expected24)
    #expect(h12.time(wall) == expected12)
  }

  @Test func hourLabelsFollowTheClockFormat() {
    #expect((0...24).map(h24.hourLabel).joined(separator: " ").hasPrefix("00:00 01:00 02:00"))
    #expect(h24.hourLabel(24) == "00:00")
    #expect([0, 1, 12, 13, 24].map(h12.hourLabel) == ["12 AM", "1 AM", "12 PM", "1 PM", "12 AM"])
  }

  @Test(arguments: [
    ("2026-01-06T14:15", "2026-01-06T15:00", "14:15 – 15:00", "2:15 – 3:00 PM"),
    ("2026-01-06T11:30", "2026-01-06T12:15", "11:30 – 12:15", "11:30 AM – 12:15 PM"),
    ("2026-01-05T22:00", "2026-01-06T00:00", "22:00 – 00:00", "10:00 PM – 12:00 AM"),
    ("2026-01-05T22:00", "2026-01-06T02:00", "22:00 – Tue 02:00", "10:00 PM – Tue 2:00 AM"),
    ("2026-01-05T22:00", "2026-01-12T02:00", "22:00 – Mon 12 Jan, 02:00", "10:00 PM – Mon 12 Jan, 2:00 AM"),
    ("2026-01-05T22:00", "2026-01-05T22:00", "22:00", "10:00 PM"),
  ])
  func shownSpansAreAbbreviated(start: String, end: String, expected24: String, expected12: String) throws {
    let (start, end) = (try #require(WallTime(start)), try #require(WallTime(end)))
    #expect(h24.span(start, end) == expected24)
    #expect(h12.span(start, end) == expected12)
  }

  @Test(arguments: [
    ("2026-01-06T14:15", "2026-01-06T15:00", "14:15 to 15:00", "2:15 PM to 3:00 PM"),
    ("2026-01-05T22:00", "2026-01-06T00:00", "22:00 to 00:00", "10:00 PM to 12:00 AM"),
    ("2026-01-05T22:00", "2026-01-06T02:00", "22:00 to Tuesday, 02:00", "10:00 PM to Tuesday, 2:00 AM"),
    (
      "2026-01-05T22:00", "2026-01-12T02:00", "22:00 to Monday, 12 January 2026, 02:00",
      "10:00 PM to Monday, 12 January 2026, 2:00 AM"
    ),
  ])
  func spokenSpansAreWrittenOut(start: String, end: String, expected24: String, expected12: String) throws {
    let (start, end) = (try #require(WallTime(start)), try #require(WallTime(end)))
    #expect(h24.spokenSpan(start, end) == expected24)
    #expect(h12.spokenSpan(start, end) == expected12)
  }

  @Test(arguments: [
    (0, "0 min", "0 minutes"), (20, "1 min", "1 minute"), (900, "15 min", "15 minutes"),
    (3600, "1 h", "1 hour"), (4500, "1 h 15 min", "1 hour 15 minutes"), (28_800, "8 h", "8 hours"),
    (3599, "1 h", "1 hour"), (97_200, "1 d 3 h", "1 day 3 hours"), (86_400, "1 d", "1 day"),
    (180_060, "2 d 2 h 1 min", "2 days 2 hours 1 minute"),
  ])
  func durationsAreRoundedToMinutes(seconds: Int, expectedShown: String, expectedSpoken: String) {
    #expect(h24.duration(seconds: seconds) == expectedShown)
    #expect(h24.spokenDuration(seconds: seconds) == expectedSpoken)
  }
}
