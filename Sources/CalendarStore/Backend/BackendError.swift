import CalendarModel

/// The reason why a backend could not carry out a request.
package enum BackendError: Error, Hashable, Sendable {
  /// The object is not what the write was made on: it is read again, and the change made on what it is now.
  case changed
  /// Somebody else is writing it in this moment.
  case busy
  /// No answer came: it may have been written. It is read before that is tried again.
  case unknown
  /// Anything else.
  case failed(StoreError)
}

/// A change made outside this program.
package enum BackendChange: Hashable, Sendable {
  /// Objects of a calendar were made, changed or removed; nil for any of them.
  case objects(CalendarID, Set<ByteString?>?)
  /// Something else can be done with a calendar now.
  case state(CalendarID, CalendarState)
}
