import CalendarModel
import CalendarStore

// Listing the sources, and following their changes.
extension EvolutionService {
  /// Returns the calendars that the service lists. From then on, changes to the list are reported.
  func calendars() async throws(AccountsUnavailable) -> [CalendarSource] {
    do {
      if !hasListedSources { try await checkInterface() }
      try await listSources()
    } catch let reason as AccountsUnavailable {
      throw reason
    } catch let fault as ServiceFault {
      throw AccountsUnavailable(fault)
    } catch {
      throw .failed("\(error)")
    }
    return publishedCalendars
  }

  /// Checks that the service is installed with the interfaces that are used here, without starting it.
  private func checkInterface() async throws {
    var names: Set<String> = []
    for method in ["ListNames", "ListActivatableNames"] {
      names.formUnion(try await call(ServiceNames.bus(method))[0]?.strings ?? [])
    }
    guard names.contains(where: { $0.hasPrefix(ServiceNames.prefix) }) else {
      throw AccountsUnavailable.notInstalled
    }
    guard names.contains(ServiceNames.registry), names.contains(ServiceNames.calendars) else {
      throw AccountsUnavailable.unsupportedVersion
    }
  }

  /// Returns whether the service is running, without starting it.
  func isRunning() async -> Bool {
    let names = try? await call(ServiceNames.bus("ListNames"))[0]?.strings
    return names?.contains(ServiceNames.registry) ?? false
  }

  /// Lists the sources unless they are already known.
  func listSources() async throws(ServiceFault) {
    // Opening a new connection invalidates the list.
    _ = try await connection()
    guard !hasListedSources else { return }
    let task = listingTask ?? Task { await self.requestSources() }
    listingTask = task
    try await task.value.get()
  }

  private func requestSources() async -> Result<Void, ServiceFault> {
    defer { listingTask = nil }
    do throws(ServiceFault) {
      repeat {
        try await readCatalog()
        await checkUnreachableCalendars()
        // If the service was restarted in the meantime, the sources are read again.
      } while !followsSources
      hasListedSources = true
      publish()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func readCatalog() async throws(ServiceFault) {
    repeat {
      (followsSources, hasMissedSignal) = (false, false)
      let answer = try await call(ServiceNames.listSources)
      guard answer.type == "(a{oa{sa{sv}}})", let sources = answer[0]?.dictionary else { throw .notFound }
      catalog.removeAll()
      for (path, interfaces) in sources { add(interfaces, at: path) }
      // A change that was reported while the list was on its way may be newer than the list.
    } while hasMissedSignal
    followsSources = true
  }

  /// Asks why calendars cannot be reached. Changes that are reported meanwhile take precedence.
  private func checkUnreachableCalendars() async {
    for (path, reportedStatus) in catalog.unreachableCalendars {
      let changeNumber = connectionChangeCounts[path]
      let (status, error) = await connection(ofSourceAt: path, reportedAs: reportedStatus)
      guard connectionChangeCounts[path] == changeNumber else { continue }
      catalog.update(at: path, connection: status, error: error)
    }
  }

  private func add(_ interfaces: Variant, at path: String) {
    guard let interfaces = interfaces.dictionary, let source = interfaces[ServiceNames.source]?.dictionary,
      let uid = source["UID"]?.string
    else { return }
    catalog.add(
      SourceCatalog.Record(
        uid: uid, data: KeyFile(source["Data"]?.string ?? ""),
        connection: ConnectionStatus(name: source["ConnectionStatus"]?.string ?? ""),
        isEditable: interfaces[ServiceNames.editableSource] != nil), at: path)
  }

  func watchSources(on connection: BusConnection) {
    connection.subscribe(sender: ServiceNames.registry, interface: ServiceNames.objectManager) {
      [weak self] signal in
      self?.assumeIsolated { $0.sourcesChanged(signal) }
    }
    connection.subscribe(
      sender: ServiceNames.registry, interface: ServiceNames.properties, name: "PropertiesChanged",
      argument: ServiceNames.source
    ) { [weak self] signal in
      self?.assumeIsolated { $0.sourceChanged(signal) }
    }
    // The error may become known only after the status has changed.
    connection.subscribe(
      sender: ServiceNames.registry, interface: ServiceNames.source, name: "CredentialsRequired"
    ) { [weak self] signal in
      self?.assumeIsolated { service in
        guard let status = service.catalog.connection(at: signal.path) else { return }
        service.connectionChanged(ofSourceAt: signal.path, to: status)
      }
    }
  }

  private func sourcesChanged(_ signal: BusConnection.Signal) {
    guard followsSources else { return hasMissedSignal = true }
    guard let path = signal.parameters[0]?.string, let value = signal.parameters[1] else { return }
    switch signal.name {
    case "InterfacesAdded": add(value, at: path)
    case "InterfacesRemoved" where value.strings?.contains(ServiceNames.source) ?? false:
      catalog.remove(at: path)
    default: return
    }
    publish()
  }

  private func sourceChanged(_ signal: BusConnection.Signal) {
    guard followsSources else { return hasMissedSignal = true }
    guard let changed = signal.parameters[1]?.dictionary else { return }
    let (path, data) = (signal.path, changed["Data"]?.string)
    if let data { catalog.update(at: path, data: data) }
    guard let status = changed["ConnectionStatus"]?.string.map({ ConnectionStatus(name: $0) }) else {
      if data != nil { publish() }
      return
    }
    if data != nil { publish() }
    connectionChanged(ofSourceAt: path, to: status)
  }

  private func connectionChanged(ofSourceAt path: String, to status: ConnectionStatus) {
    let changeNumber = connectionChangeCounts[path, default: 0] + 1
    connectionChangeCounts[path] = changeNumber
    guard status.mayHaveFailed else {
      catalog.update(at: path, connection: status)
      return publish()
    }
    // Finding out the reason may take a while. Until it is known, nothing may be written.
    if let uid = catalog.uid(at: path), openedCalendars[uid]?.hasConnected == true {
      openedCalendars[uid]?.recordConnection(status)
      reportState(of: uid)
    }
    Task {
      let (checkedStatus, error) = await connection(ofSourceAt: path, reportedAs: status)
      // The status may have changed in the meantime.
      guard connectionChangeCounts[path] == changeNumber else { return }
      catalog.update(at: path, connection: checkedStatus, error: error)
      publish()
    }
  }

  /// Returns the status of a source that is not connected, and the server's error message if there is one. A
  /// source may be reported as waiting for a password although its server cannot be reached; the status returned is
  /// then `disconnected`.
  private func connection(
    ofSourceAt path: String, reportedAs status: ConnectionStatus
  ) async -> (status: ConnectionStatus, error: String?) {
    let method = BusConnection.Method(
      destination: ServiceNames.registry, path: path, interface: ServiceNames.source,
      name: "GetLastCredentialsRequiredArguments")
    // The answer consists of the reason, the certificate, its errors, the name of the error, and its text.
    guard let answer = try? await call(method), let name = answer[3]?.string, !name.isEmpty,
      let message = answer[4]?.string
    else { return (status, nil) }
    if ServiceFault(name: name, message: message) == .offline { return (.disconnected, nil) }
    return (status, answer[0]?.string == "error" ? ServiceFault.shortened(message) : nil)
  }

  /// Reports the changes since the list was last published, once the list is complete.
  private func publish() {
    guard hasListedSources else { return }
    catalog.defaultUID = DefaultCalendar.uid(among: catalog.uids)
    let calendars = catalog.calendars
    let changes = SourceCatalog.Changes(from: publishedCalendars, to: calendars)
    let isDifferent = publishedCalendars != calendars
    publishedCalendars = calendars
    names.withLock { names in
      // The name of a removed calendar is still needed for messages about it.
      for calendar in calendars { names[calendar.uid] = calendar.name }
    }
    addresses.withLock { addresses in
      for calendar in calendars { addresses[calendar.uid, default: []].formUnion(calendar.userAddresses) }
    }
    localCalendars.withLock { $0 = Set(calendars.filter { !$0.isRemote }.map(\.uid)) }
    var changedConnections: Set<String> = []
    for calendar in calendars {
      let hadConnected = openedCalendars[calendar.uid]?.hasConnected
      openedCalendars[calendar.uid]?.recordConnection(calendar.connection)
      if openedCalendars[calendar.uid]?.hasConnected != hadConnected {
        changedConnections.insert(calendar.uid)
      }
    }
    if isDifferent { listingContinuation.yield(calendars.filter(\.isEnabled).map(\.listedCalendar)) }
    for uid in changes.renamed where openedCalendars[uid] != nil {
      changeContinuation.yield(.objects(CalendarID(CalendarSource.keyPrefix + uid), nil))
    }
    // A calendar that was removed or switched off is closed by the service, which does not open it again.
    for uid in changes.removed.union(changes.stateChanged)
    where !calendars.contains(where: { $0.uid == uid && $0.isEnabled }) {
      if let calendar = openedCalendars.removeValue(forKey: uid) { keepLostCalendar(calendar) }
    }
    for uid in changes.added.union(changes.removed).union(changes.stateChanged).union(changedConnections) {
      reportState(of: uid)
      if lostCalendars[uid] != nil, calendars.contains(where: { $0.uid == uid && $0.isEnabled }) {
        reopen(uid, after: .zero)
      }
    }
  }

  /// Lists the sources again. Until that has succeeded, the list stays as it is, so that a restart of the registry
  /// changes nothing.
  func registryChanged(isPresent: Bool) {
    guard hasListedSources || listingTask != nil else { return }
    (hasListedSources, followsSources, hasMissedSignal) = (false, false, true)
    retry(after: isPresent ? .zero : min(timeouts.retry, .seconds(1))) { service in
      (try? await service.listSources()) != nil
    }
  }

  /// Repeats an operation at increasing intervals until it succeeds.
  ///
  /// - Parameters:
  ///   - pause: the pause before the first attempt.
  ///   - operation: returns whether it succeeded.
  func retry(
    after pause: Duration, _ operation: @escaping @Sendable (isolated EvolutionService) async -> Bool
  ) {
    let secondPause = timeouts.retry
    Task { [weak self] in
      var (pause, nextPause) = (pause, secondPause)
      repeat {
        try? await Task.sleep(for: pause)
        (pause, nextPause) = (nextPause, min(nextPause * 2, .seconds(60)))
      } while await self?.attempt(operation) == false
    }
  }

  private func attempt(_ operation: @Sendable (isolated EvolutionService) async -> Bool) async -> Bool {
    // The task may have been started by one that was opening a calendar, but does not belong to it.
    await EvolutionService.$uidBeingOpened.withValue(nil) { await operation(self) }
  }
}
