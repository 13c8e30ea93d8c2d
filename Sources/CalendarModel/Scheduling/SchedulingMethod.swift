/// What the sender of an iCalendar object asks for: METHOD (RFC 5546 1.4).
package enum SchedulingMethod: Hashable, Sendable {
  /// PUBLISH, or no METHOD: the object is not addressed to anybody.
  case publish
  case request, reply, add, cancel, refresh, counter, declineCounter
  /// A METHOD that RFC 5546 does not define.
  case unknown

  package init(_ value: String) {
    self =
      switch value.uppercased() {
      case "PUBLISH": .publish
      case "REQUEST": .request
      case "REPLY": .reply
      case "ADD": .add
      case "CANCEL": .cancel
      case "REFRESH": .refresh
      case "COUNTER": .counter
      case "DECLINECOUNTER": .declineCounter
      default: .unknown
      }
  }
}

/// A message that changed nothing in a calendar.
package struct IgnoredMessage: Hashable, Sendable {
  /// Why a message changed nothing.
  package enum Reason: Hashable, Sendable {
    /// The calendar has no event with the UID of the message.
    case unknownEvent
    /// The series does not have the occurrence that the message is about.
    case unknownOccurrence
    /// The calendar has a newer revision, or a newer answer of the attendee.
    case older
    /// The sender is not the organizer of the event in the calendar. Everybody who was invited knows its UID.
    case otherOrganizer
    /// The message is meant for the organizer, who is not the user.
    case notOrganizer
    /// The person who answers was not invited.
    case notInvited
    /// A message with this METHOD changes no event by itself.
    case noEffect
    /// The event in the calendar cannot be changed.
    case unchangeable
    /// There are more messages about the event than one import takes.
    case tooMany
  }

  /// The title of the event; empty if neither the message nor the calendar has one.
  package let title: String
  package let method: SchedulingMethod
  package let reason: Reason

  package init(title: String, method: SchedulingMethod, reason: Reason) {
    (self.title, self.method, self.reason) = (title, method, reason)
  }
}
