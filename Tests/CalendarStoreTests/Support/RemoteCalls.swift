import CalendarModel
import Glibc
import SoakSupport
import Synchronization

@testable import CalendarStore

/// A network file system at its worst: it reports cached attributes of files, its clock is off, it can neither
/// rename without replacing nor make hard links, and it supports neither locks nor leases.
final class RemoteCalls: FileCalls {
  /// The operations that it refuses.
  struct Refusals: OptionSet, Sendable {
    let rawValue: Int
    static let renamingWithoutReplacing = Refusals(rawValue: 1)
    static let links = Refusals(rawValue: 2)
    static let folderSynchronization = Refusals(rawValue: 4)
    static let locks = Refusals(rawValue: 8)
    static let exchanges = Refusals(rawValue: 16)
    static let all: Refusals = [
      .renamingWithoutReplacing, .links, .folderSynchronization, .locks, .exchanges,
    ]
    /// An encrypted folder in user space (gocryptfs) passes on what the disk below it can do.
    static let vault: Refusals = [.folderSynchronization, .locks]
  }

  private let refusals: Refusals
  /// How many seconds the server's clock is ahead.
  private let ahead: Int
  private let cache = Mutex<[String: stat]>([:])
  private let reads = Mutex(0)
  private let system = SystemCalls()
  /// A negative error number lets the rename after claiming a name fail.
  let failureAfterClaim = Mutex<Int32>(0)
  /// The inode numbers of the files that were last opened, by path.
  private let opened = Mutex<[String: UInt64]>([:])
  /// The renames that replaced another file than the one last opened.
  let unseen = Mutex<[UnseenReplacement]>([])
  /// Runs just before a name is given to another file or removed.
  let beforeRename = Mutex<@Sendable () -> Void>({})

  /// Whether the program is killed after it has exchanged two files: nothing it does afterwards has an effect.
  let diesAfterExchange = Mutex(false)
  private let isDead = Mutex(false)

  init(_ refusals: Refusals = .all, ahead: Int = 3_600) {
    (self.refusals, self.ahead) = (refusals, ahead)
  }

  /// The number of reads.
  var readCount: Int { reads.withLock { $0 } }

  func fileSystem(of file: Int32) -> FileSystem { .remote }
  func lock(_ file: Int32) -> Int32 { refusals.contains(.locks) ? -ENOLCK : system.lock(file) }
  // NFS returns this if the server grants no delegations.
  func lease(_ file: Int32) -> Int32 { -EAGAIN }
  func holdsLease(_ file: Int32) -> Bool { false }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    reads.withLock { $0 += 1 }
    return system.read(file, into: buffer, at: offset)
  }

  func synchronize(_ file: Int32) -> Int32 {
    if isDead.withLock({ $0 }) { return -EIO }
    var facts = stat()
    fstat(file, &facts)
    return facts.isFolder && refusals.contains(.folderSynchronization) ? -EINVAL : system.synchronize(file)
  }

  func open(_ name: ByteString, in folder: Int32) -> Int32 {
    remember(system.open(name, in: folder), as: name, in: folder)
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    forget(name, in: folder)
    return remember(system.create(name, in: folder, mode: mode), as: name, in: folder)
  }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, isNew: Bool) -> Int32 {
    if isNew, refusals.contains(.renamingWithoutReplacing) { return -EINVAL }
    if !isNew || name.isCalendarFile { beforeRename.withLock { $0 }() }
    let failure = failureAfterClaim.withLock { $0 }
    if !isNew, failure < 0 { return failure }
    for name in [name, target] { forget(name, in: folder) }
    // Done by an exchange here, so that the test knows what was replaced.
    let new = isNew ? nil : try? Descriptor(adopting: system.open(name, in: folder))
    if !isNew, system.exchange(name, with: target, in: folder) >= 0 {
      if let new { recordRename(new, inPlaceOf: target, nowAt: name, in: folder) }
      return system.remove(name, in: folder)
    }
    return system.rename(name, to: target, in: folder, isNew: isNew)
  }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    if refusals.contains(.exchanges) { return -EINVAL }
    beforeRename.withLock { $0 }()
    for name in [name, other] { forget(name, in: folder) }
    let status = system.exchange(name, with: other, in: folder)
    if diesAfterExchange.withLock({ $0 }) { isDead.withLock { $0 = true } }
    return status
  }

  func link(_ name: ByteString, to target: ByteString, in folder: Int32) -> Int32 {
    refusals.contains(.links) ? -EPERM : system.link(name, to: target, in: folder)
  }

  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    if isDead.withLock({ $0 }) { return -EIO }
    forget(name, in: folder)
    return system.remove(name, in: folder)
  }

  func facts(of file: Int32, _ facts: inout stat) -> Int32 {
    let status = system.facts(of: file, &facts)
    return status < 0 ? status : remember(path(of: file), &facts)
  }

  func facts(of name: ByteString, in folder: Int32, _ facts: inout stat) -> Int32 {
    let status = system.facts(of: name, in: folder, &facts)
    return status < 0 ? status : remember("\(path(of: folder))/\(name)", &facts)
  }

  /// Records that a file was opened under a name.
  private func remember(_ file: Int32, as name: ByteString, in folder: Int32) -> Int32 {
    var facts = stat()
    if file >= 0, fstat(file, &facts) == 0 {
      opened.withLock { $0["\(path(of: folder))/\(name)"] = UInt64(facts.st_ino) }
    }
    return file
  }

  /// Records the replaced file if it had not been opened.
  private func recordRename(
    _ new: borrowing Descriptor, inPlaceOf target: ByteString, nowAt name: ByteString, in folder: Int32
  ) {
    var facts = stat()
    let expected = opened.withLock { $0["\(path(of: folder))/\(target)"] }
    guard system.facts(of: name, in: folder, &facts) >= 0, let expected, expected != UInt64(facts.st_ino),
      let old = try? Descriptor(adopting: system.open(name, in: folder)),
      let replaced = contents(of: old), let replacement = contents(of: new)
    else { return }
    unseen.withLock { $0.append(UnseenReplacement(of: replaced, by: replacement)) }
  }

  private func contents(of file: borrowing Descriptor) -> [UInt8]? {
    try? CalendarFiles().contents(of: file, size: 0, limit: CalendarFiles.sizeLimit)
  }

  /// Replaces the attributes with the cached ones, although the file may have changed.
  private func remember(_ path: String, _ facts: inout stat) -> Int32 {
    facts.st_mtim.tv_sec += ahead
    facts.st_ctim.tv_sec += ahead
    let fresh = facts
    facts = cache.withLock { cache in
      if cache[path] == nil { cache[path] = fresh }
      return cache[path] ?? fresh
    }
    return 0
  }

  private func forget(_ name: ByteString, in folder: Int32) {
    let path = "\(path(of: folder))/\(name)"
    cache.withLock { $0[path] = nil }
  }

  private func path(of file: Int32) -> String {
    var name = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/fd/\(file)", &name, name.count)
    let bytes = name.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
