/// Identifies a file independently of its name (device and inode).
struct FileIdentity: Hashable, Sendable {
  var device: UInt
  var inode: UInt
}

/// A timestamp of a file, with the resolution of its file system.
struct FileTime: Hashable, Sendable {
  var seconds: Int
  var nanoseconds: Int
}
