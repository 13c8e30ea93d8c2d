import CalendarModel
import Glibc
import Synchronization

@testable import CalendarStore

/// System calls, only a limited number of which reach the disk, as if the program were then killed. Without a
/// limit, the calls are only counted.
final class LimitedCalls: FileCalls {
  private let count = Mutex(0)
  private let limit: Int
  private let code: Int32
  private let failsOnlyOnce: Bool
  private let canRenameWithoutReplacing: Bool
  private let system = SystemCalls()

  /// - Parameters:
  ///   - limit: the number of calls that reach the disk before one fails.
  ///   - code: the error with which later calls fail.
  ///   - failsOnlyOnce: whether only the call after `limit` fails.
  ///   - canRenameWithoutReplacing: whether the file system supports `RENAME_NOREPLACE`.
  init(
    after limit: Int = .max, _ code: Int32 = EIO, failsOnlyOnce: Bool = false,
    canRenameWithoutReplacing: Bool = true
  ) {
    (self.limit, self.code, self.failsOnlyOnce) = (limit, code, failsOnlyOnce)
    self.canRenameWithoutReplacing = canRenameWithoutReplacing
  }

  /// The name of the first file that could not be removed.
  let firstUnremovedName = Mutex<ByteString?>(nil)

  /// The number of calls.
  var callCount: Int { count.withLock { $0 } }

  /// Counts a call and returns whether it reaches the disk.
  private func beginCall() -> Bool {
    count.withLock { count in
      count += 1
      return count <= limit || (failsOnlyOnce && count > limit + 1)
    }
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    beginCall() ? system.create(name, in: folder, mode: mode) : -code
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    beginCall() ? system.write(bytes, to: file) : -Int(code)
  }

  func synchronize(_ file: Int32) -> Int32 { beginCall() ? system.synchronize(file) : -code }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    if noReplace, !canRenameWithoutReplacing { return -EINVAL }
    return beginCall() ? system.rename(name, to: target, in: folder, noReplace: noReplace) : -code
  }

  func link(_ name: ByteString, as newName: ByteString, in folder: Int32) -> Int32 {
    beginCall() ? system.link(name, as: newName, in: folder) : -code
  }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    beginCall() ? system.exchange(name, with: other, in: folder) : -code
  }

  func createFolder(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    beginCall() ? system.createFolder(name, in: folder, mode: mode) : -code
  }

  func removeFolder(_ name: ByteString, in folder: Int32) -> Int32 {
    beginCall() ? system.removeFolder(name, in: folder) : -code
  }

  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    if beginCall() { return system.remove(name, in: folder) }
    firstUnremovedName.withLock { if $0 == nil { $0 = name } }
    return -code
  }
}
