import CalendarModel

// Applies changes and waits for the result.
extension CalendarStore {
  /// Applies a change and waits until it is durable.
  ///
  /// - Throws: An error if the change was rejected or could not be saved; in the latter case, it stays in
  ///   memory.
  package func perform(
    _ change: StoreChange, consent: Consent = .nobody
  ) async throws(StoreError) {
    let id = EditID()
    consents.withLock { $0[id] = consent }
    mailbox.withLock { $0.append((change, id)) }
    changeResults[id] = .pending
    processMailbox()
    await waitForResult(id)
    if case .failed(let error) = changeResults.removeValue(forKey: id) { throw error }
  }

  /// Applies a change and waits until it is durable. If another program is writing to the file, saving is
  /// retried until `timeout` has elapsed.
  ///
  /// The command-line tool uses this method, because nothing retries the change after a command has exited.
  ///
  /// - Parameter consent: the people whom servers may notify of the change.
  /// - Returns: the errors reported as `StoreEvent.saveWarning` in the meantime.
  /// - Throws: An error if the change was rejected or could not be saved; in the latter case, it stays in
  ///   memory, unless it splits a series into two files.
  @discardableResult
  package func perform(
    _ change: StoreChange, waiting timeout: Duration, consent: Consent = .nobody
  ) async throws(StoreError) -> [StoreError] {
    let id = EditID()
    consents.withLock { $0[id] = consent }
    mailbox.withLock { $0.append((change, id)) }
    changeResults[id] = .pending
    preserveLeftovers()
    processMailbox()
    await waitForResult(id)
    let deadline = ContinuousClock.now + timeout
    while case .failed(.beingWritten) = changeResults[id], ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(50))
      await checkSettlingFiles()
    }
    await finishCheckingReplacedFiles()
    if case .failed(let error) = changeResults.removeValue(forKey: id) {
      // Nothing completes the split after the command exits.
      await withdrawSplit(id)
      throw error
    }
    forgetFinishedSplits()
    defer { saveWarnings = [] }
    return saveWarnings
  }

  private func waitForResult(_ id: EditID) async {
    while case .pending = changeResults[id] {
      await withCheckedContinuation { resultContinuations[id] = $0 }
    }
  }
}
