import CalendarModel

/// When a reminder is to ring again.
package enum Snooze: Hashable, Sendable {
  case minutes(Int)
  case untilStart

  /// The choices, in the order in which they are offered.
  package static let choices: [Snooze] = [.minutes(5), .minutes(15), .minutes(60), .untilStart]

  /// What “until it starts” means once the event has started.
  private static let afterStart = 5

  /// Returns when a reminder rings again. Before the event starts, that is no later than its start: who asks to be
  /// reminded in an hour does not want to miss it.
  package func moment(for reminder: Reminder, at now: Instant) -> Instant {
    let hasStarted = reminder.start <= now
    switch self {
    case .untilStart: return hasStarted ? now.adding(seconds: Self.afterStart * 60) : reminder.start
    case .minutes(let minutes):
      let moment = now.adding(seconds: max(1, minutes) * 60)
      // An all-day event has started at midnight, so a reminder on the day before may ring on the day itself.
      return hasStarted || reminder.isAllDay ? moment : min(moment, reminder.start)
    }
  }

  /// The choice as a word of a settings file.
  package var word: String {
    switch self {
    case .minutes(let minutes): String(minutes)
    case .untilStart: "start"
    }
  }

  package init?(word: String) {
    if word == "start" {
      self = .untilStart
    } else if let minutes = Int(word), (1...1_440).contains(minutes) {
      self = .minutes(minutes)
    } else {
      return nil
    }
  }
}
