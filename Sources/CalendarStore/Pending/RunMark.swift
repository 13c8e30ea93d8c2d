import Glibc
import Synchronization

/// A locked file next to the records of this run of the program, which tells other runs that this one still takes care of them.
/// The lock ends with the process, however it ends. All stores of a process share the file.
final class RunMark: Sendable {
  /// The name of the file.
  let name: String
  private let path: String
  private let descriptor: Int32
  private static let (prefix, suffix) = ("run-", ".lock")

  private struct WeakMark { weak var mark: RunMark? }
  private static let marks = Mutex<[String: WeakMark]>([:])

  private init?(in folder: String) {
    name = "\(Self.prefix)\(TemporaryName.randomDigits())\(Self.suffix)"
    path = "\(folder)/\(name)"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    // Another run may have found the file before it was locked, and removed it.
    var attributes = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &attributes) == 0,
      attributes.st_nlink > 0
    else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Returns the mark of this process in a folder; nil if it cannot be made. Other runs then take the records for those of an
  /// earlier run.
  static func shared(in folder: String) -> RunMark? {
    marks.withLock { marks in
      if let mark = marks[folder]?.mark { return mark }
      marks = marks.filter { $0.value.mark != nil }
      let mark = RunMark(in: folder) ?? RunMark(in: folder)
      marks[folder] = WeakMark(mark: mark)
      return mark
    }
  }

  /// Returns the names of the marks of other processes that are alive, among the names in a folder, and removes those of
  /// processes that have ended.
  static func living(among names: [String], in folder: String) -> Set<String> {
    let ownName = marks.withLock { $0[folder]?.mark?.name }
    var living: Set<String> = []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) && name != ownName {
      let file = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        unlink("\(folder)/\(name)")
      } else if errno == EWOULDBLOCK {
        living.insert(name)
      }
    }
    return living
  }
}
