import CalendarDocument
import CalendarModel

/// A copy of an event that could not yet be removed from the destination of a failed transfer.
struct LeftoverCopy: Sendable {
  /// The change that added it.
  let arrival: Step
  let destination: ObjectKey
  /// The file that keeps the event.
  let origin: ObjectKey
}

// A transfer that fails halfway leaves the event in both files. The event is then removed from the
// destination.
extension CalendarStore {
  /// Removes an event from the destination of a failed transfer. If that also fails, the event remains in
  /// both files until the destination can be read and written again.
  func withdraw(_ arrival: Step, from file: ObjectKey, to origin: ObjectKey) async {
    let copy = LeftoverCopy(arrival: arrival, destination: file, origin: origin)
    guard await !tryToRemove(copy) else { return }
    leftoverCopies.append(copy)
    scheduleCheck(clock() + WriteSettling.checkInterval)
  }

  /// Retries the removals that failed before. The last copy of an event is never removed, because a user who
  /// saw the event twice may have deleted either copy.
  func removeLeftoverCopies() async {
    let remainingCopies = leftoverCopies
    leftoverCopies = []
    for copy in remainingCopies {
      let calendars: Set = [copy.origin.calendar, copy.destination.calendar]
      await performExclusively(calendars) {
        if await !self.removeLeftoverCopy(copy) { self.leftoverCopies.append(copy) }
      }
    }
  }

  private func removeLeftoverCopy(_ copy: LeftoverCopy) async -> Bool {
    let uid = copy.arrival.appliedChange.id.uid
    guard await reread(copy.origin) == nil else { return false }
    guard let origin = file(copy.origin), origin.document.events.contains(uid: uid)
    else { return true }
    // A new file in a folder may be missing from the calendar in memory.
    let isNotOpen = file(copy.destination) == nil
    if isNotOpen, (try? prepareFile(for: copy.destination)) == nil { return false }
    defer {
      if isNotOpen, let file = file(copy.destination), file.version == nil, file.unsavedSteps.isEmpty {
        _ = removeFile(copy.destination)
      }
    }
    return await tryToRemove(copy)
  }

  /// Removes the copy, if possible.
  ///
  /// - Returns: whether no further attempt is needed.
  private func tryToRemove(_ copy: LeftoverCopy) async -> Bool {
    let key = copy.destination
    var error: StoreError?
    // Waits briefly for other writers, because a version that cannot be read cannot be edited.
    for _ in 0..<25 {
      error = await reread(key)
      guard case .beingWritten = error else { break }
      await pause(key)
    }
    switch error {
    case nil: break
    // The event was never added, or its file is gone.
    case .vanished, .notFound: return true
    default: return false
    }
    // A copy that was changed in the meantime is kept.
    guard var file = file(key), let step = try? copy.arrival.inverse.reapply(to: &file.document)
    else {
      return true
    }
    do throws(BackendError) {
      let receipt = try await write(file, steps: [step])
      file.recordWrite(of: file.document.bytes, as: receipt.object?.version)
      setFile(file, as: key)
    } catch .busy {
      // The change is saved when the other program has finished.
      file.unsavedSteps.append(step)
      setFile(file, as: key)
      _ = await saveWhileLocked(key)
    } catch {
      return false
    }
    return true
  }
}
