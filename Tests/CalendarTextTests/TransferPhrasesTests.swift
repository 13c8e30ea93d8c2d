import CalendarModel
import CalendarText
import Testing

/// The text of the dialogs that move an event to a date or to a calendar.
@Suite struct TransferPhrasesTests {
  private let phrases = Phrases()
  private let standup = occurrence("Standup", "2026-01-05T09:00", "2026-01-05T09:45")

  @Test func eventToMoveIsDescribedByItsTitleDateAndTime() {
    #expect(phrases.eventToMove(standup) == "Standup\nMon 5 Jan 2026, 09:00 – 09:45")
    let holiday = occurrence("Holiday", "2026-01-06", "2026-01-07")
    #expect(phrases.eventToMove(holiday) == "Holiday\nTue 6 Jan 2026")
    let fair = occurrence("Fair", "2026-01-05", "2026-01-08")
    #expect(phrases.eventToMove(fair) == "Fair\nMon 5 Jan 2026 – Wed 7 Jan 2026")
    #expect(
      phrases.eventToMove(standup, andOthers: 2)
        == "Standup and 2 more events\nMon 5 Jan 2026, 09:00 – 09:45")
  }

  @Test func eventsToTransferAreCountedAndSeriesAmongThemAreMentioned() {
    func series(_ uid: String) -> CalendarEvent {
      var event = standup.event
      event.id = EventID(calendar: CalendarID("work"), uid: uid)
      event.repetition = .series(.master(Recurrence(start: standup.times.start, rules: [])))
      return event
    }
    let (firstSeries, secondSeries) = (series("one"), series("other"))
    #expect(phrases.eventsToTransfer([standup.event, standup.event]) == "2 events selected")
    #expect(
      phrases.eventsToTransfer([standup.event, firstSeries, firstSeries])
        == "3 events selected\nAll events in the series will be moved.")
    #expect(
      phrases.eventsToTransfer([firstSeries, secondSeries, firstSeries])
        == "3 events selected\nAll events in 2 series will be moved.")
  }

  @Test func everyObstacleIsExplained() {
    let texts = TransferOption.Obstacle.allCases.map(phrases.obstacle)
    #expect(texts == ["Read-only", "Not available", "Already contains this event"])
  }

  @Test func currentCalendarHasNoObstacle() {
    let calendar = CalendarOption(id: CalendarID("work"), name: "Work", color: nil)
    #expect(TransferOption(calendar, isCurrent: true, obstacle: .sameUID).obstacle == nil)
    #expect(phrases.accessibleName(TransferOption(calendar)) == "Work")
    #expect(phrases.accessibleName(TransferOption(calendar, obstacle: .readOnly)) == "Work, Read-only")
  }
}
