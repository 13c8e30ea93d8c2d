import CalendarModel
import CalendarStore
import Testing

/// Returns the lines of an event. By default, it is called “Run” and lasts an hour.
private func event(
  _ uid: String = "a", _ summary: String = "Run", start: String, end: String = "DURATION:PT1H",
  _ more: String...
) -> [String] {
  Samples.event(uid: uid, summary: summary, start: start, end: end, more: more)
}

private let startInBerlin = "DTSTART;TZID=Europe/Berlin:"

@Suite(.enabled(if: Listing.hasZones, "the time zone database (tzdata) is not installed"))
struct RepeatingEventsTests {
  @Test func wallTimeStaysTheSameAcrossClockChanges() throws {
    let list = try Listing(
      event(start: startInBerlin + "20260101T090000", "RRULE:FREQ=DAILY"),
      event(
        "ny", "York", start: "DTSTART;TZID=America/New_York:20260101T090000", "RRULE:FREQ=DAILY"))
    // Daylight saving time begins on March 8 in New York and on March 29 in Berlin; it ends on October 25 in Berlin and
    // on November 1 in New York.
    #expect(
      list("2026-03-07", "2026-03-09") == [
        "2026-03-07 09:00-10:00 Run", "2026-03-07 15:00-16:00 York", "2026-03-08 09:00-10:00 Run",
        "2026-03-08 14:00-15:00 York",
      ])
    #expect(
      list("2026-03-28", "2026-03-30") == [
        "2026-03-28 09:00-10:00 Run", "2026-03-28 14:00-15:00 York", "2026-03-29 09:00-10:00 Run",
        "2026-03-29 15:00-16:00 York",
      ])
    #expect(
      list("2026-10-31", "2026-11-02") == [
        "2026-10-31 09:00-10:00 Run", "2026-10-31 14:00-15:00 York", "2026-11-01 09:00-10:00 Run",
        "2026-11-01 15:00-16:00 York",
      ])
  }

  @Test func skippedTimeIsShownAnHourLater() throws {
    let list = try Listing(event(start: startInBerlin + "20260101T023000", "RRULE:FREQ=DAILY"))
    #expect(
      list("2026-03-28", "2026-03-31") == [
        "2026-03-28 02:30-03:30 Run", "2026-03-29 03:30-04:30 Run", "2026-03-30 02:30-03:30 Run",
      ])
    let skippedOccurrence = try #require(list.occurrences("2026-03-29", "2026-03-30").first)
    #expect(
      skippedOccurrence.recurrenceID?.wall == WallTime("2026-03-29T02:30"),
      "the occurrence is not identified by its nominal time")
  }

  @Test func ambiguousTimeMeansTheFirstOfTheTwo() throws {
    let list = try Listing(event(start: startInBerlin + "20260101T023000", "RRULE:FREQ=DAILY"))
    let starts = list.occurrences("2026-10-24", "2026-10-27").map(\.start.description)
    #expect(
      starts == ["2026-10-24T02:30:00+02:00", "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"])
  }

  @Test func endAndDurationInDaysFollowTheClockButDurationInHoursIsExact() throws {
    let list = try Listing(
      event(
        "end", "End", start: startInBerlin + "20260320T220000",
        end: "DTEND;TZID=Europe/Berlin:20260321T060000",
        "RRULE:FREQ=DAILY"),
      event("day", "Day", start: startInBerlin + "20260320T220000", end: "DURATION:P1D", "RRULE:FREQ=DAILY"),
      event(
        "hours", "Hours", start: startInBerlin + "20260320T220000", end: "DURATION:PT8H", "RRULE:FREQ=DAILY"))
    // The clocks go forward during this night. See docs/decisions/recurrence.md.
    #expect(
      list("2026-03-28", "2026-03-29").suffix(3) == [
        "2026-03-28 22:00-06:00 End", "2026-03-28 22:00-07:00 Hours", "2026-03-28 22:00-22:00 Day",
      ])
  }

  @Test func allDayAndFloatingEventsFollowTheDisplayZone() throws {
    let events = [
      event(
        "day", "Day", start: "DTSTART;VALUE=DATE:20260326", end: "DTEND;VALUE=DATE:20260328",
        "RRULE:FREQ=WEEKLY"),
      event("float", "Float", start: "DTSTART:20260329T080000", "RRULE:FREQ=MONTHLY;COUNT=2"),
    ].flatMap { $0 }
    for zone in ["Asia/Tokyo", "Europe/Berlin", "America/New_York"] {
      let list = try Listing(events, displayZone: zone)
      #expect(
        list("2026-03-29", "2026-05-01") == [
          "2026-03-29 08:00-09:00 Float", "2026-04-02 to 2026-04-04 Day", "2026-04-09 to 2026-04-11 Day",
          "2026-04-16 to 2026-04-18 Day", "2026-04-23 to 2026-04-25 Day", "2026-04-29 08:00-09:00 Float",
          "2026-04-30 to 2026-05-02 Day",
        ], "with the display zone \(zone)")
    }
  }

  @Test func datesAreAddedAndExcluded() throws {
    let list = try Listing(
      event(
        start: startInBerlin + "20260105T090000", "RRULE:FREQ=DAILY;COUNT=5",
        "EXDATE;TZID=Europe/Berlin:20260106T090000", "EXDATE:20260107T080000Z", "EXDATE;VALUE=DATE:20260108",
        "RDATE;TZID=Europe/Berlin:20260106T120000,20260112T090000",
        "RDATE;VALUE=PERIOD:20260113T080000Z/20260113T103000Z,20260114T080000Z/PT15M"))
    #expect(
      list.problemTexts == ["EXDATE is a date, but DTSTART is a time; it applies to what starts on that day."]
    )
    #expect(
      list("2026-01-01", "2026-02-01") == [
        "2026-01-05 09:00-10:00 Run", "2026-01-06 12:00-13:00 Run", "2026-01-09 09:00-10:00 Run",
        "2026-01-12 09:00-10:00 Run", "2026-01-13 09:00-11:30 Run", "2026-01-14 09:00-09:15 Run",
      ])
    let times = list.occurrences("2026-01-13", "2026-01-14").map(\.times.end)
    #expect(try times == [.time(.utc(#require(WallTime("2026-01-13T10:30"))))])
  }

  @Test func severalRulesFormOneSeries() throws {
    let list = try Listing(
      event(
        start: startInBerlin + "20260105T090000", "RRULE:FREQ=WEEKLY;BYDAY=MO",
        "RRULE:FREQ=MONTHLY;BYMONTHDAY=6,12",
        "EXRULE:FREQ=MONTHLY;BYMONTHDAY=19"))
    #expect(
      list("2026-01-01", "2026-01-27").map { $0.prefix(10) } == [
        "2026-01-05", "2026-01-06", "2026-01-12", "2026-01-26",
      ])
  }

  @Test func unreadableSeriesIsShownOnceAndReported() throws {
    let list = try Listing(event(start: startInBerlin + "20260105T090000", "RRULE:FREQ=SOMETIMES"))
    #expect(list("2026-01-01", "2027-01-01") == ["2026-01-05 09:00-10:00 Run"])
    #expect(list.document.problems.map(\.severity) == [.lost])
    let unsupportedList = try Listing(
      event(start: startInBerlin + "20260105T090000", "RRULE:RSCALE=HEBREW;FREQ=YEARLY"))
    #expect(unsupportedList("2026-01-01", "2028-01-01") == ["2026-01-05 09:00-10:00 Run"])
    #expect(
      unsupportedList.problemTexts.count == 1 && unsupportedList.problemTexts[0].contains("RSCALE=HEBREW"))
  }

  @Test func everyOccurrenceIsIdentifiedByItsOriginalStart() throws {
    let list = try Listing(event(start: startInBerlin + "20260327T090000", "RRULE:FREQ=DAILY;COUNT=3"))
    let occurrences = list.occurrences("2026-03-01", "2026-04-01")
    #expect(Set(occurrences.map(\.id)).count == 3)
    #expect(occurrences.map(\.recurrenceID) == occurrences.map(\.times.start))
    #expect(occurrences.allSatisfy { $0.event == list.document.events[0] && $0.event.isRepeating })
  }
}
