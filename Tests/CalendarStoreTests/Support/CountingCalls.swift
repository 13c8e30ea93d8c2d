import CalendarModel
import Glibc
import Synchronization

@testable import CalendarStore

/// The kernel's calls, counted. Files may seem older than they are: nothing can set back when a file was changed.
final class CountingCalls: FileCalls {
  enum Call: Hashable {
    case openFolder, open, facts, read, mayWrite, fileSystem, lease
  }

  private let system = SystemCalls()
  private let counts = Mutex<[Call: Int]>([:])
  /// By how many seconds.
  private let ageing: Int
  /// What another program does while a file is read for the first time.
  private let duringRead: Mutex<(@Sendable () -> Void)?>
  /// The folder that is another one by now, on a network; the first that was opened.
  private let stale: Mutex<(isWanted: Bool, folder: Int32?)>

  init(
    ageing: Int = 0, isStale: Bool = false, duringRead: (@Sendable () -> Void)? = nil
  ) {
    self.ageing = ageing
    self.duringRead = Mutex(duringRead)
    stale = Mutex((isStale, nil))
  }

  subscript(_ call: Call) -> Int { counts.withLock { $0[call, default: 0] } }

  private func count(_ call: Call) { counts.withLock { $0[call, default: 0] += 1 } }

  func openFolder(_ path: ByteString) -> Int32 {
    count(.openFolder)
    return system.openFolder(path)
  }

  func open(_ name: ByteString, in folder: Int32) -> Int32 {
    count(.open)
    if name.isCalendarFile, stale.withLock({ $0.isWanted && ($0.folder ?? folder) == folder }) {
      stale.withLock { $0 = (self[.open] == 1, folder) }
      return -ESTALE
    }
    return system.open(name, in: folder)
  }

  func attributes(of file: Int32, _ facts: inout stat) -> Int32 {
    count(.facts)
    let status = system.attributes(of: file, &facts)
    facts.st_mtim.tv_sec -= ageing
    facts.st_ctim.tv_sec -= ageing
    return status
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    count(.read)
    duringRead.withLock { other in
      other?()
      other = nil
    }
    return system.read(file, into: buffer, at: offset)
  }

  func mayWrite(_ name: ByteString, in folder: Int32) -> Bool {
    count(.mayWrite)
    return system.mayWrite(name, in: folder)
  }

  func fileSystem(of file: Int32) -> FileSystem {
    count(.fileSystem)
    return system.fileSystem(of: file)
  }

  func lease(_ file: Int32) -> Int32 {
    count(.lease)
    return system.lease(file)
  }
}
