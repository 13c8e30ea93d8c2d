import CalendarDocument
import CalendarModel

/// A copy of an event that could not be removed from its destination file.
struct Withdrawal: Sendable {
  /// What brought it there.
  let arrival: Step
  let file: FileKey
  /// Where the event stays.
  let origin: FileKey
}

// A transfer that fails half way stands in both files for a moment: what came is taken out again.
extension CalendarStore {
  /// Takes an event out of the file that it came to, for it stays where it was. Where that fails, too, it is in both
  /// until the file can be read and written again.
  func withdraw(_ arrival: Step, from file: FileKey, to origin: FileKey) async {
    let withdrawal = Withdrawal(arrival: arrival, file: file, origin: origin)
    guard await !isDone(withdrawal) else { return }
    withdrawals.append(withdrawal)
    lookLater(clock() + WriteSettling.interval)
  }

  /// Tries once more to take out what could not be taken out before. Never the last one: who sees an event twice may
  /// have deleted either.
  func retryWithdrawals() async {
    let waiting = withdrawals
    withdrawals = []
    for withdrawal in waiting {
      let calendars: Set = [withdrawal.origin.calendar, withdrawal.file.calendar]
      await holding(calendars) {
        if await !self.isDoneNow(withdrawal) { self.withdrawals.append(withdrawal) }
      }
    }
  }

  private func isDoneNow(_ withdrawal: Withdrawal) async -> Bool {
    let uid = withdrawal.arrival.applied.id.uid
    guard await reread(withdrawal.origin) == nil else { return false }
    guard let origin = file(withdrawal.origin), origin.document.events.contains(uid: uid)
    else { return true }
    // The file of a folder may not be open: its name is known to nobody.
    let isAway = file(withdrawal.file) == nil
    if isAway, (try? makeRoom(for: withdrawal.file)) == nil { return false }
    defer {
      if isAway, let file = file(withdrawal.file), file.version == nil, file.unsaved.isEmpty {
        _ = takeOut(withdrawal.file)
      }
    }
    return await isDone(withdrawal)
  }

  /// Takes it out, if it can be.
  ///
  /// - Returns: whether nothing is left to be done.
  private func isDone(_ withdrawal: Withdrawal) async -> Bool {
    let key = withdrawal.file
    var error: StoreError?
    // A moment's patience with whoever has it open: what is not taken in cannot be taken out.
    for _ in 0..<25 {
      error = await reread(key)
      guard case .beingWritten = error else { break }
      await pause(key)
    }
    switch error {
    case nil: break
    // It never came there.
    case .vanished, .notFound: return true
    default: return false
    }
    // Changed by somebody since it stays.
    guard var file = file(key), let step = try? withdrawal.arrival.opposite.made(on: &file.document) else {
      return true
    }
    do throws(BackendError) {
      file.version = try await write(file, steps: [step]).object?.version
      put(file, as: key)
    } catch .busy {
      // When the other program is done.
      file.unsaved.append(step)
      put(file, as: key)
      _ = await saveInTurn(key)
    } catch {
      return false
    }
    return true
  }
}
