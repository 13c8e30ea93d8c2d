import CalendarModel
import Testing

@testable import CalendarStore

@Suite struct SearchIndexTests {
  private let monday = Day(ordinal: 20_458)
  private var now: Instant { Zone.utc.time(at: WallTime(monday, hour: 12)).instant }

  private func event(
    _ title: String, day: Int, hour: Int = 12, minutes: Int = 60, uid: String? = nil, calendar: String = "/c"
  ) -> CalendarEvent {
    let start = WallTime(monday.adding(days: day), hour: hour)
    return CalendarEvent(
      id: EventID(calendar: CalendarID(calendar), uid: ByteString(uid ?? title)),
      times: EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: minutes)))), summary: title)
  }

  /// Returns a series that starts on a day, counted from Monday.
  private func series(_ title: String, from day: Int, _ rule: String) throws -> CalendarEvent {
    var event = event(title, day: day)
    let parsedRule = try RecurrenceRule(parsing: rule)
    event.repetition = .series(.master(Recurrence(start: event.times.start, rules: [parsedRule])))
    return event
  }

  private func changedOccurrence(
    _ title: String, of uid: String, originally day: Int, to newDay: Int
  ) -> CalendarEvent {
    var event = event(title, day: newDay, uid: uid)
    event.id = EventID(calendar: event.id.calendar, uid: event.id.uid, recurrenceID: "\(day)")
    event.repetition = .series(
      .changed(originalStart: .utc(WallTime(monday.adding(days: day), hour: 12)), isThisAndFuture: false))
    return event
  }

  private func calendar(_ key: String, _ name: String) -> CalendarInfo {
    CalendarInfo(
      id: CalendarID(key), name: name, hasSeparateObjects: false, state: .ready, eventCount: 0,
      location: .path(key))
  }

  private func results(
    _ text: String, in events: [CalendarEvent], calendars: [CalendarInfo] = []
  ) throws -> [String] {
    let index = OccurrenceIndex(events: events, zone: .utc)
    let search = try #require(SearchIndex(of: index, calendars: calendars, at: now))
    let results = try #require(search.results(of: SearchQuery(text), now: now))
    return (0..<results.count).map { position in
      let occurrence = results[position]
      let days = occurrence.start.wall.day.days(since: monday)
      return (position < results.upcomingCount ? "" : "past ") + "\(occurrence.event.summary) \(days)"
    }
  }

  @Test func upcomingEventsComeFirstThenPastOnesInReverseOrder() throws {
    let events = [
      event("x past", day: -1), event("x soon", day: 1), event("x long ago", day: -300),
      event("x later", day: 20),
      event("y", day: 2), event("x now", day: 0, hour: 11, minutes: 90), event("x over", day: 0, hour: 11),
    ]
    #expect(
      try results("x", in: events) == [
        "x now 0", "x soon 1", "x later 20", "past x over 0", "past x past -1", "past x long ago -300",
      ])
    #expect(try results("nothing", in: events) == [])
    #expect(try results("", in: events) == [])
  }

  @Test func seriesIsListedOnceWithItsNextOccurrence() throws {
    let events = [try series("x weekly", from: -10, "FREQ=WEEKLY"), event("x", day: 3)]
    // The weekly series is on the days -10, -3, 4, and so on.
    #expect(try results("x", in: events) == ["x 3", "x weekly 4"])
  }

  @Test func seriesThatHasEndedIsListedWithItsLastOccurrence() throws {
    let events = [
      try series("x weekly", from: -100, "FREQ=WEEKLY;COUNT=3"),
      try series("x yearly", from: -4_000, "FREQ=YEARLY;COUNT=2"),
      event("x", day: -90),
    ]
    #expect(try results("x", in: events) == ["past x weekly -86", "past x -90", "past x yearly -3635"])
  }

  /// Each of these series has more occurrences in a week than can be generated at once.
  @Test func endedSeriesWithManyOccurrencesIsListedWithItsLastOne() throws {
    let until = monday.adding(days: -2).description.filter { $0 != "-" }
    for rule in ["FREQ=MINUTELY;INTERVAL=5", "FREQ=MINUTELY", "FREQ=SECONDLY;INTERVAL=30"] {
      let events = [try series("x", from: -100, "\(rule);UNTIL=\(until)T120000Z")]
      #expect(try results("x", in: events) == ["past x -2"])
    }
  }

  @Test func seriesFarInTheFutureIsFound() throws {
    #expect(try results("x", in: [try series("x", from: 4_000, "FREQ=MONTHLY")]) == ["x 4000"])
    #expect(try results("x", in: [try series("x", from: -36_000, "FREQ=DAILY")]) == ["x 0"])
  }

  @Test func changedOccurrenceBelongsToItsSeries() throws {
    let events = [
      try series("x", from: -7, "FREQ=WEEKLY"), changedOccurrence("x moved", of: "x", originally: 0, to: 2),
      changedOccurrence("x other", of: "x", originally: 7, to: 8),
    ]
    #expect(try results("x", in: events) == ["x moved 2"])
    #expect(try results("other", in: events) == ["x other 8"])
  }

  @Test func nameOfTheCalendarIsSearchedToo() throws {
    let events = [
      event("Lunch", day: 1, calendar: "/work"), event("Lunch", day: 2, calendar: "/home"),
      event("Work", day: 3, calendar: "/home"),
    ]
    let calendars = [calendar("/work", "Wörk"), calendar("/home", "Home")]
    #expect(try results("work", in: events, calendars: calendars) == ["Lunch 1", "Work 3"])
    #expect(try results("home lunch", in: events, calendars: calendars) == ["Lunch 2"])
    #expect(try results("home", in: events, calendars: calendars) == ["Lunch 2", "Work 3"])
  }

  @Test func refinedQueryHasTheSameResultsAsANewOne() throws {
    let events = (0..<500).map { event("Event \($0)", day: $0 - 250) }
    let index = OccurrenceIndex(events: events, zone: .utc)
    let search = try #require(SearchIndex(of: index, calendars: [], at: now))
    var earlierResults = search.results(of: SearchQuery(""), now: now)
    for text in ["e", "ev", "event", "event 1", "event 12", "event 1", "12", "12 event"] {
      let query = SearchQuery(text)
      let refinedResults = try #require(search.results(of: query, now: now, refining: earlierResults))
      let newResults = try #require(search.results(of: query, now: now))
      #expect(
        (0..<refinedResults.count).map { refinedResults[$0].id }
          == (0..<newResults.count).map { newResults[$0].id })
      earlierResults = refinedResults
    }
  }

  @Test func canceledSearchHasNoResults() throws {
    let index = OccurrenceIndex(events: [event("x", day: 1)], zone: .utc)
    #expect(SearchIndex(of: index, calendars: [], at: now, isCanceled: { true }) == nil)
    let search = try #require(SearchIndex(of: index, calendars: [], at: now))
    #expect(search.results(of: SearchQuery("x"), now: now, isCanceled: { true }) == nil)
  }

  @Test func indexExpiresWhenAnOccurrenceOfASeriesEnds() throws {
    let index = OccurrenceIndex(
      events: [try series("x", from: 1, "FREQ=WEEKLY"), event("y", day: 0)], zone: .utc)
    let search = try #require(SearchIndex(of: index, calendars: [], at: now))
    #expect(search.expiry == now.adding(seconds: 25 * 3_600))
  }
}
