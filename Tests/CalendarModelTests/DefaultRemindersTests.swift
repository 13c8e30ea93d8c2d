import Testing

@testable import CalendarModel

/// The reminders that new events get.
@Suite struct DefaultRemindersTests {
  private let defaults = DefaultReminders(
    timed: .before(seconds: 900), allDay: .days(1, atSecondOfDay: 18 * 3600))

  @Test func aReminderOfAnAllDayEventIsWrittenAsAnOffsetFromMidnight() {
    // RFC 5545 3.8.6.3: relative to the start, which is midnight for a date.
    #expect(
      EventAlarm.days(0, atSecondOfDay: 9 * 3600) == .offset(EventDuration(seconds: 9 * 3600), from: .start))
    #expect(
      EventAlarm.days(1, atSecondOfDay: 18 * 3600) == .offset(EventDuration(seconds: -6 * 3600), from: .start)
    )
    #expect(
      EventAlarm.suggestedForAllDay(atSecondOfDay: 9 * 3600)
        == [9, 9 - 24, 9 - 48, 9 - 168].map { .offset(EventDuration(seconds: $0 * 3600), from: .start) })
  }

  @Test func newEventsGetTheReminderOfTheirKind() {
    #expect(defaults.reminders(isAllDay: false) == [.before(seconds: 900)])
    #expect(defaults.reminders(isAllDay: true) == [.days(1, atSecondOfDay: 18 * 3600)])
    #expect(DefaultReminders().reminders(isAllDay: false).isEmpty)
  }

  @Test func onlyDefaultRemindersChangeWithTheKindOfTheEvent() {
    let (timed, allDay) = (defaults.reminders(isAllDay: false), defaults.reminders(isAllDay: true))
    #expect(defaults.adapted(timed, toAllDay: true) == allDay)
    #expect(defaults.adapted(allDay, toAllDay: false) == timed)
    let chosen = [EventAlarm.before(seconds: 300)]
    #expect(defaults.adapted(chosen, toAllDay: true) == chosen)
    // An event without reminders was made before, or the user has removed them.
    #expect(defaults.adapted([], toAllDay: true).isEmpty)
    #expect(DefaultReminders(timed: .before(seconds: 900)).adapted(timed, toAllDay: true).isEmpty)
  }
}
