import CalendarModel
import Glibc
import Synchronization

@testable import CalendarStore

/// Counts system calls and injects a fault at one of them: that call fails, that call and all later ones fail, or the
/// program is killed.
final class InterruptedCalls: FileCalls {
  enum Fault: Hashable, Sendable {
    /// One call fails with this error.
    case once(Int32)
    /// This call and all later ones fail until `repair` is called.
    case always(Int32)
    /// The program is killed: nothing reaches the disk from here on.
    case killed
  }

  private struct State {
    var callCount = 0
    var faultIndex = Int.max
    var fault = Fault.killed
    var names: [String] = []
  }

  private let state = Mutex(State())
  private let system = SystemCalls()
  private let disk: Disk

  /// The kind of disk that is simulated.
  enum Disk: String, Sendable {
    case local
    /// An encrypted folder on a FUSE file system, which can exchange files.
    case encryptedFolder
    /// A folder on a server, which cannot exchange files.
    case server

    var system: FileSystem { self == .local ? .local : .remote }
  }

  init(on disk: Disk = .local) { self.disk = disk }

  /// Resets the count and injects the fault at the call with the given index, or at no call if the index is
  /// `Int.max`.
  func arm(_ index: Int, _ fault: Fault) {
    state.withLock { $0 = State(faultIndex: index, fault: fault) }
  }

  func repair() { arm(.max, .killed) }

  /// The names of the calls since `arm`.
  var names: [String] { state.withLock { $0.names } }

  /// Records a call and returns the error with which it fails; nil if it succeeds.
  private func fault(_ name: String) -> Int32? {
    state.withLock { state in
      state.names.append(name)
      defer { state.callCount += 1 }
      guard state.callCount >= state.faultIndex else { return nil }
      switch state.fault {
      case .once(let code): return state.callCount == state.faultIndex ? code : nil
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
  func link(_ name: ByteString, as newName: ByteString, in folder: Int32) -> Int32 {
    status("link") { system.link(name, as: newName, in: folder) }
  }
  func attributes(of file: Int32, _ attributes: inout stat) -> Int32 {
    fault("attributes").map { -$0 } ?? system.attributes(of: file, &attributes)
  }
  func attributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    fault("attributes").map { -$0 } ?? system.attributes(of: name, in: folder, &attributes)
  }
  func freshAttributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    fault("freshAttributes").map { -$0 } ?? system.freshAttributes(of: name, in: folder, &attributes)
  }
  func watchNames(in folder: Int32) -> Int32 { status("watchNames") { system.watchNames(in: folder) } }
  func canWrite(_ name: ByteString, in folder: Int32) -> Bool {
    fault("canWrite") == nil && system.canWrite(name, in: folder)
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
    // A disk fills up in the middle of a write: half of the data still fits. An interrupted write writes
    // nothing.
    if bytes.count > 1, code != EINTR {
      _ = system.write(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), to: file)
    }
    return -Int(code)
  }
  func startWriting(_ file: Int32) {
    if fault("startWriting") == nil { system.startWriting(file) }
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
  func createFolder(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    status("createFolder") { system.createFolder(name, in: folder, mode: mode) }
  }
  func removeFolder(_ name: ByteString, in folder: Int32) -> Int32 {
    status("removeFolder") { system.removeFolder(name, in: folder) }
  }
  func lease(_ file: Int32) -> Int32 { status("lease") { system.lease(file) } }
  func holdsLease(_ file: Int32) -> Bool { fault("holdsLease") == nil && system.holdsLease(file) }
  func releaseLease(_ file: Int32) {
    _ = fault("releaseLease")
    system.releaseLease(file)
  }
}
