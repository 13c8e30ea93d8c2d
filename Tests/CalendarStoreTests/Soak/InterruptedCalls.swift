import CalendarModel
import Glibc
import Synchronization

@testable import CalendarStore

/// System calls that are counted, of which one fails, or all from one on, or from one on nothing happens any more.
final class InterruptedCalls: FileCalls {
  enum Fault: Hashable, Sendable {
    /// One call fails with that error.
    case once(Int32)
    /// It and all after it do, until they are mended.
    case always(Int32)
    /// The program is killed: nothing reaches the disk from here on.
    case killed
  }

  private struct State {
    var made = 0
    var index = Int.max
    var fault = Fault.killed
    var names: [String] = []
  }

  private let state = Mutex(State())
  private let system = SystemCalls()
  private let kind: FileSystem

  /// - Parameter kind: what the files are said to be on.
  init(on kind: FileSystem = .local) { self.kind = kind }

  /// Counts from 0 from now on, and lets the call of that number fail; none if it is `Int.max`.
  func arm(_ index: Int, _ fault: Fault) {
    state.withLock { $0 = State(index: index, fault: fault) }
  }

  func mend() { arm(.max, .killed) }

  /// The names of the calls since then.
  var names: [String] { state.withLock { $0.names } }

  /// The error to fail with; nil for none.
  private func fault(_ name: String) -> Int32? {
    state.withLock { state in
      state.names.append(name)
      defer { state.made += 1 }
      guard state.made >= state.index else { return nil }
      switch state.fault {
      case .once(let code): return state.made == state.index ? code : nil
      case .always(let code): return code
      case .killed: return EIO
      }
    }
  }

  private func status(_ name: String, _ call: () -> Int32) -> Int32 {
    fault(name).map { -$0 } ?? call()
  }

  func openFolder(_ path: ByteString) -> Int32 { status("openFolder") { system.openFolder(path) } }
  func open(_ name: ByteString, in folder: Int32) -> Int32 {
    status("open") { system.open(name, in: folder) }
  }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    fault("read").map { -Int($0) } ?? system.read(file, into: buffer, at: offset)
  }
  func link(_ name: ByteString, to target: ByteString, in folder: Int32) -> Int32 {
    status("link") { system.link(name, to: target, in: folder) }
  }
  func facts(of file: Int32, _ facts: inout stat) -> Int32 {
    fault("facts").map { -$0 } ?? system.facts(of: file, &facts)
  }
  func facts(of name: ByteString, in folder: Int32, _ facts: inout stat) -> Int32 {
    fault("facts").map { -$0 } ?? system.facts(of: name, in: folder, &facts)
  }
  func mayWrite(_ name: ByteString, in folder: Int32) -> Bool {
    fault("mayWrite") == nil && system.mayWrite(name, in: folder)
  }
  func fileSystem(of file: Int32) -> FileSystem { kind }
  func isMountPoint(_ folder: Int32) -> Bool {
    fault("isMountPoint") == nil && system.isMountPoint(folder)
  }
  func lock(_ file: Int32) -> Int32 { status("lock") { system.lock(file) } }
  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    status("create") { system.create(name, in: folder, mode: mode) }
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    guard let code = fault("write") else { return system.write(bytes, to: file) }
    // A disk fills up in the middle of a write: half of it still fits. An interrupted write wrote nothing.
    if bytes.count > 1, code != EINTR {
      _ = system.write(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), to: file)
    }
    return -Int(code)
  }
  func synchronize(_ file: Int32) -> Int32 { status("synchronize") { system.synchronize(file) } }
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, isNew: Bool) -> Int32 {
    status("rename") { system.rename(name, to: target, in: folder, isNew: isNew) }
  }
  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    status("exchange") { system.exchange(name, with: other, in: folder) }
  }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    status("remove") { system.remove(name, in: folder) }
  }
  func lease(_ file: Int32) -> Int32 { status("lease") { system.lease(file) } }
  func holdsLease(_ file: Int32) -> Bool { fault("holdsLease") == nil && system.holdsLease(file) }
  func releaseLease(_ file: Int32) {
    _ = fault("releaseLease")
    system.releaseLease(file)
  }
}
