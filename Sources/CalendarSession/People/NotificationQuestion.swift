import CalendarModel
import CalendarStore
import CalendarText

/// The question of whether a server may notify people of changes.
package struct NotificationQuestion: Hashable, Sendable {
  /// What is asked about. `undo` is also a redo.
  package enum Kind: Hashable, Sendable { case change, delete, undo, importing }

  /// One of the changed events; nil for an import, or if it is not known.
  package let event: CalendarEvent?
  package private(set) var notification: PossibleNotification
  package let kind: Kind

  /// The calendar of the first change that the question is about.
  package var calendar: CalendarID { notification.calendar }
  /// The people whom servers may notify; see `EventPerson.identity`.
  package var people: Set<String> { notification.people }
  /// Whether someone else organizes the event, so that only the user's copy of it changes.
  package var isCopy: Bool { notification.isCopy }

  init(event: CalendarEvent?, notification: PossibleNotification, kind: Kind) {
    (self.event, self.notification, self.kind) = (event, notification, kind)
  }

  /// Returns the question about this and another change.
  func adding(_ other: NotificationQuestion) -> NotificationQuestion {
    var question = self
    question.notification.add(other.notification)
    return question
  }
}

/// The answer to a `NotificationQuestion`.
package enum NotificationAnswer: Hashable, Sendable {
  case allow
  case decline
  /// Decline, and keep copies of the changed events in the conflicts folder, because nobody was asked.
  case declineKeepingCopies
}

extension NotificationQuestion {
  /// Returns the heading of the alert that asks the question.
  package func heading(_ t: Translator) -> String {
    if isCopy { return t.tr("Change Only Your Copy?") }
    return kind == .undo
      ? t.trn(
        "The Server May Notify {count} Person Again", "The Server May Notify {count} People Again",
        people.count)
      : t.trn("The Server May Notify {count} Person", "The Server May Notify {count} People", people.count)
  }

  /// Returns the text of the alert.
  ///
  /// - Parameter calendar: the name of the calendar.
  package func text(calendar: String, _ phrases: Phrases) -> String {
    let t = phrases.translator
    guard let event else {
      return t.tr(
        "Some of the events have attendees, and the server for “{calendar}” may send them messages.",
        ["calendar": calendar])
    }
    let title = phrases.shortTitle(event)
    guard let organizer = notification.organizer else {
      return t.tr(
        "“{title}” has attendees, and the server for “{calendar}” may send them messages about this change.",
        ["title": title, "calendar": calendar])
    }
    return t.tr(
      "“{title}” is organized by {organizer}. The server for “{calendar}” may notify {organizer} of this change.",
      ["title": title, "calendar": calendar, "organizer": organizer])
  }

  /// Returns the label of the button with which the user agrees.
  package func buttonLabel(_ t: Translator) -> String {
    switch kind {
    case .change: t.tr("Change")
    case .delete: t.tr("Delete")
    case .undo: t.tr("Change Again")
    case .importing: t.tr("Import")
    }
  }
}
