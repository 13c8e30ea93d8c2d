import TestExtent
import Testing

@testable import CalendarModel
@testable import CalendarStore

/// How an index caches the expansion of series, and when it discards the cache.
@Suite struct SeriesIndexTests {
  private let monday = Day(ordinal: 20_458)
  private let week: Range<Day>

  init() { week = monday..<monday.adding(days: 7) }

  private func event(_ uid: String, _ rule: String, hour: Int = 9, calendar: String = "/c") throws
    -> CalendarEvent
  {
    let start = EventTime.utc(WallTime(monday, hour: hour))
    return CalendarEvent(
      id: EventID(calendar: CalendarID(calendar), uid: uid),
      times: EventTimes(start: start, end: .duration(EventDuration(seconds: 3600))), summary: uid,
      repetition: .series(.master(Recurrence(start: start, rules: [try RecurrenceRule(parsing: rule)]))))
  }

  private func changedOccurrence(of uid: String, day: Int, hour: Int) -> CalendarEvent {
    let originalStart = EventTime.utc(WallTime(monday.adding(days: day), hour: 9))
    let start = EventTime.utc(WallTime(monday.adding(days: day), hour: hour))
    return CalendarEvent(
      id: EventID(calendar: CalendarID("/c"), uid: uid, recurrenceID: "\(day)"),
      times: EventTimes(start: start, end: .implied), summary: "changed",
      repetition: .series(.changed(originalStart: originalStart, isThisAndFuture: false)))
  }

  private func starts(_ index: OccurrenceIndex, _ days: Range<Day>) -> [String] {
    index.occurrences(in: days).map { "\($0.start.wall) \($0.event.summary)" }
  }

  @Test func resultsDoNotDependOnEarlierQueries() throws {
    let events = [
      try event("daily", "FREQ=DAILY"), try event("weekly", "FREQ=WEEKLY;BYDAY=TU,SA"),
      try event("ended", "FREQ=DAILY;COUNT=40"), changedOccurrence(of: "daily", day: 3, hour: 23),
    ]
    let index = OccurrenceIndex(events: events, zone: .utc)
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      let from = monday.adding(days: Int.random(in: -30...400, using: &random))
      let days = from..<from.adding(days: Int.random(in: 1...60, using: &random))
      let newIndex = OccurrenceIndex(events: events, zone: .utc)
      #expect(index.occurrences(in: days) == newIndex.occurrences(in: days))
    }
  }

  @Test func cachedInstancesAreNotComputedAgain() throws {
    let cache = try #require(
      SeriesExpansionCache.caches(of: [SharedEvent(try event("a", "FREQ=DAILY"))], in: .utc).first)
    let start = WallTime(monday).seconds
    let day = WallTime.secondsPerDay
    func cost(_ from: Int, _ to: Int) -> Int {
      var pool = ExpansionPool(seconds: 0)
      _ = cache.forEach(from: start + from * day, to: start + to * day, pool: &pool) { _ in }
      return ExpansionPool(seconds: 0).remainingSteps - pool.remainingSteps
    }
    #expect(cost(0, 7) > 0)
    #expect(cost(0, 7) == 0)
    #expect(cost(2, 5) == 0)
    // Paging computes only the new week, however much is already cached.
    let weekCost = cost(7, 14)
    #expect(weekCost > 0 && (14...98).contains { cost($0, $0 + 1) > weekCost } == false)
    #expect(cost(0, 90) == 0)
    // For a distant time, the cache starts over, and computes about one week.
    #expect(cost(20_000, 20_007) <= 2 * weekCost)
  }

  @Test func preparedInstancesAreSharedByAllCopies() async throws {
    let index = OccurrenceIndex(events: [try event("a", "FREQ=DAILY")], zone: .utc)
    await Task.detached(operation: index.preparation(of: week)).value
    var pool = ExpansionPool(seconds: 0)
    let start = WallTime(monday).seconds
    _ = index.indexedSeries[0].cache.forEach(from: start, to: start + 7 * WallTime.secondsPerDay, pool: &pool)
    { _ in
    }
    #expect(pool.remainingSteps == ExpansionPool(seconds: 0).remainingSteps)
  }

  @Test func tooFrequentSeriesIsShownRegardlessOfEarlierQueries() async throws {
    let index = OccurrenceIndex(events: [try event("a", "FREQ=SECONDLY")], zone: .utc)
    await Task.detached(operation: index.preparation(of: monday..<monday.adding(days: 90))).value
    for day in [monday.adding(days: 60), monday, monday.adding(days: 61)] {
      let result = index.query(day..<day.adding(days: 1))
      #expect(result.occurrences.count > 1_000)
      #expect(result.truncations.count == 1)
    }
  }

  @Test func tooFrequentSeriesDoNotTruncateOrdinaryOnes() throws {
    let bombs = try (0..<200).map { try event("bomb \($0)", "FREQ=SECONDLY") }
    let index = OccurrenceIndex(events: bombs + [try event("lunch", "FREQ=DAILY")], zone: .utc)
    let result = index.query(week)
    let counts = Dictionary(grouping: result.occurrences, by: \.event.id.uid).mapValues(\.count)
    #expect(counts.count == 201)
    #expect(counts["lunch"] == 7)
    #expect(result.occurrences.count < 50_000)
    #expect(result.truncations.count == 200)
  }

  @Test func occurrencesOfAllSeriesTogetherAreLimitedAndTheRestIsReported() throws {
    let uids = (0..<3_000).map { "bomb \($0)" }
    let bombs = try uids.map { try event($0, "FREQ=SECONDLY", calendar: "/hostile") }
    let lunch = try event("lunch", "FREQ=DAILY", calendar: "/mine")
    let result = OccurrenceIndex(events: bombs + [lunch], zone: .utc).query(week)
    // Twice 20,000, the overshoot of one series each, and one occurrence of each remaining series.
    #expect(result.occurrences.count <= 20_000 + 10_500 + 20_000 + 48 + 3_000 + 7)
    #expect(result.truncations.map(\.event.id.uid.text) == uids)
    #expect(Set(result.occurrences.map(\.event.id.uid)).count == 3_001)
    #expect(result.occurrences.count { $0.event.id == lunch.id } == 7)
  }

  @Test func longPeriodOfOrdinarySeriesIsComplete() throws {
    let events = try (0..<100).map { try event("\($0)", "FREQ=DAILY") }
    let result = OccurrenceIndex(events: events, zone: .utc).query(monday..<monday.adding(days: 730))
    #expect(result.occurrences.count == 73_000 && result.truncations.isEmpty)
  }

  @Test func seriesShareTheEventsOfTheirCalendar() throws {
    let events = [try event("a", "FREQ=DAILY"), changedOccurrence(of: "a", day: 2, hour: 15)].map {
      SharedEvent($0)
    }
    let series = try #require(SeriesExpansionCache.caches(of: events, in: .utc).first).series
    #expect(series.templateEvents.first === events[0])
    #expect(Series.orphans(of: [events[1]]).first === events[1])
  }

  @Test func eachEventIsCopiedOnlyOnceForItsColor() throws {
    let count = ColoredEvents.limit + 100
    var index = OccurrenceIndex(
      events: try (0..<count).map { try event("\($0)", "FREQ=DAILY;COUNT=3") }, zone: .utc)
    index.calendarColors[CalendarID("/c")] = EventColor(rgb: 0x112233)
    let occurrences = index.occurrences(in: week)
    #expect(occurrences.count == 3 * count)
    #expect(occurrences.allSatisfy { $0.event.calendarColor != nil })
    #expect(Set(occurrences.map { ObjectIdentifier($0.sharedEvent) }).count == count)
  }

  @Test func checkOfTooManyRulesSaysHowManyItLeavesOut() async throws {
    let folder = TemporaryFolder()
    let events = (0..<40).map {
      Samples.event(uid: "\($0)", more: ["RRULE:FREQ=DAILY"])
    }
    let path = try folder.write(Samples.calendar(events.flatMap(\.self)), to: "a.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    _ = await store.open([path])
    #expect(await store.check().isEmpty)
    // A year of a daily event takes about 366 steps and has as many occurrences.
    let problems = await store.check(cost: 10 * 2 * 366)
    let counts = problems.compactMap { problem -> Int? in
      guard case .text(let text) = problem.detail else { return nil }
      return text.split(separator: " ").lazy.compactMap { Int($0) }.first
    }
    #expect(problems.count == 1 && (25...32).contains(counts.first ?? 0), "\(problems)")
  }

  @Test func changedEventResetsOnlyItsOwnSeries() throws {
    var index = OccurrenceIndex(
      events: [try event("a", "FREQ=DAILY"), try event("b", "FREQ=WEEKLY")], zone: .utc)
    let originalIndex = index
    #expect(starts(index, week).count == 8)
    index.update(changedOccurrence(of: "a", day: 2, hour: 15))
    #expect(starts(index, week).contains("2026-01-07T15:00:00 changed"))
    #expect(!starts(index, week).contains("2026-01-07T09:00:00 a"))
    #expect(starts(index, week).count == 8)
    #expect(starts(originalIndex, week).contains("2026-01-07T09:00:00 a"), "a copy of the index has changed")

    index.update(try event("a", "FREQ=WEEKLY", hour: 10))
    #expect(
      starts(index, week) == [
        "2026-01-05T09:00:00 b", "2026-01-05T10:00:00 a", "2026-01-07T15:00:00 changed",
      ])
  }

  @Test func removedEventsDisappearAndOthersRemain() throws {
    let override = changedOccurrence(of: "a", day: 2, hour: 15)
    var index = OccurrenceIndex(
      events: [override, try event("a", "FREQ=DAILY;COUNT=3"), try event("b", "FREQ=WEEKLY")], zone: .utc)
    index.remove(override.id)
    #expect(
      starts(index, week) == [
        "2026-01-05T09:00:00 a", "2026-01-05T09:00:00 b", "2026-01-06T09:00:00 a", "2026-01-07T09:00:00 a",
      ])
    index.remove(try event("a", "FREQ=DAILY").id)
    #expect(starts(index, week) == ["2026-01-05T09:00:00 b"])
  }

  @Test func externallyChangedSeriesIsExpandedAgain() async throws {
    let folder = TemporaryFolder()
    func file(_ rule: String) -> String {
      Samples.calendar(Samples.event(uid: "a", summary: "Run", more: ["RRULE:" + rule]))
    }
    let path = try folder.write(file("FREQ=DAILY"), to: "a.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    #expect(await store.open([path]).index.occurrences(in: week).count == 7)
    try folder.write(file("FREQ=WEEKLY"), to: "a.ics")
    await store.handle(.checkEverything)
    #expect(await store.snapshot().index.occurrences(in: week).count == 1)
  }

  @Test func editOfAnotherEventKeepsTheCache() async throws {
    let folder = TemporaryFolder()
    let file = Samples.calendar(
      Samples.event(uid: "a", more: ["RRULE:FREQ=DAILY"]), Samples.event(uid: "b", summary: "Lunch"))
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let index = await store.open([try folder.write(file, to: "a.ics")]).index
    var copy = index
    let lunch = try #require(index.events.first { $0.id.uid == "b" })
    copy.apply(lunch.moved(minutes: 60))
    #expect(
      zip(copy.indexedSeries, index.indexedSeries).allSatisfy { $0.cache === $1.cache }
        && copy.indexedSeries.count == 1)
  }
}
