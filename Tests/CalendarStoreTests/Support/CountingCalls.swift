import CalendarModel
import Glibc
import Synchronization

@testable import CalendarStore

/// Counts system calls. It can make files seem older than they are, because no call can set a file's change time.
final class CountingCalls: FileCalls {
  enum Call: Hashable {
    case openFolder, open, attributes, read, canWrite, fileSystem, lease
  }

  private let system = SystemCalls()
  private let counts = Mutex<[Call: Int]>([:])
  private let maximumReadSize = Mutex(0)
  /// The number of seconds by which files seem older than they are.
  private let aging: Int
  /// What another program does while a file is being read for the first time.
  private let duringRead: Mutex<(@Sendable () -> Void)?>
  /// Whether the first folder in which a file is opened is stale, as on a network file system, and the
  /// folder's descriptor.
  private let staleFolder: Mutex<(isActive: Bool, folder: Int32?)>

  init(
    aging: Int = 0, isStale: Bool = false, duringRead: (@Sendable () -> Void)? = nil
  ) {
    self.aging = aging
    self.duringRead = Mutex(duringRead)
    staleFolder = Mutex((isStale, nil))
  }

  subscript(_ call: Call) -> Int { counts.withLock { $0[call, default: 0] } }

  /// The largest number of bytes that were requested at once.
  var largestRead: Int { maximumReadSize.withLock { $0 } }

  private func count(_ call: Call) { counts.withLock { $0[call, default: 0] += 1 } }

  func openFolder(_ path: ByteString) -> Int32 {
    count(.openFolder)
    return system.openFolder(path)
  }

  func open(_ name: ByteString, in folder: Int32) -> Int32 {
    count(.open)
    if name.isCalendarFile, staleFolder.withLock({ $0.isActive && ($0.folder ?? folder) == folder }) {
      staleFolder.withLock { $0 = (self[.open] == 1, folder) }
      return -ESTALE
    }
    return system.open(name, in: folder)
  }

  func attributes(of file: Int32, _ attributes: inout stat) -> Int32 {
    count(.attributes)
    let status = system.attributes(of: file, &attributes)
    attributes.st_mtim.tv_sec -= aging
    attributes.st_ctim.tv_sec -= aging
    return status
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    count(.read)
    maximumReadSize.withLock { $0 = max($0, buffer.count) }
    duringRead.withLock { action in
      action?()
      action = nil
    }
    return system.read(file, into: buffer, at: offset)
  }

  func canWrite(_ name: ByteString, in folder: Int32) -> Bool {
    count(.canWrite)
    return system.canWrite(name, in: folder)
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
