import CalendarModel
import Glibc
import Synchronization

@testable import CalendarStore

/// System calls, one kind of which fails until `repair` is called.
final class FaultyCalls: FileCalls {
  enum Call {
    case create, write, synchronizeFile, rename, remove

    static let forReplacement: [Call] = [.create, .write, .synchronizeFile, .rename]
  }

  private let fault: Mutex<(call: Call, code: Int32)?>
  private let system = SystemCalls()

  init(_ call: Call, _ code: Int32) {
    fault = Mutex((call, code))
  }

  /// Lets all calls succeed from now on.
  func repair() {
    fault.withLock { $0 = nil }
  }

  private func code(_ call: Call) -> Int32? {
    fault.withLock { $0?.call == call ? $0?.code : nil }
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    code(.create).map { -$0 } ?? system.create(name, in: folder, mode: mode)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    guard let code = code(.write) else { return system.write(bytes, to: file) }
    // A disk fills up in the middle of a write: half of the data still fits.
    guard bytes.count > 1 else { return -Int(code) }
    return system.write(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), to: file)
  }

  func synchronize(_ file: Int32) -> Int32 {
    code(.synchronizeFile).map { -$0 } ?? system.synchronize(file)
  }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    code(.rename).map { -$0 } ?? system.rename(name, to: target, in: folder, noReplace: noReplace)
  }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    code(.rename).map { -$0 } ?? system.exchange(name, with: other, in: folder)
  }

  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    code(.remove).map { -$0 } ?? system.remove(name, in: folder)
  }
}
