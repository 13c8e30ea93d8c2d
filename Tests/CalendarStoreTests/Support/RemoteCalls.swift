import CalendarModel
import Glibc
import SoakSupport
import Synchronization

@testable import CalendarStore

/// A network file system at its worst: it reports cached attributes of files, its clock is wrong, it can neither
/// rename without replacing nor make hard links, and it supports neither locks nor leases.
final class RemoteCalls: FileCalls {
  /// The operations that the file system refuses.
  struct Refusals: OptionSet, Sendable {
    let rawValue: Int
    static let renamingWithoutReplacing = Refusals(rawValue: 1)
    static let links = Refusals(rawValue: 2)
    static let folderSynchronization = Refusals(rawValue: 4)
    static let locks = Refusals(rawValue: 8)
    static let exchanges = Refusals(rawValue: 16)
    /// Another machine's changes are not reported.
    static let notifications = Refusals(rawValue: 32)
    /// All operations; changes by other machines are still reported.
    static let all: Refusals = [
      .renamingWithoutReplacing, .links, .folderSynchronization, .locks, .exchanges,
    ]
    /// An encrypted folder on a FUSE file system (gocryptfs), which can rename, link and exchange files like the
    /// underlying disk.
    static let encryptedFolder: Refusals = [.folderSynchronization, .locks]
    /// A folder on a server (NFS or SSHFS), which has hard links.
    static let server: Refusals = [.renamingWithoutReplacing, .folderSynchronization, .locks, .exchanges]
  }

  private let refusals: Refusals
  /// The number of seconds by which the server's clock is ahead.
  private let clockOffset: Int
  private let cache = Mutex<[String: stat]>([:])
  private let readCounter = Mutex(0)
  private let system = SystemCalls()
  /// The error, as a negative number, with which each rename onto an existing name fails; 0 for none.
  let replacingRenameError = Mutex<Int32>(0)
  /// The inode that each name had when it was last opened or linked.
  private let knownInodes = Mutex<[NameInFolder: UInt64]>([:])
  /// The renames that replaced a file other than the one last opened or linked under its name.
  let unseenReplacements = Mutex<[UnseenReplacement]>([])
  /// Runs just before a file is replaced, exchanged, or renamed away from its name in the calendar.
  let beforeRename = Mutex<@Sendable () -> Void>({})

  /// Runs just before the last check of a name.
  let beforeLastCheck = Mutex<@Sendable () -> Void>({})
  /// The last call before each rename that replaced a file.
  let callsBeforeReplacements = Mutex<[String]>([])
  private let lastCall = Mutex("")
  /// The number of renames that replaced a file that this program had open. NFS and most FUSE file systems
  /// remove the name of such a file first.
  let replacedOpenFileCount = Mutex(0)

  /// Whether the program is killed after it has exchanged two files: it then no longer synchronizes or removes files.
  let isKilledAfterExchange = Mutex(false)
  private let isKilled = Mutex(false)

  init(_ refusals: Refusals = .all, clockOffset: Int = 3_600) {
    (self.refusals, self.clockOffset) = (refusals, clockOffset)
  }

  /// The number of reads.
  var readCount: Int { readCounter.withLock { $0 } }

  func fileSystem(of file: Int32) -> FileSystem { .remote }
  func lock(_ file: Int32) -> Int32 { refusals.contains(.locks) ? -ENOLCK : system.lock(file) }
  // NFS returns this error if the server grants no delegations.
  func lease(_ file: Int32) -> Int32 { -EAGAIN }
  func holdsLease(_ file: Int32) -> Bool { false }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    readCounter.withLock { $0 += 1 }
    recordCall("read")
    return system.read(file, into: buffer, at: offset)
  }

  func synchronize(_ file: Int32) -> Int32 {
    if isKilled.withLock({ $0 }) { return -EIO }
    var attributes = stat()
    fstat(file, &attributes)
    return attributes.isFolder && refusals.contains(.folderSynchronization)
      ? -EINVAL : system.synchronize(file)
  }

  func open(_ name: ByteString, in folder: Int32) -> Int32 {
    recordCall("open")
    return recordInode(of: system.open(name, in: folder), as: name, in: folder)
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    dropCachedAttributes(name, in: folder)
    return recordInode(of: system.create(name, in: folder, mode: mode), as: name, in: folder)
  }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    if noReplace { recordCall("renameAsNew") }
    if noReplace, refusals.contains(.renamingWithoutReplacing) { return -EINVAL }
    // The journal of an import is in a folder that only this program writes to.
    let isOfJournal =
      target.hasSuffix(".journal") || TemporaryName.isTemporary(name) && TemporaryName.isTemporary(target)
    if !isOfJournal, !noReplace || name.isCalendarFile { beforeRename.withLock { $0 }() }
    let error = replacingRenameError.withLock { $0 }
    if !noReplace, error < 0 { return error }
    // The files are exchanged so that the test can determine which file was replaced.
    guard !noReplace, system.exchange(name, with: target, in: folder) >= 0 else {
      for name in [name, target] { dropCachedAttributes(name, in: folder) }
      return system.rename(name, to: target, in: folder, noReplace: noReplace)
    }
    recordReplacement(of: target, nowAt: name, in: folder)
    for name in [name, target] { dropCachedAttributes(name, in: folder) }
    return system.remove(name, in: folder)
  }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    recordCall("exchange")
    if refusals.contains(.exchanges) { return -EINVAL }
    beforeRename.withLock { $0 }()
    for name in [name, other] { dropCachedAttributes(name, in: folder) }
    let status = system.exchange(name, with: other, in: folder)
    if isKilledAfterExchange.withLock({ $0 }) { isKilled.withLock { $0 = true } }
    return status
  }

  func link(_ name: ByteString, as newName: ByteString, in folder: Int32) -> Int32 {
    recordCall("link")
    if refusals.contains(.links) { return -EPERM }
    if name.isCalendarFile { beforeLastCheck.withLock { $0 }() }
    let status = system.link(name, as: newName, in: folder)
    // A file with a second name can still be read after its first name is given to another file.
    var attributes = stat()
    if status >= 0, system.attributes(of: newName, in: folder, &attributes) >= 0 {
      knownInodes.withLock { $0[NameInFolder(name, in: folder)] = UInt64(attributes.st_ino) }
    }
    return status
  }

  func watchNames(in folder: Int32) -> Int32 {
    refusals.contains(.notifications) ? -ENOSPC : system.watchNames(in: folder)
  }

  /// Even this call returns cached attributes.
  func freshAttributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    beforeLastCheck.withLock { $0 }()
    return self.attributes(of: name, in: folder, &attributes)
  }

  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    if isKilled.withLock({ $0 }) { return -EIO }
    dropCachedAttributes(name, in: folder)
    return system.remove(name, in: folder)
  }

  func attributes(of file: Int32, _ attributes: inout stat) -> Int32 {
    recordCall("attributes of a descriptor")
    let status = system.attributes(of: file, &attributes)
    return status < 0 ? status : useCachedAttributes(path(of: file), &attributes)
  }

  func attributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    recordCall("attributes of the name")
    let status = system.attributes(of: name, in: folder, &attributes)
    return status < 0 ? status : useCachedAttributes("\(path(of: folder))/\(name)", &attributes)
  }

  /// Records the inode of a file that was opened under a name, and returns the file.
  private func recordInode(of file: Int32, as name: ByteString, in folder: Int32) -> Int32 {
    var attributes = stat()
    if file >= 0, fstat(file, &attributes) == 0 {
      knownInodes.withLock { $0[NameInFolder(name, in: folder)] = UInt64(attributes.st_ino) }
    }
    return file
  }

  private func recordCall(_ call: String) { lastCall.withLock { $0 = call } }

  /// Records the last call before a rename that replaced a file, and whether the replaced file was open. If it was not
  /// the file last opened under its name, its contents and the new ones are recorded too.
  private func recordReplacement(of target: ByteString, nowAt name: ByteString, in folder: Int32) {
    let call = lastCall.withLock { $0 }
    callsBeforeReplacements.withLock { $0.append(call) }
    var attributes = stat()
    guard system.attributes(of: name, in: folder, &attributes) >= 0 else { return }
    if isOpen(attributes) { replacedOpenFileCount.withLock { $0 += 1 } }
    let knownInode = knownInodes.withLock { $0[NameInFolder(target, in: folder)] }
    guard let knownInode, knownInode != UInt64(attributes.st_ino),
      let oldFile = try? Descriptor(adopting: system.open(name, in: folder)),
      let newFile = try? Descriptor(adopting: system.open(target, in: folder)),
      let oldBytes = contents(of: oldFile), let newBytes = contents(of: newFile)
    else { return }
    unseenReplacements.withLock { $0.append(UnseenReplacement(of: oldBytes, by: newBytes)) }
  }

  private func isOpen(_ file: stat) -> Bool {
    var attributes = stat()
    return (0..<Int32(1_024)).contains {
      fstat($0, &attributes) == 0 && attributes.st_ino == file.st_ino && attributes.st_dev == file.st_dev
    }
  }

  private func contents(of file: borrowing Descriptor) -> [UInt8]? {
    try? CalendarFiles().contents(of: file, size: 0, limit: CalendarFiles.sizeLimit)
  }

  /// Replaces the attributes with the cached ones, although the file may have changed.
  private func useCachedAttributes(_ path: String, _ attributes: inout stat) -> Int32 {
    attributes.st_mtim.tv_sec += clockOffset
    attributes.st_ctim.tv_sec += clockOffset
    let freshAttributes = attributes
    attributes = cache.withLock { cache in
      if cache[path] == nil { cache[path] = freshAttributes }
      return cache[path] ?? freshAttributes
    }
    return 0
  }

  private func dropCachedAttributes(_ name: ByteString, in folder: Int32) {
    let path = "\(path(of: folder))/\(name)"
    cache.withLock { $0[path] = nil }
  }

  private func path(of file: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { name in
      guard let start = name.baseAddress else { return "" }
      let count = readlink("/proc/self/fd/\(file)", start, name.count)
      let bytes = UnsafeRawBufferPointer(start: start, count: max(0, count))
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// A name in a folder. The folder's inode number is faster to look up than its path.
  private struct NameInFolder: Hashable {
    let folder: UInt64
    let name: ByteString

    init(_ name: ByteString, in folder: Int32) {
      var attributes = stat()
      fstat(folder, &attributes)
      (self.folder, self.name) = (UInt64(attributes.st_ino), name)
    }
  }
}
