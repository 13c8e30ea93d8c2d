import CalendarModel
import CalendarStore

// The service confirms some writes although it has lost the connection to the server, as long as it has not
// noticed that. It queues them, and drops them later if they conflict. The line with the version on the server
// shows that: it changes only when the server has the new object.
extension EvolutionService {
  /// Whether the service has only queued what was written.
  ///
  /// - Parameter stored: the object before the write; nil if it is new.
  func isQueued(_ now: ServiceObject, over stored: ServiceObject?, in uid: String) -> Bool {
    guard listed.first(where: { $0.uid == uid })?.backendName == "caldav" else { return false }
    let lines = now.components[0].serviceLines
    return lines.isEmpty || lines == stored?.components[0].serviceLines
  }

  /// Makes the service connect to the server, and waits until the server has the object.
  ///
  /// - Throws: `outOfSync` if the service has dropped the object, `offline` if it still waits.
  func waitForUpload(
    of result: ServiceObject, from now: ServiceObject, over stored: ServiceObject?, in uid: String
  ) async throws(ServiceFault) -> ServiceObject {
    try? await refresh(uid)
    let end = ContinuousClock.now + timeouts.conflict
    while ContinuousClock.now < end {
      guard let current = try await object(now.uid, in: uid) else { throw .outOfSync }
      if !isQueued(current, over: stored, in: uid) {
        guard StoredForm(current) == StoredForm(result) else { throw .outOfSync }
        return current
      }
      try? await Task.sleep(for: .milliseconds(100))
    }
    opened[uid]?.queued[now.uid] = now.components[0].serviceLines
    throw .offline
  }

  /// Whether an object is one that the service still has to send to the server.
  func isStillQueued(_ object: ServiceObject, in uid: String) -> Bool {
    guard let lines = opened[uid]?.queued[object.uid] else { return false }
    if object.components[0].serviceLines == lines { return true }
    opened[uid]?.queued[object.uid] = nil
    return false
  }
}
