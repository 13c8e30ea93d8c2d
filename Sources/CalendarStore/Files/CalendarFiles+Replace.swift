import CalendarModel
import Glibc

extension CalendarFiles {
  /// How long another Handspan may hold a folder before this one goes on without the lock, in milliseconds.
  private static let lockPatience = 2_000

  /// Gives a file new contents so that, whatever happens, it is whole: old or new.
  ///
  /// A temporary file beside it is written, made durable and takes its place (`exchange`); the folder is made durable
  /// too.
  /// Mode, owner and extended attributes are kept. `FileFault.changed` is thrown, and nothing is changed, if
  /// the file is not what `known` says; `FileFault.beingWritten`, if somebody has it open for writing.
  ///
  /// - Returns: what the file is like now, the one that was there if somebody may still write to that, and whether that
  ///   goes on under other names (hard links).
  func replace(
    _ filePath: FilePath, with bytes: [UInt8], known: FileStamp
  ) throws(FileFault) -> (stamp: FileStamp, replaced: ReplacedFile?, hasOtherNames: Bool) {
    let folder = try openFolder(filePath.folder)
    // Keeps two Handspans (a window and a script) from replacing the same file between check and rename.
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
      // Once more, as late as can be: a large file takes its time to write.
      try confirm(filePath.name, in: folder, is: facts, known)
      guard writer(of: current) != .present else { throw .beingWritten }
    }
    return (stamp, ReplacedFile(current, known: known).ifTouched(by: self), facts.st_nlink > 1)
  }

  /// Makes a new file, durable; `FileFault.system(EEXIST)` if the name is taken.
  ///
  /// - Parameter isShared: whether those may use it who may use the calendar files beside it; else it is its owner's
  ///   alone.
  /// - Returns: what the file is like.
  func create(_ filePath: FilePath, bytes: [UInt8], isShared: Bool = false) throws(FileFault) -> FileStamp {
    let folder = try openFolder(filePath.folder)
    return try write(bytes, to: filePath.name, in: folder) { (file: borrowing Descriptor) in
      if isShared { followSiblings(file, in: folder) } else { FileAttributes.makePrivate(file) }
    }
  }

  /// Removes a file for good, durably. `FileFault.changed` is thrown, and nothing is removed, if the file is not
  /// what `known` says, `FileFault.beingWritten`, if somebody has it open for writing; one that is gone already is no
  /// failure.
  ///
  /// - Returns: the file if somebody may still write to it.
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
      // Opened again, so that a network file system asks its server.
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

  /// What tells the file that was looked at.
  ///
  /// - Parameter bytes: what is in it, if it was read.
  private func mark(
    of file: borrowing Descriptor, _ facts: stat, in folder: borrowing Descriptor, checked bytes: [UInt8]?
  ) throws(FileFault) -> FileMark {
    let system = calls.fileSystem(of: folder.number)
    if let bytes { return FileMark(facts, bytes, on: system) }
    guard system == .remote else { return FileMark(facts, [], on: system) }
    let bytes = try contents(of: file, size: Int(facts.st_size), limit: Self.sizeLimit)
    return FileMark(facts, bytes, on: system)
  }

  /// Sees that a file is what is known.
  ///
  /// - Returns: what is in it, if it had to be read.
  private func check(
    _ file: borrowing Descriptor, _ facts: stat, is known: FileStamp
  ) throws(FileFault) -> [UInt8]? {
    if known.vouches(for: facts) {
      guard writer(of: file) != .present else { throw .beingWritten }
      return nil
    }
    let bytes = try contents(of: file, size: Int(facts.st_size), limit: Self.sizeLimit)
    // Touched, copied back or given other rights, but the same text: nothing to conflict with.
    guard FileStamp.hash(of: bytes) == known.hash else { throw .changed }
    guard writer(of: file) != .present else { throw .beingWritten }
    return bytes
  }

  private func write(
    _ bytes: [UInt8], to name: ByteString, in folder: borrowing Descriptor, replacing old: FileMark? = nil,
    prepare: (borrowing Descriptor) -> Void = { _ in }, confirm: () throws(FileFault) -> Void = {}
  ) throws(FileFault) -> FileStamp {
    let first = TemporaryName.make()
    // What is to be removed in the end: what was written, or what gave way to it.
    var temporary: ByteString? = first
    let file = try Descriptor(adopting: calls.create(first, in: folder.number, mode: 0o600))
    defer { if let temporary { _ = calls.remove(temporary, in: folder.number) } }
    // Held until the rename: a sweep leaves alone what somebody is writing.
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
