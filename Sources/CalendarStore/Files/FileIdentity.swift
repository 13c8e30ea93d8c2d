/// Identifies a file independently of its name (device and inode).
struct FileIdentity: Hashable, Sendable {
  var device: UInt
  var inode: UInt
}

/// A time of a file, as its file system has it.
struct FileTime: Hashable, Sendable {
  var seconds: Int
  var nanoseconds: Int
}
