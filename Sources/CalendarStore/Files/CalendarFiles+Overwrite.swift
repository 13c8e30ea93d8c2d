import CalendarModel
import Glibc
import Synchronization

/// The file that a save is about to replace, and its state when it was checked.
struct CheckedFile {
  let attributes: stat
  /// The stamp that the file must still match.
  let expected: FileStamp
  /// The file descriptor. It may already be closed on a network file system, where no lease is taken.
  let descriptor: Int32
}

/// The devices of the file systems that are known not to support an operation, so that it is not attempted
/// again. On a network file system, each attempt takes time, during which another program could change the
/// file.
final class DeviceSet: Sendable {
  private let devices = Mutex<Set<UInt>>([])

  func contains(_ device: UInt) -> Bool { devices.withLock { $0.contains(device) } }

  func insert(_ device: UInt) { devices.withLock { _ = $0.insert(device) } }
}

// If files cannot be exchanged, a rename silently destroys the file that it replaces. See
// docs/decisions/conflicts.md.
extension CalendarFiles {
  /// Renames a finished, durable file over the one that was checked.
  ///
  /// Immediately before the rename, this method creates a hard link to the file that is being replaced, so
  /// that the file remains readable. If `link` is nil, the method verifies the file's current attributes
  /// instead. The kernel reports, in order, the changes that programs on this machine make in the meantime.
  /// If a change was reported by the last check before the rename, `FileFault.changed` is thrown. If another
  /// program's version appeared after that check, it was overwritten, and the user has to be informed.
  ///
  /// - Parameters:
  ///   - temporaryName: the name of the finished file. On return, the name of the link; nil if there is none.
  ///   - link: the name for the link; nil if no link is created.
  /// - Returns: whether another program's version was overwritten.
  func overwrite(
    _ temporaryName: inout ByteString?, to name: ByteString, in folder: borrowing Descriptor,
    checked: CheckedFile, link: ByteString? = nil
  ) throws(FileFault) -> Bool {
    guard let newName = temporaryName else { return false }
    let watch = try? Descriptor(adopting: calls.watchNames(in: folder.rawValue))
    let attributes = try confirm(name, in: folder, is: checked)
    do throws(FileFault) {
      if let link {
        try requireSuccess(calls.link(name, as: link, in: folder.rawValue))
      } else {
        var currentAttributes = stat()
        try requireSuccess(calls.freshAttributes(of: name, in: folder.rawValue, &currentAttributes))
        guard FileStamp(attributes, hash: 0, on: .local).matches(currentAttributes) else { throw .changed }
      }
      guard !NameChanges.read(from: watch).contains(name) else { throw .changed }
      try requireSuccess(calls.rename(newName, to: name, in: folder.rawValue, noReplace: false))
    } catch {
      if let link { _ = calls.remove(link, in: folder.rawValue) }
      throw error
    }
    temporaryName = link
    return NameChanges.read(from: watch).hasLostFile(named: name, beforeRenameOf: newName)
  }

  /// Returns the name for a hard link to the file that is about to be replaced; nil if the file system does
  /// not support links, or if no link is needed because the kernel reports all changes.
  func linkName(
    for temporaryName: ByteString?, in folder: borrowing Descriptor, old oldFingerprint: FileFingerprint,
    new newFingerprint: FileFingerprint
  ) throws(FileFault) -> ByteString? {
    guard let temporaryName, calls.fileSystem(of: folder.rawValue) == .remote else { return nil }
    let device = try UInt(attributes(of: folder).st_dev)
    guard !devicesWithoutLinks.contains(device) else { return nil }
    // Support for links is tested with the new file, while the old one is still open.
    let testLink = TemporaryName.make()
    defer { _ = calls.remove(testLink, in: folder.rawValue) }
    guard calls.link(temporaryName, as: testLink, in: folder.rawValue) >= 0 else {
      devicesWithoutLinks.insert(device)
      return nil
    }
    return TemporaryName.make(for: oldFingerprint.value, replacedBy: newFingerprint.value)
  }

  /// Verifies that a name still refers to the file that was checked, and that no program is writing to it.
  ///
  /// - Returns: its attributes.
  func confirm(
    _ name: ByteString, in folder: borrowing Descriptor, is checked: CheckedFile
  ) throws(FileFault) -> stat {
    let system = calls.fileSystem(of: folder.rawValue)
    if system == .remote {
      // The file is opened again, so that a network file system contacts its server.
      let reopenedFile = try open(name, in: folder)
      let attributes = try attributes(of: reopenedFile)
      _ = try check(reopenedFile, attributes, is: checked.expected)
      return attributes
    }
    var currentAttributes = stat()
    try requireSuccess(calls.attributes(of: name, in: folder.rawValue, &currentAttributes))
    guard currentAttributes.st_ino == checked.attributes.st_ino,
      FileStamp(checked.attributes, hash: 0, on: system).matches(currentAttributes)
    else { throw .changed }
    guard writer(of: checked.descriptor) != .present else { throw .beingWritten }
    return currentAttributes
  }
}
