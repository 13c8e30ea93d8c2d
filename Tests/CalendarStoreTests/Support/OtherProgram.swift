import CalendarModel
import Foundation
import Synchronization

@testable import CalendarStore

/// Another program that writes a file in place, as cp, curl -o and simple editors do: it empties the file and
/// then writes it in pieces.
final class OtherProgram: Sendable {
  private let descriptor: Mutex<Int32>

  init(_ path: String, truncates: Bool = true) {
    descriptor = Mutex(open(path, O_WRONLY | O_CLOEXEC | (truncates ? O_TRUNC : 0)))
  }

  deinit { close() }

  func write(_ text: some StringProtocol) { write(bytes: Array(text.utf8)) }

  func write(bytes: [UInt8]) {
    descriptor.withLock { file in _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }
  }

  func close() {
    descriptor.withLock { file in
      if file >= 0 { Glibc.close(file) }
      file = -1
    }
  }
}

/// A clock that moves only when a test advances it.
final class ManualClock: Sendable {
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
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    system.rename(name, to: target, in: folder, noReplace: noReplace)
  }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 { system.remove(name, in: folder) }
  func lease(_ file: Int32) -> Int32 { -EINVAL }
  func holdsLease(_ file: Int32) -> Bool { false }
  func releaseLease(_ file: Int32) {}
}

/// System calls that run an action just before new contents are renamed onto a file.
struct CallsWithRace: FileCalls {
  private let system = SystemCalls()
  let beforeRename: @Sendable () -> Void

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    system.create(name, in: folder, mode: mode)
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { system.write(bytes, to: file) }
  func synchronize(_ file: Int32) -> Int32 { system.synchronize(file) }
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    if !noReplace { beforeRename() }
    return system.rename(name, to: target, in: folder, noReplace: noReplace)
  }
  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    beforeRename()
    return system.exchange(name, with: other, in: folder)
  }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 { system.remove(name, in: folder) }
}

/// The other program in a race with a save: it opens the file when `open` is called for the first time.
final class LateProgram: Sendable {
  private let openedProgram = Mutex<OtherProgram?>(nil)

  var program: OtherProgram? { openedProgram.withLock { $0 } }

  func open(_ path: String, truncates: Bool) {
    openedProgram.withLock { openedProgram in
      if openedProgram == nil { openedProgram = OtherProgram(path, truncates: truncates) }
    }
  }
}
