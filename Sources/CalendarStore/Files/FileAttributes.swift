import CGLib
import Glibc

/// Mode, owner and extended attributes: what a file keeps when its contents are replaced.
enum FileAttributes {
  /// Copies what can be copied. Somebody else's file in a shared folder becomes the writer's, as any editor
  /// has it that saves by renaming.
  static func copy(from old: borrowing Descriptor, facts: stat, to new: borrowing Descriptor) {
    copyExtended(from: old, to: new)
    // The owner before the mode, for a change of owner clears bits of the mode.
    if fchown(new.number, facts.st_uid, facts.st_gid) != 0 {
      _ = fchown(new.number, uid_t.max, facts.st_gid)
    }
    fchmod(new.number, facts.st_mode & 0o7777)
  }

  private static func copyExtended(from old: borrowing Descriptor, to new: borrowing Descriptor) {
    let size = flistxattr(old.number, nil, 0)
    guard size > 0 else { return }
    var names = [CChar](repeating: 0, count: size)
    guard flistxattr(old.number, &names, size) == size else { return }
    for name in names.split(separator: 0) {
      let name = Array(name) + [0]
      let length = fgetxattr(old.number, name, nil, 0)
      guard length >= 0 else { continue }
      var value = [UInt8](repeating: 0, count: length)
      guard fgetxattr(old.number, name, &value, length) == length else { continue }
      // Attributes of the system's own (a security label) may be refused; they are set by their own rules.
      _ = fsetxattr(new.number, name, value, length, 0)
    }
  }
}
