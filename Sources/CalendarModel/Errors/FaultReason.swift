/// Why something could not be read or written.
package enum FaultReason: Hashable, Sendable {
  /// The system refused.
  case system(SystemReason)
  /// It is a symbolic link inside a folder of calendars.
  case symbolicLink
  /// It changes while it is read.
  case changing
  /// What is there could not be kept, so nothing was written over it.
  case notKept
}

/// Why the system refused something.
package enum SystemReason: Hashable, Sendable {
  /// The user may not.
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
  /// Something else uses it.
  case busy
  /// There is no memory left.
  case outOfMemory
  /// Its file system cannot do that.
  case unsupported
  /// Another reason, by the system's number.
  case other(code: Int)
}
