import CalendarDocument
import CalendarModel
import Glibc

extension CalendarStore {
  /// How often a save begins again when the file changes again and again while it is written.
  private static let attempts = 5

  /// How often, and after how many microseconds, a save is tried again while another program writes: most are done in
  /// a moment.
  private static let pauses = (count: 5, length: UInt32(20_000))

  /// Has what is not stored of a file written: at once if it is a file, else when it is its turn.
  func startSaving(_ key: FileKey) {
    Task.immediate { await save(key) }
  }

  /// Writes what is not stored of a file.
  ///
  /// - Returns: why it could not be written; the changes then stay in memory.
  @discardableResult
  func save(_ key: FileKey) async -> StoreError? {
    let isTurn = await takeTurn(of: key.calendar)
    defer { if isTurn { endTurn(of: key.calendar) } }
    return await saveInTurn(key)
  }

  /// The same for whoever has the turn already.
  func saveInTurn(_ key: FileKey) async -> StoreError? {
    await makeRoomForReplaced()
    var pauses = file(key)?.isPutOff == true ? Self.pauses.count : 0
    while true {
      let error = await tryToSave(key)
      guard case .beingWritten = error, pauses < Self.pauses.count else {
        return error.flatMap { fail(key, $0) }
      }
      pauses += 1
      await pause(key)
    }
  }

  /// Gives another program a moment; where nothing comes between otherwise, nothing does so now.
  func pause(_ key: FileKey) async {
    if isOfFiles(key.calendar) {
      usleep(Self.pauses.length)
    } else {
      try? await Task.sleep(for: .microseconds(Self.pauses.length))
    }
  }

  private func tryToSave(_ key: FileKey) async -> StoreError? {
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
      guard file.damage == nil else { return .damaged(file.location) }
      if file.unsaved.allSatisfy({ $0.kind == .edit && $0.applied.isUnchanged }) {
        settle(key, file, version: file.version)
        return nil
      }
      do throws(BackendError) {
        let receipt = try await write(file)
        settle(key, file, version: receipt.object?.version, isWritten: true)
        takeOver(receipt.object, insteadOf: file.document.bytes, of: key)
        return nil
      } catch {
        if let error = await overcome(error, key, file) { return error }
      }
    }
    guard let file = file(key), !file.unsaved.isEmpty else { return nil }
    // Whoever keeps changing it is writing it, though not in the moments in which it was looked at.
    return .beingWritten(file.location)
  }

  /// Does what has to be done before a write is tried again.
  ///
  /// - Returns: why it is not to be tried again.
  private func overcome(_ error: BackendError, _ key: FileKey, _ sent: LoadedFile) async -> StoreError? {
    switch error {
    case .failed(let error): return error
    case .busy: return .beingWritten(sent.location)
    case .changed: return await reread(key)
    case .unknown:
      switch await outcome(of: sent, key) {
      case .written(let object):
        settle(key, sent, version: object?.version, isWritten: true)
        return nil
      case .notWritten: return .noAnswer(sent.location)
      case .changed(let object): return adopt(object, as: key)
      case .unknown(let error): return error
      }
    }
  }

  /// Brings what is stored to what is in memory of a file.
  ///
  /// - Parameters:
  ///   - steps: what is written with it; its unsaved changes unless given.
  ///   - location: what errors say that it is.
  func write(
    _ file: LoadedFile, steps: [Step]? = nil, as location: CalendarLocation? = nil
  ) async throws(BackendError) -> WriteReceipt {
    let key = FileKey(calendar: file.document.calendar, file: file.document.file)
    let location = location ?? file.location
    if isOfFiles(key.calendar), file.version == nil {
      // Below the place on which its folder was mounted nobody would find it.
      let calendar = calendars.first { $0.id == key.calendar }
      if let calendar, calendar.isFolder, !loader.isThere(calendar) { throw .failed(.vanished(location)) }
    }
    let receipt = try await backend(of: key.calendar).write(
      ObjectWrite(
        key: key, bytes: file.isWanted ? file.document.bytes : nil, version: file.version, location: location)
    )
    if let filePath = file.filePath, file.version != nil {
      let steps = steps ?? file.unsaved
      if receipt.object != nil { noteSaved(steps, of: key) }
      if receipt.hasOtherNames { tell(.setAside(.hadOtherName(file.location))) }
      if let replaced = receipt.replaced {
        followReplaced(replaced, of: key, filePath: filePath, steps: steps)
      }
    }
    return receipt
  }

  /// Writes what is in memory of an event's file, with its unsaved changes, into a new file elsewhere. What is
  /// open, and what is unsaved of it, stays as it is.
  ///
  /// - Parameter path: a name that is not taken yet.
  package func saveCopy(of calendar: CalendarID, file: ByteString? = nil, to path: String) throws(StoreError)
  {
    process()
    guard let loaded = self.file(FileKey(calendar: calendar, file: file)) else {
      throw .notFound(location(of: calendar))
    }
    let filePath = FilePath(resolved: ByteString(path), shown: path)
    do {
      // Of a damaged file the version that was whole.
      let document = loaded.damage?.whole ?? loaded.document
      _ = try loader.files.create(filePath, bytes: document.bytes)
    } catch {
      throw error.whileWriting(path)
    }
  }

  /// What was written is stored; what was changed since is not.
  func settle(_ key: FileKey, _ sent: LoadedFile, version: ObjectVersion?, isWritten: Bool = false) {
    guard var file = takeOut(key) else { return }
    let ids = sent.unsaved.map(\.id)
    // Other calendars may have been opened, or these again, before the answer came.
    guard file.unsaved.prefix(ids.count).map(\.id) == ids else { return put(file, as: key) }
    let isMended = isWritten && file.trouble != nil
    file.unsaved.removeFirst(ids.count)
    file.isPutOff = false
    file.version = version
    if isWritten { file.trouble = nil }
    put(file, as: key)
    if file.unsaved.isEmpty { dropPending(key) }
    if !ids.isEmpty { tell(.saved(ids)) }
    if isMended { tell(.changedOutside(present())) }
  }

  private func fail(_ key: FileKey, _ error: StoreError) -> StoreError? {
    guard var file = takeOut(key) else { return nil }
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
