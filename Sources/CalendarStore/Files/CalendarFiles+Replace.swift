import CalendarModel
import Glibc

extension CalendarFiles {
  /// The maximum time to wait for another Handspan process to release its lock on a folder, in milliseconds.
  /// After that, the save continues without the lock.
  static let lockTimeout = 2_000

  /// The outcome of a replacement.
  struct ReplaceResult {
    /// The file's new stamp.
    var stamp: FileStamp
    /// The old file, if another program may still write to it.
    var replacedFile: ReplacedFile?
    /// Whether the old file has other hard links.
    var hasOtherHardLinks: Bool
    /// Whether another program's version appeared between the last check and the rename and was lost.
    var overwroteOtherVersion = false
  }

  /// Replaces the contents of a file. At any time, even after a crash, the file has either the complete old
  /// contents or the complete new ones.
  ///
  /// This method writes a temporary file in the same folder, makes it durable, and exchanges the two files
  /// (`exchange`). If that is not possible, it renames the temporary file over the old one (`overwrite`).
  /// Finally, it makes the folder durable. The mode, owner and extended attributes are kept.
  ///
  /// - Throws: `FileFault.changed`, without writing anything, if the file does not match `expected`;
  ///   `FileFault.beingWritten` if another program has it open for writing.
  func replace(
    _ filePath: FilePath, with bytes: [UInt8], expected: FileStamp
  ) throws(FileFault) -> ReplaceResult {
    let folder = try openFolder(filePath.folder)
    let name = filePath.name
    // Prevents two instances of Handspan, such as a window and a script, from replacing the same file between
    // the check and the rename.
    _ = lock(folder, waiting: Self.lockTimeout)
    let current = try open(name, in: folder)
    let attributes = try attributes(of: current)
    guard attributes.isFile else { throw .notRegularFile }
    guard !attributes.isWriteProtected, canWrite(name, in: folder) else { throw .system(EACCES) }
    let checked = CheckedFile(attributes: attributes, expected: expected, descriptor: current.rawValue)
    let oldFingerprint = try fingerprint(
      of: current, attributes, in: folder, contents: try check(current, attributes, is: expected))

    // The file to remove at the end: the one written here, or the one that it replaced.
    var temporaryName: ByteString? = TemporaryName.make()
    defer { if let temporaryName { _ = calls.remove(temporaryName, in: folder.rawValue) } }
    var hash = 0
    let file = try writeAll(temporaryName, in: folder, with: bytes) { (file: borrowing Descriptor) in
      FileAttributes.copy(from: current, attributes: attributes, to: file)
      hash = FileStamp.hash(of: bytes)
    }
    let newFingerprint = FileFingerprint(
      try self.attributes(of: file), bytes, on: calls.fileSystem(of: folder.rawValue))
    var replacedFile: ReplacedFile?
    var overwroteOtherVersion = false
    if try exchange(
      &temporaryName, with: name, in: folder, checked: checked, old: oldFingerprint, new: newFingerprint)
    {
      replacedFile = ReplacedFile(current, stamp: expected)
    } else if let link = try linkName(
      for: temporaryName, in: folder, old: oldFingerprint, new: newFingerprint)
    {
      // NFS and most FUSE file systems rename over an open file in two steps, between which the name does not
      // exist.
      _ = consume current
      overwroteOtherVersion = try overwrite(
        &temporaryName, to: name, in: folder, checked: checked, link: link)
      if let linkedFile = try? open(link, in: folder) {
        replacedFile = ReplacedFile(linkedFile, stamp: expected)
      }
    } else {
      overwroteOtherVersion = try overwrite(&temporaryName, to: name, in: folder, checked: checked)
      replacedFile = ReplacedFile(current, stamp: expected)
    }
    return ReplaceResult(
      stamp: try finishSave(file, hash: hash, in: folder),
      replacedFile: replacedFile?.ifPossiblyWritten(in: self),
      hasOtherHardLinks: attributes.st_nlink > 1, overwroteOtherVersion: overwroteOtherVersion)
  }

  /// Throws the error that `replace` would throw, if the file or its folder is read-only.
  func checkIsWritable(_ filePath: FilePath) throws(FileFault) {
    let folder = try openFolder(filePath.folder)
    let attributes = try attributes(of: try open(filePath.name, in: folder))
    guard !attributes.isWriteProtected, canWrite(filePath.name, in: folder), canWrite(".", in: folder) else {
      throw .system(EACCES)
    }
  }

  /// Creates a new file, durably. Throws `FileFault.system(EEXIST)` if the name is taken.
  ///
  /// - Parameter isShared: whether the file gets the access rights of the other calendar files in its folder;
  ///   if not, only its owner can access it.
  /// - Returns: the file's stamp.
  func create(_ filePath: FilePath, bytes: [UInt8], isShared: Bool = false) throws(FileFault) -> FileStamp {
    let folder = try openFolder(filePath.folder)
    var temporaryName: ByteString? = TemporaryName.make()
    defer { if let temporaryName { _ = calls.remove(temporaryName, in: folder.rawValue) } }
    var hash = 0
    let file = try writeAll(temporaryName, in: folder, with: bytes) { (file: borrowing Descriptor) in
      hash = FileStamp.hash(of: bytes)
      if isShared { copySiblingRights(to: file, in: folder) } else { FileAttributes.makePrivate(file) }
    }
    if let finishedName = temporaryName { try publish(finishedName, as: filePath.name, in: folder) }
    temporaryName = nil
    return try finishSave(file, hash: hash, in: folder)
  }

  /// Removes a file, durably. It is not an error if the file no longer exists.
  ///
  /// - Returns: the file, if another program may still write to it.
  /// - Throws: `FileFault.changed`, without removing anything, if the file does not match `expected`;
  ///   `FileFault.beingWritten` if another program has it open for writing.
  func remove(_ filePath: FilePath, expected: FileStamp) throws(FileFault) -> ReplacedFile? {
    var removedFile: ReplacedFile?
    var nameToRemove: ByteString?
    let folder = try openFolder(filePath.folder)
    _ = lock(folder, waiting: Self.lockTimeout)
    do throws(FileFault) {
      let current = try open(filePath.name, in: folder)
      let attributes = try attributes(of: current)
      guard attributes.isFile else { throw .notRegularFile }
      guard !attributes.isWriteProtected, canWrite(".", in: folder) else { throw .system(EACCES) }
      let oldFingerprint = try fingerprint(
        of: current, attributes, in: folder, contents: try check(current, attributes, is: expected))
      nameToRemove = try renameForRemoval(filePath.name, in: folder, oldFingerprint)
      removedFile = ReplacedFile(current, stamp: expected).ifPossiblyWritten(in: self)
    } catch {
      guard error == .system(ENOENT) else { throw error }
    }
    defer { if let nameToRemove { _ = calls.remove(nameToRemove, in: folder.rawValue) } }
    try makeDurable(folder)
    return removedFile
  }

  /// Returns the fingerprint that identifies the file that was checked.
  ///
  /// - Parameter bytes: the contents, if they were read.
  func fingerprint(
    of file: borrowing Descriptor, _ attributes: stat, in folder: borrowing Descriptor,
    contents bytes: [UInt8]?
  ) throws(FileFault) -> FileFingerprint {
    let system = calls.fileSystem(of: folder.rawValue)
    if let bytes { return FileFingerprint(attributes, bytes, on: system) }
    guard system == .remote else { return FileFingerprint(attributes, [], on: system) }
    let bytes = try contents(of: file, size: Int(attributes.st_size), limit: Self.sizeLimit)
    return FileFingerprint(attributes, bytes, on: system)
  }

  /// Verifies that a file matches its stamp.
  ///
  /// - Returns: the contents, if the file is on a network file system; nil otherwise, because the contents
  ///   are not needed for its fingerprint.
  func check(
    _ file: borrowing Descriptor, _ attributes: stat, is expected: FileStamp
  ) throws(FileFault) -> [UInt8]? {
    var bytes: [UInt8]?
    // A file that was touched, copied back or given different permissions has the same contents, so there is
    // no conflict.
    if expected.isRemote {
      let contents = try contents(of: file, size: Int(attributes.st_size), limit: Self.sizeLimit)
      guard FileStamp.hash(of: contents) == expected.hash else { throw .changed }
      bytes = contents
    } else if !expected.provesUnchanged(attributes) {
      guard try hash(of: file, limit: Self.sizeLimit) == expected.hash else { throw .changed }
    }
    guard writer(of: file) != .present else { throw .beingWritten }
    return bytes
  }

  /// Creates a temporary file and makes it durable.
  private func writeAll(
    _ temporaryName: ByteString?, in folder: borrowing Descriptor, with bytes: [UInt8],
    prepare: (borrowing Descriptor) -> Void
  ) throws(FileFault) -> Descriptor {
    guard let temporaryName else { throw .system(EINVAL) }
    let file = try createLocked(temporaryName, in: folder)
    try writeAll(file, with: bytes)
    prepare(file)
    try makeDurable(file)
    return file
  }

  /// The maximum number of attempts to create a temporary file.
  private static let maximumCreationAttempts = 20

  /// Creates an empty temporary file, and locks it until the rename, so that `sweep` ignores it.
  private func createLocked(
    _ temporaryName: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) -> Descriptor {
    for _ in 0..<Self.maximumCreationAttempts {
      let file = try Descriptor(adopting: calls.create(temporaryName, in: folder.rawValue, mode: 0o600))
      _ = lock(file, waiting: 50)
      let links = try attributes(of: file).st_nlink
      if links == 1 || calls.fileSystem(of: file.rawValue) == .remote { return file }
      // Another process swept the folder before the file was locked, so the name is free again.
    }
    throw .beingWritten
  }

  /// Makes a new name durable.
  ///
  /// - Returns: the file's stamp.
  private func finishSave(
    _ file: borrowing Descriptor, hash: Int, in folder: borrowing Descriptor
  ) throws(FileFault) -> FileStamp {
    try makeDurable(folder)
    return FileStamp(try attributes(of: file), hash: hash, on: calls.fileSystem(of: file.rawValue))
  }

  /// The number of bytes that are written at a time.
  private static let chunkSize = 1 << 20

  /// Writes all bytes to an empty file, in chunks. While one chunk is being copied to the kernel, the kernel
  /// is already writing the previous one to disk.
  func writeAll(_ file: borrowing Descriptor, with bytes: [UInt8]) throws(FileFault) {
    var writtenCount = 0
    while writtenCount < bytes.count {
      let descriptor = file.rawValue
      let count = bytes.withUnsafeBytes {
        calls.write(
          UnsafeRawBufferPointer(rebasing: $0[writtenCount...].prefix(Self.chunkSize)), to: descriptor)
      }
      if count == -Int(EINTR) { continue }
      guard count > 0 else { throw .system(count == 0 ? EIO : Int32(-count)) }
      writtenCount += count
      // For a small file, the call would cost more than it saves.
      if bytes.count > Self.chunkSize { calls.startWriting(descriptor) }
    }
  }
}
