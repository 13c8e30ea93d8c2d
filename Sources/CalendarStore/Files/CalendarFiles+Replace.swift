import CalendarModel
import Glibc

extension CalendarFiles {
  /// How long to wait for the lock of another Handspan process on a folder before continuing without it, in
  /// milliseconds.
  private static let lockPatience = 2_000

  /// Replaces a file's contents so that the file is complete at any moment, with either the old or the new
  /// contents.
  ///
  /// Writes a temporary file beside it, makes it durable and exchanges the two (`exchange`); then
  /// makes the folder durable. Mode, owner and extended attributes are kept. Throws
  /// `FileFault.changed`, with nothing changed, if the file does not match `known`, and
  /// `FileFault.beingWritten` if another program has it open for writing.
  ///
  /// - Returns: the file's new stamp; the old file, if another program may still write to it; and whether the
  ///   old file has other hard links.
  func replace(
    _ filePath: FilePath, with bytes: [UInt8], known: FileStamp
  ) throws(FileFault) -> (stamp: FileStamp, replaced: ReplacedFile?, hasOtherNames: Bool) {
    let folder = try openFolder(filePath.folder)
    // Keeps two instances of Handspan (a window and a script) from replacing the same file between check and
    // rename.
    _ = lock(folder, waiting: Self.lockPatience)
    let current = try open(filePath.name, in: folder)
    let facts = try facts(of: current)
    guard facts.isFile else { throw .irregular }
    guard !facts.isLocked, mayWrite(filePath.name, in: folder) else { throw .system(EACCES) }
    let old = try mark(of: current, facts, in: folder, checked: try check(current, facts, is: known))

    let stamp = try write(bytes, to: filePath.name, in: folder, replacing: old) {
      (file: borrowing Descriptor) in
      FileAttributes.copy(from: current, facts: facts, to: file)
    } confirm: { () throws(FileFault) in
      // Checked again as late as possible, because writing a large file takes time.
      try confirm(filePath.name, in: folder, is: facts, known)
      guard writer(of: current) != .present else { throw .beingWritten }
    }
    return (stamp, ReplacedFile(current, known: known).ifTouched(by: self), facts.st_nlink > 1)
  }

  /// Creates a new file, durably. Throws `FileFault.system(EEXIST)` if the name is taken.
  ///
  /// - Parameter isShared: whether it gets the access rights of the calendar files beside it; otherwise only
  ///   its owner can access it.
  /// - Returns: the file's stamp.
  func create(_ filePath: FilePath, bytes: [UInt8], isShared: Bool = false) throws(FileFault) -> FileStamp {
    let folder = try openFolder(filePath.folder)
    return try write(bytes, to: filePath.name, in: folder) { (file: borrowing Descriptor) in
      if isShared { followSiblings(file, in: folder) } else { FileAttributes.makePrivate(file) }
    }
  }

  /// Removes a file, durably. Throws `FileFault.changed`, with nothing removed, if the file does
  /// not match `known`, and `FileFault.beingWritten` if another program has it open for writing.
  /// It is not an error if the file no longer exists.
  ///
  /// - Returns: the file, if another program may still write to it.
  func remove(_ filePath: FilePath, known: FileStamp) throws(FileFault) -> ReplacedFile? {
    var removed: ReplacedFile?
    var retired: ByteString?
    let folder = try openFolder(filePath.folder)
    _ = lock(folder, waiting: Self.lockPatience)
    do throws(FileFault) {
      let current = try open(filePath.name, in: folder)
      let facts = try facts(of: current)
      guard facts.isFile else { throw .irregular }
      guard !facts.isLocked, mayWrite(".", in: folder) else { throw .system(EACCES) }
      let old = try mark(of: current, facts, in: folder, checked: try check(current, facts, is: known))
      retired = try retire(filePath.name, in: folder, old)
      removed = ReplacedFile(current, known: known).ifTouched(by: self)
    } catch {
      guard error == .system(ENOENT) else { throw error }
    }
    defer { if let retired { _ = calls.remove(retired, in: folder.number) } }
    try makeDurable(folder)
    return removed
  }

  private func confirm(
    _ name: ByteString, in folder: borrowing Descriptor, is facts: stat, _ known: FileStamp
  ) throws(FileFault) {
    let system = calls.fileSystem(of: folder.number)
    if system == .remote {
      // The file is opened again, so that a network file system asks its server.
      let again = try open(name, in: folder)
      _ = try check(again, try self.facts(of: again), is: known)
      return
    }
    var now = stat()
    try succeed(calls.facts(of: name, in: folder.number, &now))
    guard now.st_ino == facts.st_ino, FileStamp(facts, hash: 0, on: system).matches(now) else {
      throw .changed
    }
  }

  /// The mark that identifies the file that was checked.
  ///
  /// - Parameter bytes: the contents, if they were read.
  private func mark(
    of file: borrowing Descriptor, _ facts: stat, in folder: borrowing Descriptor, checked bytes: [UInt8]?
  ) throws(FileFault) -> FileMark {
    let system = calls.fileSystem(of: folder.number)
    if let bytes { return FileMark(facts, bytes, on: system) }
    guard system == .remote else { return FileMark(facts, [], on: system) }
    let bytes = try contents(of: file, size: Int(facts.st_size), limit: Self.sizeLimit)
    return FileMark(facts, bytes, on: system)
  }

  /// Verifies that a file matches its stamp.
  ///
  /// - Returns: the contents, if they had to be read.
  private func check(
    _ file: borrowing Descriptor, _ facts: stat, is known: FileStamp
  ) throws(FileFault) -> [UInt8]? {
    if known.vouches(for: facts) {
      guard writer(of: file) != .present else { throw .beingWritten }
      return nil
    }
    let bytes = try contents(of: file, size: Int(facts.st_size), limit: Self.sizeLimit)
    // A file that was touched, copied back or given other rights has the same contents, so there is no
    // conflict.
    guard FileStamp.hash(of: bytes) == known.hash else { throw .changed }
    guard writer(of: file) != .present else { throw .beingWritten }
    return bytes
  }

  private func write(
    _ bytes: [UInt8], to name: ByteString, in folder: borrowing Descriptor, replacing old: FileMark? = nil,
    prepare: (borrowing Descriptor) -> Void = { _ in }, confirm: () throws(FileFault) -> Void = {}
  ) throws(FileFault) -> FileStamp {
    let first = TemporaryName.make()
    // The file to remove in the end: the one written here, or the one that it replaced.
    var temporary: ByteString? = first
    let file = try Descriptor(adopting: calls.create(first, in: folder.number, mode: 0o600))
    defer { if let temporary { _ = calls.remove(temporary, in: folder.number) } }
    // The lock is held until the rename, because `sweep` does not remove locked files.
    _ = lock(file, waiting: 50)
    let links = try facts(of: file).st_nlink
    guard links == 1 || calls.fileSystem(of: file.number) == .remote else { throw .system(EAGAIN) }
    try fill(file, with: bytes)
    prepare(file)
    try makeDurable(file)
    if let old {
      let new = FileMark(try facts(of: file), bytes, on: calls.fileSystem(of: folder.number))
      try confirm()
      try exchange(&temporary, with: name, in: folder, old: old, new: new)
    } else {
      try confirm()
      try publish(first, as: name, in: folder)
      temporary = nil
    }
    try makeDurable(folder)
    return FileStamp(
      try facts(of: file), hash: FileStamp.hash(of: bytes), on: calls.fileSystem(of: file.number))
  }

  private func fill(_ file: borrowing Descriptor, with bytes: [UInt8]) throws(FileFault) {
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
