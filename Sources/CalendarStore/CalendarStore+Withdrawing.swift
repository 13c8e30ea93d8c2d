import CalendarDocument
import CalendarModel
import Glibc

/// A copy of an event that could not be taken out of the file that it came to.
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
  func withdraw(_ arrival: Step, from file: FileKey, to origin: FileKey) {
    let withdrawal = Withdrawal(arrival: arrival, file: file, origin: origin)
    guard !isDone(withdrawal) else { return }
    withdrawals.append(withdrawal)
    lookLater(clock() + WriteSettling.interval)
  }

  /// Tries once more to take out what could not be taken out before. Never the last one: who sees an event twice may
  /// have deleted either.
  func retryWithdrawals() {
    let waiting = withdrawals
    withdrawals = []
    for withdrawal in waiting {
      let uid = withdrawal.arrival.applied.id.uid
      guard mergeWithDisk(withdrawal.origin) == nil else {
        withdrawals.append(withdrawal)
        continue
      }
      guard let origin = file(withdrawal.origin), origin.document.events.contains(where: { $0.id.uid == uid })
      else { continue }
      // The file of a folder may not be open: its name is known to nobody.
      let isAway = file(withdrawal.file) == nil
      if isAway, (try? makeRoom(for: withdrawal.file)) == nil {
        withdrawals.append(withdrawal)
        continue
      }
      if !isDone(withdrawal) { withdrawals.append(withdrawal) }
      if isAway, let file = file(withdrawal.file), file.stamp == nil, file.unsaved.isEmpty {
        _ = take(withdrawal.file)
      }
    }
  }

  /// Takes it out, if it can be.
  ///
  /// - Returns: whether nothing is left to be done.
  private func isDone(_ withdrawal: Withdrawal) -> Bool {
    let key = withdrawal.file
    var error: StoreError?
    // A moment's patience with whoever has it open: what is not taken in cannot be taken out.
    for _ in 0..<25 {
      error = mergeWithDisk(key)
      guard case .beingWritten = error else { break }
      usleep(20_000)
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
    do {
      file.stamp = try write(file, steps: [step])
      put(file, as: key)
    } catch .beingWritten {
      // When the other program is done.
      file.unsaved.append(step)
      put(file, as: key)
      save(key)
    } catch {
      return false
    }
    return true
  }
}
