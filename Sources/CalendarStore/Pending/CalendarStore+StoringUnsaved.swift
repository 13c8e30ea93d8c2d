import CalendarModel
import Synchronization

// Stores unsaved changes while the store's own thread is blocked by a file system that does not respond.
extension CalendarStore {
  /// Takes over all unsaved changes, including those still in the mailbox, and stores them for the next run.
  /// Call this before the program ends: changes submitted afterwards are not saved.
  ///
  /// - Returns: whether all of them were stored.
  package nonisolated func keepUnsaved() async -> Bool {
    isTakenOver.store(true, ordering: .sequentiallyConsistent)
    let waiting = mailbox.withLock { mailbox in
      defer { mailbox = [] }
      return transfers.withLock { $0 } + mailbox
    }
    let heir = CalendarStore(taking: memory.copy, of: self)
    return await heir.keep(waiting)
  }

  private func keep(_ waiting: [(StoreChange, EditID)]) -> Bool {
    var isWhole = true
    for (change, id) in waiting {
      do throws(StoreError) {
        if try !transferInMemory(change, as: id) { _ = try apply(change, as: id) }
      } catch {
        isWhole = false
      }
    }
    let keys = keysOfUnsaved
    for key in keys { keepPending(key) }
    return isWhole && keys.allSatisfy { kept[$0] != nil }
  }
}
