import CalendarModel
import Glibc

extension CalendarFiles {
  /// How long to wait for the lock of another Handspan process on a folder before continuing without it, in
  /// milliseconds.
  private static let lockTimeout = 2_000

  /// The outcome of a replacement.
  struct Replaced {
    /// The file's new stamp.
    var stamp: FileStamp
    /// The old file, if another program may still write to it.
    var file: ReplacedFile?
    /// Whether the old file has other hard links.
    var hasOtherNames: Bool
    /// Whether another program's version came between the last check and the rename, and is lost.
    var isOverwritten = false
  }

  /// Replaces a file's contents so that, whatever happens, the file is complete: old or new.
  ///
  /// Writes a temporary file beside it, makes it durable and exchanges the two (`exchange`), or renames it over
  /// the other where that is not possible (`overwrite`); then makes the folder durable. Mode, owner and extended
  /// attributes are kept. Throws `FileFault.changed`, with nothing changed, if the file does not match `expected`,
  /// and `FileFault.beingWritten` if another program has it open for writing.
  func replace(
    _ filePath: FilePath, with bytes: [UInt8], expected: FileStamp
  ) throws(FileFault) -> Replaced {
    let folder = try openFolder(filePath.folder)
    let name = filePath.name
    // Keeps two instances of Handspan (a window and a script) from replacing the same file between check and
    // rename.
    _ = lock(folder, waiting: Self.lockTimeout)
    let current = try open(name, in: folder)
    let attributes = try attributes(of: current)
    guard attributes.isFile else { throw .irregular }
    guard !attributes.isWriteProtected, canWrite(name, in: folder) else { throw .system(EACCES) }
    let checked = CheckedFile(attributes: attributes, expected: expected, number: current.number)
    let old = try mark(
      of: current, attributes, in: folder, checked: try check(current, attributes, is: expected))

    // What has to be removed in the end: the file written here, or the one it replaced.
    var temporary: ByteString? = TemporaryName.make()
    defer { if let temporary { _ = calls.remove(temporary, in: folder.number) } }
    let file = try writeAll(temporary, in: folder, with: bytes) { (file: borrowing Descriptor) in
      FileAttributes.copy(from: current, attributes: attributes, to: file)
    }
    let new = FileMark(try self.attributes(of: file), bytes, on: calls.fileSystem(of: folder.number))
    var replaced: ReplacedFile?
    var isOverwritten = false
    if try exchange(&temporary, with: name, in: folder, checked: checked, old: old, new: new) {
      replaced = ReplacedFile(current, stamp: expected)
    } else if let link = try linkName(for: temporary, in: folder, old: old, new: new) {
      // NFS and most FUSE file systems rename over an open file in two steps, between which the name does not
      // exist.
      _ = consume current
      isOverwritten = try overwrite(&temporary, to: name, in: folder, checked: checked, link: link)
      if let linked = try? open(link, in: folder) { replaced = ReplacedFile(linked, stamp: expected) }
    } else {
      isOverwritten = try overwrite(&temporary, to: name, in: folder, checked: checked)
      replaced = ReplacedFile(current, stamp: expected)
    }
    return Replaced(
      stamp: try settle(file, bytes, in: folder), file: replaced?.unlessUntouched(in: self),
      hasOtherNames: attributes.st_nlink > 1, isOverwritten: isOverwritten)
  }

  /// Creates a new file, durably. Throws `FileFault.system(EEXIST)` if the name is taken.
  ///
  /// - Parameter isShared: whether it gets the access rights of the calendar files beside it; otherwise only
  ///   its owner can access it.
  /// - Returns: the file's stamp.
  func create(_ filePath: FilePath, bytes: [UInt8], isShared: Bool = false) throws(FileFault) -> FileStamp {
    let folder = try openFolder(filePath.folder)
    var temporary: ByteString? = TemporaryName.make()
    defer { if let temporary { _ = calls.remove(temporary, in: folder.number) } }
    let file = try writeAll(temporary, in: folder, with: bytes) { (file: borrowing Descriptor) in
      if isShared { copySiblingRights(file, in: folder) } else { FileAttributes.makePrivate(file) }
    }
    if let first = temporary { try publish(first, as: filePath.name, in: folder) }
    temporary = nil
    return try settle(file, bytes, in: folder)
  }

  /// Removes a file, durably. Throws `FileFault.changed`, with nothing removed, if the file does
  /// not match `expected`, and `FileFault.beingWritten` if another program has it open for writing.
  /// It is not an error if the file no longer exists.
  ///
  /// - Returns: the file, if another program may still write to it.
  func remove(_ filePath: FilePath, expected: FileStamp) throws(FileFault) -> ReplacedFile? {
    var removed: ReplacedFile?
    var retired: ByteString?
    let folder = try openFolder(filePath.folder)
    _ = lock(folder, waiting: Self.lockTimeout)
    do throws(FileFault) {
      let current = try open(filePath.name, in: folder)
      let attributes = try attributes(of: current)
      guard attributes.isFile else { throw .irregular }
      guard !attributes.isWriteProtected, canWrite(".", in: folder) else { throw .system(EACCES) }
      let old = try mark(
        of: current, attributes, in: folder, checked: try check(current, attributes, is: expected))
      retired = try retire(filePath.name, in: folder, old)
      removed = ReplacedFile(current, stamp: expected).unlessUntouched(in: self)
    } catch {
      guard error == .system(ENOENT) else { throw error }
    }
    defer { if let retired { _ = calls.remove(retired, in: folder.number) } }
    try makeDurable(folder)
    return removed
  }

  /// The mark that identifies the file that was checked.
  ///
  /// - Parameter bytes: the contents, if they were read.
  private func mark(
    of file: borrowing Descriptor, _ attributes: stat, in folder: borrowing Descriptor,
    checked bytes: [UInt8]?
  ) throws(FileFault) -> FileMark {
    let system = calls.fileSystem(of: folder.number)
    if let bytes { return FileMark(attributes, bytes, on: system) }
    guard system == .remote else { return FileMark(attributes, [], on: system) }
    let bytes = try contents(of: file, size: Int(attributes.st_size), limit: Self.sizeLimit)
    return FileMark(attributes, bytes, on: system)
  }

  /// Verifies that a file matches its stamp.
  ///
  /// - Returns: the contents, if they had to be read.
  func check(
    _ file: borrowing Descriptor, _ attributes: stat, is expected: FileStamp
  ) throws(FileFault) -> [UInt8]? {
    if expected.provesUnchanged(attributes) {
      guard writer(of: file) != .present else { throw .beingWritten }
      return nil
    }
    let bytes = try contents(of: file, size: Int(attributes.st_size), limit: Self.sizeLimit)
    // A file that was touched, copied back or given different permissions has the same contents, so there is
    // no conflict.
    guard FileStamp.hash(of: bytes) == expected.hash else { throw .changed }
    guard writer(of: file) != .present else { throw .beingWritten }
    return bytes
  }

  /// Creates a temporary file and makes it durable.
  private func writeAll(
    _ temporary: ByteString?, in folder: borrowing Descriptor, with bytes: [UInt8],
    prepare: (borrowing Descriptor) -> Void
  ) throws(FileFault) -> Descriptor {
    guard let temporary else { throw .system(EINVAL) }
    let file = try Descriptor(adopting: calls.create(temporary, in: folder.number, mode: 0o600))
    // Held until the rename: a sweep leaves locked files alone.
    _ = lock(file, waiting: 50)
    let links = try attributes(of: file).st_nlink
    guard links == 1 || calls.fileSystem(of: file.number) == .remote else { throw .system(EAGAIN) }
    try writeAll(file, with: bytes)
    prepare(file)
    try makeDurable(file)
    return file
  }

  /// Makes a new name durable.
  ///
  /// - Returns: the file's stamp.
  private func settle(
    _ file: borrowing Descriptor, _ bytes: [UInt8], in folder: borrowing Descriptor
  ) throws(FileFault) -> FileStamp {
    try makeDurable(folder)
    return FileStamp(
      try attributes(of: file), hash: FileStamp.hash(of: bytes), on: calls.fileSystem(of: file.number))
  }

  private func writeAll(_ file: borrowing Descriptor, with bytes: [UInt8]) throws(FileFault) {
    var done = 0
    while done < bytes.count {
      let number = file.number
      let count = bytes.withUnsafeBytes {
        calls.write(UnsafeRawBufferPointer(rebasing: $0[done...]), to: number)
      }
      if count == -Int(EINTR) { continue }
      guard count > 0 else { throw .system(count == 0 ? EIO : Int32(-count)) }
      done += count
    }
  }
}
