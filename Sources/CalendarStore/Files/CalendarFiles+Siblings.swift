import CalendarModel
import Glibc

extension CalendarFiles {
  /// The maximum number of files in a folder that are examined to find the most common rights.
  private static let maximumSiblings = 32

  /// Gives a new calendar file the most common rights of the files in its folder, so that a shared folder
  /// stays shared. If several sets of rights are equally common, the most restrictive one is used. If there are
  /// no other files, only the owner can access the new file.
  func copySiblingRights(to file: borrowing Descriptor, in folder: borrowing Descriptor) {
    var candidates: [AccessRights: (count: Int, attributes: stat)] = [:]
    for name in names(in: folder) {
      var attributes = stat()
      // A read-only file was made read-only on purpose, so it is not a model for new files.
      guard calls.attributes(of: name, in: folder.rawValue, &attributes) >= 0, attributes.isFile,
        !attributes.isWriteProtected
      else {
        continue
      }
      var rights = AccessRights.unknownACL(mode: attributes.st_mode)
      if let sibling = try? open(name, in: folder) { rights = FileAttributes.rights(of: sibling, attributes) }
      // The rights of a different group do not apply to this file's group.
      if let newAttributes = try? self.attributes(of: file), newAttributes.st_gid != attributes.st_gid {
        rights = rights.forAnotherGroup
      }
      candidates[rights.forAnotherOwner, default: (0, attributes)].count += 1
    }
    let mostCommon = candidates.max { a, b in
      a.value.count != b.value.count
        ? a.value.count < b.value.count : a.key.permissionCount > b.key.permissionCount
    }
    guard let mostCommon else { return FileAttributes.makePrivate(file) }
    var attributes = mostCommon.value.attributes
    if let newAttributes = try? self.attributes(of: file) {
      (attributes.st_uid, attributes.st_gid) = (newAttributes.st_uid, newAttributes.st_gid)
    }
    FileAttributes.apply(mostCommon.key, of: attributes, to: file)
  }

  /// Returns the names of the first calendar files in a folder, in directory order.
  private func names(in folder: borrowing Descriptor) -> [ByteString] {
    // A second descriptor is used, because listing would move the position of the first one.
    let secondDescriptor = openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard secondDescriptor >= 0, let listing = fdopendir(secondDescriptor) else {
      if secondDescriptor >= 0 { close(secondDescriptor) }
      return []
    }
    defer { closedir(listing) }
    var names: [ByteString] = []
    while names.count < Self.maximumSiblings, let name = nextName(in: listing) {
      if name.isCalendarFile { names.append(name) }
    }
    return names
  }
}
