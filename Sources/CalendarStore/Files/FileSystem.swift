import CGLib

/// Whether the kernel knows about all changes to the files of a file system.
enum FileSystem: Sendable {
  /// The kernel's information about attributes, locks and changes is reliable.
  case local
  /// Files may change without the kernel's knowledge: attributes are cached for a while, times are from a
  /// different clock, and locks and notifications are limited to this machine.
  case remote

  /// The `f_type` of network and FUSE file systems (linux/magic.h and the file systems' own sources).
  private static let remoteTypes: Set<UInt32> = [
    0x6969,  // NFS
    0x6573_5546,  // FUSE (SSHFS, gvfs, the document portal, rclone) and virtiofs
    0xFF53_4D42, 0xFE53_4D42, 0x517B,  // CIFS, SMB 2 and 3, SMB 1
    0x0102_1997,  // 9P
    0x786F_4256,  // VirtualBox shared folders
    0xBACB_ACBC,  // VMware shared folders
    0x7C7C_6673,  // Parallels shared folders
    0x00C3_6400,  // Ceph
    0x5346_414F, 0x6B41_4653,  // OpenAFS and the kernel's AFS client
    0x7375_7245,  // Coda
    0x0BD0_0BD0,  // Lustre
    0x4750_4653,  // GPFS
    0x1983_0326,  // BeeGFS
    0x2003_0528,  // OrangeFS
    0x564C,  // NCP
  ]

  /// Determines the kind of file system that an open file or folder is on. If that fails, `local` is assumed.
  init(of file: Int32) { self.init(type: cglib_file_system(file)) }

  /// Determines the kind of file system that has the given `f_type`.
  init(type: UInt32) { self = Self.remoteTypes.contains(type) ? .remote : .local }
}
