import CalendarDocument
import CalendarModel
import Glibc

/// The kind of file at a path.
enum FileKind {
  case file(FilePath)
  case folder
}

/// The contents of a file, and the file's state when they were read.
struct FileContents: Sendable {
  var bytes: [UInt8]
  var stamp: FileStamp
  var isReadOnly: Bool
  /// Whether another program had the file open for writing while it was read.
  var writer: WriteSettling.Writer
  /// Whether the writer was not determined, because the file had not changed for a long time; see
  /// `FolderReader.read`.
  var isWriterUndetermined = false
  /// The time since the file was modified; nil if its timestamp may be from another machine's clock.
  var age: Duration?
}

/// Reads, lists and replaces calendar files.
struct CalendarFiles: Sendable {
  /// The maximum size of a file that is read, in bytes.
  static let sizeLimit = CalendarDocument.sizeLimit
  /// The size up to which files are read regardless of the available memory, in bytes.
  static let smallSize = 4 << 20
  /// The maximum number of files read from one folder.
  static let countLimit = 500_000

  let calls: any FileCalls
  /// The file systems that cannot exchange files.
  let devicesWithoutExchange = DeviceSet()
  /// The file systems that do not support hard links.
  let devicesWithoutLinks = DeviceSet()

  /// The available memory, in bytes.
  let availableMemory: @Sendable () -> Int

  init(
    calls: any FileCalls = SystemCalls(),
    availableMemory: @escaping @Sendable () -> Int = { AvailableMemory.system.bytes ?? .max }
  ) {
    (self.calls, self.availableMemory) = (calls, availableMemory)
  }

  /// Returns the kind of file at a path. Symbolic links are followed, because the user chose the path.
  func kind(of path: String) throws(FileFault) -> FileKind {
    guard let resolved = realpath(path, nil) else { throw .lastSystemError }
    defer { free(resolved) }
    var attributes = stat()
    guard stat(resolved, &attributes) == 0 else { throw .lastSystemError }
    if attributes.isFile {
      return .file(FilePath(resolved: ByteString(cString: resolved), displayPath: path))
    }
    guard attributes.isFolder else { throw .notRegularFile }
    return .folder
  }

  /// Reads a regular file of at most `limit` bytes; see `FolderReader.read`.
  func read(_ filePath: FilePath, limit: Int = sizeLimit, isFirstRead: Bool = false) throws(FileFault)
    -> FileContents
  {
    try FolderReader(filePath.folder, files: self).read(filePath.name, limit: limit, isFirstRead: isFirstRead)
  }

  /// Returns whether another program has a file open for writing.
  func writer(at filePath: FilePath) -> WriteSettling.Writer {
    guard let folder = try? openFolder(filePath.folder), let file = try? open(filePath.name, in: folder)
    else { return .unknown }
    return writer(of: file)
  }

  /// Returns whether another program has the file of this descriptor open for writing.
  func writer(of file: borrowing Descriptor) -> WriteSettling.Writer { writer(of: file.rawValue) }

  func writer(of file: Int32) -> WriteSettling.Writer {
    let lease = lease(file)
    if lease == 0 { calls.releaseLease(file) }
    return WriteSettling.Writer(lease: lease, isHeld: lease == 0)
  }

  /// Takes a lease, if the result would be conclusive. On network file systems, leases apply only to this
  /// machine, if they are supported at all.
  private func lease(_ file: Int32) -> Int32 {
    calls.fileSystem(of: file) == .local ? calls.lease(file) : -ENOLCK
  }

  /// Whether the user may write to a file in a folder, or, with the name ".", to the folder itself.
  func canWrite(_ name: ByteString, in folder: borrowing Descriptor) -> Bool {
    calls.canWrite(name, in: folder.rawValue)
  }

  /// Whether it is certain that a file has not changed since its stamp was taken or, without a stamp, that it
  /// does not exist.
  func isUnchanged(_ filePath: FilePath, since stamp: FileStamp?) -> Bool {
    var attributes = stat()
    let status = filePath.path.withCString { lstat($0, &attributes) == 0 ? 0 : errno }
    guard status == 0 else { return stamp == nil && status == ENOENT }
    return stamp?.provesUnchanged(attributes) ?? false
  }

  /// Whether a file's attributes are unchanged, which does not prove that its contents are.
  func looksUnchanged(_ filePath: FilePath, since stamp: FileStamp?) -> Bool {
    guard let stamp, let folder = try? openFolder(filePath.folder) else { return false }
    var attributes = stat()
    return calls.attributes(of: filePath.name, in: folder.rawValue, &attributes) >= 0
      && stamp.matches(attributes)
  }

  func fileSystem(ofFolder path: ByteString) -> FileSystem {
    guard let folder = try? openFolder(path) else { return .local }
    return calls.fileSystem(of: folder.rawValue)
  }

  /// Returns the device number of the file system that a folder is on; nil if there is no such folder.
  func device(ofFolder path: ByteString) -> UInt? {
    guard let folder = try? openFolder(path), let attributes = try? attributes(of: folder) else { return nil }
    return UInt(attributes.st_dev)
  }

  /// Whether a file or folder exists at a path.
  func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns the sorted names of the calendar files in a folder. Hidden files are skipped, because they
  /// belong to other programs.
  func list(_ path: String) throws(FileFault) -> [ByteString] {
    guard let folder = opendir(path) else { throw .lastSystemError }
    defer { closedir(folder) }
    var names: [ByteString] = []
    while let name = nextName(in: folder) {
      guard name.isCalendarFile else { continue }
      guard names.count < Self.countLimit else { throw .tooLarge(Self.countLimit) }
      names.append(name)
    }
    return names.sorted()
  }

  /// Returns the contents of an open file.
  ///
  /// - Parameter hasKnownSize: whether the caller verifies afterward that the file still has this size, so that
  ///   no extra call is needed to detect its end.
  func contents(
    of file: borrowing Descriptor, size: Int, limit: Int, hasKnownSize: Bool = false
  ) throws(FileFault) -> [UInt8] {
    guard size <= limit else { throw .tooLarge(limit) }
    // The buffer is one byte larger than the file, so that it need not grow for the read that detects the
    // end.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var count = 0
    while true {
      if count == bytes.count {
        guard count <= limit else { throw .tooLarge(limit) }
        bytes.append(contentsOf: repeatElement(0, count: max(count, 4_096)))
      }
      let descriptor = file.rawValue
      let readCount = bytes.withUnsafeMutableBytes { buffer in
        calls.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), at: count)
      }
      if readCount == 0 { break }
      if readCount == -Int(EINTR) { continue }
      guard readCount > 0 else { throw .system(Int32(-readCount)) }
      count += readCount
      if hasKnownSize, count >= size { break }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// The number of bytes that are hashed at a time.
  private static let chunkSize = 1 << 20

  /// Returns the hash of an open file's contents (`FileStamp.hash`). The file is read in chunks, so the required
  /// memory does not depend on the file's size.
  func hash(of file: borrowing Descriptor, limit: Int) throws(FileFault) -> Int {
    let descriptor = file.rawValue
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
    defer { buffer.deallocate() }
    var stream = ContentHash.shared.makeStream()
    // The first `pendingCount` bytes of the buffer have not been absorbed yet.
    var (pendingCount, offset) = (0, 0)
    while true {
      let readCount = calls.read(
        descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[pendingCount...]), at: offset)
      if readCount == 0 { break }
      if readCount == -Int(EINTR) { continue }
      guard readCount > 0 else { throw .system(Int32(-readCount)) }
      offset += readCount
      guard offset <= limit else { throw .tooLarge(limit) }
      pendingCount += readCount
      let absorbedCount = stream.absorb(UnsafeRawBufferPointer(rebasing: buffer[..<pendingCount]))
      pendingCount -= absorbedCount
      buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: buffer[absorbedCount..<absorbedCount + pendingCount]))
    }
    return stream.finish(UnsafeRawBufferPointer(rebasing: buffer[..<pendingCount]))
  }
}

/// Reads the name of the next entry of an open folder, in any order; nil after the last one.
package func nextName(in folder: OpaquePointer) -> ByteString? {
  readdir(folder).map { ByteString(nameOf: $0) }
}

extension ByteString {
  init(cString: UnsafePointer<CChar>) {
    self.init(bytes: UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  /// The name of a folder's entry. An entry is only as long as its name, so to read `dirent` or `d_name` as a value would be to
  /// read beyond the folder's buffer.
  init(nameOf entry: UnsafePointer<dirent>) {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      preconditionFailure("dirent has no name")
    }
    self.init(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
  }
}

extension WriteSettling.Writer {
  /// - Parameters:
  ///   - lease: the result of `FileCalls.lease`.
  ///   - isHeld: whether the lease was still held after the file was read.
  init(lease: Int32, isHeld: Bool) {
    self = isHeld ? .none : lease == 0 || lease == -EAGAIN ? .present : .unknown
  }
}
