import CalendarDocument
import CalendarModel

// Imports into a calendar of a non-file backend, which cannot change many objects at once.
extension CalendarStore {
  /// Writes objects one by one. If one write fails, the earlier ones are reverted. They stay if that is not possible, or
  /// if the failed write may still be carried out.
  func writeOneByOne(
    _ changes: [FolderTransaction.Change], in id: CalendarID, _ progress: ImportProgress
  ) async throws(ImportFailure) -> CarriedOutChanges {
    let didLock = await lockForWriting(id)
    defer { if didLock { unlock(id) } }
    var result = CarriedOutChanges()
    func interrupted(by error: StoreError) -> CarriedOutChanges {
      var interrupted = result
      interrupted.interruption = ImportInterruption(
        error: error, writtenCount: result.changes.count, totalCount: changes.count)
      return interrupted
    }
    for (count, change) in changes.enumerated() {
      var failure = ImportFailure.canceled
      if progress.advance(to: count, of: changes.count) {
        do throws(StoreError) {
          if let written = try await write(change, in: id) {
            result.changes.append(written)
          } else {
            result.skippedCount += 1
          }
          continue
        } catch .noAnswer(let location) {
          var uncertain = interrupted(by: .noAnswer(location))
          // Undo also removes the object whose write may still be carried out.
          uncertain.changes.append(change)
          return uncertain
        } catch {
          failure = .failed(error)
        }
      }
      if let revertError = await revert(&result.changes, in: id) {
        guard case .failed(let error) = failure else { return interrupted(by: revertError) }
        return interrupted(by: error)
      }
      throw failure
    }
    return result
  }

  /// Reverts changes, the last one first, and removes those that are reverted. What has been changed since stays.
  ///
  /// - Returns: why the rest could not be reverted; nil if all were.
  private func revert(
    _ changes: inout [FolderTransaction.Change], in id: CalendarID
  ) async -> StoreError? {
    while let change = changes.last {
      do throws(StoreError) {
        _ = try await write(change.inverse, in: id)
        changes.removeLast()
      } catch {
        return error
      }
    }
    return nil
  }

  /// Writes an object, unless it has been changed since the change was planned. Edits that are made during the write are
  /// kept and saved afterward.
  ///
  /// - Returns: the change with what was stored, which the backend may have normalized; nil if nothing was written.
  private func write(
    _ change: FolderTransaction.Change, in id: CalendarID
  ) async throws(StoreError) -> FolderTransaction.Change? {
    let key = ObjectKey(calendar: id, file: change.name)
    let location = location(of: id)
    processMailbox()
    let previousFile = file(key)
    guard previousFile?.unsavedSteps.isEmpty ?? true,
      previousFile?.storedText == change.oldBytes
    else { return nil }
    do throws(BackendError) {
      let receipt = try await backend(of: id).write(
        ObjectWrite(key: key, bytes: change.newBytes, version: previousFile?.version, location: location))
      adoptWritten(receipt.object, as: key)
      return FolderTransaction.Change(
        name: change.name, oldBytes: change.oldBytes, newBytes: receipt.object?.bytes)
    } catch {
      throw error.whileWriting(location)
    }
  }

  /// Adopts an object that was written or removed without being edited in memory before.
  private func adoptWritten(_ object: StoredObject?, as key: ObjectKey) {
    processMailbox()
    let editedFile = file(key).flatMap { $0.unsavedSteps.isEmpty ? nil : $0 }
    guard let object, let calendar = calendars.first(where: { $0.id == key.calendar }) else {
      guard var editedFile else {
        _ = removeFile(key)
        return
      }
      // The edit was made after the removal was decided, so it brings the object back.
      editedFile.recordWrite(of: [], as: nil)
      return setFile(editedFile, as: key)
    }
    guard let file = try? parse(object, of: calendar) else {
      return handle(.objects(key.calendar, [key.file]))
    }
    if editedFile == nil { setFile(file, as: key) } else { merge(file, into: key) }
  }
}
