import CalendarModel
import Reminders
import Testing

private let other = CalendarID("/other.ics")

/// An event of half an hour, in UTC, that rings a quarter of an hour before it starts.
private func meeting(_ uid: String, _ start: String) -> [String] {
  event(uid, "DTSTART:\(start)", "DURATION:PT30M", alarm(":-PT15M"))
}

private func uids(_ rings: [Ring]) -> [String] { rings.flatMap(\.reminders).map(\.id.occurrence.uid.text) }

/// Calendars that come, go, cannot be read for a while, and are removed.
@Suite struct ReminderCalendarsTests {
  /// A program that starts, and has not read any calendar yet.
  private func bell(_ record: ReminderRecord, at now: Instant) -> ReminderBell {
    ReminderBell(record: record, events: [], finder: ReminderFinder(zone: .utc), at: now)
  }

  private func restarted(_ bell: ReminderBell, at now: Instant) throws -> ReminderBell {
    self.bell(try #require(ReminderRecord(text: bell.record.text)), at: now)
  }

  @Test func aCalendarThatIsNewRingsOnlyWhatIsToCome() throws {
    let events = try events(meeting("a", "20260310T120000Z") + meeting("b", "20260310T140000Z"))
    let now = try utc("2026-03-10T13:00")
    var bell = bell(ReminderRecord(checked: try utc("2026-03-09T00:00")), at: now)
    bell.update(testCalendar, with: events, at: now)
    #expect(bell.ring(at: now).isEmpty)
    #expect(uids(bell.ring(at: try utc("2026-03-10T13:45"))) == ["b"])
  }

  @Test func whatWasMissedWhileNobodyRangRingsOnce() throws {
    let events = try events(meeting("a", "20260310T140000Z"))
    let start = try utc("2026-03-10T12:00")
    var bell = bell(ReminderRecord(checked: start), at: start)
    bell.update(testCalendar, with: events, at: start)
    #expect(bell.ring(at: start).isEmpty)
    let now = try utc("2026-03-11T12:00")
    var again = try restarted(bell, at: now)
    again.update(testCalendar, with: events, at: now)
    let rings = again.ring(at: now)
    #expect(uids(rings) == ["a"])
    #expect(rings.map(\.areMissed) == [true])
    var third = try restarted(again, at: now)
    third.update(testCalendar, with: events, at: now)
    #expect(third.ring(at: now).isEmpty)
  }

  /// A disk that is plugged in again, while the reminders of another calendar have rung in the meantime.
  @Test(arguments: [false, true]) func aCalendarThatCanBeReadAgainRingsWhatItMissedOnce(isRestarted: Bool)
    throws
  {
    let own = try events(meeting("a", "20260310T140000Z") + meeting("z", "20260313T140000Z"))
    let others = try events(meeting("b", "20260311T140000Z"), calendar: other)
    let start = try utc("2026-03-10T12:00")
    var bell = bell(ReminderRecord(checked: start), at: start)
    bell.update(testCalendar, with: own, at: start)
    bell.update(other, with: others, at: start)
    #expect(bell.ring(at: start).isEmpty)
    // The computer is switched off, and starts a day later without the disk.
    var now = try utc("2026-03-11T12:00")
    bell = try restarted(bell, at: now)
    bell.update(other, with: others, at: now)
    #expect(bell.ring(at: now).isEmpty)
    now = try utc("2026-03-11T13:45")
    #expect(uids(bell.ring(at: now)) == ["b"])
    now = try utc("2026-03-11T15:00")
    if isRestarted {
      bell = try restarted(bell, at: now)
      bell.update(other, with: others, at: now)
    }
    #expect(bell.ring(at: now).isEmpty)
    bell.update(testCalendar, with: own, at: now)
    #expect(uids(bell.ring(at: now)) == ["a"])
    bell.update(testCalendar, with: own, at: now)
    #expect(bell.ring(at: now).isEmpty)
    #expect(uids(bell.ring(at: try utc("2026-03-13T13:45"))) == ["z"])
  }

  @Test func aCalendarThatIsLostRingsForTheRestOfTheDay() throws {
    let events = try events(
      meeting("today", "20260310T200000Z") + meeting("tomorrow", "20260311T140000Z"))
    let start = try utc("2026-03-10T12:00")
    var bell = bell(ReminderRecord(checked: start), at: start)
    bell.update(testCalendar, with: events, at: start)
    _ = bell.ring(at: start)
    bell.lose(testCalendar, at: start)
    #expect(uids(bell.ring(at: try utc("2026-03-10T19:45"))) == ["today"])
    #expect(bell.ring(at: try utc("2026-03-11T14:00")).isEmpty)
    // It can be read again: today's reminder has rung, and tomorrow's was missed.
    let now = try utc("2026-03-11T15:00")
    bell.update(testCalendar, with: events, at: now)
    #expect(uids(bell.ring(at: now)) == ["tomorrow"])
  }

  @Test func aCalendarThatIsRemovedIsForgotten() throws {
    let events = try events(meeting("a", "20260310T140000Z"))
    let start = try utc("2026-03-10T12:00")
    var bell = bell(ReminderRecord(checked: start), at: start)
    bell.update(testCalendar, with: events, at: start)
    let now = try utc("2026-03-10T13:45")
    let reminder = try #require(bell.ring(at: now).first?.reminders.first)
    bell.snooze(reminder, .minutes(5), at: now)
    bell.remove(testCalendar)
    #expect(bell.record.snoozed.isEmpty && bell.record.calendars.isEmpty)
    #expect(bell.ring(at: try utc("2026-03-10T13:50")).isEmpty)
  }

  @Test func aChangedCalendarKeepsWhatIsPutOffUnlessItsEventIsGone() throws {
    let kept = try events(meeting("a", "20260310T140000Z"))
    let both = try events(meeting("a", "20260310T140000Z") + meeting("b", "20260310T140000Z"))
    let start = try utc("2026-03-10T12:00")
    var bell = bell(ReminderRecord(checked: start), at: start)
    bell.update(testCalendar, with: both, at: start)
    let now = try utc("2026-03-10T13:45")
    for reminder in bell.ring(at: now).flatMap(\.reminders) { bell.snooze(reminder, .minutes(5), at: now) }
    bell.update(testCalendar, with: kept, at: now)
    #expect(uids(bell.ring(at: try utc("2026-03-10T13:50"))) == ["a"])
  }

  @Test func anEventThatIsAddedAfterItsMomentDoesNotRing() throws {
    let start = try utc("2026-03-10T12:00")
    var bell = bell(ReminderRecord(checked: start), at: start)
    bell.update(testCalendar, with: [], at: start)
    _ = bell.ring(at: start)
    let now = try utc("2026-03-10T13:50")
    #expect(bell.ring(at: now).isEmpty)
    bell.update(testCalendar, with: try events(meeting("late", "20260310T140000Z")), at: now)
    #expect(bell.ring(at: now).isEmpty)
  }

  @Test func theCalendarsAreReadAsTheyWereWritten() throws {
    let record = ReminderRecord(
      checked: Instant(seconds: 5),
      calendars: [
        CalendarID("/a b\tc.ics"): nil, CalendarID("-"): Instant(seconds: -3),
        CalendarID("subscription:é"): Instant(seconds: 4),
      ])
    #expect(ReminderRecord(text: record.text) == record)
    #expect(ReminderRecord(text: record.text + "calendar\tx\tb\ncalendar\t5\n") == record)
  }
}
