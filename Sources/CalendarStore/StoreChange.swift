import CalendarDocument
import CalendarModel
import Synchronization

/// Identifies a change that was submitted to a store, so that later events can refer to it.
package struct EditID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)
  private let number: UInt64

  /// A name that no other change of this process has.
  package init() {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

/// A change requested from a store.
package enum StoreChange: Hashable, Sendable {
  /// Applies an edit.
  case edit(EventEdit)
  /// Gives back the bytes from before the change of that name, if its event still is what that made of it.
  case undo(EditID)
  /// Does the change of that name, which was undone, again.
  case redo(EditID)
}
