/// The access rights of a file: its mode, and its access control list (POSIX.1e) if it has one.
///
/// A file that is replaced is a new file, which may have another owner or group than the old one, because only the
/// superuser gives files away. What was granted to the old ones must not go to the new ones.
struct AccessRights: Hashable, Sendable {
  /// The permission bits. With an access list those of the group are its mask.
  private(set) var mode: UInt32
  /// The access list, as the kernel keeps it in `system.posix_acl_access`.
  private(set) var list: AccessList?

  init(mode: UInt32, list: AccessList? = nil) {
    self.mode = mode & 0o7777
    self.list = list
  }

  /// Those of a file of which it is not known what its access list says: nothing for any group.
  static func unknownList(mode: UInt32) -> AccessRights { AccessRights(mode: mode & 0o7707) }

  /// The same without an access list, and never wider: what cannot be said without one is left out.
  var withoutList: AccessRights {
    guard let list else { return self }
    return AccessRights(mode: mode & 0o7707 | list.ofGroup << 3)
  }

  /// For a file of another group. Its members were among the others, and the old group's now are: each of the two may
  /// do only what both could.
  var forAnotherGroup: AccessRights {
    var rights = self
    rights.mode &= 0o777
    let group = list?.ofGroup ?? mode >> 3 & 7
    let both = group & mode & 7
    rights.list = list?.granting(group: both, others: both)
    rights.mode = rights.mode & 0o770 | both
    if list == nil { rights.mode = rights.mode & 0o707 | both << 3 }
    return rights
  }

  /// For a file of the one who writes it: what was the old owner's alone is nobody's, and who could read and write the
  /// old file by way of its group can do so still.
  var forAnotherOwner: AccessRights {
    var rights = self
    rights.mode = rights.mode & 0o077 | 0o600
    rights.list = list?.granting(owner: 6)
    return rights
  }

  /// How many things are allowed, to find the narrower one of two.
  var width: Int { withoutList.mode.nonzeroBitCount + (list?.entryCount ?? 0) }
}

/// An access list: the `posix_acl_xattr_header` and `posix_acl_xattr_entry` of linux/posix_acl_xattr.h, little endian.
struct AccessList: Hashable, Sendable {
  private enum Tag { static let owner = 1, group = 4, mask = 0x10, others = 0x20 }

  private struct Entry: Hashable {
    var tag: Int
    var rights: UInt32
    var id: ArraySlice<UInt8>
  }

  private static let header: [UInt8] = [2, 0, 0, 0]
  private var entries: [Entry]

  /// Reads the attribute's value; nil if it is of a form that is not known.
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

  /// How many users and groups it speaks of.
  var entryCount: Int { entries.count }

  /// What the file's own group may do.
  var ofGroup: UInt32 { (rights(of: Tag.group) ?? 0) & (rights(of: Tag.mask) ?? 7) }

  /// The same with other rights for some of them.
  func granting(owner: UInt32? = nil, group: UInt32? = nil, others: UInt32? = nil) -> AccessList {
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
