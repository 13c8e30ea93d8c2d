import CalendarModel
import InteractionTestSupport
import TestExtent
import Testing
import TimelineInteraction

/// An event between two times in UTC, or between two dates, the second of which is exclusive.
private func event(_ title: String, _ start: String, _ end: String) -> Occurrence {
  func time(_ text: String) -> EventTime {
    WallTime(text).map { .floating($0) } ?? .date(Day(text) ?? monday)
  }
  let times = EventTimes(start: time(start), end: .time(time(end)))
  let id = EventID(calendar: CalendarID("test.ics"), uid: title)
  return Occurrence(event: CalendarEvent(id: id, times: times, summary: title), zone: .utc)
}

/// Monday, January 5, to Sunday, January 11.
private let week = monday..<monday.adding(days: 7)

/// Describes a list as text: "5: A, B 2/3 | 6-8 free".
private func description(_ agenda: Agenda) -> String {
  agenda.items.map { item in
    switch item {
    case .day(let day, let entries):
      let titles = entries.map { entry in
        let position = entry.dayCount > 1 ? " \(entry.dayNumber)/\(entry.dayCount)" : ""
        return entry.occurrence.event.summary + position
      }
      return "\(day.dayOfMonth): " + titles.joined(separator: ", ")
    case .free(let days):
      let last = days.upperBound.adding(days: -1)
      return days.lowerBound == last
        ? "\(last.dayOfMonth) free" : "\(days.lowerBound.dayOfMonth)-\(last.dayOfMonth) free"
    }
  }.joined(separator: " | ")
}

private func list(_ occurrences: [Occurrence], today: Int? = nil) -> String {
  description(Agenda(occurrences, in: week, today: today.map { monday.adding(days: $0 - 5) }))
}

@Suite struct AgendaTests {
  @Test func daysWithoutEventsAreOneItem() {
    #expect(list([]) == "5-11 free")
    let events = [event("A", "2026-01-06T09:00", "2026-01-06T10:00"), event("B", "2026-01-10", "2026-01-11")]
    #expect(list(events) == "5 free | 6: A | 7-9 free | 10: B | 11 free")
  }

  @Test func todayIsListedEvenWithoutEvents() {
    #expect(list([], today: 7) == "5-6 free | 7:  | 8-11 free")
    #expect(list([], today: 5) == "5:  | 6-11 free")
    #expect(list([], today: 20) == "5-11 free")
  }

  @Test func eventsWithoutATimeOfDayAreFirst() {
    let events = [
      event("A", "2026-01-06T09:00", "2026-01-06T10:00"), event("B", "2026-01-06T11:00", "2026-01-06T12:00"),
      event("C", "2026-01-06", "2026-01-07"),
    ]
    #expect(list(events) == "5 free | 6: C, A, B | 7-11 free")
  }

  @Test func eventOfSeveralDaysIsListedOnItsFirstDayAndToday() {
    let trip = event("Trip", "2026-01-06", "2026-01-10")
    #expect(list([trip]) == "5 free | 6: Trip 1/4 | 10-11 free")
    #expect(list([trip], today: 6) == "5 free | 6: Trip 1/4 | 10-11 free")
    #expect(list([trip], today: 8) == "5 free | 6: Trip 1/4 | 8: Trip 3/4 | 10-11 free")
    #expect(list([trip], today: 10) == "5 free | 6: Trip 1/4 | 10:  | 11 free")
  }

  @Test func eventThatBeganEarlierIsListedOnTheFirstDay() {
    let trip = event("Trip", "2026-01-03", "2026-01-07")
    #expect(list([trip]) == "5: Trip 3/4 | 7-11 free")
    #expect(list([trip], today: 6) == "5: Trip 3/4 | 6: Trip 4/4 | 7-11 free")
    let night = event("Night", "2026-01-05T22:00", "2026-01-06T06:00")
    #expect(list([night]) == "5: Night 1/2 | 7-11 free")
    // It ends at midnight.
    #expect(list([event("Late", "2026-01-05T22:00", "2026-01-06T00:00")]) == "5: Late | 6-11 free")
  }

  @Test func eventsOutsideTheRangeAreIgnored() {
    let events = [event("A", "2026-01-04T09:00", "2026-01-05T00:00"), event("B", "2026-01-12", "2026-01-13")]
    #expect(list(events) == "5-11 free")
  }

  @Test func everyDayIsListedOrFreeOrBelongsToARunningEvent() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<300 {
      let events = (0..<Int.random(in: 0...8, using: &random)).map { number in
        let first = monday.adding(days: Int.random(in: -5...9, using: &random))
        let last = first.adding(days: Int.random(in: 0...4, using: &random))
        return event("\(number)", "\(first)", "\(last.adding(days: 1))")
      }
      let today =
        Bool.random(using: &random) ? monday.adding(days: Int.random(in: -1...7, using: &random)) : nil
      let agenda = Agenda(events, in: week, today: today)
      var listed: Set<Day> = [], free: Set<Day> = []
      var last = week.lowerBound.adding(days: -1)
      for item in agenda.items {
        switch item {
        case .day(let day, let entries):
          #expect(day > last && (!entries.isEmpty || day == today))
          #expect(entries.allSatisfy { $0.occurrence.days.lowerBound.adding(days: $0.dayNumber - 1) == day })
          #expect(Set(entries.map(\.occurrence.id)).count == entries.count)
          listed.insert(day)
          last = day
        case .free(let days):
          #expect(days.lowerBound > last && !days.isEmpty)
          #expect(!events.contains { $0.days.overlaps(days) })
          free.formUnion(days)
          last = days.upperBound.adding(days: -1)
        }
      }
      for day in week where !listed.contains(day) && !free.contains(day) {
        #expect(events.contains { $0.days.contains(day) && $0.days.lowerBound < day })
      }
      for event in events where event.days.overlaps(week) {
        let days = agenda.items.filter {
          if case .day(_, let entries) = $0 {
            entries.contains { $0.occurrence.id == event.id }
          } else {
            false
          }
        }
        let isOnTodayToo = today.map {
          $0 > max(event.days.lowerBound, monday) && event.days.contains($0) && week.contains($0)
        }
        #expect(days.count == (isOnTodayToo == true ? 2 : 1))
      }
    }
  }
}
