import CalendarDocument
import CalendarModel
import Glibc

// Transfers events between open calendars. Two files cannot be written in one step, so the destination is
// written first. Even if a write fails, at least one of the files contains the event. The step that removes the
// event from the origin is called the departure, and the step that adds it to the destination is the arrival. See
// docs/decisions/transfers.md.
extension CalendarStore {
  /// A change to one of the two files.
  private typealias DocumentChange = (inout CalendarDocument) throws(EditError) -> Step

  private typealias Endpoints = (origin: ObjectKey, destination: ObjectKey, uid: String)

  /// The maximum number of attempts to write a destination file that keeps changing.
  private static let maximumAttempts = 5

  /// Applies a transfer, saves both files and reports the result. For files on disk, the transfer is complete
  /// on return. Otherwise, it continues asynchronously, and further changes to the two calendars wait until it is
  /// complete.
  ///
  /// - Returns: false, without doing anything, if the change is not a transfer.
  func startTransfer(_ change: StoreChange, as id: EditID) -> Bool {
    guard let endpoints = endpoints(of: change) else { return false }
    transfers.withLock { $0.append((change, id)) }
    startExclusively(
      [endpoints.origin.calendar, endpoints.destination.calendar],
      beforeLocking: { await self.removeLeftoverCopies() }
    ) {
      do throws(StoreError) {
        try await self.transfer(change, as: id, endpoints)
      } catch {
        self.emit(.refused(id, error))
      }
      self.transfers.withLock { $0.removeAll { $0.1 == id } }
    }
    return true
  }

  /// Transfers an event, and saves both files.
  ///
  /// - Throws: An error if the transfer failed; in that case, the origin still contains the event, and a copy
  ///   that was written to the destination is withdrawn.
  private func transfer(_ change: StoreChange, as id: EditID, _ endpoints: Endpoints) async throws(StoreError)
  {
    let (origin, destination, uid) = endpoints
    do { try await saveAndMerge(origin) } catch .beingWritten(let location) {
      throw .transferFailed(.beingWritten(location))
    }
    do { try await saveAndMerge(destination) } catch { throw .transferFailed(error) }
    guard var originFile = file(origin) else { throw .unknownEvent(uid: uid) }
    let isNew = file(destination) == nil
    try prepareFile(for: destination)
    defer { if isNew, file(destination)?.version == nil { _ = removeFile(destination) } }

    let departure: Step
    let addition: DocumentChange
    do throws(EditError) {
      let changes = try changes(of: change, as: id, from: originFile.document)
      departure = try changes.removal(&originFile.document)
      addition = changes.addition
    } catch {
      throw error == .vanished ? .unknownEvent(uid: uid) : .refused(error)
    }
    try checkConsent(to: originFile, [consent(to: id)])
    let arrival = try await addEvent(
      into: destination, by: addition, of: departure.appliedChange.id, from: origin)
    emitNotice(of: arrival)
    if case .edit = change, changeResults[id] == nil {
      history.record(
        departure, from: origin,
        isOfCopy: isInOtherFile(departure.appliedChange.eventsAddedByUndo, than: origin), arrival,
        in: destination)
    }
    originFile.unsavedSteps.append(departure)
    setFile(originFile, as: origin)
    // From now on, the change is one of the origin's unsaved changes.
    transfers.withLock { $0.removeAll { $0.1 == id } }
    if await saveDetectingRefusal(of: departure, in: origin) {
      await withdraw(arrival, from: destination, to: origin)
    }
  }

  /// Applies a transfer in memory only; the change is unsaved in both files.
  func transferInMemory(_ change: StoreChange, as id: EditID) throws(StoreError) -> Bool {
    guard let (origin, destination, uid) = endpoints(of: change) else { return false }
    try prepareFile(for: destination)
    guard var originFile = file(origin), var destinationFile = file(destination) else {
      throw .unknownEvent(uid: uid)
    }
    do throws(EditError) {
      let changes = try changes(of: change, as: id, from: originFile.document)
      originFile.unsavedSteps.append(try changes.removal(&originFile.document))
      destinationFile.unsavedSteps.append(try changes.addition(&destinationFile.document))
    } catch {
      throw error == .vanished ? .unknownEvent(uid: uid) : .refused(error)
    }
    setFile(originFile, as: origin)
    setFile(destinationFile, as: destination)
    return true
  }

  /// Returns the origin, the destination and the event's UID; nil if the change is not a transfer.
  private func endpoints(of change: StoreChange) -> Endpoints? {
    switch change {
    case .edit(let edit):
      guard case .transfer(let newID, _) = edit.change else { return nil }
      precondition(edit.target.calendar != newID.calendar, "the event is transferred to its own calendar")
      return (ObjectKey(edit.target), ObjectKey(newID), edit.target.uid.text)
    case .undo(let editID):
      guard let (departure, arrival) = history.transfer(editID) else { return nil }
      return (arrival.key, departure.key, departure.appliedChange.id.uid.text)
    case .redo(let editID):
      guard let (departure, arrival) = history.transfer(editID) else { return nil }
      return (departure.key, arrival.key, departure.appliedChange.id.uid.text)
    }
  }

  /// Saves all unsaved changes to a file, and merges changes by other programs.
  private func saveAndMerge(_ key: ObjectKey) async throws(StoreError) {
    if let error = await saveWhileLocked(key) { throw error }
    // Other backends report changes by others, and reject writes based on an outdated version.
    guard let file = file(key), let filePath = file.filePath else { return }
    guard file.damage == nil else { throw .damaged(file.location) }
    guard loader.files.writer(at: filePath) != .present else { throw .beingWritten(file.location) }
    guard !loader.files.isUnchanged(filePath, since: file.stamp) else { return }
    if let error = mergeWithDisk(key) { throw error }
  }

  // MARK: The changes to the two files

  /// Returns the change that removes the event from the origin, and the one that adds it to the destination.
  ///
  /// - Parameter document: the document of the origin.
  private func changes(
    of change: StoreChange, as id: EditID, from document: CalendarDocument
  ) throws(EditError) -> (removal: DocumentChange, addition: DocumentChange) {
    func reapplication(_ kind: Step.Kind, _ fileChange: ChangeHistory.FileChange) -> DocumentChange {
      { document throws(EditError) in
        try Step(id: id, kind: kind, appliedChange: fileChange.appliedChange).reapply(to: &document)
      }
    }
    switch change {
    case .edit(let edit):
      return try changes(of: edit, as: id, from: document)
    case .undo(let editID):
      guard let (departure, arrival) = history.transfer(editID),
        history.isOfCopy(editID)
          || !isInOtherFile(departure.appliedChange.eventsAddedByUndo, than: departure.key)
      else { throw .changedAfterEdit }
      return (reapplication(.undo, arrival), reapplication(.undo, departure))
    case .redo(let editID):
      guard let (departure, arrival) = history.transfer(editID),
        !isInOtherFile(arrival.appliedChange.eventsAddedByRedo, than: arrival.key)
      else { throw .changedAfterEdit }
      return (reapplication(.redo, departure), reapplication(.redo, arrival))
    }
  }

  private func changes(
    of edit: EventEdit, as id: EditID, from document: CalendarDocument
  ) throws(EditError) -> (removal: DocumentChange, addition: DocumentChange) {
    let now = Instant(seconds: time(nil))
    if edit.scope == .all, try document.isRepeating(edit.target) {
      return try changes(ofSeriesBy: edit, as: id, from: document)
    }
    let event = try document.eventForTransfer(edit.target, as: edit.resultingID)
    let isUIDInUse = isUIDInUse(event.id.uid, in: event.id.calendar)
    return (
      { document throws(EditError) in
        Step(id: id, kind: .edit, appliedChange: .event(try document.apply(edit, stamp: now)))
      },
      { document throws(EditError) in
        guard !isUIDInUse else { throw .exists }
        let appliedChange = try document.apply(.add(event), stamp: now)
        // The times differ if, for example, only one of the files defines the event's time zone.
        guard document.events.last(where: { $0.id == event.id })?.times == event.times else {
          throw .conflictingZone
        }
        return Step(id: id, kind: .edit, appliedChange: .event(appliedChange))
      }
    )
  }

  /// Returns the changes that transfer a whole series: all components with its UID.
  private func changes(
    ofSeriesBy edit: EventEdit, as id: EditID, from document: CalendarDocument
  ) throws(EditError) -> (removal: DocumentChange, addition: DocumentChange) {
    let now = Instant(seconds: time(nil))
    // The components in other files would stay behind.
    guard
      calendars.first(where: { $0.id == edit.target.calendar })?.hasOtherFileWithUID(of: edit.target) != true
    else {
      throw .series(SeriesRefusal(.severalFiles))
    }
    let series = try document.seriesForTransfer(edit.target, as: edit.resultingID)
    let isUIDInUse = isUIDInUse(edit.resultingID.uid, in: edit.resultingID.calendar)
    return (
      { document throws(EditError) in
        Step(id: id, kind: .edit, appliedChange: try document.change(by: edit, stamp: now))
      },
      { document throws(EditError) in
        guard !isUIDInUse else { throw .exists }
        return Step(id: id, kind: .edit, appliedChange: try document.add(series, stamp: now))
      }
    )
  }

  /// Whether any file of a calendar contains an event with the given UID.
  private func isUIDInUse(_ uid: ByteString, in calendar: CalendarID) -> Bool {
    let files = calendars.first { $0.id == calendar }?.files.values
    return files?.contains { $0.document.events.contains(uid: uid) } ?? false
  }

  // MARK: Writing

  /// Writes an event to the destination, durably.
  ///
  /// - Parameter event: the event in its origin.
  private func addEvent(
    into key: ObjectKey, by addition: DocumentChange, of event: EventID, from origin: ObjectKey
  ) async throws(StoreError) -> Step {
    // The name of a new file in a folder means nothing to the user.
    let location = location(of: key.calendar)
    for _ in 0..<Self.maximumAttempts {
      guard var file = file(key) else { throw .notFound(location) }
      let step: Step
      do { step = try addition(&file.document) } catch { throw .transferFailed(.refused(error)) }
      // If another program has deleted the event, undo does not restore it here. In that case, the event must
      // not be removed from the origin.
      guard file.document.events.contains(where: { $0.id == step.appliedChange.id }) else {
        throw .transferFailed(.refused(.changedAfterEdit))
      }
      try checkConsent(to: file, [consent(to: step.id)])
      do throws(BackendError) {
        let receipt = try await write(file, steps: [step], reporting: location)
        file.recordWrite(of: file.document.bytes, as: receipt.object?.version)
        setFile(file, as: key)
        adoptStored(receipt.object, insteadOf: file.document.bytes, of: key)
        return step
      } catch {
        switch error {
        case .changed:
          if let error = await reread(key) { throw .transferFailed(error) }
        case .busy: throw .transferFailed(.beingWritten(file.location))
        case .refused(let reason):
          throw .transferFailed(.notStorable(location, reason: reason, copyPath: nil))
        case .outcomeUnknown:
          if case .written(let object) = await writeOutcome(of: file, key) {
            file.recordWrite(of: file.document.bytes, as: object?.version)
            setFile(file, as: key)
            return step
          }
          // The backend may still carry out the write, so nothing is withdrawn, and nothing is said to have failed.
          recordMissingAnswer(of: event, to: step.appliedChange.id)
          throw .transferFailed(.noAnswer(location))
        case .failed(let error):
          // The write may have failed only in its last step, after the contents were written.
          await withdraw(step, from: key, to: origin)
          throw .transferFailed(error)
        }
      }
    }
    throw .transferFailed(.beingWritten(location))
  }

  /// Saves the origin without the event.
  ///
  /// - Returns: whether the removal was refused, because another program changed the event in the meantime.
  ///   If only writing failed, the event is in both files until a retry succeeds.
  private func saveDetectingRefusal(of departure: Step, in key: ObjectKey) async -> Bool {
    let previousResult = changeResults[departure.id]
    changeResults[departure.id] = .pending
    defer { if previousResult == nil { changeResults[departure.id] = nil } }
    guard await saveWhileLocked(key) == nil, case .failed = changeResults[departure.id] else { return false }
    return true
  }
}
