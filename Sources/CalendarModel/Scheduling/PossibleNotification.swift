/// The people to whom the server of a calendar may send messages about a change (RFC 6638).
package struct PossibleNotification: Hashable, Sendable {
  /// The calendar of the change or, of several, of the first.
  package let calendar: CalendarID
  /// They, by `EventPerson.identity`; never empty.
  package private(set) var people: Set<String>
  /// The name of the organizer, if only the user's copy of someone else's event changes; otherwise nil.
  package private(set) var organizer: String?

  /// - Parameters:
  ///   - userAddresses: the user's addresses, in the form of `people`.
  /// - Returns: nil if there is nobody but the user.
  package init?(
    organizers: [EventPerson], attendees: [EventPerson], userAddresses: Set<String>, in calendar: CalendarID
  ) {
    self.calendar = calendar
    let isOrganizer = organizers.contains { userAddresses.contains($0.identity) }
    let isInvited = attendees.contains { userAddresses.contains($0.identity) }
    people = Set(organizers.map(\.identity))
    if isInvited, !isOrganizer, let organizer = organizers.first {
      // Servers send the changes of an attendee only to the organizer.
      self.organizer = organizer.name
    } else {
      people.formUnion(attendees.map(\.identity))
    }
    people.subtract(userAddresses)
    if people.isEmpty { return nil }
  }

  /// Whether only the user's copy of someone else's event changes.
  package var isCopy: Bool { organizer != nil }

  /// Adds the people to whom the server may send messages about another change.
  package mutating func add(_ other: PossibleNotification) {
    people.formUnion(other.people)
    if !other.isCopy { organizer = nil }
  }
}

extension [PossibleNotification] {
  /// All of them as one; nil if there are none.
  package var combined: PossibleNotification? {
    guard var combined = first else { return nil }
    for other in dropFirst() { combined.add(other) }
    return combined
  }
}

extension EventPerson {
  /// What tells this person from others: the address in lower case or, if it is blank, the name.
  package var identity: String {
    (address.contains { !$0.isWhitespace } ? address : name).lowercased()
  }
}
