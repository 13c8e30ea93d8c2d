import CalendarModel
import CalendarText
import Testing

/// The texts of the dialogs that move an event to a date or to a calendar.
@Suite struct TransferPhrasesTests {
  private let phrases = Phrases()
  private let standup = occurrence("Standup", "2026-01-05T09:00", "2026-01-05T09:45")

  @Test func headingsNameTheEvent() {
    #expect(phrases.moveToDateHeading(standup.event) == "Move “Standup” to Date")
    #expect(phrases.moveToCalendarHeading(standup.event) == "Move “Standup” to Calendar")
  }

  @Test func currentDateHasTheYearAndTheTime() {
    #expect(phrases.currentDate(standup) == "Mon 5 Jan 2026, 09:00 – 09:45")
    #expect(phrases.currentDate(occurrence("Fair", "2026-01-05", "2026-01-08")).hasPrefix("Mon 5 Jan 2026, "))
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
