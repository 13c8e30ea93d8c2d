import CalendarModel
import CalendarText
import Testing

@Suite struct EventPhrasesTests {
  let phrases = Phrases()
  let monday = Day(ordinal: 20_458)

  @Test(arguments: [
    (
      occurrence("Standup", "2026-01-05T09:00", "2026-01-05T09:15"),
      "Standup, Monday, 5 January 2026, 09:00 to 09:15, 15 minutes"
    ),
    (
      occurrence("Night train", "2026-01-05T22:00", "2026-01-06T02:00"),
      "Night train, Monday, 5 January 2026, 22:00 to Tuesday, 02:00, 4 hours"
    ),
    (occurrence("Conference", "2026-01-05", "2026-01-06"), "Conference, Monday, 5 January 2026, all day"),
    (
      occurrence("Conference", "2026-01-05", "2026-01-08"),
      "Conference, Monday, 5 January 2026 to Wednesday, 7 January 2026, 3 days"
    ),
    (
      occurrence("Reminder", "2026-01-05T09:00", "2026-01-05T09:00"),
      "Reminder, Monday, 5 January 2026, 09:00"
    ),
    (
      occurrence(" \n", "2026-01-05T09:00", "2026-01-05T10:00", status: .tentative, isRepeating: true),
      "Untitled event, Monday, 5 January 2026, 09:00 to 10:00, 1 hour, repeats, tentative"
    ),
    (
      occurrence("Dentist", "2026-01-05T09:00", "2026-01-05T10:00", status: .canceled),
      "Dentist, Monday, 5 January 2026, 09:00 to 10:00, 1 hour, canceled"
    ),
  ])
  func accessibleNameDescribesTheEvent(occurrence: Occurrence, expected: String) {
    #expect(phrases.accessibleName(occurrence) == expected)
  }

  @Test func accessibleNameContainsLocationAndCalendar() {
    var event = occurrence("Dentist", "2026-01-05T09:00", "2026-01-05T10:00").event
    event.location = "Room 2"
    let dentist = Occurrence(event: event, zone: .utc)
    let times = "Dentist, Monday, 5 January 2026, 09:00 to 10:00, 1 hour"
    #expect(phrases.spokenTimes(dentist) == times)
    #expect(phrases.accessibleName(dentist) == times + ", Room 2")
    #expect(phrases.accessibleName(dentist, calendar: "Work") == times + ", Room 2, Calendar: Work")
  }

  @Test func tooltipContainsTitleTimeLocationAndCalendar() {
    var standup = occurrence("Standup", "2026-01-05T09:00", "2026-01-05T09:15")
    standup.event.location = "Room 4"
    let time = "Monday, 5 January 2026, 09:00 – 09:15 · 15 min"
    #expect(phrases.tooltip(standup, calendar: "Work") == "Standup\n\(time)\nRoom 4\nCalendar: Work")
    standup.event.location = ""
    #expect(phrases.tooltip(standup, calendar: nil) == "Standup\n\(time)")
  }

  @Test func eventWithoutADurationHasASingleTime() {
    let reminder = occurrence("Reminder", "2026-01-05T10:45", "2026-01-05T10:45")
    #expect(phrases.dragLabel(reminder, onPageOf: monday) == "10:45")
    #expect(phrases.dragLabel(reminder, onPageOf: monday.adding(days: 1)) == "Mon 5 Jan, 10:45")
  }

  @Test func timesInAnotherZoneAreAlsoShownInThatZone() {
    func timesInOwnZone(_ hour: Int, in zone: Zone, shownIn displayZone: Zone) -> String? {
      let start = EventTime.zoned(WallTime(monday, hour: hour), zone)
      let event = CalendarEvent(
        id: EventID(calendar: CalendarID("test"), uid: "1"),
        times: EventTimes(start: start, end: .time(.zoned(WallTime(monday, hour: hour + 1), zone))),
        summary: "Call")
      return phrases.timesInOwnZone(Occurrence(event: event, zone: displayZone))
    }
    let newYork = Zone(identifier: "America/New_York", rules: FixedOffset(seconds: -5 * 3600))
    let berlin = Zone(identifier: "Europe/Berlin", rules: FixedOffset(seconds: 3600))
    let paris = Zone(identifier: "Europe/Paris", rules: FixedOffset(seconds: 3600))
    #expect(timesInOwnZone(8, in: newYork, shownIn: berlin) == "America/New York: 08:00 – 09:00")
    #expect(timesInOwnZone(20, in: newYork, shownIn: berlin) == "America/New York: Mon 5 Jan, 20:00 – 21:00")
    #expect(timesInOwnZone(8, in: berlin, shownIn: berlin) == nil)
    #expect(timesInOwnZone(8, in: paris, shownIn: berlin) == nil, "the same times are shown for both zones")
    #expect(phrases.timesInOwnZone(occurrence("Anywhere", "2026-01-05T09:00", "2026-01-05T10:00")) == nil)
  }

  @Test func dragLabelContainsTheDayOnlyIfItDiffers() {
    let movedStandup = occurrence("Standup", "2026-01-06T14:15", "2026-01-06T15:00")
    #expect(phrases.dragLabel(movedStandup, onPageOf: monday.adding(days: 1)) == "14:15 – 15:00 · 45 min")
    #expect(phrases.dragLabel(movedStandup, onPageOf: monday) == "Tue 6 Jan, 14:15 – 15:00 · 45 min")
    let train = occurrence("Train", "2026-01-05T22:00", "2026-01-06T02:00")
    #expect(phrases.dragLabel(train, onPageOf: monday) == "22:00 – Tue 02:00 · 4 h")
    let fair = occurrence("Fair", "2026-01-05", "2026-01-08")
    #expect(phrases.dragLabel(fair, onPageOf: monday) == "Mon 5 Jan – Wed 7 Jan · 3 days")
  }

  @Test func dragLabelShowsTheExactDurationAcrossAClockChange() {
    let zone = Zone(identifier: "Test/Spring", rules: SpringForward())
    let nightWatch = occurrence("Night watch", "2026-01-05T01:00", "2026-01-05T04:00", zone: zone)
    #expect(phrases.dragLabel(nightWatch, onPageOf: monday) == "01:00 – 04:00 · 2 h")
  }

  @Test func blockShowsTheDayOfAnEarlierStart() {
    let night = occurrence("Train", "2026-01-04T22:00", "2026-01-05T06:30")
    #expect(phrases.blockTime(night, on: monday) == "Sun 22:00 – 06:30")
    #expect(phrases.blockTime(night, on: monday.adding(days: -1)) == "22:00 – Mon 06:30")
    #expect(phrases.blockTime(occurrence("Fair", "2026-01-05", "2026-01-06"), on: monday) == "All day")
  }

  @Test func dayListNameCountsTheEventsAndSaysTheDate() {
    #expect(phrases.dayListName(monday.adding(days: 1), events: 4) == "Tuesday, 6 January 2026, 4 events")
    #expect(phrases.dayListName(monday, events: 1) == "Monday, 5 January 2026, 1 event")
    #expect(phrases.dayListName(monday, events: 0) == "Monday, 5 January 2026, no events")
    #expect(phrases.dayListName(monday, events: 0, allDay: 1) == "Monday, 5 January 2026, 1 all-day event")
    #expect(
      phrases.dayListName(monday, events: 2, allDay: 3)
        == "Monday, 5 January 2026, 2 events, 3 all-day events")
  }

  @Test func recurrenceAndStatusAreDescribed() throws {
    var standup = occurrence("Standup", "2026-01-06T14:15", "2026-01-06T15:00", isRepeating: true)
    let rule = try RecurrenceRule(parsing: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU")
    standup.event.repetition = .series(.master(Recurrence(start: standup.times.start, rules: [rule])))
    #expect(phrases.recurrenceAndStatus(standup) == ["Every 2 weeks on Tuesday"])
    standup.event.repetition = .series(.changed(originalStart: standup.times.start, isThisAndFuture: false))
    standup.event.status = .canceled
    #expect(phrases.recurrenceAndStatus(standup) == ["Differs from the rest of the series", "Canceled"])
    standup.event.repetition = .unreadable
    #expect(phrases.recurrenceAndStatus(standup) == [phrases.refusal(.unreadableRepetition), "Canceled"])
  }

  @Test func announcementsDescribeLiftsDropsAndUndo() {
    let standup = occurrence("Standup", "2026-01-06T14:15", "2026-01-06T15:00")
    #expect(phrases.liftAnnouncement(standup.event) == "Lifted Standup")
    #expect(phrases.position(standup) == "Tuesday, 14:15 to 15:00")
    #expect(phrases.dropAnnouncement == "Dropped")
    #expect(
      phrases.announcement("Undone: move of “Standup”", of: standup)
        == "Undone: move of “Standup”, Tuesday, 14:15 to 15:00")
    #expect(phrases.putBackAnnouncement == "Put back")
    #expect(phrases.pageTurnMessage(.day, forward: true) == "Next Day")
  }

  @Test func toastsDescribeTheChange() {
    let standup = occurrence("Standup", "2026-01-05T09:00", "2026-01-05T09:45")
    let later = occurrence("Standup", "2026-01-05T14:15", "2026-01-05T15:00")
    let tuesday = occurrence("Standup", "2026-01-06T14:15", "2026-01-06T15:00")
    #expect(phrases.toast(.move(later.times), from: standup, to: later) == "Moved “Standup” to 14:15")
    #expect(
      phrases.toast(.move(tuesday.times), from: standup, to: tuesday)
        == "Moved “Standup” to Tue 6 Jan, 14:15")
    #expect(
      phrases.toast(.resizeEnd(later.times), from: standup, to: later)
        == "Changed “Standup” to 14:15 – 15:00 · 45 min")
    #expect(phrases.toast(.delete, from: standup, to: standup) == "Deleted “Standup”")
    #expect(phrases.undone(.delete, of: standup, scope: .all) == "Undone: deletion of “Standup”")
    #expect(phrases.redone(.move(later.times), of: later, scope: .all) == "Redone: move of “Standup”")
    #expect(
      phrases.refusal(.unreadableRepetition)
        == "This event cannot be changed because its file does not say clearly how it repeats")
  }

  @Test func toastsSayHowMuchOfASeriesWasChanged() throws {
    var standup = occurrence("Standup", "2026-01-12T09:00", "2026-01-12T09:45")
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=10")
    standup.event.repetition = .series(.master(Recurrence(start: standup.times.start, rules: [rule])))
    let later = standup.applying(
      .move(standup.times.moved(toStart: standup.start.wall.adding(minutes: 15), in: .utc)), in: .utc)
    for (scope, events) in [
      (EventEdit.Scope.thisOccurrence, "“Standup” on Mon 12 Jan"),
      (.thisAndFollowing, "“Standup” from Mon 12 Jan on"), (.all, "all events of “Standup”"),
    ] {
      #expect(phrases.toast(.delete, from: standup, to: standup, scope: scope) == "Deleted \(events)")
      #expect(
        phrases.toast(.move(later.times), from: standup, to: later, scope: scope)
          == "Moved \(events) to 09:15")
      #expect(phrases.undone(.delete, of: standup, scope: scope) == "Undone: deletion of \(events)")
    }
  }

  /// Clocks that are set forward from 02:00 to 03:00 on January 5, 2026.
  private struct SpringForward: ZoneRules {
    func offset(at instant: Instant) -> Int {
      instant.seconds < 20_458 * WallTime.secondsPerDay + 7200 ? 0 : 3600
    }
  }

  @Test func longTitlesAreShortenedBetweenWords() {
    func shortTitle(_ title: String) -> String {
      var event = occurrence("A", "2026-01-05T09:00", "2026-01-05T10:00").event
      event.summary = title
      return phrases.shortTitle(event)
    }
    #expect(shortTitle("Standup") == "Standup")
    #expect(
      shortTitle("Preparations for the quarterly review of everything")
        == "Preparations for the quarterly review…"
    )
    #expect(shortTitle(String(repeating: "x", count: 90)).count == 40)
    #expect(shortTitle(String(repeating: "e\u{301}", count: 40)).count == 40)
    #expect(
      shortTitle("1234567890123456789012345678901234567890") == "1234567890123456789012345678901234567890")
  }

  @Test func detailsNameTheCalendarThePeopleAndTheReminders() {
    var event = occurrence("A", "2026-01-05T09:00", "2026-01-05T10:00").event
    #expect(phrases.detailLines(event, calendar: nil, in: .utc) == [])
    event.organizer = EventPerson(commonName: "Ada", address: "mailto:ada@example.org")
    event.attendees = (1...10).compactMap {
      EventPerson(commonName: nil, address: "MAILTO:\($0)@example.org")
    }
    event.alarms = [.offset(EventDuration(seconds: -300), from: .start)]
    let names = (1...7).map { "\($0)@example.org" }.joined(separator: ", ")
    #expect(
      phrases.detailLines(event, calendar: "Work", in: .utc) == [
        "Calendar: Work", "Organizer: Ada", "Attendees: \(names), 3 more",
        "Reminder: 5 minutes before the start",
      ])
    event.attendees = [EventPerson.Answer.accepted, .declined, .tentative, .delegated, nil].enumerated()
      .compactMap { number, answer in
        var person = EventPerson(commonName: "P\(number)", address: "")
        person?.answer = answer
        return person
      }
    #expect(
      phrases.detailLines(event, calendar: nil, in: .utc)[1]
        == "Attendees: P0 (accepted), P1 (declined), P2 (maybe), P3 (delegated), P4")
  }
}
