import CalendarModel
import Synchronization

// Keeping what is not on disk while the store's own thread waits for a file system that does not answer.
extension CalendarStore {
  /// Takes over what is not on disk, and what was handed in and not looked at yet, and keeps it where it outlives the
  /// program. For the moment before it ends: what is handed in afterwards is not saved any more.
  ///
  /// - Returns: whether all of it is kept.
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
