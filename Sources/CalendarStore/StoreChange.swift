import CalendarDocument
import CalendarModel
import Synchronization

/// Identifies a change that was submitted to a store, so that a later `StoreEvent` can refer to it.
package struct EditID: Hashable, Sendable {
  private static let lastNumber = Atomic<UInt64>(0)
  private let number: UInt64

  /// Creates an ID that is unique within this process.
  package init() {
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

/// A change requested from a store.
package enum StoreChange: Hashable, Sendable {
  case edit(EventEdit)
  /// Reverts the change with the given ID, restoring the original bytes, if its event has not changed since.
  case undo(EditID)
  /// Reapplies the change with the given ID after it was undone.
  case redo(EditID)
}
