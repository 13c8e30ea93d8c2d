import CalendarModel
import Glibc

/// The reason why a file operation failed.
enum FileFault: Error, Hashable {
  /// A system call failed with that error number.
  case system(Int32)
  /// Not a regular file but a folder, a device or a pipe.
  case irregular
  /// It has more than that many bytes.
  case tooLarge(Int)
  /// It has changed since it was read.
  case changed
  /// Another program has it open for writing.
  case beingWritten

  /// The error of this thread's last failed call.
  static var last: FileFault { .system(errno) }

  /// The error for messages, when reading the file or folder `path`.
  func whileReading(_ path: String) -> StoreError {
    switch self {
    case .system(ENOENT), .system(ENOTDIR): .notFound(path: path)
    // O_NOFOLLOW met a symbolic link.
    case .system(ELOOP):
      .unreadable(path: path, reason: .symbolicLink)
    case .system(let code): .unreadable(path: path, reason: .system(SystemReason(code)))
    case .irregular: .notCalendar(path: path)
    case .tooLarge(let limit): .tooLarge(path: path, limit: limit)
    case .changed: .unreadable(path: path, reason: .changing)
    case .beingWritten: .beingWritten(path: path)
    }
  }

  /// The error for messages, when writing the file `path`.
  func whileWriting(_ path: String) -> StoreError { whileWriting(.path(path)) }

  /// The error for messages, when writing `location`.
  func whileWriting(_ location: CalendarLocation) -> StoreError {
    switch self {
    case .system(EACCES), .system(EPERM), .system(EROFS), .system(ETXTBSY): .readOnly(location)
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): .diskFull(location)
    case .system(ENOENT), .system(ENOTDIR), .system(ESTALE), .system(ENODEV), .system(ENXIO):
      .vanished(location)
    case .system(EEXIST): .exists(location)
    case .system(let code): .failed(location, reason: .system(SystemReason(code)))
    case .irregular: .notCalendar(location)
    case .tooLarge(let limit): .tooLarge(location, limit: limit)
    case .changed: .conflict(location, kept: nil)
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
