import CalendarModel
import Synchronization

@testable import CalendarStore
@testable import EvolutionBackend

/// A backend that records the writes of which nobody knows whether they were carried out.
final class RecordingBackend: ListingBackend {
  private struct State {
    /// The versions on which the writes without a known outcome were based, by object.
    var unknown: [ObjectKey: ObjectVersion?] = [:]
    var unknownCount = 0
    var writeCount = 0
  }

  private let backend: EvolutionBackend
  private let state = Mutex(State())

  init(_ backend: EvolutionBackend) { self.backend = backend }

  /// The objects whose last write may still be carried out.
  var unknownObjects: Set<ObjectKey> { state.withLock { Set($0.unknown.keys) } }
  /// How many writes had no known outcome.
  var unknownCount: Int { state.withLock { $0.unknownCount } }
  /// How many writes were tried.
  var writeCount: Int { state.withLock { $0.writeCount } }

  func owns(_ calendar: CalendarID) -> Bool { backend.owns(calendar) }
  func location(of calendar: CalendarID) -> CalendarLocation { backend.location(of: calendar) }
  func userAddresses(in calendar: CalendarID) -> Set<String> { backend.userAddresses(in: calendar) }
  var changes: AsyncStream<BackendChange> { backend.changes }
  var listings: AsyncStream<[ListedCalendar]> { backend.listings }

  nonisolated(nonsending) func listCalendars() async throws(AccountsUnavailable) -> [ListedCalendar] {
    try await backend.listCalendars()
  }

  nonisolated(nonsending) func refresh(_ calendar: CalendarID) async throws(StoreError) {
    try await backend.refresh(calendar)
  }

  nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError) -> BackendCalendar {
    try await backend.load(calendar)
  }

  nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject? {
    let object = try await backend.read(key)
    state.withLock { state in
      // A newer version tells what has become of the write.
      if let version = state.unknown[key], version != object?.version { state.unknown[key] = nil }
    }
    return object
  }

  nonisolated(nonsending) func read(
    _ names: Set<ByteString?>, in calendar: CalendarID
  ) async throws(BackendError) -> [StoredObject] {
    try await backend.read(names, in: calendar)
  }

  nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt {
    state.withLock { $0.writeCount += 1 }
    do throws(BackendError) {
      let receipt = try await backend.write(write)
      state.withLock { $0.unknown[write.key] = nil }
      return receipt
    } catch {
      state.withLock { state in
        switch error {
        case .outcomeUnknown:
          state.unknown[write.key] = .some(write.version)
          state.unknownCount += 1
        case .changed: state.unknown[write.key] = nil
        default: break
        }
      }
      throw error
    }
  }
}
