import CalendarModel
import Synchronization

// Stores unsaved changes while the store's own thread is blocked by a file system that does not respond.
extension CalendarStore {
  /// Takes over all unsaved changes, including those still in the mailbox, and stores them for the next run.
  /// Call this method before the program exits; changes submitted later are not saved.
  ///
  /// - Returns: whether all of them were stored.
  package nonisolated func storeUnsavedChanges() async -> Bool {
    isTakenOver.store(true, ordering: .sequentiallyConsistent)
    let unappliedChanges = mailbox.withLock { mailbox in
      defer { mailbox = [] }
      return transfers.withLock { $0 } + mailbox
    }
    let successor = CalendarStore(copying: memory.copy, of: self)
    return await successor.applyAndStore(unappliedChanges)
  }

  private func applyAndStore(_ changes: [(StoreChange, EditID)]) -> Bool {
    var isComplete = true
    for (change, id) in changes {
      do throws(StoreError) {
        if try !transferInMemory(change, as: id) { _ = try apply(change, as: id) }
      } catch {
        isComplete = false
      }
    }
    let keys = keysOfUnsavedFiles
    for key in keys { storePending(key) }
    return isComplete && keys.allSatisfy(areChangesStored)
  }
}
