import CGLib
import Glibc

/// The mode, owner and extended attributes that a file keeps when its contents are replaced, and those of a
/// new file.
enum FileAttributes {
  private static let list = "system.posix_acl_access"

  /// Copies as many attributes as possible, and grants no user more rights than before. In a shared folder,
  /// another user's file becomes the writer's, as with any editor that saves by renaming.
  static func copy(from old: borrowing Descriptor, attributes: stat, to new: borrowing Descriptor) {
    copyExtended(from: old, to: new)
    // The owner is set before the mode, because changing the owner clears mode bits.
    if fchown(new.number, attributes.st_uid, attributes.st_gid) != 0 {
      _ = fchown(new.number, uid_t.max, attributes.st_gid)
    }
    apply(rights(of: old, attributes), of: attributes, to: new)
  }

  /// The access rights of an open file.
  static func rights(of file: borrowing Descriptor, _ attributes: stat) -> AccessRights {
    let length = fgetxattr(file.number, list, nil, 0)
    guard length >= 0 else {
      return errno == ENODATA || errno == EOPNOTSUPP
        ? AccessRights(mode: attributes.st_mode) : .unknownList(mode: attributes.st_mode)
    }
    var value = [UInt8](repeating: 0, count: length)
    guard fgetxattr(file.number, list, &value, length) == length, let list = AccessList(value) else {
      return .unknownList(mode: attributes.st_mode)
    }
    return AccessRights(mode: attributes.st_mode, list: list)
  }

  /// Gives a new file the rights of another, restricted if the two have different owners or groups.
  static func apply(_ rights: AccessRights, of old: stat, to new: borrowing Descriptor) {
    var attributes = stat()
    // Checked, because some file systems report success without changing the owner.
    guard fstat(new.number, &attributes) == 0 else { return }
    var rights = rights
    if attributes.st_gid != old.st_gid { rights = rights.forAnotherGroup }
    if attributes.st_uid != old.st_uid { rights = rights.forAnotherOwner }
    if let value = rights.list?.bytes {
      // The access list sets the mode as well.
      if fsetxattr(new.number, list, value, value.count, 0) == 0 { return }
      rights = rights.withoutList
    }
    // The new file inherited the folder's default access list, which would turn the group bits into its mask.
    if fremovexattr(new.number, list) != 0, errno != ENODATA, errno != EOPNOTSUPP {
      rights = .unknownList(mode: rights.mode)
    }
    fchmod(new.number, rights.mode)
  }

  /// Restricts access to a new file to its owner, regardless of its folder's default access list.
  static func makePrivate(_ file: borrowing Descriptor) {
    _ = fremovexattr(file.number, list)
    fchmod(file.number, 0o600)
  }

  private static func copyExtended(from old: borrowing Descriptor, to new: borrowing Descriptor) {
    let size = flistxattr(old.number, nil, 0)
    guard size > 0 else { return }
    var names = [CChar](repeating: 0, count: size)
    guard flistxattr(old.number, &names, size) == size else { return }
    for name in names.split(separator: 0) where !name.elementsEqual(list.utf8.map(CChar.init)) {
      let name = Array(name) + [0]
      let length = fgetxattr(old.number, name, nil, 0)
      guard length >= 0 else { continue }
      var value = [UInt8](repeating: 0, count: length)
      guard fgetxattr(old.number, name, &value, length) == length else { continue }
      // The file system may refuse system attributes such as security labels, which have rules of their own.
      _ = fsetxattr(new.number, name, value, length, 0)
    }
  }
}
