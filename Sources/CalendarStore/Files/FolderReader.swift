import CalendarModel
import Glibc

/// Reads the files of one folder, on one thread. Properties that all of them share are determined only once.
final class FolderReader {
  private let files: CalendarFiles
  private let folder: Descriptor
  private let device: dev_t
  private let system: FileSystem
  /// Whether the user may write to the folder.
  private let isWritable: Bool

  init(_ path: ByteString, files: CalendarFiles) throws(FileFault) {
    self.files = files
    folder = try files.openFolder(path)
    device = try files.attributes(of: folder).st_dev
    system = files.calls.fileSystem(of: folder.rawValue)
    isWritable = files.canWrite(".", in: folder)
  }

  /// Reads a regular file of at most `limit` bytes.
  ///
  /// This method does not determine whether another program has the file open for writing
  /// (`FileContents.isWriterUndetermined`) if nothing is known about the file and it has not changed for a
  /// long time, because `WriteSettling` then accepts any complete file. This saves time in large folders,
  /// which may have 100,000 files.
  ///
  /// - Parameters:
  ///   - isFirstRead: whether nothing is known about the file yet. If so, a file larger than
  ///     `CalendarFiles.smallSize` may take up at most a quarter of the available memory, because the parsed
  ///     calendar needs two to three times the size of the file.
  ///   - alwaysDeterminesWriter: whether to always determine the writer.
  func read(
    _ name: ByteString, limit: Int = CalendarFiles.sizeLimit, isFirstRead: Bool = false,
    alwaysDeterminesWriter: Bool = false
  ) throws(FileFault) -> FileContents {
    let file = try files.open(name, in: folder)
    // The current time is determined first, because reading may take a long time on a busy machine, which
    // must not count toward the file's age.
    let now = time(nil)
    let attributes = try files.attributes(of: file)
    guard attributes.isFile else { throw .notRegularFile }
    var limit = limit
    if isFirstRead, attributes.st_size > CalendarFiles.smallSize {
      limit = min(limit, files.availableMemory() / 4)
    }
    // A different file system may be mounted on this file.
    let system = attributes.st_dev == device ? system : files.calls.fileSystem(of: file.rawValue)
    let isReadOnly = attributes.isWriteProtected || !isWritable || !files.canWrite(name, in: folder)
    if isFirstRead, !alwaysDeterminesWriter, system == .local, attributes.isQuiet(at: now) {
      let bytes = try files.contents(
        of: file, size: Int(attributes.st_size), limit: limit, hasKnownSize: true)
      var attributesAfterRead = stat()
      if bytes.count == Int(attributes.st_size),
        files.calls.attributes(of: file.rawValue, &attributesAfterRead) >= 0,
        attributesAfterRead.isSame(as: attributes)
      {
        return FileContents(
          bytes: bytes, stamp: FileStamp(attributes, hash: FileStamp.hash(of: bytes), on: system, now: now),
          isReadOnly: isReadOnly, writer: .unknown, isWriterUndetermined: true, age: attributes.age(at: now))
      }
    }
    // The lease is held during the read, to detect writes in the meantime.
    let lease = system == .local ? files.calls.lease(file.rawValue) : -ENOLCK
    defer { if lease == 0 { files.calls.releaseLease(file.rawValue) } }
    let bytes = try files.contents(of: file, size: Int(attributes.st_size), limit: limit)
    let writer = WriteSettling.Writer(
      lease: lease, isHeld: lease == 0 && files.calls.holdsLease(file.rawValue))
    // The attributes are from before the read, so that a write during the read is detected as a change.
    return FileContents(
      bytes: bytes, stamp: FileStamp(attributes, hash: FileStamp.hash(of: bytes), on: system, now: now),
      isReadOnly: isReadOnly, writer: writer, age: writer == .unknown ? nil : attributes.age(at: now))
  }
}

extension stat {
  /// Returns the time since the file was modified, given the current time in seconds since 1970.
  fileprivate func age(at now: Int) -> Duration { .seconds(now - st_mtim.tv_sec) }

  /// Whether neither the contents nor the attributes have changed for a long time. A complete file is then
  /// accepted even if a program has it open, and a change during the read is visible in the file's times.
  fileprivate func isQuiet(at now: Int) -> Bool {
    let cutoff = now - Int(WriteSettling.timeout.components.seconds)
    return st_mtim.tv_sec < cutoff && st_ctim.tv_sec < cutoff
  }

  /// Whether these are the attributes of the same, unchanged file.
  fileprivate func isSame(as other: stat) -> Bool {
    st_ino == other.st_ino && st_size == other.st_size && FileTime(st_mtim) == FileTime(other.st_mtim)
      && FileTime(st_ctim) == FileTime(other.st_ctim)
  }
}
