/// The access rights of a file: its mode, and its access control list (POSIX.1e) if it has one.
///
/// Replacing a file creates a new one, which may have a different owner or group, because only the superuser
/// can change the owner of a file. The new owner and group must not receive the rights of the old ones.
struct AccessRights: Hashable, Sendable {
  /// The permission bits. With an ACL, the group bits are its mask.
  private(set) var mode: UInt32
  /// The access control list (ACL), which the kernel stores in `system.posix_acl_access`.
  private(set) var acl: AccessControlList?

  init(mode: UInt32, acl: AccessControlList? = nil) {
    self.mode = mode & 0o7777
    self.acl = acl
  }

  /// Returns the rights of a file whose ACL is unknown. No group is granted any rights.
  static func unknownACL(mode: UInt32) -> AccessRights { AccessRights(mode: mode & 0o7707) }

  /// These rights as permission bits alone. Rights that the bits cannot express are dropped, never widened.
  var withoutACL: AccessRights {
    guard let acl else { return self }
    return AccessRights(mode: mode & 0o7707 | acl.groupRights << 3)
  }

  /// The rights for a file whose group changes. Members of the new group previously counted as “others”, and
  /// members of the old group do now, so both classes are granted only the rights that both had.
  var forAnotherGroup: AccessRights {
    var rights = self
    rights.mode &= 0o777
    let groupRights = acl?.groupRights ?? mode >> 3 & 7
    let commonRights = groupRights & mode & 7
    rights.acl = acl?.granting(group: commonRights, others: commonRights)
    rights.mode = rights.mode & 0o770 | commonRights
    if acl == nil { rights.mode = rights.mode & 0o707 | commonRights << 3 }
    return rights
  }

  /// The rights for a file that will be owned by the user who writes it. Rights that only the old owner had
  /// are dropped. Users who could read and write the old file through its group still can.
  var forAnotherOwner: AccessRights {
    var rights = self
    rights.mode = rights.mode & 0o077 | 0o600
    rights.acl = acl?.granting(owner: 6)
    return rights
  }

  /// The number of permissions granted, for finding the most restrictive rights.
  var permissionCount: Int { withoutACL.mode.nonzeroBitCount + (acl?.entryCount ?? 0) }
}

/// An access control list in the little-endian format of linux/posix_acl_xattr.h: a `posix_acl_xattr_header`
/// followed by `posix_acl_xattr_entry` structures.
struct AccessControlList: Hashable, Sendable {
  private enum Tag { static let owner = 1, group = 4, mask = 0x10, others = 0x20 }

  private struct Entry: Hashable {
    var tag: Int
    var rights: UInt32
    /// The four bytes of the user or group ID, which are used only by entries for named users and groups.
    var id: ArraySlice<UInt8>
  }

  private static let header: [UInt8] = [2, 0, 0, 0]
  private var entries: [Entry]

  /// Parses the attribute's value; nil if its format is unknown.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.header), bytes.count % 8 == 4 else { return nil }
    entries = stride(from: 4, to: bytes.count, by: 8).map { start in
      Entry(
        tag: Self.word(bytes, start), rights: UInt32(Self.word(bytes, start + 2)),
        id: bytes[(start + 4)..<(start + 8)])
    }
    guard Set([Tag.owner, Tag.group, Tag.others]).isSubset(of: entries.map(\.tag)) else { return nil }
  }

  /// The attribute's value.
  var bytes: [UInt8] {
    var bytes = Self.header
    for entry in entries {
      for word in [entry.tag, Int(entry.rights)] { bytes += [UInt8(word & 0xFF), UInt8(word >> 8 & 0xFF)] }
      bytes += entry.id
    }
    return bytes
  }

  var entryCount: Int { entries.count }

  /// The effective rights of the file's own group.
  var groupRights: UInt32 { (rights(of: Tag.group) ?? 0) & (rights(of: Tag.mask) ?? 7) }

  /// Returns this list with different rights for some classes; nil leaves the rights of a class unchanged.
  func granting(owner: UInt32? = nil, group: UInt32? = nil, others: UInt32? = nil) -> AccessControlList {
    var list = self
    for index in entries.indices {
      switch entries[index].tag {
      case Tag.owner: list.entries[index].rights = owner ?? entries[index].rights
      case Tag.group: list.entries[index].rights = group ?? entries[index].rights
      case Tag.others: list.entries[index].rights = others ?? entries[index].rights
      default: break
      }
    }
    return list
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> Int {
    Int(bytes[start]) | Int(bytes[start + 1]) << 8
  }

  private func rights(of tag: Int) -> UInt32? { entries.first { $0.tag == tag }?.rights }
}
