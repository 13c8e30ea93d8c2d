import CalendarModel

/// A transfer whose destination did not answer. The event is still in its origin, and nobody knows yet whether it will
/// be in the destination too.
struct UnansweredTransfer: Hashable, Sendable {
  let origin: EventID
  let destination: EventID
  /// When the answer was given up.
  let moment: ContinuousClock.Instant

  /// How long a write may still be carried out. A service keeps it only while it runs, and drops it with the connection
  /// to its server; a day allows for a computer that is suspended overnight.
  static let maximumAge = Duration.seconds(24 * 60 * 60)
}

// A server may carry out a write long after it should have answered. Until then, the event is missing there, which
// does not mean that it will stay missing. See docs/decisions/transfers.md.
extension CalendarStore {
  /// Records that the destination of a transfer did not answer. An event without a UID would not be recognized later.
  func recordMissingAnswer(of origin: EventID, to destination: EventID) {
    guard !destination.uid.isEmpty else { return }
    unansweredTransfers.removeAll { $0.origin == origin && $0.destination == destination }
    unansweredTransfers.append(UnansweredTransfer(origin: origin, destination: destination, moment: clock()))
  }

  /// Reports the events of unanswered transfers that are now in both calendars. Removing one of them is left to the
  /// user, who may have changed either in the meantime.
  func checkLateArrivals(in calendar: CalendarID) {
    let earliest = clock() - UnansweredTransfer.maximumAge
    unansweredTransfers.removeAll { $0.moment < earliest }
    for transfer in unansweredTransfers where transfer.destination.calendar == calendar {
      let arrivals = events(withUID: transfer.destination.uid, in: calendar)
      guard !arrivals.isEmpty else { continue }
      unansweredTransfers.removeAll { $0 == transfer }
      // If the event is no longer in its origin, a later attempt has moved it, or the user has deleted it.
      let departures = events(withUID: transfer.origin.uid, in: transfer.origin.calendar)
      let isUnchanged =
        file(ObjectKey(transfer.origin))?.document.events.position(of: transfer.origin) != nil
      guard let origin = isUnchanged ? transfer.origin : departures.first else { continue }
      let destination = arrivals.first { $0 == transfer.destination } ?? arrivals[0]
      emit(.doubled(DoubledEvent(origin: origin, destination: destination)))
    }
  }

  private func events(withUID uid: ByteString, in calendar: CalendarID) -> [EventID] {
    guard !uid.isEmpty else { return [] }
    let files = calendars.first { $0.id == calendar }?.files.values
    return files?.flatMap { $0.document.events.map(\.id).filter { $0.uid == uid } } ?? []
  }
}
