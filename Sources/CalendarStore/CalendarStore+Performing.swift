import CalendarModel

// Changes that somebody waits for.
extension CalendarStore {
  /// Makes a change and waits until it is durable.
  ///
  /// - Throws: why it was refused, or could not be saved; in the latter case it stays in memory.
  package func perform(_ change: StoreChange) async throws(StoreError) {
    let id = EditID()
    mailbox.withLock { $0.append((change, id)) }
    verdicts[id] = .pending
    process()
    await untilJudged(id)
    if case .failed(let error) = verdicts.removeValue(forKey: id) { throw error }
  }

  /// Makes a change and waits until it is durable, for that long while another program writes to the file. For a
  /// command, whose end is the change's end too.
  ///
  /// - Returns: what of another program's was kept aside meanwhile (`StoreEvent.setAside`).
  /// - Throws: why it was refused, or could not be saved; in the latter case it stays in memory.
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
