import CalendarModel
import ReminderAgent
import Reminders
import Testing

@MainActor @Suite struct RingingAgentTests {
  private let surroundings: FakeSurroundings
  private let start: Instant

  init() throws {
    start = try utc("2026-03-10T12:00")
    surroundings = FakeSurroundings(start)
  }

  private var titles: [String] { surroundings.shown.map(\.title) }

  @Test func whatRingsIsOnTheDiskBeforeItIsShown() throws {
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T140000Z")]
    let agent = surroundings.startAgent()
    #expect(surroundings.wakeMoment == (try utc("2026-03-10T13:45")))
    surroundings.run(agent, until: try utc("2026-03-10T15:00"))
    #expect(titles == ["Title of a"])
    #expect(surroundings.shown.first?.body == "in 15 minutes · 14:00 – 14:30")
    let record = try #require(surroundings.recordsWhenShown.first ?? nil)
    #expect(record.rung.count == 1)
    #expect(record.checked == (try utc("2026-03-10T13:45")))
  }

  @Test func nothingRingsBeforeAllCalendarsAreReadOrTheWaitIsOver() throws {
    let other = CalendarID("/other.ics")
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T121500Z")]
    surroundings.calendars[other] = []
    _ = surroundings.startAgent()
    // The next agent misses a reminder, and a calendar does not answer.
    surroundings.now = try utc("2026-03-10T12:30")
    let agent = RingingAgent(
      surroundings.file, finder: ReminderFinder(zone: .utc), snooze: .minutes(5), surroundings: surroundings)
    agent.setCalendars([testCalendar, other])
    surroundings.calendars[testCalendar] = [try meeting("b", "20260310T123000Z")]
    agent.update(testCalendar, with: surroundings.calendars[testCalendar] ?? [])
    agent.wake()
    #expect(titles.isEmpty)
    agent.stopWaiting()
    #expect(titles == ["Title of b"])
    agent.update(other, with: [])
    agent.wake()
    #expect(titles.count == 1)
  }

  @Test func aSnoozeIsSavedAndRingsAgainInTheNextAgent() throws {
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T140000Z")]
    let agent = surroundings.startAgent()
    surroundings.run(agent, until: try utc("2026-03-10T13:46"))
    #expect(surroundings.shown.first?.buttons.map(\.label) == ["Open", "Snooze 5 Minutes", "Dismiss"])
    agent.act("snooze", on: 1)
    #expect(surroundings.file.read()?.snoozed.map(\.until) == [try utc("2026-03-10T13:51")])
    #expect(surroundings.wakeMoment == (try utc("2026-03-10T13:51")))
    let next = surroundings.startAgent()
    surroundings.run(next, until: try utc("2026-03-10T13:59"))
    #expect(titles == ["Title of a", "Title of a"])
    // The same answer comes twice, or late: it concerns nothing that is shown.
    agent.act("snooze", on: 1)
    #expect(surroundings.file.read()?.snoozed.isEmpty == true)
  }

  @Test func onlyAnswersToItsOwnNotificationsCount() throws {
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T140000Z")]
    let agent = surroundings.startAgent()
    surroundings.run(agent, until: try utc("2026-03-10T13:46"))
    agent.act("snooze", on: 7)
    agent.act("explode", on: 1)
    agent.setToken("foreign", of: 7)
    agent.closed(7)
    #expect(surroundings.file.read()?.snoozed.isEmpty == true && surroundings.opened.isEmpty)
    agent.setToken("token", of: 1)
    agent.act("default", on: 1)
    #expect(surroundings.opened.map(\.token) == ["token"])
    agent.closed(1)
    agent.act("default", on: 1)
    #expect(surroundings.opened.count == 1)
  }

  @Test(arguments: [
    ("20260310T140000Z", nil, ""), ("20260309T140000Z", "FREQ=DAILY", "20260310T140000Z"),
    ("20260309T140000", "FREQ=DAILY", "20260310T140000"),
  ]) func aClickShowsTheOccurrence(start: String, rule: String?, recurrenceID: String) throws {
    surroundings.calendars[testCalendar] = [try meeting("a", start, rule: rule)]
    let agent = surroundings.startAgent()
    surroundings.run(agent, until: try utc("2026-03-10T13:46"))
    agent.act("default", on: 1)
    let target = try #require(surroundings.opened.first?.target)
    #expect(target.day == Day("2026-03-10"))
    #expect(target.event?.calendar == testCalendar.key && target.event?.uid == "a")
    #expect(target.event?.recurrenceID == recurrenceID)
  }

  @Test func aClickOnSeveralShowsTheDay() throws {
    surroundings.calendars[testCalendar] = try (0..<5).map { try meeting("\($0)", "20260310T140000Z") }
    let agent = surroundings.startAgent()
    surroundings.run(agent, until: try utc("2026-03-10T13:46"))
    agent.act("default", on: 1)
    let target = try #require(surroundings.opened.first?.target)
    #expect(target.day == Day("2026-03-10") && target.event == nil)
  }

  @Test func aRemovedCalendarIsSilentAndALostOneRingsWhatIsKnown() throws {
    let other = CalendarID("/other.ics")
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T140000Z")]
    surroundings.calendars[other] = [try meeting("b", "20260310T150000Z", in: other)]
    let agent = surroundings.startAgent()
    agent.lose(other)
    agent.setCalendars([other])
    surroundings.isUnreadable = true
    surroundings.run(agent, until: try utc("2026-03-10T18:00"))
    #expect(titles == ["Untitled event"])
    #expect(surroundings.shown.first?.body == "in 15 minutes · 15:00 – 15:30")
  }

  @Test func aListThatIsIncompleteRemovesNothing() throws {
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T140000Z")]
    let agent = surroundings.startAgent()
    agent.setCalendars([], isComplete: false)
    surroundings.run(agent, until: try utc("2026-03-10T14:00"))
    #expect(titles == ["Title of a"])
  }

  /// The reminders of later weeks are found although nothing changes, and at most one look a day is needed.
  @Test func itLooksOnceADayAndFindsLaterWeeks() throws {
    surroundings.calendars[testCalendar] = [try meeting("a", "20260410T140000Z")]
    let agent = surroundings.startAgent()
    var count = 0
    while let next = surroundings.wakeMoment, titles.isEmpty {
      surroundings.run(agent, until: next)
      count += 1
    }
    #expect(surroundings.now == (try utc("2026-04-10T13:45")))
    #expect(count <= 33)
  }

  @Test func aClockThatIsSetBackRingsNothingTwice() throws {
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T140000Z")]
    let agent = surroundings.startAgent()
    surroundings.run(agent, until: try utc("2026-03-10T13:46"))
    surroundings.now = try utc("2026-03-10T13:00")
    agent.wake()
    surroundings.answer(agent)
    surroundings.run(agent, until: try utc("2026-03-10T14:30"))
    #expect(titles == ["Title of a"])
  }

  @Test func aClockThatIsSetForwardRingsWhatIsDue() throws {
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T140000Z")]
    let agent = surroundings.startAgent()
    surroundings.now = try utc("2026-03-20T00:00")
    agent.wake()
    surroundings.answer(agent)
    #expect(titles.isEmpty, "That was more than a week ago, and the event has ended.")
    surroundings.calendars[testCalendar] = [try meeting("b", "20260320T140000Z")]
    agent.update(testCalendar, with: surroundings.calendars[testCalendar] ?? [])
    surroundings.now = try utc("2026-03-20T13:46")
    agent.wake()
    #expect(titles == ["Title of b"])
  }

  @Test func anEventThatIsAddedTooLateDoesNotRingEvenAfterARestart() throws {
    surroundings.calendars[testCalendar] = []
    let agent = surroundings.startAgent()
    surroundings.now = try utc("2026-03-10T13:50")
    surroundings.calendars[testCalendar] = [try meeting("late", "20260310T140000Z")]
    agent.update(testCalendar, with: surroundings.calendars[testCalendar] ?? [])
    surroundings.now = try utc("2026-03-10T13:55")
    _ = surroundings.startAgent()
    #expect(titles.isEmpty)
  }

  @Test func theZoneAndTheHourOfAllDayEventsCanChange() throws {
    surroundings.calendars[testCalendar] = [try meeting("a", "20260310T140000")]
    let agent = surroundings.startAgent()
    #expect(surroundings.wakeMoment == (try utc("2026-03-10T13:45")))
    let west = Zone(identifier: "West", rules: FixedOffset(seconds: -3600))
    agent.change(finder: ReminderFinder(zone: west), snooze: .untilStart)
    surroundings.answer(agent)
    #expect(surroundings.wakeMoment == (try utc("2026-03-10T14:45")))
    surroundings.run(agent, until: try utc("2026-03-10T15:00"))
    #expect(surroundings.shown.first?.body == "in 15 minutes · 14:00 – 14:30")
    #expect(surroundings.shown.first?.buttons.map(\.label).contains("Snooze Until Start") == true)
  }
}
