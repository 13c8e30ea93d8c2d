import CalendarModel
import Reminders
import Testing

/// When the alarms of an event ring, written by hand from RFC 5545, RFC 9074 and the design. All times are those of Berlin,
/// whose clocks change on March 29 and October 25, 2026.
struct ReminderCase: CustomTestStringConvertible {
  let testDescription: String
  let lines: [String]
  let due: [String]

  init(_ name: String, _ components: [String]..., due: [String]) {
    (testDescription, self.due) = (name, due)
    lines = components.flatMap { $0 }
  }
}

private let timed = [
  "DTSTART;TZID=Europe/Berlin:20260310T140000", "DTEND;TZID=Europe/Berlin:20260310T153000",
]
private let allDay = ["DTSTART;VALUE=DATE:20260310", "DTEND;VALUE=DATE:20260312"]
private let daily = timed + ["RRULE:FREQ=DAILY;COUNT=3"]

private func single(_ times: [String], _ lines: String...) -> [String] { event(times + lines) }

private func event(_ lines: [String]) -> [String] {
  ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"]
}

private func change(of original: String, _ lines: String...) -> [String] {
  event(["RECURRENCE-ID;TZID=Europe/Berlin\(original.first == ";" ? "" : ":")\(original)"] + lines)
}

@Suite struct ReminderTableTests {
  static let timedEvents: [ReminderCase] = [
    ReminderCase("before the start", single(timed, alarm(":-PT15M")), due: ["2026-03-10T13:45"]),
    ReminderCase("at the start", single(timed, alarm(":PT0S")), due: ["2026-03-10T14:00"]),
    ReminderCase("after the start", single(timed, alarm(":PT10M")), due: ["2026-03-10T14:10"]),
    ReminderCase("before the end", single(timed, alarm(";RELATED=END:-PT30M")), due: ["2026-03-10T15:00"]),
    ReminderCase(
      "at a moment", single(timed, alarm(";VALUE=DATE-TIME:20260309T170000Z")), due: ["2026-03-09T18:00"]),
    ReminderCase(
      "repeated", single(timed, alarm(":-PT15M", "REPEAT:2", "DURATION:PT5M")),
      due: ["2026-03-10T13:45", "2026-03-10T13:50", "2026-03-10T13:55"]),
    ReminderCase(
      "two alarms at once that are repeated differently",
      single(
        timed, alarm(":-PT15M", "REPEAT:1", "DURATION:PT5M"),
        alarm(":-PT15M", action: "AUDIO", "REPEAT:1", "DURATION:PT2M")),
      due: ["2026-03-10T13:45", "2026-03-10T13:47", "2026-03-10T13:50"]),
    ReminderCase(
      "REPEAT without DURATION", single(timed, alarm(":-PT15M", "REPEAT:2")), due: ["2026-03-10T13:45"]),
    ReminderCase("sound", single(timed, alarm(":-PT15M", action: "AUDIO")), due: ["2026-03-10T13:45"]),
    ReminderCase(
      "message and sound at once",
      single(timed, alarm(":-PT15M"), alarm(":-PT15M", action: "AUDIO"), alarm(":-PT5M")),
      due: ["2026-03-10T13:45", "2026-03-10T13:55"]),
    ReminderCase(
      "without ACTION",
      single(timed, "BEGIN:VALARM", "TRIGGER:-PT15M", "END:VALARM"), due: ["2026-03-10T13:45"]),
    // RFC 5545 3.8.6.1: unknown actions are ignored. Mail is sent by a server.
    ReminderCase("mail", single(timed, alarm(":-PT15M", action: "EMAIL")), due: []),
    ReminderCase("a program", single(timed, alarm(":-PT15M", action: "PROCEDURE")), due: []),
    ReminderCase("unknown action", single(timed, alarm(":-PT15M", action: "X-LAMP")), due: []),
    ReminderCase(
      "a message at the time of a program",
      single(timed, alarm(":-PT15M", action: "PROCEDURE"), alarm(":-PT15M")), due: ["2026-03-10T13:45"]),
    ReminderCase(
      "no alarm of Apple", single(timed, alarm(";VALUE=DATE-TIME:19760401T005545Z", action: "NONE")), due: []),
    ReminderCase("a place", single(timed, alarm(":-PT15M", "PROXIMITY:ARRIVE")), due: []),
    ReminderCase("canceled", single(timed, "STATUS:CANCELLED", alarm(":-PT15M")), due: []),
    ReminderCase(
      "in UTC", single([], "DTSTART:20260310T130000Z", alarm(":-PT15M")), due: ["2026-03-10T13:45"]),
    ReminderCase(
      "in another zone", single([], "DTSTART;TZID=Asia/Tokyo:20260310T220000", alarm(":-PT15M")),
      due: ["2026-03-10T13:45"]),
    ReminderCase(
      "floating", single([], "DTSTART:20260310T140000", alarm(":-PT15M")), due: ["2026-03-10T13:45"]),
    // RFC 5545 3.3.6: days are nominal, hours exact.
    ReminderCase(
      "a day before the day after the clocks changed",
      single([], "DTSTART;TZID=Europe/Berlin:20260329T140000", alarm(":-P1D")), due: ["2026-03-28T14:00"]),
    ReminderCase(
      "24 hours before the day after the clocks changed",
      single([], "DTSTART;TZID=Europe/Berlin:20260329T140000", alarm(":-PT24H")), due: ["2026-03-28T13:00"]),
    ReminderCase(
      "midnight of an event with a time",
      single([], "DTSTART;TZID=Europe/Berlin:20260310T000000", alarm(":PT0S")),
      due: ["2026-03-10T00:00"]),
  ]

  static let allDayEvents: [ReminderCase] = [
    ReminderCase("on the day", single(allDay, alarm(":PT0S")), due: ["2026-03-10T09:00"]),
    ReminderCase("a day before", single(allDay, alarm(":-P1D")), due: ["2026-03-09T09:00"]),
    ReminderCase("24 hours before", single(allDay, alarm(":-PT24H")), due: ["2026-03-09T09:00"]),
    ReminderCase("a week before", single(allDay, alarm(":-P1W")), due: ["2026-03-03T09:00"]),
    ReminderCase("9 hours before", single(allDay, alarm(":-PT9H")), due: ["2026-03-09T15:00"]),
    ReminderCase("at 7 in the morning", single(allDay, alarm(":PT7H")), due: ["2026-03-10T07:00"]),
    ReminderCase("15 minutes before", single(allDay, alarm(":-PT15M")), due: ["2026-03-09T23:45"]),
    ReminderCase(
      "an hour before the end", single(allDay, alarm(";RELATED=END:-PT1H")), due: ["2026-03-11T23:00"]),
    ReminderCase(
      "at a moment that is midnight here", single(allDay, alarm(";VALUE=DATE-TIME:20260309T230000Z")),
      due: ["2026-03-10T00:00"]),
    ReminderCase(
      "repeated from the chosen hour", single(allDay, alarm(":PT0S", "REPEAT:1", "DURATION:PT1H")),
      due: ["2026-03-10T09:00", "2026-03-10T10:00"]),
    ReminderCase(
      "at 9 on the day the clocks change", single([], "DTSTART;VALUE=DATE:20260329", alarm(":PT9H")),
      due: ["2026-03-29T09:00"]),
    ReminderCase(
      "a day before the day after the clocks changed",
      single([], "DTSTART;VALUE=DATE:20261026", alarm(":-PT10H")),
      due: ["2026-10-25T14:00"]),
  ]

  static let series: [ReminderCase] = [
    ReminderCase(
      "every occurrence", single(daily, alarm(":-PT15M")),
      due: ["2026-03-10T13:45", "2026-03-11T13:45", "2026-03-12T13:45"]),
    ReminderCase(
      "a month before", single(daily, alarm(":-P4W")),
      due: ["2026-02-10T14:00", "2026-02-11T14:00", "2026-02-12T14:00"]),
    ReminderCase(
      "added and excluded dates",
      single(
        daily, "RDATE;TZID=Europe/Berlin:20260320T080000", "EXDATE;TZID=Europe/Berlin:20260311T140000",
        alarm(":-PT15M")), due: ["2026-03-10T13:45", "2026-03-12T13:45", "2026-03-20T07:45"]),
    ReminderCase(
      "a period of RDATE",
      single(
        timed, "RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20260320T080000/PT3H", alarm(";RELATED=END:-PT15M")),
      due: ["2026-03-10T15:15", "2026-03-20T10:45"]),
    ReminderCase(
      "a moment of the series rings once", single(daily, alarm(";VALUE=DATE-TIME:20260311T080000Z")),
      due: ["2026-03-11T09:00"]),
    ReminderCase(
      "a moment of the series and of a changed occurrence",
      single(daily, alarm(";VALUE=DATE-TIME:20260311T080000Z")),
      change(
        of: "20260311T140000", "DTSTART;TZID=Europe/Berlin:20260311T180000",
        alarm(";VALUE=DATE-TIME:20260311T080000Z")),
      due: ["2026-03-11T09:00"]),
    // The series itself does not take place.
    ReminderCase(
      "a moment of a series whose only occurrence is changed",
      single(timed, "RRULE:FREQ=DAILY;COUNT=1", alarm(";VALUE=DATE-TIME:20260310T080000Z")),
      change(of: "20260310T140000", "DTSTART;TZID=Europe/Berlin:20260310T180000", alarm(":-PT15M")),
      due: ["2026-03-10T17:45"]),
    ReminderCase(
      "a changed occurrence has its own alarm",
      single(daily, alarm(":-PT15M")),
      change(
        of: "20260311T140000",
        "DTSTART;TZID=Europe/Berlin:20260311T180000", "DTEND;TZID=Europe/Berlin:20260311T190000",
        alarm(":-PT1H")),
      due: ["2026-03-10T13:45", "2026-03-11T17:00", "2026-03-12T13:45"]),
    ReminderCase(
      "a changed occurrence without alarm",
      single(daily, alarm(":-PT15M")),
      change(of: "20260311T140000", "DTSTART;TZID=Europe/Berlin:20260311T180000"),
      due: ["2026-03-10T13:45", "2026-03-12T13:45"]),
    ReminderCase(
      "only a changed occurrence has an alarm",
      single(daily),
      change(of: "20260311T140000", "DTSTART;TZID=Europe/Berlin:20260311T180000", alarm(":-PT5M")),
      due: ["2026-03-11T17:55"]),
    ReminderCase(
      "a canceled occurrence",
      single(daily, alarm(":-PT15M")),
      change(
        of: "20260311T140000",
        "DTSTART;TZID=Europe/Berlin:20260311T140000", "STATUS:CANCELLED", alarm(":-PT15M")),
      due: ["2026-03-10T13:45", "2026-03-12T13:45"]),
    ReminderCase(
      "a canceled series with an occurrence that takes place",
      single(daily, "STATUS:CANCELLED", alarm(":-PT15M")),
      change(of: "20260311T140000", "DTSTART;TZID=Europe/Berlin:20260311T140000", alarm(":-PT15M")),
      due: ["2026-03-11T13:45"]),
    // RFC 5545 3.8.4.4: later occurrences are changed by the same amount, and have the alarms of the changed one.
    ReminderCase(
      "this and future",
      single(daily, alarm(":-PT15M")),
      change(
        of: ";RANGE=THISANDFUTURE:20260311T140000",
        "DTSTART;TZID=Europe/Berlin:20260311T180000", "DTEND;TZID=Europe/Berlin:20260311T190000",
        alarm(":-PT1H")),
      due: ["2026-03-10T13:45", "2026-03-11T17:00", "2026-03-12T17:00"]),
    ReminderCase(
      "the end of each occurrence",
      single(daily, alarm(";RELATED=END:PT0S")),
      due: ["2026-03-10T15:30", "2026-03-11T15:30", "2026-03-12T15:30"]),
    ReminderCase(
      "all-day", single([], "DTSTART;VALUE=DATE:20260328", "RRULE:FREQ=DAILY;COUNT=3", alarm(":-P1D")),
      due: ["2026-03-27T09:00", "2026-03-28T09:00", "2026-03-29T09:00"]),
    ReminderCase(
      "across the clock change",
      single([], "DTSTART;TZID=Europe/Berlin:20260328T140000", "RRULE:FREQ=DAILY;COUNT=2", alarm(":-PT30M")),
      due: ["2026-03-28T13:30", "2026-03-29T13:30"]),
  ]

  static let acknowledged: [ReminderCase] = [
    ReminderCase(
      "dismissed", single(timed, alarm(":-PT15M", "ACKNOWLEDGED:20260310T124600Z")), due: []),
    ReminderCase(
      "dismissed before it was moved", single(timed, alarm(":-PT15M", "ACKNOWLEDGED:20260310T120000Z")),
      due: ["2026-03-10T13:45"]),
    ReminderCase(
      "one of two dismissed",
      single(timed, alarm(":-PT1H", "ACKNOWLEDGED:20260310T130000Z"), alarm(":-PT15M")),
      due: ["2026-03-10T13:45"]),
    ReminderCase(
      "one occurrence dismissed", single(daily, alarm(":-PT15M", "ACKNOWLEDGED:20260310T130000Z")),
      due: ["2026-03-11T13:45", "2026-03-12T13:45"]),
    ReminderCase(
      "all dismissed in Thunderbird",
      single(timed, "X-MOZ-LASTACK:20260310T123000Z", alarm(":-PT1H"), alarm(":-PT15M")),
      due: ["2026-03-10T13:45"]),
    ReminderCase(
      "snoozed in Thunderbird",
      single(timed, "X-MOZ-LASTACK:20260310T124600Z", "X-MOZ-SNOOZE-TIME:20260310T125500Z", alarm(":-PT15M")),
      due: ["2026-03-10T13:55"]),
    ReminderCase(
      "snoozed in Thunderbird, then dismissed",
      single(timed, "X-MOZ-LASTACK:20260310T125600Z", "X-MOZ-SNOOZE-TIME:20260310T125500Z", alarm(":-PT15M")),
      due: []),
    // 1773234000 is March 11, 14:00, in Berlin.
    ReminderCase(
      "an occurrence snoozed in Thunderbird",
      single(
        daily, "X-MOZ-LASTACK:20260311T124600Z", "X-MOZ-SNOOZE-TIME-1773234000000000:20260311T125500Z",
        alarm(":-PT15M")), due: ["2026-03-11T13:55", "2026-03-12T13:45"]),
    ReminderCase(
      "a changed occurrence snoozed in Thunderbird",
      single(
        daily, "X-MOZ-LASTACK:20260311T164600Z", "X-MOZ-SNOOZE-TIME-1773234000000000:20260311T165500Z",
        alarm(":-PT15M")),
      change(of: "20260311T140000", "DTSTART;TZID=Europe/Berlin:20260311T180000", alarm(":-PT15M")),
      due: ["2026-03-11T17:55", "2026-03-12T13:45"]),
  ]

  @Test(arguments: timedEvents + allDayEvents + series + acknowledged)
  func reminderRingsWhenItShould(_ row: ReminderCase) throws {
    let berlin = try zone("Europe/Berlin")
    let found = reminders(
      of: try events(row.lines), from: try utc("2026-01-01T00:00"), to: try utc("2026-12-31T00:00"),
      in: berlin)
    #expect(found.map { String(berlin.time(at: $0.due).wall.description.prefix(16)) } == row.due)
  }

  @Test func theChosenHourMovesOnlyMidnight() throws {
    let berlin = try zone("Europe/Berlin")
    var settings = ReminderSettings()
    settings.allDayTime = 18 * 3600 + 30 * 60
    let found = reminders(
      of: try events(single(allDay, alarm(":-P1D"), alarm(":-PT9H"))), from: try utc("2026-03-01T00:00"),
      to: try utc("2026-04-01T00:00"), in: berlin, settings: settings)
    #expect(
      found.map { berlin.time(at: $0.due).wall.description } == [
        "2026-03-09T15:00:00", "2026-03-09T18:30:00",
      ])
  }

  /// On November 4, 2018, the clocks of São Paulo went from midnight to 01:00.
  @Test func anAllDayEventRingsOnADayWithoutMidnight() throws {
    let zone = try zone("America/Sao_Paulo")
    let found = reminders(
      of: try events(single([], "DTSTART;VALUE=DATE:20181104", alarm(":PT0S"), alarm(":PT30M"))),
      from: try utc("2018-11-01T00:00"), to: try utc("2018-11-08T00:00"), in: zone)
    #expect(
      found.map { zone.time(at: $0.due).wall.description } == ["2018-11-04T01:30:00", "2018-11-04T09:00:00"])
  }

  @Test func aReminderKeepsItsIdentityInAnotherFileAndAsAChangedOccurrence() throws {
    let berlin = try zone("Europe/Berlin")
    let (from, to) = (try utc("2026-03-11T00:00"), try utc("2026-03-12T00:00"))
    let master = try events(single(daily, alarm(":-PT15M")))
    let changed = try events(
      single(daily, alarm(":-PT15M"))
        + single(
          [], "RECURRENCE-ID:20260311T130000Z", "SUMMARY:Another",
          "DTSTART;TZID=Europe/Berlin:20260311T140000",
          alarm(":-PT15M")))
    let ids = reminders(of: master, from: from, to: to, in: berlin).map(\.id)
    #expect(ids.count == 1)
    #expect(reminders(of: changed, from: from, to: to, in: berlin).map(\.id) == ids)
  }

  @Test func aMillionRepetitionsAreBounded() throws {
    let found = reminders(
      of: try events(single(timed, alarm(":-PT15M", "REPEAT:1000000", "DURATION:PT1S"))),
      from: try utc("2026-03-01T00:00"), to: try utc("2026-04-01T00:00"), in: .utc)
    #expect(found.count == 201)
  }
}
