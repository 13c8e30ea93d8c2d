import CalendarModel
import CalendarText
import ReminderAgent
import Reminders
import Testing

@Suite struct ReminderPhrasesTests {
  private func reminder(_ title: String, _ start: String, _ end: String, isAllDay: Bool = false) throws
    -> Reminder
  {
    let event = EventID(calendar: testCalendar, uid: title)
    let key = OccurrenceKey(calendar: testCalendar, uid: event.uid)
    let due = try utc(start)
    return Reminder(
      id: ReminderID(occurrence: key, due: .instant(due)), due: due, start: due, end: try utc(end),
      isAllDay: isAllDay, event: event)
  }

  /// The rings of a bell whose reminders are due at the start of their events.
  private func notifications(
    _ reminders: [Reminder], now: String, place: String = "", conference: String = "",
    snooze: Snooze = .minutes(15)
  ) throws -> [ReminderNotification] {
    let now = try utc(now)
    var record = ReminderRecord(checked: now.adding(seconds: -30 * 86_400))
    record = ReminderRecord(
      checked: record.checked,
      snoozed: reminders.map { ReminderRecord.Snoozed(reminder: $0, until: $0.due) })
    var bell = ReminderBell(record: record, events: [], finder: ReminderFinder(zone: .utc), at: now)
    let texts = Dictionary(
      uniqueKeysWithValues: reminders.map {
        (
          $0.event,
          ReminderText(title: $0.event.uid.text, place: place, conference: ConferenceLink(conference))
        )
      })
    return bell.ring(at: now).map {
      Phrases().notification(for: $0, texts: texts, snooze: snooze, at: now, in: .utc)
    }
  }

  private func body(
    _ start: String, _ end: String, isAllDay: Bool = false, ringsAt now: String
  ) throws -> String {
    // Reminders that ring before their start, too.
    let event = try reminder("a", start, end, isAllDay: isAllDay)
    let due = Reminder(
      id: event.id, due: try utc(now), start: event.start, end: event.end, isAllDay: isAllDay,
      event: event.event)
    return try #require(notifications([due], now: now).first).body
  }

  @Test(arguments: [
    ("2026-03-10T13:45", "in 15 minutes · 14:00 – 14:30"),
    ("2026-03-10T13:59", "in 1 minute · 14:00 – 14:30"),
    ("2026-03-10T14:00", "now · 14:00 – 14:30"),
    ("2026-03-10T14:05", "started · 14:00 – 14:30"),
    ("2026-03-10T14:30", "over · 14:00 – 14:30"),
    ("2026-03-10T12:00", "in 2 hours · 14:00 – 14:30"),
    ("2026-03-10T12:30", "in 1 h 30 min · 14:00 – 14:30"),
    ("2026-03-09T22:00", "in 16 hours · Tue 10 Mar, 14:00 – 14:30"),
    ("2026-03-08T14:00", "Tue 10 Mar, 14:00 – 14:30"),
  ]) func theTimeIsSaidInWords(now: String, expected: String) throws {
    #expect(try body("2026-03-10T14:00", "2026-03-10T14:30", ringsAt: now) == expected)
  }

  @Test(arguments: [
    ("2026-03-10T09:00", "2026-03-11T00:00", "today"), ("2026-03-09T15:00", "2026-03-11T00:00", "tomorrow"),
    ("2026-03-03T09:00", "2026-03-11T00:00", "Tue 10 Mar"),
    ("2026-03-10T09:00", "2026-03-13T00:00", "Tue 10 Mar – Thu 12 Mar"),
  ]) func allDayEventsAreSaidByTheirDays(now: String, end: String, expected: String) throws {
    #expect(try body("2026-03-10T00:00", end, isAllDay: true, ringsAt: now) == expected)
  }

  @Test func thePlaceIsALineOfItsOwn() throws {
    let one = try reminder("a", "2026-03-10T14:00", "2026-03-10T14:30")
    let shown = try #require(notifications([one], now: "2026-03-10T14:00", place: "Room 4\nHouse 2").first)
    #expect(shown.body == "now · 14:00 – 14:30\nRoom 4, House 2")
    #expect(shown.buttons.map(\.label) == ["Open", "Snooze 15 Minutes", "Dismiss"])
  }

  @Test func theMeetingCanBeJoinedUntilItIsOver() throws {
    let one = try reminder("a", "2026-03-10T14:00", "2026-03-10T14:30")
    func buttons(_ conference: String, now: String) throws -> [String] {
      try #require(notifications([one], now: now, conference: conference).first).buttons.map(\.label)
    }
    let link = "https://meet.example.org/room?pwd=1"
    #expect(
      try buttons(link, now: "2026-03-10T14:00")
        == ["Open", "Join at meet.example.org", "Snooze 15 Minutes", "Dismiss"])
    // Missed, but still going on.
    #expect(try buttons(link, now: "2026-03-10T14:20") == ["Open", "Join at meet.example.org", "Dismiss"])
    #expect(try buttons(link, now: "2026-03-10T14:30") == ["Open", "Dismiss"])
    #expect(try buttons("http://meet.example.org", now: "2026-03-10T14:20") == ["Open", "Dismiss"])
  }

  @Test func severalMeetingsCannotBeJoinedFromOneMessage() throws {
    let many = try (0..<4).map { try reminder("event \($0)", "2026-03-10T14:00", "2026-03-10T14:30") }
    let shown = try notifications(many, now: "2026-03-10T14:00", conference: "https://meet.example.org")
    #expect(shown.map { $0.buttons.map(\.action) } == [[.open, .snooze, .dismiss]])
  }

  @Test func aTitleOfSpacesIsUntitled() throws {
    let one = try reminder("  ", "2026-03-10T14:00", "2026-03-10T14:30")
    #expect(try notifications([one], now: "2026-03-10T14:00").map(\.title) == ["Untitled event"])
  }

  @Test func oneMissedReminderSaysSo() throws {
    let one = try reminder("a", "2026-03-10T14:00", "2026-03-10T14:30")
    let shown = try #require(notifications([one], now: "2026-03-11T09:00").first)
    #expect(shown.title == "a" && shown.body == "Missed · over · Tue 10 Mar, 14:00 – 14:30")
    #expect(shown.buttons.map(\.action) == [.open, .dismiss])
  }

  @Test func manyAreAListOfFive() throws {
    let many = try (0..<7).map {
      try reminder("event \($0)", "2026-03-10T14:00", "2026-03-10T14:30")
    }
    let shown = try notifications(many, now: "2026-03-10T14:00")
    #expect(shown.map(\.title) == ["7 reminders"])
    #expect(
      shown.first?.body == """
        14:00 · event 0
        14:00 · event 1
        14:00 · event 2
        14:00 · event 3
        14:00 · event 4
        and 2 more
        """)
    #expect(try notifications(many, now: "2026-03-11T09:00").map(\.title) == ["7 missed reminders"])
  }
}
