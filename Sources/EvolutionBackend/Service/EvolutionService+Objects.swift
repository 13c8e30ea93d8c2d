import CalendarDocument
import CalendarModel
import CalendarStore

// Reading and writing objects.
extension EvolutionService {
  /// CONFLICT_FAIL: a write fails if the object was changed on the server; otherwise the service would overwrite it
  /// silently. DISABLE_ITIP_MESSAGE: the service sends no mail to attendees.
  private func writeFlags(in uid: String) -> Variant {
    .uint32(openedCalendars[uid]?.addsScheduleAgent == true ? 1 : 1 | 16)
  }

  // MARK: Reading

  func load(_ uid: String, as location: CalendarLocation) async throws(StoreError) -> BackendCalendar {
    do throws(ServiceFault) {
      _ = try await openCalendar(uid)
      let objects = try await objects(matching: "#t", in: uid)
      let source = publishedCalendars.first { $0.uid == uid }
      var stored: [StoredObject] = []
      stored.reserveCapacity(objects.count)
      for object in objects {
        if let object = openedCalendars[uid]?.stored(object) { stored.append(object) }
      }
      return BackendCalendar(
        name: source?.name, color: source?.color, hasSeparateObjects: true, state: state(of: uid),
        objects: stored)
    } catch {
      throw error.whileReading(location)
    }
  }

  func read(
    _ name: ByteString, in uid: String, as location: CalendarLocation
  ) async throws(BackendError) -> StoredObject? {
    do throws(ServiceFault) {
      let object = try await object(withUID: openCalendar(uid).uid(of: name), in: uid)
      return object.flatMap { openedCalendars[uid]?.stored($0) }
    } catch {
      throw .failed(error.whileReading(location))
    }
  }

  /// Reads several objects. Those that do not exist are left out.
  func read(
    _ names: Set<ByteString>, in uid: String, as location: CalendarLocation
  ) async throws(BackendError) -> [StoredObject] {
    do throws(ServiceFault) {
      let calendar = try await openCalendar(uid)
      let uids = Set(names.map { calendar.uid(of: $0) })
      let objects = try await objects(withUIDs: uids.sorted(), in: uid)
      openedCalendars[uid]?.forgetRecentWrites(
        of: uids, among: calendar.recentWrites,
        found: Dictionary(
          objects.map { ($0.uid, ObjectVersion($0.version)) }, uniquingKeysWith: { first, _ in first }))
      return objects.compactMap { openedCalendars[uid]?.stored($0) }
    } catch {
      throw .failed(error.whileReading(location))
    }
  }

  /// Reads the objects that match a query in the service's language, and the definitions of their time zones.
  private func objects(
    matching query: String, in uid: String
  ) async throws(ServiceFault) -> [ServiceObject] {
    let answer = try await call(
      openCalendar(uid).method("GetObjectList"), .tuple(.string(query)), timeout: timeouts.writeMilliseconds)
    return try await objects(in: answer[0]?.strings ?? [], of: uid)
  }

  /// Returns the objects in iCalendar text from the service, and reads the definitions of their time zones.
  private func objects(in strings: [String], of uid: String) async throws(ServiceFault) -> [ServiceObject] {
    let objects = ServiceObject.objects(
      of: strings.flatMap { ServiceComponent.components(in: Array($0.utf8)) ?? [] })
    let zones = objects.reduce(into: Set<ByteString>()) { $0.formUnion($1.zones) }
    for zone in zones.sorted() where !OpenedCalendar.isSystemZone(zone.text) {
      _ = try await definition(of: zone, in: uid)
    }
    return objects
  }

  func object(withUID objectUID: ByteString, in uid: String) async throws(ServiceFault) -> ServiceObject? {
    try await objects(withUIDs: [objectUID], in: uid).first
  }

  private static let maximumObjectsPerQuery = 100

  /// Reads the objects with the given UIDs. Those that do not exist are left out.
  private func objects(
    withUIDs uids: [ByteString], in uid: String
  ) async throws(ServiceFault) -> [ServiceObject] {
    if publishedCalendars.first(where: { $0.uid == uid })?.backendName == "local" {
      return try await localObjects(withUIDs: uids, in: uid)
    }
    var (rest, objects) = (uids[...], [ServiceObject]())
    while !rest.isEmpty {
      let queriedUIDs = rest.prefix(EvolutionService.maximumObjectsPerQuery)
      rest = rest.dropFirst(queriedUIDs.count)
      // The service may compare UIDs differently, so it may return other objects too.
      let expected = Set(queriedUIDs)
      objects += try await self.objects(matching: SExpression.query(forUIDs: queriedUIDs), in: uid)
        .filter { expected.contains($0.uid) }
    }
    return objects
  }

  /// Reads objects in a calendar on this computer, one by one. The service finds a single object by its UID at once,
  /// with all its components; for a query, it would compare each UID with each event of the calendar. For a calendar on
  /// a server, these requests might have to wait for the server.
  private func localObjects(
    withUIDs uids: [ByteString], in uid: String
  ) async throws(ServiceFault) -> [ServiceObject] {
    let method = try await openCalendar(uid).method("GetObject")
    var strings: [String] = []
    for objectUID in uids {
      do throws(ServiceFault) {
        let answer = try await call(method, .tuple(.string(objectUID.text), .string("")))
        if let text = answer[0]?.string { strings.append(text) }
      } catch .notFound {
        continue
      }
    }
    return try await objects(in: strings, of: uid)
  }

  /// Returns the definition of a time zone; nil if the service does not know it.
  private func definition(of zone: ByteString, in uid: String) async throws(ServiceFault) -> [UInt8]? {
    let calendar = try await openCalendar(uid)
    if let known = calendar.zones[zone] { return known }
    var definition: [UInt8]?
    do throws(ServiceFault) {
      let answer = try await call(calendar.method("GetTimezone"), .tuple(.string(zone.text)))
      definition = WritePlan.definitions(in: Array((answer[0]?.string ?? "").utf8))[zone]
    } catch .notFound {
      definition = nil
    }
    openedCalendars[uid]?.zones[zone] = .some(definition)
    return definition
  }

  // MARK: Writing

  func write(_ write: ObjectWrite, in uid: String) async throws(BackendError) -> WriteReceipt {
    let (stored, plan) = try await plan(for: write, in: uid)
    guard let plan else { return WriteReceipt(nil) }
    // If there is no answer, the object that is read later is compared with this one.
    if let bytes = write.bytes, let newObject = plan.newObject {
      openedCalendars[uid]?.writtenTexts[plan.uid] = WrittenText(
        bytes: bytes, normalizedObject: NormalizedObject(newObject), version: nil,
        previousVersion: stored?.version)
    }
    do throws(BackendError) {
      let path = openedCalendars[uid]?.path
      let receipt = try await carryOut(plan, of: write, from: stored, in: uid)
      // If another process has replaced the one that confirmed the write, the new one may not know of the write. The
      // path differs for each process.
      guard openedCalendars[uid]?.path == path else { throw .outcomeUnknown }
      recordWrite(of: plan.uid, write, as: receipt, in: uid)
      unansweredWriteCounts[uid] = nil
      openedCalendars[uid]?.unconfirmedWrites.remove(plan.uid)
      return receipt
    } catch {
      switch error {
      // If the server's answer is lost, the service reports an error of the server.
      case .outcomeUnknown, .failed(.offline), .failed(.serverError):
        openedCalendars[uid]?.unconfirmedWrites.insert(plan.uid)
      // Nothing was stored, so the objects that are read are no longer compared with this one.
      case .changed, .busy, .refused, .failed:
        openedCalendars[uid]?.writtenTexts[plan.uid] = nil
        openedCalendars[uid]?.unconfirmedWrites.remove(plan.uid)
      }
      throw error
    }
  }

  /// Compares the object with the version that a write is based on, plans the requests, and sends the time zones that
  /// the service does not know.
  ///
  /// - Returns: nil instead of a plan if nothing has to be done.
  private func plan(
    for write: ObjectWrite, in uid: String
  ) async throws(BackendError) -> (ServiceObject?, WritePlan?) {
    do throws(ServiceFault) {
      let calendar = try await openCalendar(uid)
      await waitForConnection(of: uid)
      // If the connection cannot be established, the service would queue the write and call it a success.
      if condition(of: uid).isConnecting { throw .offline }
      switch state(of: uid) {
      case .ready: break
      case .readOnly: throw .notPermitted
      case .needsSignIn: throw .signInNeeded
      case .offline: throw .offline
      case .serverError(let message):
        guard condition(of: uid).mayBeWritable else { throw .serverError(message) }
      case .notAvailable: throw .notFound
      }
      let name = write.key.file ?? ByteString("")
      var objectUID = calendar.uid(of: name)
      if write.version == nil, let writtenUID = write.bytes.flatMap(ServiceComponent.components)?.first?.uid {
        objectUID = writtenUID
        openedCalendars[uid]?.setName(name, of: objectUID)
      }
      let stored = try await object(withUID: objectUID, in: uid)
      if write.bytes == nil, stored == nil { return (nil, nil) }
      guard stored.map({ ObjectVersion($0.version) }) == write.version else { throw .outOfSync }
      let base = stored.flatMap { openedCalendars[uid]?.text(of: $0) }
      let (storableBase, bytes) = (
        try await withUnambiguousZones(base, in: uid), try await withUnambiguousZones(write.bytes, in: uid)
      )
      let plan: WritePlan
      do throws(WritePlan.Refusal) {
        plan = try WritePlan(
          stored: stored, base: storableBase, bytes: bytes,
          sendsUnchanged: calendar.unconfirmedWrites.contains(objectUID))
      } catch {
        throw ServiceFault.unsupported
      }
      for (zone, definition) in plan.zoneDefinitions.sorted(by: { $0.key < $1.key })
      where try await self.definition(of: zone, in: uid) == nil {
        _ = try await call(
          calendar.method("AddTimezone"), .tuple(.string(String(decoding: definition, as: UTF8.self))))
        openedCalendars[uid]?.zones[zone] = .some(definition)
      }
      // The service would store a time in an unknown zone as if it were UTC.
      for zone in plan.undefinedZones.sorted() where try await self.definition(of: zone, in: uid) == nil {
        throw .unknownZone(zone.text)
      }
      return (stored, plan)
    } catch .notFound where state(of: uid) == .notAvailable {
      throw .failed(.vanished(write.location))
    } catch .noAnswer {
      recordMissingAnswer(of: uid)
      // No object has been written yet.
      throw .failed(.noAnswer(write.location))
    } catch {
      if error.isServerProblem { recordServerFailure(of: uid, message: error.serverMessage) }
      throw error.whileWriting(write.location)
    }
  }

  /// Returns the text of an object with other names for the time zones whose names already denote zones with different
  /// rules in the calendar. The service has one definition for each name, and would shift the times of the object.
  private func withUnambiguousZones(
    _ bytes: [UInt8]?, in uid: String
  ) async throws(ServiceFault) -> [UInt8]? {
    guard let bytes else { return nil }
    var names: [ByteString: String] = [:]
    for (name, definition) in WritePlan.definitions(in: bytes) where !OpenedCalendar.isSystemZone(name.text) {
      var attempt = 0
      while let known = try await self.definition(
        of: names[name].map { ByteString($0) } ?? name, in: uid),
        !ZoneDefinition.haveSameRules(known, definition)
      {
        names[name] = ZoneNames.newName(for: name.text, definition, attempt: attempt)
        attempt += 1
      }
    }
    return ZoneNames.renaming(names, in: bytes)
  }

  /// Waits for a limited time until a calendar that has just been opened, or is connecting again, is connected to its
  /// server or needs a password.
  private func waitForConnection(of uid: String) async {
    let end = ContinuousClock.now + timeouts.connection
    while let calendar = openedCalendars[uid], calendar.isOnline, calendar.isReachable,
      !calendar.hasConnected && state(of: uid) == .offline || condition(of: uid).isConnecting,
      ContinuousClock.now < end
    {
      try? await Task.sleep(for: .milliseconds(50))
    }
  }

  private func carryOut(
    _ plan: WritePlan, of write: ObjectWrite, from stored: ServiceObject?, in uid: String
  ) async throws(BackendError) -> WriteReceipt {
    var hasChanged = false
    do throws(ServiceFault) {
      var objectUID = plan.uid
      if let createdComponent = plan.createdComponent {
        objectUID = try await create(createdComponent, in: uid) ?? plan.uid
        hasChanged = true
        if objectUID != plan.uid, let name = write.key.file {
          openedCalendars[uid]?.setName(name, of: objectUID)
        }
      }
      if !plan.modifiedComponents.isEmpty {
        var components = plan.modifiedComponents
        if plan.createdComponent != nil, let created = try await object(withUID: objectUID, in: uid) {
          components = (plan.newObject?.components.dropFirst() ?? []).map {
            $0.bytes(with: created.serviceLines(for: nil))
          }
        }
        try await modify(components, in: uid)
        hasChanged = true
      }
      for occurrence in plan.removedOccurrences {
        try await remove(objectUID, occurrence, "this", in: uid)
        hasChanged = true
      }
      if plan.removesObject {
        try await remove(objectUID, "", "all", in: uid)
        hasChanged = true
        openedCalendars[uid]?.writtenTexts[objectUID] = nil
        return WriteReceipt(nil)
      }
      guard var written = try await object(withUID: objectUID, in: uid) else { throw .notFound }
      if !plan.removedOccurrences.isEmpty, let newObject = plan.newObject {
        written = try await restore(newObject, from: written, in: uid)
      }
      if let newObject = plan.newObject, ScheduleAgent.wasAdded(to: written, sent: newObject) {
        // From now on, writes to this calendar do without the flag that causes this.
        openedCalendars[uid]?.addsScheduleAgent = true
        written = try await restore(newObject, from: written, in: uid)
      }
      return WriteReceipt(openedCalendars[uid]?.stored(written))
    } catch {
      if error.isServerProblem { recordServerFailure(of: uid, message: error.serverMessage) }
      if error == .noAnswer { recordMissingAnswer(of: uid) }
      switch error {
      case .outOfSync:
        await waitForServer(ofObject: plan.uid, from: stored, in: uid)
        throw .changed
      case .exists, .notFound: throw .changed
      // The results of the first requests have to be read before the write is tried again.
      default: throw hasChanged ? .outcomeUnknown : error.whileWriting(write.location)
      }
    }
  }

  /// Waits for a limited time until the service has the version from the server. Immediately after a conflict, it still
  /// has the old version.
  private func waitForServer(ofObject objectUID: ByteString, from oldObject: ServiceObject?, in uid: String)
    async
  {
    try? await refresh(uid)
    let end = ContinuousClock.now + timeouts.conflict
    while ContinuousClock.now < end {
      do throws(ServiceFault) {
        if try await object(withUID: objectUID, in: uid)?.version != oldObject?.version { return }
      } catch {
        return
      }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Resends the components that the service changed when it removed occurrences: for each occurrence, it adds an
  /// EXDATE to the series, in a different form from the series' DTSTART.
  private func restore(
    _ newObject: ServiceObject, from current: ServiceObject, in uid: String
  ) async throws(ServiceFault) -> ServiceObject {
    guard NormalizedObject(current) != NormalizedObject(newObject) else { return current }
    let components = newObject.components.filter { component in
      guard let stored = current.components.first(where: { $0.recurrenceID == component.recurrenceID }),
        let expectedObject = ServiceObject([component]), let storedObject = ServiceObject([stored])
      else { return true }
      return NormalizedObject(expectedObject) != NormalizedObject(storedObject)
    }
    guard !components.isEmpty else { return current }
    try await modify(
      components.map { $0.bytes(with: current.serviceLines(for: $0.recurrenceID)) }, in: uid)
    guard let restored = try await object(withUID: current.uid, in: uid) else { throw .notFound }
    return restored
  }

  /// - Returns: the UID under which the service stored the object.
  private func create(_ component: [UInt8], in uid: String) async throws(ServiceFault) -> ByteString? {
    let answer = try await call(
      openCalendar(uid).method("CreateObjects"),
      .tuple(.strings([String(decoding: component, as: UTF8.self)]), writeFlags(in: uid)),
      timeout: timeouts.writeMilliseconds)
    return answer[0]?.strings?.first.map { ByteString($0) }
  }

  private func modify(_ components: [[UInt8]], in uid: String) async throws(ServiceFault) {
    _ = try await call(
      openCalendar(uid).method("ModifyObjects"),
      .tuple(
        .strings(components.map { String(decoding: $0, as: UTF8.self) }), .string("this"),
        writeFlags(in: uid)),
      timeout: timeouts.writeMilliseconds)
  }

  /// - Parameter scope: "this" for an occurrence or "all" for the object. "only-this" should be the right scope
  ///   for an occurrence, but in a CalDAV calendar it adds an EXRULE that hides all earlier occurrences.
  private func remove(
    _ objectUID: ByteString, _ occurrence: String, _ scope: String, in uid: String
  ) async throws(ServiceFault) {
    let identifiers = Variant.array(
      of: "(ss)", [.tuple(.string(objectUID.text), .string(occurrence))])
    _ = try await call(
      openCalendar(uid).method("RemoveObjects"),
      .tuple(identifiers, .string(scope), writeFlags(in: uid)), timeout: timeouts.writeMilliseconds)
  }
}
