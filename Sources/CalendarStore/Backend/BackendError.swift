import CalendarModel

/// The reason why a backend could not carry out a request.
package enum BackendError: Error, Hashable, Sendable {
  /// The stored version is not the one that the write was based on. The store reads the object again and
  /// reapplies the change.
  case changed
  /// Another client is writing to the object.
  case busy
  /// No response arrived, so the object may or may not have been written. The store reads the object before
  /// trying again.
  case outcomeUnknown
  /// The object cannot be stored as it is, no matter how often the write is tried. The store reverts the changes.
  case refused(FaultReason)
  /// Any other error.
  case failed(StoreError)
}

/// A change made outside this program.
package enum BackendChange: Hashable, Sendable {
  /// Objects of a calendar were added, changed or removed; the set is nil if it is not known which.
  case objects(CalendarID, Set<ByteString?>?)
  /// The state of a calendar has changed.
  case state(CalendarID, CalendarState)
  /// An object no longer has the contents that a confirmed write gave it, and they cannot be written again.
  case lost(ObjectKey, [UInt8])
}
