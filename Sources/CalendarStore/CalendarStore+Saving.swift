import CalendarDocument
import CalendarModel
import Glibc

extension CalendarStore {
  /// How often a save begins anew when the file changes again and again while it is written.
  private static let attempts = 5

  /// How often, and after how many microseconds, a save is tried again while another program writes: most are done in
  /// a moment.
  private static let pauses = (count: 5, length: UInt32(20_000))

  /// Writes what the disk does not have of a file.
  ///
  /// - Returns: why it could not be written; the changes then stay in memory.
  @discardableResult
  func save(_ key: FileKey) -> StoreError? {
    makeRoomForReplaced()
    var pauses = file(key)?.isPutOff == true ? Self.pauses.count : 0
    while true {
      let error = tryToSave(key)
      guard case .beingWritten = error, pauses < Self.pauses.count else {
        return error.flatMap { fail(key, $0) }
      }
      pauses += 1
      usleep(Self.pauses.length)
    }
  }

  private func tryToSave(_ key: FileKey) -> StoreError? {
    if calendars.first(where: { $0.id == key.calendar })?.settling[OpenCalendar.key(key.file)] != nil,
      let error = mergeWithDisk(key)
    {
      return error
    }
    for _ in 0..<Self.attempts {
      guard let file = file(key), !file.unsaved.isEmpty else {
        dropPending(key)
        return nil
      }
      guard file.damage == nil else { return .damaged(path: file.place.shown) }
      if file.unsaved.allSatisfy({ $0.kind == .edit && $0.applied.isUnchanged }) {
        settle(key, stamp: file.stamp)
        return nil
      }
      do {
        let stamp = try write(file)
        settle(key, stamp: stamp, isWritten: true)
        return nil
      } catch .changed {
        if let error = mergeWithDisk(key) { return error }
      } catch {
        return error.whileWriting(file.place.shown)
      }
    }
    guard let place = file(key)?.place else { return nil }
    // Whoever keeps changing it is writing it, though not in the moments in which it was looked at.
    return .beingWritten(path: place.shown)
  }

  /// Brings the disk to what is in memory of a file.
  ///
  /// - Parameter steps: what is written with it; its unsaved changes unless given.
  /// - Returns: what the file is like now; nil if there is none any more.
  func write(_ file: LoadedFile, steps: [Step]? = nil) throws(FileFault) -> FileStamp? {
    let key = FileKey(calendar: file.document.calendar, file: file.document.file)
    let steps = steps ?? file.unsaved
    switch (file.stamp, file.isWanted) {
    case (let known?, true):
      let (stamp, replaced, hasOtherNames) = try loader.files.replace(
        file.place, with: file.document.bytes, known: known)
      noteSaved(steps, of: key)
      if hasOtherNames { tell(.setAside(.hadOtherName(path: file.place.shown))) }
      if let replaced { note(replaced, of: key, place: file.place, steps: steps) }
      return stamp
    case (nil, true):
      // Below the place on which its folder was mounted nobody would find it.
      let calendar = calendars.first { $0.id == key.calendar }
      if let calendar, calendar.isFolder, !loader.isThere(calendar) { throw .system(ENOENT) }
      do {
        return try loader.files.create(file.place, bytes: file.document.bytes, isShared: true)
      } catch .system(EEXIST) {
        // Somebody else has written one in the meantime.
        throw .changed
      }
    case (let known?, false):
      let removed = try loader.files.remove(file.place, known: known)
      if let removed { note(removed, of: key, place: file.place, steps: steps) }
      return nil
    case (nil, false): return nil
    }
  }

  /// Writes what is in memory of an event's file, with its unsaved changes, into a new file elsewhere. What is
  /// open, and what is unsaved of it, stays as it is.
  ///
  /// - Parameter path: a name that is not taken yet.
  public func saveCopy(of calendar: CalendarID, file: ByteString? = nil, to path: String) throws(StoreError) {
    process()
    guard let loaded = self.file(FileKey(calendar: calendar, file: file)) else {
      throw .notFound(path: calendar.path)
    }
    let place = FilePlace(resolved: ByteString(path), shown: path)
    do {
      // Of a damaged file the version that was whole.
      let document = loaded.damage?.whole ?? loaded.document
      _ = try loader.files.create(place, bytes: document.bytes)
    } catch {
      throw error.whileWriting(path)
    }
  }

  /// A file is as it is in memory.
  func settle(_ key: FileKey, stamp: FileStamp?, isWritten: Bool = false) {
    guard var file = take(key) else { return }
    let ids = file.unsaved.map(\.id)
    let isMended = isWritten && file.trouble != nil
    file.unsaved = []
    file.isPutOff = false
    file.stamp = stamp
    if isWritten { file.trouble = nil }
    put(file, as: key)
    dropPending(key)
    if !ids.isEmpty { tell(.saved(ids)) }
    if isMended { tell(.changedOutside(present())) }
  }

  private func fail(_ key: FileKey, _ error: StoreError) -> StoreError? {
    guard var file = take(key) else { return nil }
    if case .beingWritten = error { file.isPutOff = true } else { file.isPutOff = false }
    put(file, as: key)
    if file.isPutOff { lookLater(clock() + WriteSettling.interval) }
    let ids = file.unsaved.map(\.id)
    guard !ids.isEmpty else { return nil }
    keepPending(key)
    tell(.unsaved(ids, error))
    return error
  }
}
