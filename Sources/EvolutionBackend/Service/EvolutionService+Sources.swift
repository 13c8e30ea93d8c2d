import CalendarModel
import CalendarStore

// Listing the sources, and following their changes.
extension EvolutionService {
  /// Returns the calendars that the service lists, and from then on reports changes of the list.
  func calendars() async throws(AccountsUnavailable) -> [CalendarSource] {
    do {
      if !isListed { try await checkInterface() }
      try await listSources()
    } catch let reason as AccountsUnavailable {
      throw reason
    } catch let fault as ServiceFault {
      throw AccountsUnavailable(fault)
    } catch {
      throw .failed("\(error)")
    }
    return listed
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
      throw AccountsUnavailable.otherVersion
    }
  }

  /// Whether the service is running, found out without starting it.
  func isRunning() async -> Bool {
    let names = try? await call(ServiceNames.bus("ListNames"))[0]?.strings
    return names?.contains(ServiceNames.registry) ?? false
  }

  /// Lists the sources unless they are already known.
  func listSources() async throws(ServiceFault) {
    // Opening the connection may find that the list is no longer current.
    _ = try await connection()
    guard !isListed else { return }
    let task = listing ?? Task { await self.requestSources() }
    listing = task
    try await task.value.get()
  }

  private func requestSources() async -> Result<Void, ServiceFault> {
    defer { listing = nil }
    do throws(ServiceFault) {
      let answer = try await call(ServiceNames.listSources)
      guard answer.type == "(a{oa{sa{sv}}})", let sources = answer[0]?.dictionary else {
        return .failure(.notFound)
      }
      catalog.removeAll()
      for (path, interfaces) in sources { add(interfaces, at: path) }
      for (path, status) in catalog.unconnected {
        let known = await connection(ofSourceAt: path, reportedAs: status)
        catalog.update(at: path, connection: known.status, error: known.error)
      }
      isListed = true
      publish()
      return .success(())
    } catch {
      return .failure(error)
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
    // The error may be known only after the status has changed.
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
    guard isListed, let path = signal.parameters[0]?.string, let value = signal.parameters[1] else { return }
    switch signal.name {
    case "InterfacesAdded": add(value, at: path)
    case "InterfacesRemoved" where value.strings?.contains(ServiceNames.source) ?? false:
      catalog.remove(at: path)
    default: return
    }
    publish()
  }

  private func sourceChanged(_ signal: BusConnection.Signal) {
    guard isListed, let changed = signal.parameters[1]?.dictionary else { return }
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
    let count = connectionChanges[path, default: 0] + 1
    connectionChanges[path] = count
    guard status.mayHaveFailed else {
      catalog.update(at: path, connection: status)
      return publish()
    }
    Task {
      let known = await connection(ofSourceAt: path, reportedAs: status)
      // The status may have changed in the meantime.
      guard connectionChanges[path] == count else { return }
      catalog.update(at: path, connection: known.status, error: known.error)
      publish()
    }
  }

  /// Returns the state of a source that is not connected, and the server's words about the error that prevented a
  /// connection. A source that could not reach its server may be reported as waiting for a sign-in.
  private func connection(
    ofSourceAt path: String, reportedAs status: ConnectionStatus
  ) async -> (status: ConnectionStatus, error: String?) {
    let method = BusConnection.Method(
      destination: ServiceNames.registry, path: path, interface: ServiceNames.source,
      name: "GetLastCredentialsRequiredArguments")
    // The reason, the certificate and its errors, the name of the error and its text.
    guard let answer = try? await call(method), let name = answer[3]?.string, !name.isEmpty,
      let words = answer[4]?.string
    else { return (status, nil) }
    if ServiceFault(name: name, message: words) == .offline { return (.disconnected, nil) }
    return (status, answer[0]?.string == "error" ? ServiceFault.shortened(words) : nil)
  }

  /// Reports how the list differs from the one that was last published.
  private func publish() {
    catalog.defaultUID = DefaultCalendar.uid(among: catalog.uids)
    let calendars = catalog.calendars
    let changes = SourceCatalog.Changes(from: listed, to: calendars)
    let isDifferent = listed != calendars
    listed = calendars
    names.withLock { names in
      // The name of a removed calendar is still needed for messages about it.
      for calendar in calendars { names[calendar.uid] = calendar.name }
    }
    addresses.withLock { addresses in
      for calendar in calendars {
        if let address = calendar.userAddress { addresses[calendar.uid, default: []].insert(address) }
      }
    }
    for calendar in calendars where calendar.connection == .connected {
      opened[calendar.uid]?.hasConnected = true
    }
    if isDifferent { listingContinuation.yield(calendars.filter(\.isEnabled).map(\.listed)) }
    for uid in changes.renamed where opened[uid] != nil {
      changeContinuation.yield(.objects(CalendarID(CalendarSource.keyPrefix + uid), nil))
    }
    // The service has closed a calendar that was removed or switched off, and does not open it again.
    for uid in changes.removed.union(changes.restated)
    where !calendars.contains(where: { $0.uid == uid && $0.isEnabled }) {
      if let calendar = opened.removeValue(forKey: uid) { lost[uid] = calendar }
    }
    for uid in changes.added.union(changes.removed).union(changes.restated) {
      reportState(of: uid)
      if lost[uid] != nil, calendars.contains(where: { $0.uid == uid && $0.isEnabled }) {
        reopen(uid, after: .zero)
      }
    }
  }

  /// The list stays as it is while the registry is not running, so that a restart changes nothing.
  func registryChanged(isPresent: Bool) {
    guard isListed else { return }
    isListed = false
    retry(after: isPresent ? .zero : min(timeouts.retry, .seconds(1))) { service in
      (try? await service.listSources()) != nil
    }
  }

  /// Repeats an operation with growing pauses until it succeeds.
  ///
  /// - Parameters:
  ///   - pause: the pause before the first attempt.
  ///   - operation: returns whether it succeeded.
  func retry(
    after pause: Duration, _ operation: @escaping @Sendable (isolated EvolutionService) async -> Bool
  ) {
    let growing = timeouts.retry
    Task { [weak self] in
      var (pause, next) = (pause, growing)
      repeat {
        try? await Task.sleep(for: pause)
        (pause, next) = (next, min(next * 2, .seconds(60)))
      } while await self?.attempt(operation) == false
    }
  }

  private func attempt(_ operation: @Sendable (isolated EvolutionService) async -> Bool) async -> Bool {
    await operation(self)
  }
}
