import Glibc

extension CalendarFiles {
  /// How long another Handspan may hold a folder before this one goes on without the lock, in milliseconds.
  private static let lockPatience = 2_000

  /// Gives a file new contents so that, whatever happens, it is whole: old or new.
  ///
  /// A temporary file beside it is written, made durable and renamed over it; the folder is made durable too.
  /// Mode, owner and extended attributes are kept. `FileFault.changed` is thrown, and nothing is changed, if
  /// the file is not what `known` says; `FileFault.beingWritten`, if somebody has it open for writing.
  ///
  /// - Returns: what the file is like now, and the one that was there if somebody may still write to that.
  func replace(
    _ place: FilePlace, with bytes: [UInt8], known: FileStamp
  ) throws(FileFault) -> (stamp: FileStamp, replaced: ReplacedFile?) {
    let folder = try Descriptor(folder: place.folder)
    // Keeps two Handspans (a window and a script) from replacing the same file between check and rename.
    _ = folder.lock(waiting: Self.lockPatience)
    let current = try Descriptor(reading: place.name, in: folder)
    let facts = try current.facts()
    guard facts.isFile else { throw .irregular }
    guard !facts.isLocked, faccessat(folder.number, place.name, W_OK, 0) == 0 else { throw .system(EACCES) }
    try check(current, facts, is: known)

    let stamp = try write(bytes, to: place.name, in: folder) { (file: borrowing Descriptor) in
      FileAttributes.copy(from: current, facts: facts, to: file)
    } confirm: { () throws(FileFault) in
      // Once more, as late as can be: a large file takes its time to write.
      var now = stat()
      guard fstatat(folder.number, place.name, &now, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
      guard now.st_ino == facts.st_ino, FileStamp(facts, hash: 0).matches(now) else { throw .changed }
      guard writer(of: current) != .present else { throw .beingWritten }
    }
    return (stamp, ReplacedFile(current, known: known).ifTouched(by: self))
  }

  /// Makes a new file, durable, readable for its owner alone; `FileFault.system(EEXIST)` if the name is taken.
  ///
  /// - Returns: what the file is like.
  func create(_ place: FilePlace, bytes: [UInt8]) throws(FileFault) -> FileStamp {
    let folder = try Descriptor(folder: place.folder)
    return try write(bytes, to: place.name, in: folder, isNew: true)
  }

  /// Removes a file for good, durably. `FileFault.changed` is thrown, and nothing is removed, if the file is not
  /// what `known` says, `FileFault.beingWritten`, if somebody has it open for writing; one that is gone already is no
  /// failure.
  ///
  /// - Returns: the file if somebody may still write to it.
  func remove(_ place: FilePlace, known: FileStamp) throws(FileFault) -> ReplacedFile? {
    var removed: ReplacedFile?
    let folder = try Descriptor(folder: place.folder)
    _ = folder.lock(waiting: Self.lockPatience)
    do throws(FileFault) {
      let current = try Descriptor(reading: place.name, in: folder)
      let facts = try current.facts()
      guard facts.isFile else { throw .irregular }
      guard !facts.isLocked, faccessat(folder.number, ".", W_OK, 0) == 0 else { throw .system(EACCES) }
      try check(current, facts, is: known)
      try succeed(calls.remove(place.name, in: folder.number))
      removed = ReplacedFile(current, known: known).ifTouched(by: self)
    } catch {
      guard error == .system(ENOENT) else { throw error }
    }
    try makeDurable(folder)
    return removed
  }

  private func check(
    _ file: borrowing Descriptor, _ facts: stat, is known: FileStamp
  ) throws(FileFault) {
    if known.vouches(for: facts) {
      guard writer(of: file) != .present else { throw .beingWritten }
      return
    }
    let bytes = try contents(of: file, size: Int(facts.st_size), limit: Self.sizeLimit)
    // Touched, copied back or given other rights, but the same text: nothing to conflict with.
    guard FileStamp.hash(of: bytes) == known.hash else { throw .changed }
    guard writer(of: file) != .present else { throw .beingWritten }
  }

  private func write(
    _ bytes: [UInt8], to name: String, in folder: borrowing Descriptor, isNew: Bool = false,
    prepare: (borrowing Descriptor) -> Void = { _ in }, confirm: () throws(FileFault) -> Void = {}
  ) throws(FileFault) -> FileStamp {
    let temporary = TemporaryName.make()
    let file = try Descriptor(adopting: calls.create(temporary, in: folder.number, mode: 0o600))
    do throws(FileFault) {
      // Held until the rename: a sweep leaves alone what somebody is writing.
      _ = file.lock(waiting: 50)
      guard try file.facts().st_nlink == 1 else { throw .system(EAGAIN) }
      try fill(file, with: bytes)
      prepare(file)
      try succeed(calls.synchronize(file.number))
      try confirm()
      try succeed(calls.rename(temporary, to: name, in: folder.number, isNew: isNew))
    } catch {
      unlinkat(folder.number, temporary, 0)
      throw error
    }
    try makeDurable(folder)
    return FileStamp(try file.facts(), hash: FileStamp.hash(of: bytes))
  }

  private func makeDurable(_ folder: borrowing Descriptor) throws(FileFault) {
    let status = calls.synchronize(folder.number)
    // Some network file systems cannot make a folder durable; they say so by EINVAL.
    if status != -EINVAL { try succeed(status) }
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

  private func succeed(_ status: Int32) throws(FileFault) {
    guard status >= 0 else { throw .system(-status) }
  }
}
