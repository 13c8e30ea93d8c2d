import Glibc

/// Distinguishes two states of a file: by its inode, times, size and contents.
struct FileStamp: Hashable, Sendable {
  let identity: FileIdentity
  let size: Int
  let modified: FileTime
  private let changed: FileTime
  /// Of the contents; comparable within this process only.
  let hash: Int
  private let isSettled: Bool
  /// Whether it is of a file of which the kernel may not know that it was changed.
  let isRemote: Bool

  /// The state of a file with those facts and contents.
  ///
  /// - Parameters:
  ///   - system: what it is on; nothing vouches for a file that is on a network, whose attributes are cached and whose
  ///     times are by another clock.
  ///   - now: seconds since 1970, when the facts were asked for.
  init(_ facts: stat, hash: Int, on system: FileSystem, now: Int = time(nil)) {
    identity = FileIdentity(facts)
    size = Int(facts.st_size)
    modified = FileTime(facts.st_mtim)
    changed = FileTime(facts.st_ctim)
    self.hash = hash
    isRemote = system == .remote
    isSettled = !isRemote && now - facts.st_ctim.tv_sec > 2
  }

  /// Whether a file with those facts is the same without any doubt.
  ///
  /// Clocks of file systems tick every few milliseconds, so a file that was written within two seconds of
  /// being stamped could have been written again in the same tick. In that case its contents have to be
  /// compared, as Git does with its index.
  func vouches(for facts: stat) -> Bool { isSettled && matches(facts) }

  /// Whether everything but the contents is the same.
  func matches(_ facts: stat) -> Bool {
    hasContents(of: facts) && identity == FileIdentity(facts) && changed == FileTime(facts.st_ctim)
  }

  /// Whether its size and its time of writing are the same: renaming, or other rights, make no difference.
  func hasContents(of facts: stat) -> Bool {
    size == Int(facts.st_size) && modified == FileTime(facts.st_mtim)
  }

  static func hash(of bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}

extension FileIdentity {
  init(_ facts: stat) {
    self.init(device: UInt(facts.st_dev), inode: UInt(facts.st_ino))
  }
}

extension FileTime {
  init(_ time: timespec) {
    self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }
}
