/// The reason why a file or folder could not be read or written.
package enum FaultReason: Hashable, Sendable {
  /// The system reported an error.
  case system(SystemReason)
  /// The file is a symbolic link inside a folder of calendars.
  case symbolicLink
  /// The file changed while it was being read.
  case changing
  /// The existing content could not be preserved, so it was not overwritten.
  case notPreserved
  /// A service or a server refused. The value is its message.
  case service(String)
  /// The service does not know the time zone, so the event would get a different time.
  case unknownZone(String)
  /// A subscription could not be fetched.
  case subscription(SubscriptionFault)
}

/// An error reported by the system.
package enum SystemReason: Hashable, Sendable {
  /// The user lacks permission.
  case notPermitted
  /// The disk or the connection to it failed.
  case inputOutput
  /// Too many files are open.
  case tooManyOpen
  /// The file's name is longer than its file system allows.
  case nameTooLong
  /// A server did not answer in time.
  case timedOut
  /// A server cannot be reached.
  case unreachable
  /// The file or device is in use.
  case busy
  /// There is not enough memory.
  case outOfMemory
  /// The file system does not support the operation.
  case unsupported
  /// Any other reason, identified by its `errno`.
  case other(code: Int)
}
