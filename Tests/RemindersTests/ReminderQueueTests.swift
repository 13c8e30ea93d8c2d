import CalendarModel
import Reminders
import TestExtent
import Testing

@Suite struct ReminderQueueTests {
  private static let calendars = [CalendarID("/a.ics"), CalendarID("/b.ics")]

  /// Returns the lines of random events: single ones and series, timed, floating and all-day, with changed occurrences.
  private static func lines(_ uid: String, _ random: inout SeededRandom) -> [String] {
    let day = 9 + random.below(12)
    let date = "202603\(day < 10 ? "0" : "")\(day)"
    let start = [
      "DTSTART:\(date)T100000Z", "DTSTART:\(date)T100000", "DTSTART;VALUE=DATE:\(date)",
      "DTSTART;TZID=Europe/Berlin:\(date)T180000",
    ][random.below(4)]
    let alarm = alarm(":-\(["PT15M", "P1D", "PT0S", "PT30H"][random.below(4)])")
    let header = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z"]
    guard random.below(2) == 0 else { return header + [start, alarm, "END:VEVENT"] }
    let series = header + [start, "RRULE:FREQ=DAILY;COUNT=\(2 + random.below(6))", alarm, "END:VEVENT"]
    guard random.below(2) == 0 else { return series }
    let original = start.replacing("DTSTART", with: "RECURRENCE-ID")
    return series + header + [original, start.replacing("T1", with: "T0"), alarm, "END:VEVENT"]
  }

  /// What is changed step by step is what a new queue finds.
  @Test func changesLeadToTheSameQueueAsANewOne() throws {
    var random = SeededRandom(seed: TestExtent.seed(3_700))
    let zones = [Zone.utc, try zone("Europe/Berlin"), try zone("America/New_York"), try zone("Asia/Tokyo")]
    let period = try utc("2026-03-10T00:00")..<utc("2026-03-17T00:00")
    for _ in 0..<TestExtent.count(40) {
      var groups: [EventID: [SharedEvent]] = [:]
      func randomGroup(_ random: inout SeededRandom) throws -> [SharedEvent] {
        try events(
          Self.lines("event \(random.below(12))", &random), calendar: Self.calendars[random.below(2)])
      }
      for _ in 0..<10 {
        let events = try randomGroup(&random)
        groups[events[0].event.id.reminderGroup] = events
      }
      var hidden: Set<CalendarID> = []
      func visible() -> [SharedEvent] {
        groups.values.flatMap { $0 }.filter { !hidden.contains($0.event.id.calendar) }
      }
      var queue = ReminderQueue(of: visible(), in: period, finder: ReminderFinder(zone: .utc))
      for _ in 0..<20 {
        switch random.below(4) {
        case 0, 1:
          let events = try randomGroup(&random)
          let group = events[0].event.id.reminderGroup
          groups[group] = random.below(3) == 0 ? nil : events
          if !hidden.contains(group.calendar) { queue.replace(group, with: groups[group] ?? []) }
        case 2:
          let calendar = Self.calendars[random.below(2)]
          if hidden.remove(calendar) != nil {
            queue.add(visible().filter { $0.event.id.calendar == calendar })
          } else {
            hidden.insert(calendar)
            queue.remove(calendar)
          }
        default: queue.setZone(zones[random.below(4)], events: visible())
        }
        let expected = ReminderQueue(of: visible(), in: period, finder: queue.finder)
        #expect(Set(queue.reminders) == Set(expected.reminders))
        #expect(queue.reminders.count == expected.reminders.count)
        #expect(queue.reminders.map(\.due) == queue.reminders.map(\.due).sorted())
      }
    }
  }

  @Test func theNextDaysAreAdded() throws {
    let events = try events(
      event("a", "DTSTART:20260301T100000Z", "RRULE:FREQ=DAILY", alarm(":-PT15M")))
    let (start, middle, end) = (
      try utc("2026-03-10T00:00"), try utc("2026-03-17T00:00"), try utc("2026-03-24T00:00")
    )
    var queue = ReminderQueue(of: events, in: start..<middle, finder: ReminderFinder(zone: .utc))
    #expect(queue.reminders.count == 7)
    queue.extend(to: end, events: events)
    #expect(queue.reminders == ReminderQueue(of: events, in: start..<end, finder: queue.finder).reminders)
    #expect(queue.removeDue(at: middle).count == 7)
    #expect(queue.reminders.count == 7)
  }

  /// A series of a hostile file has an occurrence each second.
  @Test func aSeriesOfSecondsIsBounded() throws {
    let events = try events(
      event("a", "DTSTART:20260301T100000Z", "RRULE:FREQ=SECONDLY", alarm(":-PT15M")))
    let period = try utc("2026-03-10T00:00")..<utc("2026-03-17T00:00")
    let queue = ReminderQueue(of: events, in: period, finder: ReminderFinder(zone: .utc))
    #expect(queue.reminders.count <= 20_000)
  }

  /// A series has an occurrence each minute, with hundreds of alarms that are repeated hundreds of times.
  @Test func manyAlarmsOfManyOccurrencesAreBounded() throws {
    let alarms = (0..<1_000).map { alarm(":-PT\($0)S", "REPEAT:1000", "DURATION:PT1S") }
    let start = ["DTSTART:20260301T100000Z", "RRULE:FREQ=MINUTELY"]
    let header = ["BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z"]
    let events = try events(header + start + alarms + ["END:VEVENT"])
    let period = try utc("2026-03-10T00:00")..<utc("2026-03-17T00:00")
    let queue = ReminderQueue(of: events, in: period, finder: ReminderFinder(zone: .utc))
    #expect(queue.reminders.count <= 20_000)
  }
}
