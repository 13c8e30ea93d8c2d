import CalendarModel

// Changes whose caller waits for the result.
extension CalendarStore {
  /// Applies a change and waits until it is durable.
  ///
  /// - Throws: An error if it was rejected or could not be saved; in the latter case it stays in memory.
  package func perform(_ change: StoreChange) async throws(StoreError) {
    let id = EditID()
    mailbox.withLock { $0.append((change, id)) }
    verdicts[id] = .pending
    process()
    await untilJudged(id)
    if case .failed(let error) = verdicts.removeValue(forKey: id) { throw error }
  }

  /// Applies a change and waits until it is durable, but at most `patience` while another program is writing
  /// to the file. For commands, because nothing retries the change once they exit.
  ///
  /// - Returns: what was reported as `StoreEvent.setAside` in the meantime.
  /// - Throws: An error if it was rejected or could not be saved; in the latter case it stays in memory.
  @discardableResult
  package func perform(
    _ change: StoreChange, waiting patience: Duration
  ) async throws(StoreError) -> [StoreError] {
    let id = EditID()
    mailbox.withLock { $0.append((change, id)) }
    verdicts[id] = .pending
    keepLeftovers()
    process()
    await untilJudged(id)
    let end = ContinuousClock.now + patience
    while case .failed(.beingWritten) = verdicts[id], ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(50))
      await lookAtWaiting()
    }
    await endLookingAtReplaced()
    if case .failed(let error) = verdicts.removeValue(forKey: id) { throw error }
    defer { setAside = [] }
    return setAside
  }

  private func untilJudged(_ id: EditID) async {
    while case .pending = verdicts[id] {
      await withCheckedContinuation { awaited[id] = $0 }
    }
  }
}
