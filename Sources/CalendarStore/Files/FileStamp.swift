import Glibc

/// Identifies a version of a file by its inode, times, size and contents.
struct FileStamp: Hashable, Sendable {
  let identity: FileIdentity
  let size: Int
  let modificationTime: FileTime
  /// The time of the last change to the contents or the attributes (ctime).
  private let changeTime: FileTime
  /// The hash of the contents. Hashes are comparable only within this process.
  let hash: Int
  /// Whether equal attributes prove that the file has not changed; see `provesUnchanged`.
  private let isConclusive: Bool
  /// Whether the file may change without the kernel's knowledge.
  let isRemote: Bool

  /// Creates the stamp of a file with the given attributes and contents.
  ///
  /// - Parameters:
  ///   - system: the kind of its file system. It is never certain that a file on a network file system is
  ///     unchanged, because its attributes are cached and its times are from a different clock.
  ///   - now: the time when the attributes were read, in seconds since 1970.
  init(_ attributes: stat, hash: Int, on system: FileSystem, now: Int = time(nil)) {
    identity = FileIdentity(attributes)
    size = Int(attributes.st_size)
    modificationTime = FileTime(attributes.st_mtim)
    changeTime = FileTime(attributes.st_ctim)
    self.hash = hash
    isRemote = system == .remote
    isConclusive = !isRemote && now - attributes.st_ctim.tv_sec > 2
  }

  /// Whether the given attributes prove that the file has not changed.
  ///
  /// File system clocks tick only every few milliseconds, so a file that had just been written when its stamp
  /// was taken could be written again in the same tick. If the stamp was taken within two seconds of a
  /// change, the contents have to be compared, as Git does with its index.
  func provesUnchanged(_ attributes: stat) -> Bool { isConclusive && matches(attributes) }

  /// Whether the inode, the size and the times are equal; the contents are not compared.
  func matches(_ attributes: stat) -> Bool {
    hasSizeAndTime(of: attributes) && identity == FileIdentity(attributes)
      && changeTime == FileTime(attributes.st_ctim)
  }

  /// Whether the size and the modification time are equal. Neither of them changes when the file is renamed
  /// or its access rights are changed.
  func hasSizeAndTime(of attributes: stat) -> Bool {
    size == Int(attributes.st_size) && modificationTime == FileTime(attributes.st_mtim)
  }

  static func hash(of bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { ContentHash.shared.hash($0) }
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
