import CGLib
import Glibc

/// Copies the mode, owner and extended attributes of a file to its replacement, and sets the access rights of
/// new files.
enum FileAttributes {
  private static let aclAttributeName = "system.posix_acl_access"

  /// Copies as many attributes as possible, and grants no user more rights than before. In a shared folder, a
  /// file that belonged to another user then belongs to the writer, as it does with any editor that saves by
  /// renaming.
  static func copy(from oldFile: borrowing Descriptor, attributes: stat, to newFile: borrowing Descriptor) {
    copyExtended(from: oldFile, to: newFile)
    // The owner is set before the mode, because changing the owner clears mode bits.
    if fchown(newFile.rawValue, attributes.st_uid, attributes.st_gid) != 0 {
      _ = fchown(newFile.rawValue, uid_t.max, attributes.st_gid)
    }
    apply(rights(of: oldFile, attributes), of: attributes, to: newFile)
  }

  /// Returns the access rights of an open file.
  static func rights(of file: borrowing Descriptor, _ attributes: stat) -> AccessRights {
    let length = fgetxattr(file.rawValue, aclAttributeName, nil, 0)
    guard length >= 0 else {
      return errno == ENODATA || errno == EOPNOTSUPP
        ? AccessRights(mode: attributes.st_mode) : .unknownACL(mode: attributes.st_mode)
    }
    var value = [UInt8](repeating: 0, count: length)
    guard fgetxattr(file.rawValue, aclAttributeName, &value, length) == length,
      let acl = AccessControlList(value)
    else {
      return .unknownACL(mode: attributes.st_mode)
    }
    return AccessRights(mode: attributes.st_mode, acl: acl)
  }

  /// Gives a new file the rights of another file, restricted if the two have different owners or groups.
  static func apply(_ rights: AccessRights, of oldAttributes: stat, to newFile: borrowing Descriptor) {
    var attributes = stat()
    // The owner is checked, because some file systems report success without changing it.
    guard fstat(newFile.rawValue, &attributes) == 0 else { return }
    var rights = rights
    if attributes.st_gid != oldAttributes.st_gid { rights = rights.forAnotherGroup }
    if attributes.st_uid != oldAttributes.st_uid { rights = rights.forAnotherOwner }
    if let value = rights.acl?.bytes {
      // The ACL sets the mode as well.
      if fsetxattr(newFile.rawValue, aclAttributeName, value, value.count, 0) == 0 { return }
      rights = rights.withoutACL
    }
    // The new file may have inherited its folder's default ACL. The group bits of the mode would then
    // change the mask of that ACL instead of the rights of the group.
    if fremovexattr(newFile.rawValue, aclAttributeName) != 0, errno != ENODATA, errno != EOPNOTSUPP {
      rights = .unknownACL(mode: rights.mode)
    }
    fchmod(newFile.rawValue, rights.mode)
  }

  /// Restricts access to a new file to its owner, regardless of its folder's default ACL.
  static func makePrivate(_ file: borrowing Descriptor) {
    _ = fremovexattr(file.rawValue, aclAttributeName)
    fchmod(file.rawValue, 0o600)
  }

  private static func copyExtended(from oldFile: borrowing Descriptor, to newFile: borrowing Descriptor) {
    let size = flistxattr(oldFile.rawValue, nil, 0)
    guard size > 0 else { return }
    var names = [CChar](repeating: 0, count: size)
    guard flistxattr(oldFile.rawValue, &names, size) == size else { return }
    for name in names.split(separator: 0)
    where !name.elementsEqual(aclAttributeName.utf8.map(CChar.init)) {
      let name = Array(name) + [0]
      let length = fgetxattr(oldFile.rawValue, name, nil, 0)
      guard length >= 0 else { continue }
      var value = [UInt8](repeating: 0, count: length)
      guard fgetxattr(oldFile.rawValue, name, &value, length) == length else { continue }
      // The file system may refuse system attributes such as security labels, which have their own rules.
      _ = fsetxattr(newFile.rawValue, name, value, length, 0)
    }
  }
}
