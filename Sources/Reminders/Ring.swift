import CalendarModel

/// What rings at a moment as one notification.
package struct Ring: Hashable, Sendable {
  /// The reminders in ringing order; at least one.
  package let reminders: [Reminder]
  /// Whether they were due while nobody could ring, for instance because the computer was off.
  package let areMissed: Bool

  /// More reminders than this that are due at once are one notification.
  static let maximumSeparate = 3
  /// A reminder that rings later than this many seconds was missed.
  static let missedAfter = 300

  /// Returns the notifications for reminders that are due at or before a moment.
  static func rings(for due: [Reminder], at now: Instant) -> [Ring] {
    let latest = now.adding(seconds: -missedAfter)
    let missed = due.filter { $0.due < latest }
    let timely = due.filter { $0.due >= latest }
    var rings: [Ring] = []
    if !missed.isEmpty { rings.append(Ring(reminders: missed, areMissed: true)) }
    if timely.count > maximumSeparate {
      rings.append(Ring(reminders: timely, areMissed: false))
    } else {
      rings += timely.map { Ring(reminders: [$0], areMissed: false) }
    }
    return rings
  }
}
