import CalendarModel
import Glibc
import Synchronization

/// The file that a save is to replace, as it was checked.
struct CheckedFile {
  let attributes: stat
  let expected: FileStamp
  /// Its descriptor, which is open as long as leases are asked for.
  let number: Int32
}

/// The devices of the file systems that cannot exchange files, as far as expected, to save the calls that would only
/// be refused: on a network each takes time in which another program can come between.
final class RefusingDevices: Sendable {
  private let devices = Mutex<Set<UInt>>([])

  func contains(_ device: UInt) -> Bool { devices.withLock { $0.contains(device) } }

  func insert(_ device: UInt) { devices.withLock { _ = $0.insert(device) } }
}

// Where files cannot be exchanged, a rename destroys unseen what it replaces. See docs/decisions/conflicts.md.
extension CalendarFiles {
  /// Renames a finished, durable file over the one that was checked.
  ///
  /// The last call before the rename looks at the name: it makes a hard link to what has it, which stays readable
  /// after the rename, or, without links, asks for its attributes. What programs of this machine rename in
  /// between is reported by the kernel, in order: before the rename it starts the save again, after it the user
  /// has to be told.
  ///
  /// - Parameters:
  ///   - temporary: the name of the finished file; afterwards that of the link, nil without one.
  ///   - link: the name for the link, where the file system has links.
  /// - Returns: whether another program's version was overwritten.
  func overwrite(
    _ temporary: inout ByteString?, to name: ByteString, in folder: borrowing Descriptor,
    checked: CheckedFile, link: ByteString? = nil
  ) throws(FileFault) -> Bool {
    guard let own = temporary else { return false }
    let watch = try? Descriptor(adopting: calls.watchNames(in: folder.number))
    let attributes = try confirm(name, in: folder, is: checked)
    do throws(FileFault) {
      if let link {
        try requireSuccess(calls.link(name, to: link, in: folder.number))
      } else {
        var now = stat()
        try requireSuccess(calls.freshAttributes(of: name, in: folder.number, &now))
        guard FileStamp(attributes, hash: 0, on: .local).matches(now) else { throw .changed }
      }
      guard !NameChanges.read(from: watch).concern(name) else { throw .changed }
      try requireSuccess(calls.rename(own, to: name, in: folder.number, noReplace: false))
    } catch {
      if let link { _ = calls.remove(link, in: folder.number) }
      throw error
    }
    temporary = link
    return NameChanges.read(from: watch).giveName(name, beforeRenameOf: own)
  }

  /// The name for a hard link to the file that is to be replaced; nil if the file system has no links, or where
  /// none is needed because its notifications are complete.
  func linkName(
    for temporary: ByteString?, in folder: borrowing Descriptor, old: FileMark, new: FileMark
  ) throws(FileFault) -> ByteString? {
    guard let temporary, calls.fileSystem(of: folder.number) == .remote else { return nil }
    let device = try UInt(attributes(of: folder).st_dev)
    guard !linkless.contains(device) else { return nil }
    // Tried with the new file, while the old one is still open.
    let trial = TemporaryName.make()
    defer { _ = calls.remove(trial, in: folder.number) }
    guard calls.link(temporary, to: trial, in: folder.number) >= 0 else {
      linkless.insert(device)
      return nil
    }
    return TemporaryName.make(for: old.number, replacedBy: new.number)
  }

  /// Verifies that a name still leads to the file that was checked, and that no program writes to it.
  ///
  /// - Returns: its attributes.
  func confirm(
    _ name: ByteString, in folder: borrowing Descriptor, is checked: CheckedFile
  ) throws(FileFault) -> stat {
    let system = calls.fileSystem(of: folder.number)
    if system == .remote {
      // Opened again, so that a network file system asks its server.
      let again = try open(name, in: folder)
      let attributes = try attributes(of: again)
      _ = try check(again, attributes, is: checked.expected)
      return attributes
    }
    var now = stat()
    try requireSuccess(calls.attributes(of: name, in: folder.number, &now))
    guard now.st_ino == checked.attributes.st_ino,
      FileStamp(checked.attributes, hash: 0, on: system).matches(now)
    else { throw .changed }
    guard writer(of: checked.number) != .present else { throw .beingWritten }
    return now
  }
}
