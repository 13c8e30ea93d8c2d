import CalendarModel
import Glibc

/// Reads files of one folder, for one thread. What is the same for all of them is determined once.
final class FolderReader {
  private let files: CalendarFiles
  private let folder: Descriptor
  private let device: dev_t
  private let system: FileSystem
  private let isWritable: Bool

  init(_ path: ByteString, files: CalendarFiles) throws(FileFault) {
    self.files = files
    folder = try files.openFolder(path)
    device = try files.attributes(of: folder).st_dev
    system = files.calls.fileSystem(of: folder.number)
    isWritable = files.canWrite(".", in: folder)
  }

  /// Reads a regular file of at most `limit` bytes.
  ///
  /// Whether another program has the file open for writing is not determined (`FileContents.isWriterUnasked`)
  /// if nothing is known of the file and it has not changed for long, because `WriteSettling` then accepts
  /// any complete file. A folder may have 100,000 of them.
  ///
  /// - Parameters:
  ///   - isFirstRead: whether nothing is known of the file yet. It may then be at most a quarter of the available
  ///     memory, because the parsed calendar takes two to three times its size.
  ///   - asksForWriter: whether to determine the writer in any case.
  func read(
    _ name: ByteString, limit: Int = CalendarFiles.sizeLimit, isFirstRead: Bool = false,
    asksForWriter: Bool = false
  ) throws(FileFault) -> FileContents {
    let file = try files.open(name, in: folder)
    // Taken first: on a busy machine reading takes time, which must not count as the file's age.
    let now = time(nil)
    let attributes = try files.attributes(of: file)
    guard attributes.isFile else { throw .irregular }
    var limit = limit
    if isFirstRead, attributes.st_size > CalendarFiles.smallSize {
      limit = min(limit, files.availableMemory() / 4)
    }
    // Something else may be mounted on a single file.
    let system = attributes.st_dev == device ? system : files.calls.fileSystem(of: file.number)
    let isReadOnly = attributes.isWriteProtected || !isWritable || !files.canWrite(name, in: folder)
    if isFirstRead, !asksForWriter, system == .local, attributes.isQuiet(at: now) {
      let bytes = try files.contents(of: file, size: Int(attributes.st_size), limit: limit, isFixed: true)
      var again = stat()
      if bytes.count == Int(attributes.st_size), files.calls.attributes(of: file.number, &again) >= 0,
        again.isSame(as: attributes)
      {
        return FileContents(
          bytes: bytes, stamp: FileStamp(attributes, hash: FileStamp.hash(of: bytes), on: system, now: now),
          isReadOnly: isReadOnly, writer: .unknown, isWriterUnasked: true, age: attributes.age(at: now))
      }
    }
    // Held during the read, to detect writes in between.
    let lease = system == .local ? files.calls.lease(file.number) : -ENOLCK
    defer { if lease == 0 { files.calls.releaseLease(file.number) } }
    let bytes = try files.contents(of: file, size: Int(attributes.st_size), limit: limit)
    let writer = WriteSettling.Writer(lease: lease, isHeld: lease == 0 && files.calls.holdsLease(file.number))
    // The attributes are from before the read, so that a write in between is seen as a change.
    return FileContents(
      bytes: bytes, stamp: FileStamp(attributes, hash: FileStamp.hash(of: bytes), on: system, now: now),
      isReadOnly: isReadOnly, writer: writer, age: writer == .unknown ? nil : attributes.age(at: now))
  }
}

extension stat {
  /// The time since the modification, for a clock in seconds since 1970.
  fileprivate func age(at now: Int) -> Duration { .seconds(now - st_mtim.tv_sec) }

  /// Whether neither contents nor attributes have changed for so long that the file is complete, whoever has
  /// it open, if its text is; and for so long that a change during the read is visible in its times.
  fileprivate func isQuiet(at now: Int) -> Bool {
    let last = now - Int(WriteSettling.timeout.components.seconds)
    return st_mtim.tv_sec < last && st_ctim.tv_sec < last
  }

  /// Whether the file has not changed between two calls.
  fileprivate func isSame(as other: stat) -> Bool {
    st_ino == other.st_ino && st_size == other.st_size && FileTime(st_mtim) == FileTime(other.st_mtim)
      && FileTime(st_ctim) == FileTime(other.st_ctim)
  }
}
