import CalendarModel
import Foundation
import Synchronization

@testable import CalendarStore

/// A file system that stops responding until `resume` is called.
final class HangingCalls: FileCalls {
  enum Moment: Equatable {
    /// When a file is created in order to be written; creating it then fails.
    case writing
    /// When the file with this name is read.
    case reading(String)
    /// When the file with this name is opened after `hang`, on a network file system.
    case opening(String)
  }

  private let moment: Moment
  private let system = SystemCalls()
  private let gate = NSCondition()
  private let isHanging = Mutex(true)

  init(_ moment: Moment) {
    self.moment = moment
    if case .opening = moment { isHanging.withLock { $0 = false } }
  }

  func hang() { isHanging.withLock { $0 = true } }

  func resume() {
    isHanging.withLock { $0 = false }
    gate.lock()
    gate.broadcast()
    gate.unlock()
  }

  private func wait() {
    gate.lock()
    while isHanging.withLock({ $0 }) { gate.wait() }
    gate.unlock()
  }

  func fileSystem(of file: Int32) -> FileSystem {
    if case .opening = moment { .remote } else { system.fileSystem(of: file) }
  }

  func open(_ name: ByteString, in folder: Int32) -> Int32 {
    if case .opening(let hangingName) = moment, name.text == hangingName { wait() }
    return system.open(name, in: folder)
  }

  func lease(_ file: Int32) -> Int32 {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
    if case .reading(let name) = moment, path?.hasSuffix("/" + name) == true { wait() }
    return system.lease(file)
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    guard moment == .writing else { return system.create(name, in: folder, mode: mode) }
    wait()
    return -EIO
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { system.write(bytes, to: file) }
  func synchronize(_ file: Int32) -> Int32 { system.synchronize(file) }
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    system.rename(name, to: target, in: folder, noReplace: noReplace)
  }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 { system.remove(name, in: folder) }
}
