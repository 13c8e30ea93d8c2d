import CalendarDocument
import CalendarModel

/// A copy of an event that could not be removed from its destination file.
struct Withdrawal: Sendable {
  /// The change that added it.
  let arrival: Step
  let file: FileKey
  /// The file that keeps the event.
  let origin: FileKey
}

// A transfer that fails halfway leaves the event in both files for a moment. It is then removed from the
// destination.
extension CalendarStore {
  /// Removes an event from the destination of a failed transfer. If that also fails, the event is in both
  /// files until the destination can be read and written again.
  func withdraw(_ arrival: Step, from file: FileKey, to origin: FileKey) async {
    let withdrawal = Withdrawal(arrival: arrival, file: file, origin: origin)
    guard await !tryToWithdraw(withdrawal) else { return }
    withdrawals.append(withdrawal)
    scheduleCheck(clock() + WriteSettling.checkInterval)
  }

  /// Retries the removals that failed before. It never removes the last copy, because a user who sees an
  /// event twice may have deleted either of the two.
  func retryWithdrawals() async {
    let waiting = withdrawals
    withdrawals = []
    for withdrawal in waiting {
      let calendars: Set = [withdrawal.origin.calendar, withdrawal.file.calendar]
      await performHolding(calendars) {
        if await !self.retryWithdrawal(withdrawal) { self.withdrawals.append(withdrawal) }
      }
    }
  }

  private func retryWithdrawal(_ withdrawal: Withdrawal) async -> Bool {
    let uid = withdrawal.arrival.applied.id.uid
    guard await reread(withdrawal.origin) == nil else { return false }
    guard let origin = file(withdrawal.origin), origin.document.events.contains(uid: uid)
    else { return true }
    // A new file in a folder may not have been added to the calendar in memory.
    let isNotOpen = file(withdrawal.file) == nil
    if isNotOpen, (try? prepareFile(for: withdrawal.file)) == nil { return false }
    defer {
      if isNotOpen, let file = file(withdrawal.file), file.version == nil, file.unsaved.isEmpty {
        _ = removeFile(withdrawal.file)
      }
    }
    return await tryToWithdraw(withdrawal)
  }

  /// Removes the copy, if possible.
  ///
  /// - Returns: whether the withdrawal is complete, and need not be retried.
  private func tryToWithdraw(_ withdrawal: Withdrawal) async -> Bool {
    let key = withdrawal.file
    var error: StoreError?
    // Waits a moment for other writers, because a version that cannot be read cannot be edited.
    for _ in 0..<25 {
      error = await reread(key)
      guard case .beingWritten = error else { break }
      await pause(key)
    }
    switch error {
    case nil: break
    // It was never added.
    case .vanished, .notFound: return true
    default: return false
    }
    // A copy that was changed in the meantime stays.
    guard var file = file(key), let step = try? withdrawal.arrival.opposite.reapplied(to: &file.document)
    else {
      return true
    }
    do throws(BackendError) {
      file.version = try await write(file, steps: [step]).object?.version
      put(file, as: key)
    } catch .busy {
      // Saved when the other program is done.
      file.unsaved.append(step)
      put(file, as: key)
      _ = await saveInTurn(key)
    } catch {
      return false
    }
    return true
  }
}
