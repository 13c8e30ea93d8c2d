/// Why something could not be read or written.
public enum FaultReason: Hashable, Sendable {
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
public enum SystemReason: Hashable, Sendable {
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

/// Why a picture could not be written.
public enum PictureFailure: Error, Hashable, Sendable {
  /// What went wrong with its file.
  public enum Reason: Hashable, Sendable {
    /// Its folder is missing, full or read-only.
    case folder
    /// It could not be painted; the painter's number says why.
    case painting(code: Int)
  }

  /// It has more pixels to a side than can be painted.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// The file could not be written.
  case notWritten(path: String, reason: Reason)
}
