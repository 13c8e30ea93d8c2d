import CalendarModel
import CalendarStore

// Opening calendars, and following their changes and states.
extension EvolutionService {
  /// More changed objects than this are not read by name: the calendar is read again.
  private static let maximumChangedObjects = 2_000
  /// How long changed objects are collected before they are reported. The service may report each one separately, and
  /// has to look through the whole calendar for each question.
  private static let collectionTime = Duration.milliseconds(150)

  // MARK: Opening

  /// Returns a calendar, which is opened first if necessary.
  func openCalendar(_ uid: String) async throws(ServiceFault) -> OpenedCalendar {
    try await listSources()
    if let calendar = opened[uid] { return calendar }
    guard listed.contains(where: { $0.uid == uid && $0.isEnabled }) else { throw .notFound }
    let task = opening[uid] ?? Task { await self.open(uid) }
    opening[uid] = task
    try await task.value.get()
    guard let calendar = opened[uid] else { throw .notDelivered("") }
    return calendar
  }

  private func open(_ uid: String) async -> Result<Void, ServiceFault> {
    defer { opening[uid] = nil }
    do throws(ServiceFault) {
      let connection = try await connection()
      let place = try await call(ServiceNames.openCalendar, .tuple(.string(uid)))
      guard let path = place[0]?.string, let owner = place[1]?.string else { return .failure(.notFound) }
      var calendar = OpenedCalendar(uid: uid, owner: owner, path: path)
      watchOwner(of: owner, on: connection)
      _ = try await call(calendar.method("Open"), timeout: timeouts.writing)
      let properties = try await call(
        calendar.method("GetAll", interface: ServiceNames.properties),
        .tuple(.string(ServiceNames.calendar)))
      calendar.isWritable = properties[0]?.dictionary?["Writable"]?.bool ?? false
      calendar.isOnline = properties[0]?.dictionary?["Online"]?.bool ?? true
      // A CalDAV server tells it; the description of the calendar may not.
      if let address = properties[0]?.dictionary?["CalEmailAddress"]?.string, address.contains("@") {
        addresses.withLock { _ = $0[uid, default: []].insert(address) }
      }
      let view = try await call(calendar.method("GetView"), .tuple(.string("#t")))
      guard let viewPath = view[0]?.string else { return .failure(.notFound) }
      calendar.viewPath = viewPath
      if let old = lost[uid] { calendar.inherit(old) }
      if let words = earlyErrors.removeValue(forKey: path) { calendar.recordBackgroundError(words) }
      calendar.hasConnected = listed.contains { $0.uid == uid && $0.connection == .connected }
      opened[uid] = calendar
      // Without the flag for what is already there, only changes are reported.
      _ = try await call(calendar.viewMethod("SetFlags"), .tuple(.uint32(0)))
      _ = try await call(calendar.viewMethod("Start"))
      if lost.removeValue(forKey: uid) != nil {
        await repeatLostWrites(in: uid)
        // Others may have changed anything in the meantime. The state comes last, because it makes the store
        // save what waits.
        changeContinuation.yield(.objects(calendar.id, nil))
        reportState(of: uid)
      }
      retryServer(of: uid)
      return .success(())
    } catch {
      opened[uid] = nil
      return .failure(error)
    }
  }

  /// Keeps calendars listed as offline when the process that held them ends, and opens them again.
  ///
  /// - Parameter owner: the name of the process on the bus; nil for all calendars.
  func calendarsLost(owner: String?) {
    for (uid, calendar) in opened where owner == nil || calendar.owner == owner {
      opened[uid] = nil
      lost[uid] = calendar
      changeContinuation.yield(.state(calendar.id, .offline))
      reopen(uid, after: min(timeouts.retry, .seconds(1)))
    }
  }

  /// Opens a lost calendar again as soon as that is possible.
  func reopen(_ uid: String, after pause: Duration) {
    retry(after: pause) { service in
      if service.lost[uid] == nil { return true }
      do throws(ServiceFault) {
        _ = try await service.openCalendar(uid)
        return true
      } catch {
        return error == .notFound
      }
    }
  }

  // MARK: States

  func state(of uid: String) -> CalendarState { condition(of: uid).state }

  func condition(of uid: String) -> CalendarCondition {
    let source = listed.first { $0.uid == uid }
    let calendar = opened[uid]
    return CalendarCondition(
      isListed: source?.isEnabled ?? false, isWritable: calendar?.isWritable ?? false,
      isOnline: calendar?.isOnline ?? false, isReachable: calendar?.isReachable ?? false,
      serverError: calendar?.serverError ?? source?.connectionError,
      backgroundError: calendar?.backgroundError,
      connection: source?.connection ?? .disconnected, isRemote: source?.isRemote ?? false,
      hasConnected: calendar?.hasConnected ?? false)
  }

  /// Reports the state of a calendar if the store can have it open.
  func reportState(of uid: String) {
    guard opened[uid] != nil || lost[uid] != nil else { return }
    changeContinuation.yield(.state(CalendarID(CalendarSource.keyPrefix + uid), state(of: uid)))
    retryServer(of: uid)
  }

  /// Records that the server of a calendar did not answer, or answered with an error, and tries again from time to
  /// time.
  ///
  /// - Parameter words: the server's words about its error.
  func serverFailed(_ uid: String, words: String?) {
    guard opened[uid] != nil else { return }
    opened[uid]?.serverFailed(words)
    reportState(of: uid)
  }

  /// Tries from time to time whether a server that could not be reached, or reported an error, works again.
  func retryServer(of uid: String) {
    guard isWaitingForServer(uid), retried.insert(uid).inserted else { return }
    retry(after: timeouts.retry) { service in
      guard await service.serverAnswers(uid) else { return false }
      service.retried.remove(uid)
      return true
    }
  }

  /// Whether an open calendar cannot be used because of its server, although the service works online.
  private func isWaitingForServer(_ uid: String) -> Bool {
    guard let calendar = opened[uid], calendar.isOnline,
      listed.contains(where: { $0.uid == uid && $0.isRemote })
    else { return false }
    switch state(of: uid) {
    case .offline, .serverError: return true
    case .ready, .readOnly, .needsSignIn, .notAvailable: return false
    }
  }

  /// Asks the server for changes, and returns whether that is no longer necessary. The service reports errors of
  /// this request only afterwards.
  private func serverAnswers(_ uid: String) async -> Bool {
    guard isWaitingForServer(uid), let calendar = opened[uid] else { return true }
    guard (try? await call(calendar.method("Refresh"))) != nil else { return false }
    try? await Task.sleep(for: timeouts.refresh)
    guard let current = opened[uid], current.path == calendar.path else { return true }
    guard current.backgroundErrorCount == calendar.backgroundErrorCount else { return false }
    if !current.isReachable || current.backgroundError != nil {
      opened[uid]?.serverAnswered()
      reportState(of: uid)
    }
    return !isWaitingForServer(uid)
  }

  /// Asks the service to get the changes from the server now. They are reported when they are there.
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
        let words = ServiceFault.shortened(signal.parameters[0]?.string ?? "")
        guard let uid = service.opened.first(where: { $0.value.path == signal.path })?.key else {
          service.earlyErrors[signal.path] = words
          return
        }
        let before = service.state(of: uid)
        service.opened[uid]?.recordBackgroundError(words)
        if service.state(of: uid) != before { service.reportState(of: uid) }
      }
    }
    connection.subscribe(
      interface: ServiceNames.properties, name: "PropertiesChanged", argument: ServiceNames.calendar
    ) { [weak self] signal in
      self?.assumeIsolated { $0.calendarChanged(signal) }
    }
  }

  private func calendarChanged(_ signal: BusConnection.Signal) {
    guard let uid = opened.first(where: { $0.value.path == signal.path })?.key,
      let changed = signal.parameters[1]?.dictionary
    else { return }
    let before = state(of: uid)
    if let isWritable = changed["Writable"]?.bool { opened[uid]?.isWritable = isWritable }
    if let isOnline = changed["Online"]?.bool {
      opened[uid]?.isOnline = isOnline
      if isOnline { opened[uid]?.serverAnswered() }
    }
    if state(of: uid) != before { reportState(of: uid) }
  }

  private func objectsChanged(_ signal: BusConnection.Signal) {
    guard let calendar = opened.values.first(where: { $0.viewPath == signal.path }),
      let texts = signal.parameters[0]?.strings
    else { return }
    let uids: [ByteString]
    switch signal.name {
    case "ObjectsAdded", "ObjectsModified":
      uids = texts.flatMap { ServiceComponent.components(in: Array($0.utf8)) ?? [] }.map(\.uid)
    // A removed occurrence follows its UID on a line of its own.
    case "ObjectsRemoved":
      uids = texts.map { ByteString(String($0.prefix { !$0.isNewline })) }
    default: return
    }
    let changed = uids.filter { !$0.isEmpty }
    guard !changed.isEmpty else { return }
    let isFirst = changedObjects[calendar.uid] == nil
    changedObjects[calendar.uid, default: []].formUnion(changed)
    guard isFirst else { return }
    Task { [weak self] in
      try? await Task.sleep(for: EvolutionService.collectionTime)
      await self?.reportChangedObjects(of: calendar.uid)
    }
  }

  private func reportChangedObjects(of uid: String) {
    // The objects of a calendar that is opened again are all read.
    guard let changed = changedObjects.removeValue(forKey: uid), let calendar = opened[uid] else { return }
    let isMany = changed.count > EvolutionService.maximumChangedObjects
    changeContinuation.yield(
      .objects(calendar.id, isMany ? nil : Set(changed.map { Optional(calendar.name(of: $0)) })))
  }
}
