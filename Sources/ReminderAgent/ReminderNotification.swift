import CalendarModel
import Reminders

/// A notification about one reminder or several, as plain text.
package struct ReminderNotification: Hashable, Sendable {
  /// What the user can do with it. The raw value is the key on the bus.
  package enum Action: String, Sendable {
    case open = "default"
    case join, snooze, dismiss
  }

  package struct Button: Hashable, Sendable {
    package let action: Action
    package let label: String
  }

  package let reminders: [Reminder]
  package let title: String
  /// Lines of plain text.
  package let body: String
  /// The action `open` is a click on the notification itself.
  package let buttons: [Button]
  /// What the action `join` opens.
  package let conference: ConferenceLink?
}
