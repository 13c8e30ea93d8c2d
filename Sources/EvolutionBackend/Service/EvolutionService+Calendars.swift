import CalendarModel
import CalendarStore

// Opening calendars, and following their changes and states.
extension EvolutionService {
  /// If more objects than this have changed, the complete calendar is read again instead of these objects.
  private static let maximumChangedObjects = 2_000
  /// How long changed objects are collected before they are reported. The service may report each one separately, and
  /// has to look through the whole calendar for each query.
  private static let collectionTime = Duration.milliseconds(150)

  // MARK: Opening

  /// Returns a calendar, which is opened first if necessary.
  func openCalendar(_ uid: String) async throws(ServiceFault) -> OpenedCalendar {
    try await listSources()
    // A calendar that is opened again is not used until the lost writes have been repeated.
    if EvolutionService.uidBeingOpened != uid, let task = openingTasks[uid] { try await task.value.get() }
    if let calendar = openedCalendars[uid] { return calendar }
    // The calendar was lost again while its lost writes were being repeated. Its own task must not wait for itself.
    if EvolutionService.uidBeingOpened == uid { throw .notDelivered("") }
    guard publishedCalendars.contains(where: { $0.uid == uid && $0.isEnabled }) else { throw .notFound }
    let task = openingTasks[uid] ?? Task { await self.open(uid) }
    openingTasks[uid] = task
    try await task.value.get()
    guard let calendar = openedCalendars[uid] else { throw .notDelivered("") }
    return calendar
  }

  private func open(_ uid: String) async -> Result<Void, ServiceFault> {
    defer { openingTasks[uid] = nil }
    do throws(ServiceFault) {
      let connection = try await connection()
      let answer = try await call(ServiceNames.openCalendar, .tuple(.string(uid)))
      guard let path = answer[0]?.string, let owner = answer[1]?.string else { return .failure(.notFound) }
      var calendar = OpenedCalendar(uid: uid, owner: owner, path: path)
      watchOwner(of: owner, on: connection)
      _ = try await call(calendar.method("Open"), timeout: timeouts.writeMilliseconds)
      let properties = try await call(
        calendar.method("GetAll", interface: ServiceNames.properties),
        .tuple(.string(ServiceNames.calendar)))
      calendar.isWritable = properties[0]?.dictionary?["Writable"]?.bool ?? false
      calendar.isOnline = properties[0]?.dictionary?["Online"]?.bool ?? true
      // A CalDAV server reports the address; the description of the calendar may not contain it.
      if let address = properties[0]?.dictionary?["CalEmailAddress"]?.string, address.contains("@") {
        addresses.withLock { _ = $0[uid, default: []].insert(address) }
      }
      let view = try await call(calendar.method("GetView"), .tuple(.string("#t")))
      guard let viewPath = view[0]?.string else { return .failure(.notFound) }
      calendar.viewPath = viewPath
      if let lostCalendar = lostCalendars[uid] { calendar.inherit(from: lostCalendar) }
      if let message = earlyErrors.removeValue(forKey: path) { calendar.recordBackgroundError(message) }
      if let connection = publishedCalendars.first(where: { $0.uid == uid })?.connection {
        calendar.recordConnection(connection)
      }
      openedCalendars[uid] = calendar
      // Without the flag for existing objects, only changes are reported.
      _ = try await call(calendar.viewMethod("SetFlags"), .tuple(.uint32(0)))
      _ = try await call(calendar.viewMethod("Start"))
      if let lostCalendar = lostCalendars[uid] {
        try await EvolutionService.$uidBeingOpened.withValue(uid) {
          await repeatLostWrites(of: lostCalendar)
        }.get()
        guard openedCalendars[uid]?.path == path else { throw .notDelivered("") }
        lostCalendars[uid] = nil
        // Other programs may have changed anything in the meantime. The state comes last, because it makes the store
        // save the waiting changes.
        changeContinuation.yield(.objects(calendar.id, nil))
        reportState(of: uid)
      }
      retryServer(of: uid)
      return .success(())
    } catch {
      openedCalendars[uid] = nil
      if lostCalendars[uid] != nil {
        // A state that was reported while the calendar was being opened is no longer true.
        reportState(of: uid)
      } else if error.isTemporary {
        retryFirstOpening(of: uid)
      }
      return .failure(error)
    }
  }

  /// After a process has ended, marks its open calendars as offline, and opens them again.
  ///
  /// - Parameter owner: the D-Bus name of the process; nil for all calendars.
  func markCalendarsOffline(owner: String?) {
    for (uid, calendar) in openedCalendars where owner == nil || calendar.owner == owner {
      openedCalendars[uid] = nil
      keepLostCalendar(calendar)
      changeContinuation.yield(.state(calendar.id, .offline))
      reopen(uid, after: min(timeouts.retry, .seconds(1)))
    }
  }

  /// Opens a lost calendar again as soon as that is possible.
  func reopen(_ uid: String, after pause: Duration) {
    retry(after: pause) { service in
      if service.lostCalendars[uid] == nil { return true }
      do throws(ServiceFault) {
        _ = try await service.openCalendar(uid)
        return true
      } catch {
        return error == .notFound
      }
    }
  }

  /// Keeps trying to open a calendar that could not be opened on the first attempt. If the cause is its server, the
  /// service has no copy of it.
  private func retryFirstOpening(of uid: String) {
    guard firstOpenings.insert(uid).inserted else { return }
    retry(after: timeouts.retry) { service in
      do throws(ServiceFault) {
        _ = try await service.openCalendar(uid)
      } catch {
        if error.isTemporary { return false }
      }
      service.firstOpenings.remove(uid)
      // The store then reads the calendar, or learns which lasting error prevents that.
      service.changeContinuation.yield(
        .state(CalendarID(CalendarSource.keyPrefix + uid), service.state(of: uid)))
      return true
    }
  }

  // MARK: States

  func state(of uid: String) -> CalendarState { condition(of: uid).state }

  func condition(of uid: String) -> CalendarCondition {
    let source = publishedCalendars.first { $0.uid == uid }
    let calendar = openedCalendars[uid]
    return CalendarCondition(
      isListed: source?.isEnabled ?? false, isWritable: calendar?.isWritable ?? false,
      isOnline: calendar?.isOnline ?? false, isReachable: calendar?.isReachable ?? false,
      serverError: calendar?.serverError ?? source?.connectionError,
      backgroundError: calendar?.backgroundError,
      connection: source?.connection ?? .disconnected, isRemote: source?.isRemote ?? false,
      hasConnected: calendar?.hasConnected ?? false)
  }

  /// Reports the state of a calendar, unless it was never opened.
  func reportState(of uid: String) {
    guard openedCalendars[uid] != nil || lostCalendars[uid] != nil else { return }
    changeContinuation.yield(.state(CalendarID(CalendarSource.keyPrefix + uid), state(of: uid)))
    retryServer(of: uid)
  }

  /// Records that the server of a calendar did not answer, or answered with an error, and keeps trying to reach it.
  ///
  /// - Parameter message: the server's error message; nil if it did not answer.
  func recordServerFailure(of uid: String, message: String?) {
    guard openedCalendars[uid] != nil else { return }
    openedCalendars[uid]?.recordServerFailure(message)
    reportState(of: uid)
  }

  /// Records that a write got no answer. If the calendar is on a server, that server is the likely cause, and the write
  /// is tried again once the server works.
  func recordMissingAnswer(of uid: String) {
    guard publishedCalendars.contains(where: { $0.uid == uid && $0.isRemote }) else { return }
    unansweredWriteCounts[uid, default: 0] += 1
    recordServerFailure(of: uid, message: nil)
  }

  /// If the server of a calendar could not be reached or reported an error, tries again until it works. This also applies
  /// to a calendar that the service considers offline: a refresh makes it check again whether it can reach the server.
  func retryServer(of uid: String) {
    guard isWaitingForServer(uid), retriedCalendars.insert(uid).inserted else { return }
    // The service carries out an unanswered write as soon as the server works again, so the same write should not be
    // sent too often. A successful request to check the server for changes does not mean that the server answers.
    let doublings = min(max(0, unansweredWriteCounts[uid, default: 0] - 1), 6)
    retry(after: timeouts.retry * (1 << doublings)) { service in
      guard await service.checkServer(of: uid) else { return false }
      service.retriedCalendars.remove(uid)
      return true
    }
  }

  /// Whether a calendar cannot be used because of its server or the network.
  private func isWaitingForServer(_ uid: String) -> Bool {
    guard openedCalendars[uid] != nil,
      publishedCalendars.contains(where: { $0.uid == uid && $0.isRemote })
    else { return false }
    switch state(of: uid) {
    case .offline, .serverError: return true
    case .ready, .readOnly, .needsSignIn, .notAvailable: return false
    }
  }

  /// Asks the server of a calendar for changes, and returns whether no further attempt is needed, for example because
  /// the server works again. The service reports errors only some time after the request.
  private func checkServer(of uid: String) async -> Bool {
    guard isWaitingForServer(uid), let calendar = openedCalendars[uid] else { return true }
    guard (try? await call(calendar.method("Refresh"))) != nil else { return false }
    try? await Task.sleep(for: timeouts.refresh)
    guard let current = openedCalendars[uid], current.path == calendar.path else {
      return !isWaitingForServer(uid)
    }
    guard current.backgroundErrorCount == calendar.backgroundErrorCount else { return false }
    if !current.isReachable || current.backgroundError != nil {
      openedCalendars[uid]?.recordServerAnswer()
      reportState(of: uid)
    }
    return !isWaitingForServer(uid)
  }

  /// Asks the service to fetch changes from the server now. They are reported when they arrive.
  func refresh(_ uid: String) async throws(ServiceFault) {
    _ = try await call(openCalendar(uid).method("Refresh"))
  }

  // MARK: Changes

  func watchCalendars(on connection: BusConnection) {
    connection.subscribe(interface: ServiceNames.view) { [weak self] signal in
      self?.assumeIsolated { $0.objectsChanged(signal) }
    }
    connection.subscribe(interface: ServiceNames.calendar, name: "Error") { [weak self] signal in
      self?.assumeIsolated { service in
        let message = ServiceFault.shortened(signal.parameters[0]?.string ?? "")
        guard let uid = service.openedCalendars.first(where: { $0.value.path == signal.path })?.key else {
          service.earlyErrors[signal.path] = message
          return
        }
        let oldState = service.state(of: uid)
        service.openedCalendars[uid]?.recordBackgroundError(message)
        if service.state(of: uid) != oldState { service.reportState(of: uid) }
      }
    }
    connection.subscribe(
      interface: ServiceNames.properties, name: "PropertiesChanged", argument: ServiceNames.calendar
    ) { [weak self] signal in
      self?.assumeIsolated { $0.calendarChanged(signal) }
    }
  }

  private func calendarChanged(_ signal: BusConnection.Signal) {
    guard let uid = openedCalendars.first(where: { $0.value.path == signal.path })?.key,
      let changed = signal.parameters[1]?.dictionary
    else { return }
    let oldState = state(of: uid)
    if let isWritable = changed["Writable"]?.bool { openedCalendars[uid]?.isWritable = isWritable }
    if let isOnline = changed["Online"]?.bool {
      openedCalendars[uid]?.isOnline = isOnline
      if isOnline {
        openedCalendars[uid]?.recordServerAnswer()
      } else {
        openedCalendars[uid]?.recordConnection(.disconnected)
      }
      if let connection = publishedCalendars.first(where: { $0.uid == uid })?.connection, isOnline {
        openedCalendars[uid]?.recordConnection(connection)
      }
    }
    if state(of: uid) != oldState { reportState(of: uid) }
  }

  private func objectsChanged(_ signal: BusConnection.Signal) {
    guard let calendar = openedCalendars.values.first(where: { $0.viewPath == signal.path }),
      let strings = signal.parameters[0]?.strings
    else { return }
    let uids: [ByteString]
    switch signal.name {
    case "ObjectsAdded", "ObjectsModified":
      uids = strings.flatMap { ServiceComponent.components(in: Array($0.utf8)) ?? [] }.map(\.uid)
    // For a removed occurrence, a second line contains its RECURRENCE-ID.
    case "ObjectsRemoved":
      let identifiers = strings.map {
        $0.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      }
      uids = identifiers.map { ByteString(String($0[0])) }
      for (uid, identifier) in zip(uids, identifiers) where identifier.dropFirst().allSatisfy(\.isEmpty) {
        openedCalendars[calendar.uid]?.recordRemoval(of: uid)
      }
    default: return
    }
    let changed = uids.filter { !$0.isEmpty }
    guard !changed.isEmpty else { return }
    let isFirst = changedUIDs[calendar.uid] == nil
    changedUIDs[calendar.uid, default: []].formUnion(changed)
    guard isFirst else { return }
    Task { [weak self] in
      try? await Task.sleep(for: EvolutionService.collectionTime)
      await self?.reportChangedObjects(of: calendar.uid)
    }
  }

  private func reportChangedObjects(of uid: String) {
    // When a calendar is opened again, all of its objects are read.
    guard let changed = changedUIDs.removeValue(forKey: uid), let calendar = openedCalendars[uid] else {
      return
    }
    let exceedsMaximum = changed.count > EvolutionService.maximumChangedObjects
    changeContinuation.yield(
      .objects(calendar.id, exceedsMaximum ? nil : Set(changed.map { Optional(calendar.name(of: $0)) })))
  }
}
