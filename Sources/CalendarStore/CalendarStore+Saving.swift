import CalendarDocument
import CalendarModel
import Glibc

extension CalendarStore {
  /// How often a save begins anew when the file changes again and again while it is written.
  private static let attempts = 5

  /// Writes what the disk does not have of a file.
  ///
  /// - Returns: why it could not be written; the changes then stay in memory.
  @discardableResult
  func save(_ key: FileKey) -> StoreError? {
    for _ in 0..<Self.attempts {
      guard let file = file(key), !file.unsaved.isEmpty else { return nil }
      if file.unsaved.allSatisfy({ $0.kind == .edit && $0.applied.isUnchanged }) {
        settle(key, stamp: file.stamp)
        return nil
      }
      do {
        let stamp = try write(file)
        settle(key, stamp: stamp, isWritten: true)
        return nil
      } catch .changed {
        if let error = mergeWithDisk(key) { return fail(key, error) }
      } catch {
        return fail(key, error.whileWriting(file.place.shown))
      }
    }
    guard let place = file(key)?.place else { return nil }
    return fail(key, .failed(path: place.shown, reason: "another program keeps changing it"))
  }

  /// Brings the disk to what is in memory of a file.
  ///
  /// - Returns: what the file is like now; nil if there is none any more.
  func write(_ file: LoadedFile) throws(FileFault) -> FileStamp? {
    switch (file.stamp, file.isWanted) {
    case (let known?, true):
      return try loader.files.replace(file.place, with: file.document.bytes, known: known)
    case (nil, true):
      do {
        return try loader.files.create(file.place, bytes: file.document.bytes)
      } catch .system(EEXIST) {
        // Somebody else has written one in the meantime.
        throw .changed
      }
    case (let known?, false):
      try loader.files.remove(file.place, known: known)
      return nil
    case (nil, false): return nil
    }
  }

  /// Writes what is in memory of an event's file, with its unsaved changes, into a new file elsewhere. What is
  /// open, and what is unsaved of it, stays as it is.
  ///
  /// - Parameter path: a name that is not taken yet.
  public func saveCopy(of calendar: CalendarID, file: String? = nil, to path: String) throws(StoreError) {
    process()
    guard let loaded = self.file(FileKey(calendar: calendar, file: file)) else {
      throw .notFound(path: calendar.path)
    }
    let place = FilePlace(resolved: path, shown: path)
    do {
      _ = try loader.files.create(place, bytes: loaded.document.bytes)
    } catch {
      throw error.whileWriting(path)
    }
  }

  private func settle(_ key: FileKey, stamp: FileStamp?, isWritten: Bool = false) {
    guard var file = take(key) else { return }
    let ids = file.unsaved.map(\.id)
    let isMended = isWritten && file.trouble != nil
    file.unsaved = []
    file.stamp = stamp
    if isWritten { file.trouble = nil }
    put(file, as: key)
    tell(.saved(ids))
    if isMended { tell(.changedOutside(present())) }
  }

  private func fail(_ key: FileKey, _ error: StoreError) -> StoreError? {
    guard let ids = file(key)?.unsaved.map(\.id), !ids.isEmpty else { return nil }
    tell(.unsaved(ids, error))
    return error
  }
}
