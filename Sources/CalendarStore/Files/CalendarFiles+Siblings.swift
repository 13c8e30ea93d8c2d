import CalendarModel
import Glibc

extension CalendarFiles {
  /// How many files of a folder are asked for what most of them are like.
  private static let siblings = 32

  /// Gives a new calendar file the rights that most of those beside it have, so that a shared folder stays shared; of
  /// as many of each the narrower ones. One without others beside it is its owner's alone.
  func followSiblings(_ file: borrowing Descriptor, in folder: borrowing Descriptor) {
    var found: [AccessRights: (count: Int, facts: stat)] = [:]
    for name in names(in: folder) {
      var facts = stat()
      // One that nobody may write was locked by somebody, which says nothing of new ones.
      guard calls.facts(of: name, in: folder.number, &facts) >= 0, facts.isFile, !facts.isLocked else {
        continue
      }
      var key = AccessRights.unknownList(mode: facts.st_mode)
      if let sibling = try? open(name, in: folder) { key = FileAttributes.rights(of: sibling, facts) }
      // What another group may do is no example for this one.
      if let own = try? self.facts(of: file), own.st_gid != facts.st_gid { key = key.forAnotherGroup }
      found[key.forAnotherOwner, default: (0, facts)].count += 1
    }
    let mostCommon = found.max { a, b in
      a.value.count != b.value.count ? a.value.count < b.value.count : a.key.width > b.key.width
    }
    guard let mostCommon else { return FileAttributes.makePrivate(file) }
    var facts = mostCommon.value.facts
    if let own = try? self.facts(of: file) { (facts.st_uid, facts.st_gid) = (own.st_uid, own.st_gid) }
    FileAttributes.give(mostCommon.key, of: facts, to: file)
  }

  /// The first calendar files of a folder, as it lists them.
  private func names(in folder: borrowing Descriptor) -> [ByteString] {
    // A second descriptor, for listing moves its position.
    let again = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0, let listing = fdopendir(again) else {
      if again >= 0 { close(again) }
      return []
    }
    defer { closedir(listing) }
    var names: [ByteString] = []
    while names.count < Self.siblings, let entry = readdir(listing) {
      if entry.pointee.fileName.isCalendarFile { names.append(entry.pointee.fileName) }
    }
    return names
  }
}
