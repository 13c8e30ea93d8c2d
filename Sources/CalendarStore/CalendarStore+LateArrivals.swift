import CalendarModel

/// A transfer whose destination did not answer. The event is still in its origin, and nobody knows yet whether it will
/// be in the destination too.
struct UnansweredTransfer: Hashable, Sendable {
  let origin: EventID
  let destination: EventID
}

// A server may carry out a write long after it should have answered. Until then, the event is missing there, which
// does not mean that it will stay missing. See docs/decisions/transfers.md.
extension CalendarStore {
  /// Records a transfer whose destination did not answer.
  func watch(_ transfer: UnansweredTransfer) {
    guard !unansweredTransfers.contains(transfer) else { return }
    unansweredTransfers.append(transfer)
  }

  /// Reports the events of unanswered transfers that are now in both calendars. Removing one of them is left to the
  /// user, who may have changed either in the meantime.
  func checkLateArrivals(in calendar: CalendarID) {
    for transfer in unansweredTransfers where transfer.destination.calendar == calendar {
      let arrivals = events(withUID: transfer.destination.uid, in: calendar)
      guard !arrivals.isEmpty else { continue }
      unansweredTransfers.removeAll { $0 == transfer }
      // If the event is no longer in its origin, a later attempt has moved it, or the user has deleted it.
      let departures = events(withUID: transfer.origin.uid, in: transfer.origin.calendar)
      guard let origin = departures.first(where: { $0 == transfer.origin }) ?? departures.first else {
        continue
      }
      let destination = arrivals.first { $0 == transfer.destination } ?? arrivals[0]
      emit(.doubled(DoubledEvent(origin: origin, destination: destination)))
    }
  }

  private func events(withUID uid: ByteString, in calendar: CalendarID) -> [EventID] {
    let files = calendars.first { $0.id == calendar }?.files.values
    return files?.flatMap { $0.document.events.map(\.id).filter { $0.uid == uid } } ?? []
  }
}
