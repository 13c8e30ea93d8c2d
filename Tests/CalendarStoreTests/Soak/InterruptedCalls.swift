import CalendarModel
import Glibc
import Synchronization

@testable import CalendarStore

/// System calls that are counted. One of them fails, or all from one on, or the program is killed at one.
final class InterruptedCalls: FileCalls {
  enum Fault: Hashable, Sendable {
    /// One call fails with this error.
    case once(Int32)
    /// This call and all later ones fail, until `repair`.
    case always(Int32)
    /// The program is killed: nothing reaches the disk from here on.
    case killed
  }

  private struct State {
    var count = 0
    var index = Int.max
    var fault = Fault.killed
    var names: [String] = []
  }

  private let state = Mutex(State())
  private let system = SystemCalls()
  private let disk: Disk

  /// What the files are said to be on.
  enum Disk: String, Sendable {
    case local
    /// An encrypted folder in user space, which can exchange files.
    case vault
    /// A server's, which cannot.
    case server

    var system: FileSystem { self == .local ? .local : .remote }
  }

  init(on disk: Disk = .local) { self.disk = disk }

  /// Restarts the count at 0 and lets the call with this index fail; none if it is `Int.max`.
  func arm(_ index: Int, _ fault: Fault) {
    state.withLock { $0 = State(index: index, fault: fault) }
  }

  func repair() { arm(.max, .killed) }

  /// The names of the calls since `arm`.
  var names: [String] { state.withLock { $0.names } }

  /// The error to fail with; nil for none.
  private func fault(_ name: String) -> Int32? {
    state.withLock { state in
      state.names.append(name)
      defer { state.count += 1 }
      guard state.count >= state.index else { return nil }
      switch state.fault {
      case .once(let code): return state.count == state.index ? code : nil
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
  func attributes(of file: Int32, _ attributes: inout stat) -> Int32 {
    fault("facts").map { -$0 } ?? system.attributes(of: file, &attributes)
  }
  func attributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    fault("facts").map { -$0 } ?? system.attributes(of: name, in: folder, &attributes)
  }
  func freshAttributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    fault("freshAttributes").map { -$0 } ?? system.freshAttributes(of: name, in: folder, &attributes)
  }
  func watchNames(in folder: Int32) -> Int32 { status("watchNames") { system.watchNames(in: folder) } }
  func mayWrite(_ name: ByteString, in folder: Int32) -> Bool {
    fault("mayWrite") == nil && system.mayWrite(name, in: folder)
  }
  func fileSystem(of file: Int32) -> FileSystem { disk.system }
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
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    status("rename") {
      noReplace && disk == .server
        ? -EINVAL : system.rename(name, to: target, in: folder, noReplace: noReplace)
    }
  }
  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    status("exchange") { disk == .server ? -EINVAL : system.exchange(name, with: other, in: folder) }
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
