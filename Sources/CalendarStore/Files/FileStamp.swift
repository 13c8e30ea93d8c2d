import Glibc

/// Distinguishes two versions of a file by inode, times, size and contents.
struct FileStamp: Hashable, Sendable {
  let identity: FileIdentity
  let size: Int
  let modified: FileTime
  private let changed: FileTime
  /// The hash of the contents. It can be compared only within this process.
  let hash: Int
  private let isConclusive: Bool
  /// Whether the file may change without the kernel's knowledge.
  let isRemote: Bool

  /// The stamp of a file with these attributes and contents.
  ///
  /// - Parameters:
  ///   - system: the kind of its file system. A file on a network is never certainly unchanged, because its
  ///     attributes are cached and its times are from another clock.
  ///   - now: when the attributes were read, in seconds since 1970.
  init(_ attributes: stat, hash: Int, on system: FileSystem, now: Int = time(nil)) {
    identity = FileIdentity(attributes)
    size = Int(attributes.st_size)
    modified = FileTime(attributes.st_mtim)
    changed = FileTime(attributes.st_ctim)
    self.hash = hash
    isRemote = system == .remote
    isConclusive = !isRemote && now - attributes.st_ctim.tv_sec > 2
  }

  /// Whether a file with these attributes has certainly not changed.
  ///
  /// File system clocks tick every few milliseconds, so a file that was written within two seconds of being
  /// stamped could have been written again in the same tick. In that case the contents have to be compared,
  /// as Git does with its index.
  func provesUnchanged(_ attributes: stat) -> Bool { isConclusive && matches(attributes) }

  /// Whether all attributes are equal; the contents are not compared.
  func matches(_ attributes: stat) -> Bool {
    hasSizeAndTime(of: attributes) && identity == FileIdentity(attributes)
      && changed == FileTime(attributes.st_ctim)
  }

  /// Whether size and modification time are equal. Renaming the file and changing its access rights have no
  /// effect.
  func hasSizeAndTime(of attributes: stat) -> Bool {
    size == Int(attributes.st_size) && modified == FileTime(attributes.st_mtim)
  }

  static func hash(of bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}

extension FileIdentity {
  init(_ attributes: stat) {
    self.init(device: UInt(attributes.st_dev), inode: UInt(attributes.st_ino))
  }
}

extension FileTime {
  init(_ time: timespec) {
    self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }
}
