import CalendarModel
import Foundation
import Synchronization

@testable import CalendarStore

/// Another program that writes a file in place, as cp, curl -o and most editors do: it cuts the file to nothing and
/// then writes piece after piece.
final class OtherProgram {
  private var file: Int32

  /// Opens the file for writing.
  init(_ path: String, truncates: Bool = true) {
    file = open(path, O_WRONLY | O_CLOEXEC | (truncates ? O_TRUNC : 0))
  }

  deinit { close() }

  func write(_ text: some StringProtocol) { write(bytes: Array(text.utf8)) }

  func write(bytes: [UInt8]) { _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }

  func close() {
    if file >= 0 { Glibc.close(file) }
    file = -1
  }
}

/// A clock that stands until it is told to go on.
final class StandingClock: Sendable {
  private let time = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// System calls of a file system without leases.
struct CallsWithoutLeases: FileCalls {
  private let system = SystemCalls()

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    system.create(name, in: folder, mode: mode)
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { system.write(bytes, to: file) }
  func synchronize(_ file: Int32) -> Int32 { system.synchronize(file) }
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, isNew: Bool) -> Int32 {
    system.rename(name, to: target, in: folder, isNew: isNew)
  }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 { system.remove(name, in: folder) }
  func lease(_ file: Int32) -> Int32 { -EINVAL }
  func holdsLease(_ file: Int32) -> Bool { false }
  func releaseLease(_ file: Int32) {}
}

/// System calls during which something happens just before a file gets its new contents' name.
struct CallsWithRace: FileCalls {
  private let system = SystemCalls()
  let beforeRename: @Sendable () -> Void

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    system.create(name, in: folder, mode: mode)
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { system.write(bytes, to: file) }
  func synchronize(_ file: Int32) -> Int32 { system.synchronize(file) }
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, isNew: Bool) -> Int32 {
    if !isNew { beforeRename() }
    return system.rename(name, to: target, in: folder, isNew: isNew)
  }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 { system.remove(name, in: folder) }
}
