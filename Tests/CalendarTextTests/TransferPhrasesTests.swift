import CalendarModel
import CalendarText
import Testing

/// The text of the dialogs that move an event to a date or to a calendar.
@Suite struct TransferPhrasesTests {
  private let phrases = Phrases()
  private let standup = occurrence("Standup", "2026-01-05T09:00", "2026-01-05T09:45")

  @Test func eventToMoveHasItsTitleDateAndTime() {
    #expect(phrases.eventToMove(standup) == "Standup\nMon 5 Jan 2026, 09:00 – 09:45")
    let fair = phrases.eventToMove(occurrence("Fair", "2026-01-05", "2026-01-08"))
    #expect(fair.hasPrefix("Fair\nMon 5 Jan 2026, "))
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
