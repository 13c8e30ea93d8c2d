import CalendarModel
import TestExtent
import Testing

@testable import CalendarModel
@testable import CalendarStore

@Suite struct OccurrenceIndexTests {
  private let monday = Day(ordinal: 20_458)

  private func event(_ uid: String, _ start: WallTime, minutes: Int) -> CalendarEvent {
    CalendarEvent(
      id: EventID(calendar: CalendarID("/c"), uid: uid),
      times: EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: minutes)))), summary: uid)
  }

  private func uids(_ index: OccurrenceIndex, _ days: Range<Day>) -> [ByteString] {
    index.occurrences(in: days).map(\.event.id.uid)
  }

  @Test func rangeIncludesItsStartButNotItsEnd() {
    let tuesday = monday.adding(days: 1)
    let index = OccurrenceIndex(
      events: [
        event("ends at the beginning", WallTime(monday, secondOfDay: -3_600), minutes: 60),
        event("reaches in", WallTime(monday, secondOfDay: -3_600), minutes: 61),
        event("starts at the beginning", WallTime(monday), minutes: 15),
        event("no length at the beginning", WallTime(monday), minutes: 0),
        event("reaches out", WallTime(monday, hour: 23), minutes: 120),
        event("starts at the end", WallTime(tuesday), minutes: 15),
        event("no length at the end", WallTime(tuesday), minutes: 0),
      ], zone: .utc)
    #expect(
      uids(index, monday..<tuesday) == [
        "reaches in", "no length at the beginning", "starts at the beginning", "reaches out",
      ])
  }

  @Test func allDayAndFloatingTimesUseTheDisplayZone() {
    let zone = Zone(identifier: "east", rules: FixedOffset(seconds: 9 * 3_600))
    let id = { (uid: ByteString) in EventID(calendar: CalendarID("/c"), uid: uid) }
    let index = OccurrenceIndex(
      events: [
        CalendarEvent(id: id("day"), times: EventTimes(start: .date(monday), end: .implied)),
        CalendarEvent(
          id: id("floating"), times: EventTimes(start: .floating(WallTime(monday, hour: 23)), end: .implied)),
        CalendarEvent(
          id: id("utc"), times: EventTimes(start: .utc(WallTime(monday, hour: 16)), end: .implied)),
      ], zone: zone)
    #expect(uids(index, monday..<monday.adding(days: 1)) == ["day", "floating"])
    #expect(uids(index, monday.adding(days: 1)..<monday.adding(days: 2)) == ["utc"])
  }

  @Test func queryAndLinearSearchFindTheSameOccurrences() {
    var random = SeededRandom(seed: 7)
    let events = (0..<3_000).map { number in
      // A few events last for weeks, so the search has to look far back.
      let minutes = number % 100 == 0 ? 40_000 : Int.random(in: 0...300, using: &random)
      return event(
        "\(number)", WallTime(monday).adding(minutes: Int.random(in: 0...400_000, using: &random)),
        minutes: minutes)
    }
    let index = OccurrenceIndex(events: events, zone: .utc)
    for _ in 0..<300 {
      let from = monday.adding(days: Int.random(in: -5...290, using: &random))
      let to = from.adding(days: Int.random(in: 1...9, using: &random))
      let span = TimeSpan(days: from..<to)
      let expected = events.map { Occurrence(event: $0, zone: .utc) }.filter { $0.span.overlaps(span) }
        .sorted(by: Occurrence.inReadingOrder)
      #expect(index.occurrences(in: from..<to) == expected)
    }
  }

  @Test func updatedIndexEqualsANewOne() {
    var random = SeededRandom(seed: 11)
    var events = (0..<500).map { event("\($0)", WallTime(monday).adding(minutes: $0 * 10), minutes: 30) }
    var index = OccurrenceIndex(events: events, zone: .utc)
    for step in 0..<400 {
      let position = Int.random(in: 0...events.count, using: &random)
      let start = WallTime(monday).adding(minutes: Int.random(in: -9_000...9_000, using: &random))
      if position == events.count {
        events.append(event("new \(step)", start, minutes: 45))
        index.update(events[position])
      } else {
        let times = EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: step))))
        #expect(index.apply(EventEdit(target: events[position].id, change: .move(times))) == events[position])
        events[position].times = times
      }
    }
    let days = monday.adding(days: -10)..<monday.adding(days: 10)
    #expect(index.occurrences(in: days) == OccurrenceIndex(events: events, zone: .utc).occurrences(in: days))
    #expect(index.occurrences(in: days).count == events.count)
  }

  @Test func remindersAreCountedThroughEveryChange() {
    func make(_ uid: String, _ alarms: [EventAlarm], in calendar: String = "/c") -> CalendarEvent {
      var event = CalendarEvent(
        id: EventID(calendar: CalendarID(calendar), uid: ByteString(uid)),
        times: EventTimes(start: .utc(WallTime(monday)), end: .implied))
      event.alarms = alarms
      return event
    }
    let (alarm, c, d) = (EventAlarm.before(seconds: 60), CalendarID("/c"), CalendarID("/d"))
    // The last of several events with the same ID counts.
    var index = OccurrenceIndex(
      events: [make("a", [alarm]), make("a", []), make("b", [alarm], in: "/d")], zone: .utc)
    #expect(!index.hasReminders(in: c) && index.hasReminders(in: d))
    index.apply(
      EventEdit(target: make("a", []).id, change: .set([.reminders([alarm, .before(seconds: 0)])])))
    #expect(index.hasReminders(in: c))
    index.apply(EventEdit(target: make("a", []).id, change: .set([.reminders([alarm])])))
    index.apply(EventEdit(target: make("a", []).id, change: .set([.reminders([])])))
    #expect(!index.hasReminders(in: c))
    index.update(make("x", [alarm]))
    index.update(make("x", [alarm]))
    index.remove(make("x", []).id)
    #expect(!index.hasReminders(in: c))
    index.remove(make("b", [], in: "/d").id)
    #expect(!index.hasReminders(in: d))
    // An alarm that shows no message is not a reminder.
    var silent = make("s", [alarm])
    silent.otherAlarms = [alarm]
    index.update(silent)
    #expect(!index.hasReminders(in: c))
  }

  @Test func queriesReturnTheSameObjectsForEventsWithTheColorOfTheirCalendar() throws {
    let (red, blue) = (EventColor(rgb: 0xC01C28), EventColor(rgb: 0x3584E4))
    let days = monday..<monday.adding(days: 1)
    var index = OccurrenceIndex(
      events: ["a", "b"].map { event($0, WallTime(monday, hour: 9), minutes: 30) }, zone: .utc)
    index.calendarColors = [CalendarID("/c"): red]
    let occurrencesBefore = index.occurrences(in: days)
    #expect(occurrencesBefore.map(\.event.calendarColor) == [red, red])

    // The index is updated like this after a change by another program.
    index.update(event("b", WallTime(monday, hour: 10), minutes: 30))
    let occurrencesAfter = index.occurrences(in: days)
    #expect(occurrencesAfter.map(\.event.id.uid) == ["a", "b"])
    #expect(occurrencesAfter[0].sharedEvent === occurrencesBefore[0].sharedEvent)
    #expect(occurrencesAfter[1].sharedEvent !== occurrencesBefore[1].sharedEvent)

    index.calendarColors = [CalendarID("/c"): blue]
    #expect(index.occurrences(in: days).map(\.event.calendarColor) == [blue, blue])
    #expect(index.occurrences(in: days)[0].sharedEvent === index.occurrences(in: days)[0].sharedEvent)
  }

  @Test func numberOfCachedCopiesIsLimited() {
    let coloredEvents = ColoredEvents()
    let color = EventColor(rgb: 0xC01C28)
    let events = (0...ColoredEvents.limit).map { SharedEvent(event("\($0)", WallTime(monday), minutes: 5)) }
    let copies = events.map { coloredEvents.copy(of: $0, in: color) }
    #expect(zip(events, copies).allSatisfy { $0.event.id == $1.event.id && $1.event.calendarColor == color })
    #expect(coloredEvents.copy(of: events[ColoredEvents.limit], in: color) === copies[ColoredEvents.limit])
    #expect(coloredEvents.copy(of: events[0], in: color) !== copies[0])
  }

  @Test func editOfAnUnknownEventChangesNothing() {
    var index = OccurrenceIndex(events: [event("a", WallTime(monday), minutes: 5)], zone: .utc)
    let edit = EventEdit(
      target: EventID(calendar: CalendarID("/c"), uid: "b"),
      change: .move(EventTimes(start: .utc(WallTime(monday)), end: .implied)))
    #expect(index.apply(edit) == nil)
    #expect(index.events.count == 1)
  }

  @Test func queryTimeDoesNotDependOnTheNumberOfEvents() {
    var events = (0..<100_000).map { event("\($0)", WallTime(monday).adding(minutes: $0 * 60), minutes: 45) }
    // An event that spans the whole period must not make each query scan all events.
    events.append(event("long", WallTime(monday), minutes: 100_000 * 60))
    let index = OccurrenceIndex(events: events, zone: .utc)
    let durations = (0..<50).map { number in
      let day = monday.adding(days: number * 80)
      let (occurrences, seconds) = processorTime { index.occurrences(in: day..<day.adding(days: 1)) }
      #expect(occurrences.count == 25)
      return seconds
    }
    // The limit of 5 ms for the median allows for an unoptimized build. Scanning all events takes more than 100 ms.
    #expect(durations.sorted()[25] < 0.005)
  }
}
