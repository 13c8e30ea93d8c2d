import CalendarModel
import Glibc
import Synchronization

@testable import CalendarStore

/// System calls of a program that is killed before one of them, or that only counts them: nothing reaches the disk from
/// there on.
final class DyingCalls: FileCalls {
  private let count = Mutex(0)
  private let last: Int
  private let code: Int32
  private let heals: Bool
  private let system = SystemCalls()

  /// - Parameters:
  ///   - last: how many calls still reach the disk.
  ///   - code: what the others fail with.
  ///   - heals: whether only the one after `last` fails.
  init(after last: Int = .max, _ code: Int32 = EIO, heals: Bool = false) {
    (self.last, self.code, self.heals) = (last, code, heals)
  }

  /// What could not be removed first.
  let unremoved = Mutex<ByteString?>(nil)

  /// How many calls there were.
  var made: Int { count.withLock { $0 } }

  private func may() -> Bool {
    count.withLock { count in
      count += 1
      return count <= last || (heals && count > last + 1)
    }
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    may() ? system.create(name, in: folder, mode: mode) : -code
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    may() ? system.write(bytes, to: file) : -Int(code)
  }

  func synchronize(_ file: Int32) -> Int32 { may() ? system.synchronize(file) : -code }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, isNew: Bool) -> Int32 {
    may() ? system.rename(name, to: target, in: folder, isNew: isNew) : -code
  }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    may() ? system.exchange(name, with: other, in: folder) : -code
  }

  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    if may() { return system.remove(name, in: folder) }
    unremoved.withLock { if $0 == nil { $0 = name } }
    return -code
  }
}
