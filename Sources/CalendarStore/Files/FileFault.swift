import CalendarModel
import Glibc

/// The reason why a file operation failed.
enum FileFault: Error, Hashable {
  /// A system call failed with the given error number.
  case system(Int32)
  /// The file is not a regular file but, for example, a folder, a device or a pipe.
  case notRegularFile
  /// The file or folder exceeds the given limit: a number of bytes for a file, a number of files for a
  /// folder.
  case tooLarge(Int)
  /// The file has changed since it was read.
  case changed
  /// Another program has the file open for writing.
  case beingWritten

  /// The error of the last failed call on this thread.
  static var lastSystemError: FileFault { .system(errno) }

  /// Returns the error to report if reading the file or folder `path` failed.
  func whileReading(_ path: String) -> StoreError {
    switch self {
    case .system(ENOENT), .system(ENOTDIR): .notFound(path: path)
    // The path is a symbolic link, which O_NOFOLLOW rejects.
    case .system(ELOOP):
      .unreadable(path: path, reason: .symbolicLink)
    case .system(let code): .unreadable(path: path, reason: .system(SystemReason(code)))
    case .notRegularFile: .notCalendar(path: path)
    case .tooLarge(let limit): .tooLarge(path: path, limit: limit)
    case .changed: .unreadable(path: path, reason: .changing)
    case .beingWritten: .beingWritten(path: path)
    }
  }

  /// Returns the error to report if writing the file `path` failed.
  func whileWriting(_ path: String) -> StoreError { whileWriting(.path(path)) }

  /// Returns the error to report if writing `location` failed.
  func whileWriting(_ location: CalendarLocation) -> StoreError {
    switch self {
    case .system(EACCES), .system(EPERM), .system(EROFS), .system(ETXTBSY): .readOnly(location)
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): .diskFull(location)
    case .system(ENOENT), .system(ENOTDIR), .system(ESTALE), .system(ENODEV), .system(ENXIO):
      .vanished(location)
    case .system(EEXIST): .exists(location)
    case .system(let code): .failed(location, reason: .system(SystemReason(code)))
    case .notRegularFile: .notCalendar(location)
    case .tooLarge(let limit): .tooLarge(location, limit: limit)
    case .changed: .conflict(location, copyPath: nil)
    case .beingWritten: .beingWritten(location)
    }
  }
}

extension SystemReason {
  package init(_ code: Int32) {
    self =
      switch code {
      case EACCES, EPERM: .notPermitted
      case EIO: .inputOutput
      case EMFILE, ENFILE: .tooManyOpen
      case ENAMETOOLONG: .nameTooLong
      case ETIMEDOUT: .timedOut
      case EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENOTCONN: .unreachable
      case EBUSY: .busy
      case ENOMEM: .outOfMemory
      case EOPNOTSUPP, ENOSYS: .unsupported
      default: .other(code: Int(code))
      }
  }
}
