import CalendarModel
import CalendarStore
import Testing

private func event(_ summary: String, start: String, end: String = "DURATION:PT1H", _ more: String...)
  -> [String]
{
  Samples.event(uid: "a", summary: summary, start: start, end: end, more: more)
}

private let startInBerlin = "DTSTART;TZID=Europe/Berlin:"
private let recurrenceIDInBerlin = "RECURRENCE-ID;TZID=Europe/Berlin:"

@Suite(.enabled(if: Listing.hasZones, "the time zone database (tzdata) is not installed"))
struct ChangedOccurrencesTests {
  private let series = event("Run", start: startInBerlin + "20260326T090000", "RRULE:FREQ=DAILY;COUNT=6")

  @Test func movedOccurrenceReplacesItsOriginal() throws {
    let list = try Listing(
      series,
      event("Late", start: startInBerlin + "20260329T140000", recurrenceIDInBerlin + "20260329T090000"),
      event("Elsewhere", start: startInBerlin + "20260410T140000", recurrenceIDInBerlin + "20260330T090000"))
    #expect(
      list("2026-03-01", "2026-05-01") == [
        "2026-03-26 09:00-10:00 Run", "2026-03-27 09:00-10:00 Run", "2026-03-28 09:00-10:00 Run",
        "2026-03-29 14:00-15:00 Late", "2026-03-31 09:00-10:00 Run", "2026-04-10 14:00-15:00 Elsewhere",
      ])
    let movedOccurrence = try #require(list.occurrences("2026-04-10", "2026-04-11").first)
    #expect(movedOccurrence.recurrenceID?.wall == WallTime("2026-03-30T09:00"))
    #expect(movedOccurrence.event.isRepeating)
  }

  @Test(arguments: [
    "RECURRENCE-ID:20260329T070000Z", "RECURRENCE-ID;TZID=America/New_York:20260329T030000",
    "RECURRENCE-ID;VALUE=DATE:20260329", "RECURRENCE-ID:20260329T090000",
  ])
  func recurrenceIDMayDifferInFormFromTheStartOfTheSeries(recurrenceID: String) throws {
    let list = try Listing(series, event("Late", start: startInBerlin + "20260329T140000", recurrenceID))
    #expect(list("2026-03-29", "2026-03-30") == ["2026-03-29 14:00-15:00 Late"])
  }

  @Test func canceledOccurrenceIsShownAsCanceled() throws {
    let list = try Listing(
      series,
      event(
        "Run", start: startInBerlin + "20260327T090000", recurrenceIDInBerlin + "20260327T090000",
        "STATUS:CANCELLED"))
    #expect(
      list.occurrences("2026-03-26", "2026-03-29").map(\.event.status) == [
        .confirmed, .canceled, .confirmed,
      ])
  }

  @Test func changedOccurrenceIsShownWithoutItsSeries() throws {
    let list = try Listing(
      event("Late", start: startInBerlin + "20260329T140000", recurrenceIDInBerlin + "20260329T090000"))
    #expect(list("2026-03-01", "2026-05-01") == ["2026-03-29 14:00-15:00 Late"])
  }

  @Test func changedOccurrenceOutsideTheRuleIsShown() throws {
    let list = try Listing(
      series,
      event("Late", start: startInBerlin + "20260429T140000", recurrenceIDInBerlin + "20260429T090000"))
    #expect(list("2026-04-01", "2026-05-01") == ["2026-04-29 14:00-15:00 Late"])
  }

  @Test func thisAndFutureOverrideChangesLaterOccurrences() throws {
    let list = try Listing(
      series,
      event(
        "Walk", start: startInBerlin + "20260328T103000", end: "DTEND;TZID=Europe/Berlin:20260328T110000",
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260328T090000"),
      event("Alone", start: startInBerlin + "20260330T200000", recurrenceIDInBerlin + "20260330T090000"))
    #expect(list.problemTexts.isEmpty)
    #expect(
      list("2026-03-01", "2026-05-01") == [
        "2026-03-26 09:00-10:00 Run", "2026-03-27 09:00-10:00 Run", "2026-03-28 10:30-11:00 Walk",
        "2026-03-29 10:30-11:00 Walk", "2026-03-30 20:00-21:00 Alone", "2026-03-31 10:30-11:00 Walk",
      ])
    let occurrences = list.occurrences("2026-03-28", "2026-04-01")
    #expect(Set(occurrences.map(\.id)).count == 4)
    #expect(
      occurrences.map { $0.recurrenceID?.wall.description } == [
        "2026-03-28T09:00:00", "2026-03-29T09:00:00", "2026-03-30T09:00:00", "2026-03-31T09:00:00",
      ])
  }

  @Test func latestThisAndFutureChangeAppliesInItsOwnZone() throws {
    let list = try Listing(
      series,
      event(
        "Walk", start: startInBerlin + "20260328T103000", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260328T080000Z"
      ),
      event(
        "Abroad", start: "DTSTART;TZID=America/New_York:20260330T090000",
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260330T090000"))
    #expect(
      list("2026-03-28", "2026-05-01") == [
        "2026-03-28 10:30-11:30 Walk", "2026-03-29 10:30-11:30 Walk", "2026-03-30 15:00-16:00 Abroad",
        "2026-03-31 15:00-16:00 Abroad",
      ])
  }

  @Test func changedOccurrenceOfAnAllDaySeriesIsShown() throws {
    let list = try Listing(
      event("Fair", start: "DTSTART;VALUE=DATE:20260326", end: "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=4"),
      event(
        "Long fair", start: "DTSTART;VALUE=DATE:20260328", end: "DTEND;VALUE=DATE:20260330",
        "RECURRENCE-ID;VALUE=DATE:20260327"))
    #expect(
      list("2026-03-01", "2026-05-01") == [
        "2026-03-26 Fair", "2026-03-28 Fair", "2026-03-28 to 2026-03-30 Long fair", "2026-03-29 Fair",
      ])
  }

  @Test func onlyOneOfTwoSeriesWithTheSameUIDIsChanged() throws {
    let list = try Listing(
      series, series,
      event(
        "Walk", start: startInBerlin + "20260328T103000",
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260328T090000"))
    let occurrences = list.occurrences("2026-03-01", "2026-05-01")
    #expect(occurrences.count == 12 && Set(occurrences.map(\.id)).count == 12)
    #expect(occurrences.count { $0.event.summary == "Walk" } == 4)
  }

  @Test func overrideInAnotherCalendarReplacesNoOccurrence() throws {
    let events = try Listing(
      series,
      event("Late", start: startInBerlin + "20260329T140000", recurrenceIDInBerlin + "20260329T090000")
    ).document.events
    let eventsWithForeignOverride = events.map { event in
      var event = event
      if event.series.map({ if case .changed = $0 { true } else { false } }) == true {
        event.id = EventID(calendar: CalendarID("/other"), uid: "a", recurrenceID: "x")
      }
      return event
    }
    let zone = try #require(SystemZones.shared.zone(named: "Europe/Berlin"))
    let day = try #require(Day("2026-03-29"))
    let occurrences = OccurrenceIndex(events: eventsWithForeignOverride, zone: zone).occurrences(
      in: day..<day.adding(days: 1))
    #expect(occurrences.map(\.event.summary) == ["Run", "Late"])
  }
}
