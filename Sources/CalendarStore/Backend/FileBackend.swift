import CalendarModel
import Glibc

/// The backend for calendars that are files or folders of files.
///
/// It runs on the calling thread and never suspends. The store itself handles everything that is specific to
/// files: it watches folders, waits for other programs to finish writing (`WriteSettling`), and handles
/// truncated files (`Damage`) and late writes to replaced files (`ReplacedFile`).
final class FileBackend: CalendarBackend {
  let loader: CalendarLoader
  private var files: CalendarFiles { loader.files }

  init(_ loader: CalendarLoader) { self.loader = loader }

  func owns(_ calendar: CalendarID) -> Bool { true }

  func location(of calendar: CalendarID) -> CalendarLocation { .path(calendar.path) }

  func isOnServer(_ calendar: CalendarID) -> Bool { false }

  /// An empty stream, because `FolderWatcher` reports changes in folders directly to the store.
  let changes = AsyncStream<BackendChange> { $0.finish() }

  nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError) -> BackendCalendar {
    let openCalendar = try loader.open(calendar.path, isReopening: false, now: .now)
    let objects = openCalendar.files.sorted { $0.key < $1.key }.compactMap { name, file in
      file.version.map {
        StoredObject(
          name: openCalendar.objectName(of: name), bytes: file.document.bytes, version: $0,
          isReadOnly: file.isReadOnly)
      }
    }
    return BackendCalendar(
      name: openCalendar.name, color: openCalendar.color, hasSeparateObjects: openCalendar.hasSeparateObjects,
      state: openCalendar.info.state, objects: objects)
  }

  nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject? {
    let filePath: FilePath
    do throws(FileFault) {
      if let name = key.file {
        filePath = loader.filePath(of: name, in: key.calendar.path)
      } else {
        guard case .file(let resolvedPath) = try files.kind(of: key.calendar.path) else {
          throw .notRegularFile
        }
        filePath = resolvedPath
      }
      let contents = try files.read(filePath)
      return StoredObject(
        name: key.file, bytes: contents.bytes, version: ObjectVersion(contents.stamp, of: filePath),
        isReadOnly: contents.isReadOnly)
    } catch .system(ENOENT) {
      return nil
    } catch .beingWritten {
      throw .busy
    } catch {
      throw .failed(error.whileReading(key.calendar.path))
    }
  }

  nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt {
    do throws(FileFault) {
      return try carryOut(write)
    } catch .changed {
      throw .changed
    } catch .beingWritten {
      throw .busy
    } catch {
      throw .failed(error.whileWriting(write.location))
    }
  }

  private func carryOut(_ write: ObjectWrite) throws(FileFault) -> WriteReceipt {
    guard let expectedToken = write.version?.fileToken else {
      guard let bytes = write.bytes else { return WriteReceipt(nil) }
      return try create(write, bytes)
    }
    guard let bytes = write.bytes else {
      var receipt = WriteReceipt(nil)
      receipt.replacedFile = try files.remove(expectedToken.filePath, expected: expectedToken.stamp)
      return receipt
    }
    let result = try files.replace(expectedToken.filePath, with: bytes, expected: expectedToken.stamp)
    var receipt = WriteReceipt(object(write.key, bytes, result.stamp, at: expectedToken.filePath))
    (receipt.replacedFile, receipt.hasOtherHardLinks) = (result.replacedFile, result.hasOtherHardLinks)
    receipt.overwroteOtherVersion = result.overwroteOtherVersion
    return receipt
  }

  /// Creates a new file in a folder.
  private func create(_ write: ObjectWrite, _ bytes: [UInt8]) throws(FileFault) -> WriteReceipt {
    let filePath = loader.filePath(of: OpenCalendar.fileName(write.key.file), in: write.key.calendar.path)
    do {
      let stamp = try files.create(filePath, bytes: bytes, isShared: true)
      return WriteReceipt(object(write.key, bytes, stamp, at: filePath))
    } catch .system(EEXIST) {
      // Another program has created a file with this name in the meantime.
      throw .changed
    }
  }

  private func object(_ key: ObjectKey, _ bytes: [UInt8], _ stamp: FileStamp, at filePath: FilePath)
    -> StoredObject
  {
    StoredObject(name: key.file, bytes: bytes, version: ObjectVersion(stamp, of: filePath))
  }
}

/// Identifies a version of a file by its stamp and its path.
struct FileToken: Hashable, Sendable {
  let stamp: FileStamp
  let filePath: FilePath
}

extension ObjectVersion {
  init(_ stamp: FileStamp, of filePath: FilePath) { self.init(FileToken(stamp: stamp, filePath: filePath)) }

  /// The stamp and the path; nil for an object of another backend.
  var fileToken: FileToken? { token as? FileToken }
}
