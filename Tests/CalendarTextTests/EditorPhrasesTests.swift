import CalendarModel
import CalendarText
import Testing

@Suite struct EditorPhrasesTests {
  private let phrases = Phrases()

  @Test(arguments: [
    (EventAlarm.offset(EventDuration(seconds: -900), from: .start), "15 minutes before the start"),
    (.offset(EventDuration(days: -1), from: .end), "1 day before the end"),
    (.offset(EventDuration(), from: .start), "At the start"),
    (.offset(EventDuration(), from: .end), "At the end"),
    (.offset(EventDuration(seconds: 300), from: .start), "5 minutes after the start"),
    (.offset(EventDuration(days: 1, seconds: 3600), from: .end), "1 day 1 hour after the end"),
    (.at(Instant(seconds: 1_767_600_000)), "Mon 5 Jan 2026, 08:00"),
  ])
  func remindersAreDescribed(alarm: EventAlarm, expected: String) {
    #expect(phrases.reminder(alarm, in: .utc) == expected)
  }

  @Test(arguments: [
    (EventAlarm.days(0, atSecondOfDay: 32_400), "On the day at 09:00"),
    (.days(1, atSecondOfDay: 64_800), "1 day before at 18:00"),
    (.days(6, atSecondOfDay: 32_400), "6 days before at 09:00"),
    (.days(7, atSecondOfDay: 32_400), "1 week before at 09:00"),
    (.offset(EventDuration(days: -1), from: .start), "1 day before the start"),
    (.offset(EventDuration(), from: .start), "At the start"),
    (.days(-1, atSecondOfDay: 32_400), "1 day 9 hours after the start"),
    (.offset(EventDuration(seconds: -900), from: .end), "15 minutes before the end"),
  ])
  func remindersOfAllDayEventsHaveADayAndATime(alarm: EventAlarm, expected: String) {
    #expect(phrases.reminder(alarm, isAllDay: true, in: .utc) == expected)
  }

  @Test func conflictDescribesTheChangeByAnotherProgram() {
    let start = WallTime(Day(ordinal: 20_458), hour: 9)
    let event = CalendarEvent(
      id: EventID(calendar: CalendarID("day.ics"), uid: "walk"),
      times: EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: 45)))), summary: "Walk")
    for (property, expected) in [
      (EventProperty.summary("Run"), "Another program changed the title to “Run”."),
      (.summary(""), "Another program removed the title."),
      (.location("Park"), "Another program changed the location to “Park”."),
      (
        .times(event.times),
        "Another program changed the time to Monday, 5 January 2026, 09:00 – 09:45 · 45 min."
      ),
      (.notes("x"), "Another program changed the notes."),
    ] {
      #expect(phrases.conflictMessage(property, of: event, in: .utc) == expected)
    }
    #expect(phrases.editorName(event) == "Edit “Walk”")
  }

  @Test func timesInTheDisplayZoneContainItsName() {
    let start = WallTime(Day(ordinal: 20_458), hour: 9)
    let event = CalendarEvent(
      id: EventID(calendar: CalendarID("day.ics"), uid: "walk"),
      times: EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: 45)))))
    let zone = Zone(identifier: "America/New_York", rules: FixedOffset(seconds: -5 * 3600))
    #expect(
      phrases.times(Occurrence(event: event, zone: zone), in: zone)
        == "America/New York: Mon 5 Jan, 04:00 – 04:45")
  }
}
