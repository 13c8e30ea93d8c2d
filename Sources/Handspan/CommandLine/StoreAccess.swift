import CalendarModel
import CalendarStore
import Dispatch
import Synchronization

/// The store as a command uses it: one step after another, waiting for each.
struct StoreAccess {
  let store: CalendarStore
  let snapshot: StoreSnapshot

  /// Opens calendars to look at them, in that zone.
  init(paths: [String], zone: Zone) {
    let store = CalendarStore(displayZone: zone, isWatching: false)
    self.store = store
    snapshot = waiting { await store.open(paths) }
  }

  /// Opens one calendar to change it.
  ///
  /// - Throws: `CommandFailure` if it cannot be opened.
  init(path: String) throws {
    self.init(paths: [path], zone: SystemZones.shared.local)
    if let error = snapshot.failures.first { throw CommandFailure.failed(error) }
  }

  /// The event of a UID. Of a series it may be any part: none of them can be changed.
  ///
  /// - Throws: `CommandFailure` if there is none, or more than one that could be meant.
  func event(uid: String) throws -> CalendarEvent {
    let found = snapshot.events.filter { $0.id.uid == uid }
    guard let event = found.first(where: \.isRepeating) ?? found.first else {
      throw CommandFailure.failed(.unknownEvent(uid: uid))
    }
    guard found.count == 1 || event.isRepeating else {
      throw CommandFailure.failed(
        Language.translator.tr(
          "There are several events with the UID “{uid}”. Name one file as PATH.", ["uid": uid]))
    }
    return event
  }

  /// Everything that is wrong in the calendars.
  func problems() -> [StoreProblem] {
    let store = store
    return waiting { await store.check() }
  }

  /// Makes an edit and waits until it is on disk.
  func perform(_ edit: EventEdit) throws {
    let store = store
    let error = waiting { () -> StoreError? in
      do throws(StoreError) {
        try await store.perform(.edit(edit))
        return nil
      } catch {
        return error
      }
    }
    if let error { throw CommandFailure.failed(error) }
  }
}

/// Waits for work that is done elsewhere. For commands: a window must never wait.
private func waiting<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
  let done = DispatchSemaphore(value: 0)
  let box = ResultBox<Result>()
  Task.detached {
    let result = await work()
    box.value.withLock { $0 = result }
    done.signal()
  }
  done.wait()
  guard let result = box.value.withLock({ $0 }) else { preconditionFailure("the work left no result") }
  return result
}

private final class ResultBox<Result: Sendable>: Sendable {
  let value = Mutex<Result?>(nil)
}
