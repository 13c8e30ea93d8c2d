import CalendarModel

// Changes whose caller waits for the result.
extension CalendarStore {
  /// Applies a change and waits until it is durable.
  ///
  /// - Throws: An error if it was rejected or could not be saved; in the latter case it stays in memory.
  package func perform(_ change: StoreChange) async throws(StoreError) {
    let id = EditID()
    mailbox.withLock { $0.append((change, id)) }
    changeResults[id] = .pending
    process()
    await waitForResult(id)
    if case .failed(let error) = changeResults.removeValue(forKey: id) { throw error }
  }

  /// Applies a change and waits until it is durable, but at most `timeout` while another program is writing
  /// to the file. For commands, because nothing retries the change once they exit.
  ///
  /// - Returns: what was reported as `StoreEvent.setAside` in the meantime.
  /// - Throws: An error if it was rejected or could not be saved; in the latter case it stays in memory.
  @discardableResult
  package func perform(
    _ change: StoreChange, waiting timeout: Duration
  ) async throws(StoreError) -> [StoreError] {
    let id = EditID()
    mailbox.withLock { $0.append((change, id)) }
    changeResults[id] = .pending
    copyLeftovers()
    process()
    await waitForResult(id)
    let end = ContinuousClock.now + timeout
    while case .failed(.beingWritten) = changeResults[id], ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(50))
      await checkWaitingFiles()
    }
    await finishCheckingReplacedFiles()
    if case .failed(let error) = changeResults.removeValue(forKey: id) { throw error }
    defer { setAside = [] }
    return setAside
  }

  private func waitForResult(_ id: EditID) async {
    while case .pending = changeResults[id] {
      await withCheckedContinuation { resultContinuations[id] = $0 }
    }
  }
}
