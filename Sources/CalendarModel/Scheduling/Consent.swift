/// The people to whom a server may send messages about a change, because the user has agreed to that.
package enum Consent: Hashable, Sendable {
  /// The people with these addresses, in the form of `PossibleNotification.people`.
  case people(Set<String>)
  case everyone

  package static let nobody = Consent.people([])

  /// Returns whether the user has agreed that all of these people may be notified.
  package func covers(_ notification: PossibleNotification) -> Bool {
    switch self {
    case .everyone: true
    case .people(let people): notification.people.isSubset(of: people)
    }
  }

  /// Returns this consent, extended to more people.
  package func adding(_ people: Set<String>) -> Consent {
    switch self {
    case .everyone: self
    case .people(let agreed): .people(agreed.union(people))
    }
  }
}
