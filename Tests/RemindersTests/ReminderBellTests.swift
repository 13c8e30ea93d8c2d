import CalendarModel
import Reminders
import TestExtent
import Testing

/// An event of half an hour, in UTC.
private func meeting(_ uid: String, _ start: String, _ alarms: String...) -> [String] {
  ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:\(start)", "DURATION:PT30M"] + alarms
    + ["END:VEVENT"]
}

private func bell(_ events: [SharedEvent], checked: Instant, at now: Instant) -> ReminderBell {
  ReminderBell(
    record: ReminderRecord(checked: checked), events: events, finder: ReminderFinder(zone: .utc), at: now)
}

/// The same bell in a program that was killed and started again.
private func restarted(_ bell: ReminderBell, _ events: [SharedEvent], at now: Instant) throws -> ReminderBell
{
  let record = try #require(ReminderRecord(text: bell.record.text))
  #expect(record == bell.record)
  return ReminderBell(record: record, events: events, finder: ReminderFinder(zone: .utc), at: now)
}

private func uids(_ rings: [Ring]) -> [String] { rings.flatMap(\.reminders).map(\.id.occurrence.uid.text) }

@Suite struct ReminderBellTests {
  @Test func aReminderRingsOnceAtItsMoment() throws {
    let events = try events(meeting("a", "20260310T140000Z", alarm(":-PT15M")))
    let start = try utc("2026-03-10T12:00")
    var bell = bell(events, checked: start, at: start)
    #expect(bell.nextMoment == (try utc("2026-03-10T13:45")))
    #expect(bell.ring(at: try utc("2026-03-10T13:44")).isEmpty)
    #expect(bell.ring(at: try utc("2026-03-10T13:45")).map(\.areMissed) == [false])
    #expect(bell.ring(at: try utc("2026-03-10T13:45")).isEmpty)
    var again = try restarted(bell, events, at: try utc("2026-03-10T13:45"))
    #expect(again.ring(at: try utc("2026-03-10T13:46")).isEmpty)
  }

  @Test func whatWasDueBeforeTheFirstStartDoesNotRing() throws {
    let events = try events(meeting("a", "20260310T140000Z", alarm(":-PT15M")))
    let now = try utc("2026-03-10T13:50")
    var bell = bell(events, checked: now, at: now)
    #expect(bell.ring(at: now).isEmpty)
  }

  @Test func eachMissedReminderRingsOnceInOneNotification() throws {
    let events = try events(
      meeting("a", "20260310T140000Z", alarm(":-PT15M"), alarm(":-PT5M"))
        + meeting("b", "20260310T180000Z", alarm(":-PT15M"))
        + meeting("c", "20260311T120500Z", alarm(":-PT5M")))
    let now = try utc("2026-03-11T12:01")
    var bell = bell(events, checked: try utc("2026-03-10T12:00"), at: now)
    let rings = bell.ring(at: now)
    #expect(rings.map(\.areMissed) == [true, false])
    #expect(rings.map { uids([$0]) } == [["a", "a", "b"], ["c"]])
    var again = try restarted(bell, events, at: now)
    #expect(again.ring(at: now).isEmpty)
  }

  @Test func whatWasMissedLongAgoRingsOnlyIfItsEventHasNotEnded() throws {
    let events = try events(
      meeting("past", "20260310T140000Z", alarm(":-PT15M"))
        + meeting("coming", "20260322T140000Z", alarm(":-P2W")))
    let now = try utc("2026-03-20T12:00")
    var bell = bell(events, checked: try utc("2026-03-05T12:00"), at: now)
    #expect(uids(bell.ring(at: now)) == ["coming"])
  }

  @Test(arguments: [(3, 3), (4, 1), (20, 1)]) func manyRemindersAtOnceAreOneNotification(
    count: Int, notificationCount: Int
  ) throws {
    let events = try events(
      (1...count).flatMap { meeting("event \($0)", "20260310T140000Z", alarm(":-PT15M")) })
    let start = try utc("2026-03-10T12:00")
    var bell = bell(events, checked: start, at: start)
    let rings = bell.ring(at: try utc("2026-03-10T13:45"))
    #expect(rings.count == notificationCount)
    #expect(Set(uids(rings)).count == count)
  }

  // MARK: Snooze

  @Test(arguments: [
    (Snooze.minutes(5), "2026-03-10T13:45", "2026-03-10T13:50"),
    (Snooze.minutes(15), "2026-03-10T13:45", "2026-03-10T14:00"),
    // Who asks to be reminded in an hour does not want to miss the event.
    (Snooze.minutes(60), "2026-03-10T13:45", "2026-03-10T14:00"),
    (Snooze.untilStart, "2026-03-10T13:45", "2026-03-10T14:00"),
    (Snooze.minutes(15), "2026-03-10T14:10", "2026-03-10T14:25"),
    (Snooze.untilStart, "2026-03-10T14:00", "2026-03-10T14:05"),
  ]) func aSnoozedReminderRingsAgainNoLaterThanTheStart(snooze: Snooze, now: String, until: String) throws {
    let events = try events(meeting("a", "20260310T140000Z", alarm(":-PT15M")))
    let (now, until) = (try utc(now), try utc(until))
    var bell = bell(events, checked: try utc("2026-03-10T12:00"), at: try utc("2026-03-10T12:00"))
    let reminder = try #require(bell.ring(at: try utc("2026-03-10T13:45")).first?.reminders.first)
    #expect(bell.snooze(reminder, snooze, at: now) == until)
    var again = try restarted(bell, events, at: now)
    #expect(again.nextMoment == until)
    #expect(again.ring(at: until.adding(seconds: -1)).isEmpty)
    #expect(uids(again.ring(at: until)) == ["a"])
    var third = try restarted(again, events, at: until)
    #expect(third.ring(at: until.adding(seconds: 60)).isEmpty)
  }

  @Test func aSnoozedAllDayReminderRingsOnTheDay() throws {
    let events = try events(
      event("a", "DTSTART;VALUE=DATE:20260311", alarm(":-PT1H")))
    var bell = bell(events, checked: try utc("2026-03-10T12:00"), at: try utc("2026-03-10T12:00"))
    let reminder = try #require(bell.ring(at: try utc("2026-03-10T23:00")).first?.reminders.first)
    let until = bell.snooze(reminder, .minutes(600), at: try utc("2026-03-10T23:00"))
    #expect(until == (try utc("2026-03-11T09:00")))
  }

  @Test func aSnoozedReminderOfADeletedOrCanceledEventDoesNotRing() throws {
    let original = try events(meeting("a", "20260310T140000Z", alarm(":-PT15M")))
    let canceled = try events(
      event("a", "DTSTART:20260310T140000Z", "STATUS:CANCELLED", alarm(":-PT15M")))
    let group = original[0].event.id.reminderGroup
    for replacement in [[], canceled] {
      var bell = bell(original, checked: try utc("2026-03-10T12:00"), at: try utc("2026-03-10T12:00"))
      let now = try utc("2026-03-10T13:45")
      let reminder = try #require(bell.ring(at: now).first?.reminders.first)
      bell.snooze(reminder, .minutes(5), at: now)
      bell.replace(group, with: replacement, at: now)
      #expect(bell.record.snoozed.isEmpty)
    }
  }

  @Test func aSnoozedReminderRingsAfterAChangeOfText() throws {
    let series = ["DTSTART:20260310T140000Z", "DURATION:PT30M", "RRULE:FREQ=DAILY;COUNT=3"]
    let master =
      ["BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z"] + series + [alarm(":-PT15M"), "END:VEVENT"]
    let original = try events(master)
    let changed = try events(
      master + event("a", "RECURRENCE-ID:20260311T140000Z", "DTSTART:20260311T140000Z", alarm(":-PT15M")))
    var bell = bell(original, checked: try utc("2026-03-11T12:00"), at: try utc("2026-03-11T12:00"))
    let now = try utc("2026-03-11T13:45")
    let reminder = try #require(bell.ring(at: now).first?.reminders.first)
    bell.snooze(reminder, .minutes(5), at: now)
    bell.replace(original[0].event.id.reminderGroup, with: changed, at: now)
    let rings = bell.ring(at: try utc("2026-03-11T13:50"))
    #expect(uids(rings) == ["a"])
    #expect(rings.first?.reminders.first?.event == changed[1].event.id)
  }

  @Test func aMovedEventRingsAtItsNewTimeOnly() throws {
    let original = try events(meeting("a", "20260310T140000Z", alarm(":-PT15M")))
    let moved = try events(meeting("a", "20260310T160000Z", alarm(":-PT15M")))
    var bell = bell(original, checked: try utc("2026-03-10T12:00"), at: try utc("2026-03-10T12:00"))
    let now = try utc("2026-03-10T13:45")
    let reminder = try #require(bell.ring(at: now).first?.reminders.first)
    bell.snooze(reminder, .minutes(5), at: now)
    bell.replace(original[0].event.id.reminderGroup, with: moved, at: now)
    #expect(bell.nextMoment == (try utc("2026-03-10T15:45")))
    #expect(uids(bell.ring(at: try utc("2026-03-10T15:45"))) == ["a"])
  }

  @Test func twoSnoozesOfOneOccurrenceAreBothKept() throws {
    let events = try events(meeting("a", "20260310T140000Z", alarm(":-PT30M"), alarm(":-PT20M")))
    var bell = bell(events, checked: try utc("2026-03-10T12:00"), at: try utc("2026-03-10T12:00"))
    for minute in ["2026-03-10T13:30", "2026-03-10T13:40"] {
      let now = try utc(minute)
      let reminder = try #require(bell.ring(at: now).first?.reminders.first)
      bell.snooze(reminder, .minutes(15), at: now)
    }
    #expect(uids(bell.ring(at: try utc("2026-03-10T13:45"))) == ["a"])
    #expect(uids(bell.ring(at: try utc("2026-03-10T13:55"))) == ["a"])
  }

  // MARK: The clock

  @Test func nothingRingsTwiceWhenTheClockIsSetBack() throws {
    let events = try events(
      meeting("a", "20260310T140000Z", alarm(":-PT15M")) + meeting("b", "20260310T120000Z", alarm(":-PT15M")))
    var bell = bell(events, checked: try utc("2026-03-10T12:00"), at: try utc("2026-03-10T12:00"))
    #expect(uids(bell.ring(at: try utc("2026-03-10T13:45"))) == ["a"])
    let now = try utc("2026-03-10T11:00")
    #expect(bell.isAhead(of: now))
    var again = try restarted(bell, events, at: now)
    // It was due before the first start, and is again to come.
    #expect(uids(again.ring(at: try utc("2026-03-10T11:45"))) == ["b"])
    #expect(again.ring(at: try utc("2026-03-10T13:45")).isEmpty)
  }

  @Test func aClockThatWasYearsAheadDoesNotSilenceReminders() throws {
    let events = try events(meeting("a", "20260310T140000Z", alarm(":-PT15M")))
    let now = try utc("2026-03-10T12:00")
    var bell = bell(events, checked: try utc("2038-01-01T00:00"), at: now)
    #expect(uids(bell.ring(at: try utc("2026-03-10T13:45"))) == ["a"])
  }

  /// An all-day reminder that has rung at 09:00 in Berlin does not ring again at 09:00 in London.
  @Test func aWallTimeRingsOnceWhenTheUserTravelsWest() throws {
    let events = try events(event("a", "DTSTART;VALUE=DATE:20260310", alarm(":PT9H")))
    let start = try utc("2026-03-10T00:00")
    var bell = ReminderBell(
      record: ReminderRecord(checked: start), events: events,
      finder: ReminderFinder(zone: try zone("Europe/Berlin")),
      at: start)
    #expect(uids(bell.ring(at: try utc("2026-03-10T08:00"))) == ["a"])
    bell.setZone(try zone("Europe/London"), events: events)
    #expect(bell.ring(at: try utc("2026-03-10T09:00")).isEmpty)
  }

  @Test func theReminderOfALaterWeekIsFound() throws {
    let events = try events(meeting("a", "20260410T140000Z", alarm(":-PT15M")))
    var now = try utc("2026-03-10T12:00")
    var bell = bell(events, checked: now, at: now)
    var rings: [Ring] = []
    for _ in 0..<100 where rings.isEmpty {
      now = bell.nextMoment
      rings = bell.ring(at: now)
      if bell.needsEvents(at: now) { bell.complete(events: events, at: now) }
    }
    #expect(uids(rings) == ["a"])
    #expect(now == (try utc("2026-04-10T13:45")))
  }

  // MARK: Killed at any point

  /// Rings what random events ask for, in a program that is killed and started again at random moments, and in which
  /// the user snoozes at random. Each reminder rings once, and once more for each time it was snoozed.
  @Test func nothingRingsTwiceOrIsLostWhateverHappens() throws {
    var random = SeededRandom(seed: TestExtent.seed(37))
    for _ in 0..<TestExtent.count(100) {
      let events = try events(
        (0..<8).flatMap { number -> [String] in
          let day = Day(ordinal: 20_522 + random.below(5))
          let start = WallTime(day, hour: random.below(24), minute: 15 * random.below(4)).description
            .filter { $0 != "-" && $0 != ":" }
          return meeting(
            "event \(number)", "\(start)Z", alarm(":-PT\(5 * random.below(40))M"), alarm(":-PT1H"))
        })
      var now = Instant(seconds: 20_520 * WallTime.secondsPerDay)
      let end = Instant(seconds: 20_530 * WallTime.secondsPerDay)
      var expected: [ReminderID: Int] = [:]
      for reminder in ReminderQueue(of: events, in: now..<end, finder: ReminderFinder(zone: .utc)).reminders {
        expected[reminder.id] = 1
      }
      var rung: [ReminderID: Int] = [:]
      var bell = bell(events, checked: now.adding(seconds: -1), at: now)
      while now < end {
        // Sometimes the computer is off for some hours.
        now = random.below(5) == 0 ? now.adding(seconds: random.below(30_000)) : max(now, bell.nextMoment)
        if random.below(3) == 0 { bell = try restarted(bell, events, at: now) }
        for reminder in bell.ring(at: now).flatMap(\.reminders) {
          rung[reminder.id, default: 0] += 1
          guard random.below(4) == 0 else { continue }
          let until = bell.snooze(reminder, Snooze.choices[random.below(4)], at: now)
          let again = ReminderID(occurrence: reminder.id.occurrence, due: .instant(until))
          // It is the same message as another reminder of its occurrence that is due then.
          if expected[again] == nil { expected[again] = 1 }
        }
        if random.below(3) == 0 { bell = try restarted(bell, events, at: now) }
        if bell.needsEvents(at: now) { bell.complete(events: events, at: now) }
      }
      #expect(rung.values.allSatisfy { $0 == 1 })
      // Of two that are due at once after the computer was off, one message may stand for both.
      #expect(Set(rung.keys).isSubset(of: Set(expected.keys)))
      let originals = ReminderQueue(
        of: events, in: Instant(seconds: 20_520 * WallTime.secondsPerDay)..<end,
        finder: ReminderFinder(zone: .utc))
      for reminder in originals.reminders { #expect(rung[reminder.id] == 1, "\(reminder)") }
    }
  }
}
