import CalendarModel
import TestExtent
import Testing

/// The fields of an event's times, in a zone one hour ahead of UTC in winter and two in summer.
@Suite struct TimesDraftTests {
  // The clock change in Europe/Berlin on March 29, 2026, at 01:00 UTC.
  private let berlin = Zone(
    identifier: "Europe/Berlin",
    rules: SingleClockChange(moment: Instant(seconds: 1_774_746_000), offsetBefore: 3600, offsetAfter: 7200))
  private let tokyo = Zone(identifier: "Asia/Tokyo", rules: FixedOffset(seconds: 9 * 3600))
  private let monday = Day(ordinal: 20_458)

  private func wall(_ clock: String, days: Int = 0) -> WallTime {
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    return WallTime(monday.adding(days: days), hour: parts[0], minute: parts[1])
      .adding(seconds: parts.count > 2 ? parts[2] : 0)
  }

  private func zoned(_ start: String, _ end: String, days: Int = 0, in zone: Zone? = nil) -> EventTimes {
    EventTimes(
      start: .zoned(wall(start), zone ?? berlin), end: .time(.zoned(wall(end, days: days), zone ?? berlin)))
  }

  private func wholeDays(_ count: Int) -> EventTimes {
    EventTimes(start: .date(monday), end: .time(.date(monday.adding(days: count))))
  }

  private func draft(_ times: EventTimes) -> TimesDraft { TimesDraft(times, in: berlin) }

  private func secondOfDay(_ clock: String) -> Int { wall(clock).secondOfDay }

  // MARK: Untouched fields

  @Test func untouchedTimesStayAsWritten() {
    for times in [
      zoned("09:07", "09:52"), wholeDays(1), EventTimes(start: .date(monday), end: .implied),
      EventTimes(start: .utc(wall("08:00")), end: .duration(EventDuration(days: 1, seconds: 5))),
      EventTimes(start: .floating(wall("09:00")), end: .implied),
      EventTimes(start: .zoned(wall("09:00"), tokyo), end: .time(.zoned(wall("12:00"), berlin))),
    ] {
      var draft = draft(times)
      #expect(draft.times == times)
      draft.setStart(draft.start)
      draft.setEnd(draft.end)
      draft.setStart(day: draft.days.lowerBound)
      draft.setEnd(day: draft.isAllDay ? draft.days.upperBound : draft.end.day)
      draft.setDuration(draft.duration)
      draft.setStartZone(draft.startZone)
      draft.setEndZone(draft.endZone)
      draft.setAllDay(draft.isAllDay)
      #expect(draft.times == times)
    }
  }

  @Test func revertedTimesAreWrittenAsBefore() {
    for end in [
      EventTimes.End.duration(EventDuration(days: 1)), .duration(EventDuration(seconds: 2700)), .implied,
    ] {
      let times = EventTimes(start: .zoned(wall("09:00"), berlin), end: end)
      var draft = draft(times)
      let (start, duration) = (draft.start, draft.duration)
      draft.setDuration(5400)
      #expect(draft.times != times)
      draft.setDuration(duration)
      #expect(draft.times == times)
      draft.setStart(wall("11:30"))
      draft.setEnd(wall("12:00"))
      draft.setStart(start)
      draft.setDuration(duration)
      #expect(draft.times == times)
    }
  }

  // MARK: Start, end and duration

  @Test func endMovesWithTheStart() {
    var draft = draft(zoned("09:00", "10:30"))
    draft.setStart(wall("14:15"))
    #expect(draft.times == zoned("14:15", "15:45"))
    draft.setStart(day: monday.adding(days: 2))
    #expect(draft.start == wall("14:15", days: 2))
    #expect(draft.end == wall("15:45", days: 2))
    #expect(draft.duration == 5400)
  }

  @Test func startDoesNotMoveWithTheEnd() {
    var draft = draft(zoned("09:00", "10:00"))
    draft.setEnd(wall("10:45"))
    #expect(draft.times == zoned("09:00", "10:45"))
  }

  @Test func endBeforeTheStartIsRefusedAndMovesNothing() {
    for times in [zoned("15:00", "16:30"), EventTimes(start: .floating(wall("15:00")), end: .implied)] {
      var draft = draft(times)
      draft.setEnd(secondOfDay: secondOfDay("02:59:59"))
      #expect(draft.end == wall("02:59:59", days: 1), "the event would last less than 12 hours")
      draft.setEnd(secondOfDay: secondOfDay("08:00"))
      #expect(draft.start == wall("15:00") && draft.end == wall("02:59:59", days: 1))
      draft.setEnd(day: monday.adding(days: -3))
      #expect(draft.start == wall("15:00") && draft.end == wall("02:59:59", days: 1))
    }
    var days = draft(wholeDays(3))
    days.setEnd(day: monday.adding(days: -1))
    #expect(days.times == wholeDays(3))
    days.setEnd(day: monday)
    #expect(days.times == wholeDays(1))
  }

  @Test func endEarlyInTheMorningIsOnTheNextDay() {
    var draft = draft(zoned("22:00", "23:00"))
    draft.setEnd(secondOfDay: secondOfDay("02:00"))
    #expect(draft.end == wall("02:00", days: 1))
    draft.setEnd(secondOfDay: secondOfDay("23:30"))
    #expect(draft.end == wall("23:30"), "an end before midnight is not on the first day again")
    draft.setEnd(secondOfDay: 86_400)
    #expect(draft.end == wall("00:00", days: 1))
    #expect(draft.days == monday...monday)
  }

  @Test func endOfAnEventOverSeveralDaysStaysOnItsDay() {
    var draft = draft(zoned("22:00", "10:00", days: 2))
    draft.setEnd(secondOfDay: secondOfDay("08:00"))
    #expect(draft.end == wall("08:00", days: 2))
  }

  @Test func zeroDurationIsKept() {
    var draft = draft(zoned("09:00", "10:00"))
    draft.setEnd(wall("09:00"))
    #expect(draft.duration == 0)
    draft.setStart(wall("11:00"))
    #expect(draft.end == wall("11:00"))
  }

  @Test func durationIsExactAcrossAClockChange() throws {
    let change = try #require(Day("2026-03-29"))
    var draft = draft(
      EventTimes(
        start: .zoned(WallTime(change, hour: 1), berlin),
        end: .time(.zoned(WallTime(change, hour: 4), berlin))))
    #expect(draft.duration == 7200)
    draft.setDuration(3600)
    #expect(draft.end == WallTime(change, hour: 3))
  }

  @Test func durationAndUTCKeepTheirForm() {
    var draft = draft(
      EventTimes(start: .utc(wall("08:00")), end: .duration(EventDuration(seconds: 3600))))
    #expect(draft.start == wall("09:00"), "the start is not shown in the display zone")
    #expect(draft.startZone == berlin)
    draft.setStart(wall("10:00"))
    draft.setEnd(wall("11:30"))
    #expect(
      draft.times == EventTimes(start: .utc(wall("09:00")), end: .duration(EventDuration(seconds: 5400))))
  }

  // MARK: Zones

  @Test func zoneChangeKeepsTheTimesOfDay() {
    var draft = draft(zoned("09:00", "10:00"))
    draft.setStartZone(tokyo)
    #expect(draft.times == zoned("09:00", "10:00", in: tokyo))
    #expect(draft.duration == 3600)
    draft.setStartZone(nil)
    #expect(
      draft.times == EventTimes(start: .floating(wall("09:00")), end: .time(.floating(wall("10:00")))))
    draft.setStartZone(berlin)
    #expect(draft.times == zoned("09:00", "10:00"))
  }

  @Test func explicitUTCIsShownInUTC() {
    var draft = draft(zoned("09:00", "10:00"))
    draft.setStartZone(.utc)
    #expect(draft.start == wall("09:00"))
    #expect(draft.startZone == .utc)
    #expect(draft.times == EventTimes(start: .utc(wall("09:00")), end: .time(.utc(wall("10:00")))))
  }

  @Test func returningToTheDisplayZoneRestoresUTC() {
    let times = EventTimes(start: .utc(wall("08:00")), end: .time(.utc(wall("09:00"))))
    var draft = draft(times)
    draft.setStartZone(tokyo)
    #expect(draft.times == zoned("09:00", "10:00", in: tokyo))
    draft.setStartZone(berlin)
    #expect(draft.times == times)
  }

  @Test func startAndEndCanHaveDifferentZones() {
    var draft = draft(
      EventTimes(
        start: .zoned(wall("13:00"), berlin), end: .time(.zoned(wall("08:00", days: 1), tokyo))))
    #expect(draft.duration == 11 * 3600)
    draft.setStartZone(.utc)
    #expect(draft.endZone == tokyo, "the end lost its own zone")
    draft.setEndZone(berlin)
    #expect(draft.end == wall("08:00", days: 1))
  }

  @Test func endMovedBeforeTheStartByItsZoneBecomesTheStart() {
    var draft = draft(zoned("09:00", "10:00"))
    draft.setEndZone(tokyo)
    #expect(draft.duration == 0)
    #expect(draft.end == wall("17:00"))
  }

  // MARK: All-day events

  @Test func allDayEventCoversEveryDayOfTheTimedEvent() {
    var night = draft(zoned("22:00", "02:00", days: 1))
    night.setAllDay(true)
    #expect(night.times == wholeDays(2))
    var evening = draft(zoned("20:00", "00:00", days: 1))
    evening.setAllDay(true)
    #expect(evening.times == wholeDays(1))
  }

  @Test func switchingAllDayOffRestoresTheTimes() {
    for times in [
      zoned("09:07", "09:52"), zoned("22:00", "02:00", days: 1), zoned("09:00", "10:00", in: tokyo),
      EventTimes(start: .utc(wall("08:00")), end: .duration(EventDuration(seconds: 2700))),
    ] {
      var draft = draft(times)
      draft.setAllDay(true)
      draft.setAllDay(false)
      #expect(draft.times == times)
    }
    let implied = EventTimes(start: .date(monday), end: .implied)
    var draft = draft(implied)
    draft.setAllDay(false)
    #expect(draft.times == zoned("09:00", "10:00"))
    draft.setAllDay(true)
    #expect(draft.times == implied)
  }

  @Test func switchingAllDayOffKeepsTheCurrentDays() {
    var draft = draft(zoned("09:07", "09:52"))
    draft.setAllDay(true)
    draft.setStart(day: monday.adding(days: 3))
    draft.setEnd(day: monday.adding(days: 4))
    draft.setAllDay(false)
    #expect(draft.start == wall("09:07", days: 3))
    #expect(draft.end == wall("09:52", days: 4))
    draft.setAllDay(true)
    #expect(draft.days == monday.adding(days: 3)...monday.adding(days: 4))
  }

  @Test func switchingAllDayOffKeepsAnEndAfterMidnight() {
    var draft = draft(zoned("22:00", "02:00", days: 1))
    draft.setAllDay(true)
    draft.setEnd(day: monday)
    draft.setAllDay(false)
    #expect(draft.times == zoned("22:00", "02:00", days: 1))
  }

  @Test func lastDayOfAnAllDayEventIsIncluded() {
    var draft = draft(wholeDays(2))
    #expect(draft.days == monday...monday.adding(days: 1))
    draft.setEnd(day: monday)
    #expect(draft.times == wholeDays(1))
    let isPossible = draft.setEnd(day: monday.adding(days: -2))
    #expect(!isPossible)
    #expect(draft.days == monday...monday)
  }

  // MARK: Random changes

  @Test func randomChangesNeverEndAnEventBeforeItsStart() {
    var random = SeededRandom(seed: TestExtent.seed(21))
    let zones: [Zone?] = [berlin, tokyo, .utc, nil]
    for round in 0..<300 {
      var draft = draft(
        [zoned("09:00", "10:00"), wholeDays(2)].randomElement(using: &random) ?? wholeDays(1))
      for _ in 0..<30 {
        let (day, time) = (
          Int.random(in: -2...2, using: &random), Int.random(in: 0...96, using: &random) * 900
        )
        switch Int.random(in: 0..<9, using: &random) {
        case 0: draft.setStart(day: monday.adding(days: day))
        case 1: draft.setEnd(day: monday.adding(days: day))
        case 2 where !draft.isAllDay: draft.setStart(WallTime(draft.start.day, secondOfDay: time))
        case 3 where !draft.isAllDay: draft.setEnd(secondOfDay: time)
        case 4 where !draft.isAllDay: draft.setDuration(time)
        case 5: draft.setStartZone(zones.randomElement(using: &random) ?? nil)
        case 6: draft.setEndZone(zones.randomElement(using: &random) ?? nil)
        case 7: draft.setAllDay(true)
        default: draft.setAllDay(false)
        }
        guard case .time(let endTime) = draft.times.end else { continue }
        let (start, end) = (draft.times.start.time(in: berlin).instant, endTime.time(in: berlin).instant)
        #expect(start <= end, "round \(round): \(draft.times)")
        #expect(draft.times.start.isDate == endTime.isDate)
        #expect(!draft.isAllDay || draft.days.count >= 1)
      }
    }
  }
}
