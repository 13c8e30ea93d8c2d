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
