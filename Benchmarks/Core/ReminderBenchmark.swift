import CalendarModel
import Reminders

/// Measures how the next reminder is found, and what a change costs.
enum ReminderBenchmark {
  static func run(eventCount: Int, rounds: Int) async throws {
    let start = Instant(seconds: 1_773_100_800)
    let period = start..<start.adding(seconds: 7 * WallTime.secondsPerDay)
    let finder = ReminderFinder(zone: .utc)
    let events = try (0..<eventCount).map { try SharedEvent(event($0, around: start)) }
    let name = "\(eventCount / 1_000)k events with reminders, a tenth of them series"

    let allSamples = await Samples(rounds: rounds, prepare: { events }) { events in
      CoreBenchmark.blackHole(ReminderQueue(of: events, in: period, finder: finder).first)
    }
    CoreBenchmark.printRow("Find the next reminder of \(name)", allSamples)

    let changeSamples = await Samples(
      rounds: rounds, prepare: { ReminderQueue(of: events, in: period, finder: finder) }
    ) { queue in
      queue.replace(events[10].event.id.reminderGroup, with: [events[10]])
      CoreBenchmark.blackHole(queue.first)
    }
    CoreBenchmark.printRow("Change one series of them", changeSamples)
  }

  /// Events within half a year of a moment; every tenth is a weekly series.
  private static func event(_ number: Int, around moment: Instant) throws -> CalendarEvent {
    let offset = (number * 7_919 % 4_392 - 2_196) * 3_600
    let start = EventTime.utc(WallTime(seconds: moment.seconds + offset))
    var event = CalendarEvent(
      id: EventID(calendar: CalendarID("/a.ics"), uid: "event \(number)"),
      times: EventTimes(start: start, end: .duration(EventDuration(seconds: 3_600))),
      summary: "Event \(number)")
    event.alarms = [.before(seconds: 900)]
    if number.isMultiple(of: 10) {
      let rule = try RecurrenceRule(parsing: "FREQ=WEEKLY")
      event.repetition = .series(.master(Recurrence(start: start, rules: [rule])))
    }
    return event
  }
}
