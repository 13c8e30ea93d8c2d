import CalendarModel
import CalendarStore

// Reading and writing objects.
extension EvolutionService {
  /// CONFLICT_FAIL: an object that was changed on the server is not overwritten. DISABLE_ITIP_MESSAGE: the
  /// service sends no mail to attendees. Without the first, the service overwrites silently.
  private static let flags = Variant.uint32(1 | 16)

  // MARK: Reading

  func load(_ uid: String, as location: CalendarLocation) async throws(StoreError) -> BackendCalendar {
    do throws(ServiceFault) {
      _ = try await openCalendar(uid)
      let objects = try await objects(matching: "#t", in: uid)
      let source = listed.first { $0.uid == uid }
      var stored: [StoredObject] = []
      stored.reserveCapacity(objects.count)
      for object in objects {
        if let object = opened[uid]?.stored(object) { stored.append(object) }
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
      let object = try await object(openCalendar(uid).uid(of: name), in: uid)
      return object.flatMap { opened[uid]?.stored($0) }
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
      let found = try await objects(withUIDs: names.map { calendar.uid(of: $0) }.sorted(), in: uid)
      return found.compactMap { opened[uid]?.stored($0) }
    } catch {
      throw .failed(error.whileReading(location))
    }
  }

  /// Reads the objects that match an expression of the service, and the definitions of their time zones.
  private func objects(
    matching query: String, in uid: String
  ) async throws(ServiceFault) -> [ServiceObject] {
    let answer = try await call(
      openCalendar(uid).method("GetObjectList"), .tuple(.string(query)), timeout: timeouts.writing)
    return try await objects(in: answer[0]?.strings ?? [], of: uid)
  }

  /// Returns the objects in texts of the service, and reads the definitions of their time zones.
  private func objects(in texts: [String], of uid: String) async throws(ServiceFault) -> [ServiceObject] {
    let objects = ServiceObject.objects(
      of: texts.flatMap { ServiceComponent.components(in: Array($0.utf8)) ?? [] })
    let zones = objects.reduce(into: Set<String>()) { $0.formUnion($1.zones) }
    for zone in zones.sorted() where !OpenedCalendar.isSystemZone(zone) {
      _ = try await definition(of: zone, in: uid)
    }
    return objects
  }

  func object(_ object: ByteString, in uid: String) async throws(ServiceFault) -> ServiceObject? {
    try await objects(withUIDs: [object], in: uid).first
  }

  /// The number of objects that one query asks for.
  private static let queriedObjects = 100

  /// Reads the objects with some UIDs. Those that do not exist are left out.
  private func objects(
    withUIDs uids: [ByteString], in uid: String
  ) async throws(ServiceFault) -> [ServiceObject] {
    if listed.first(where: { $0.uid == uid })?.backendName == "local" {
      return try await localObjects(withUIDs: uids, in: uid)
    }
    var (rest, objects) = (uids[...], [ServiceObject]())
    while !rest.isEmpty {
      let asked = rest.prefix(EvolutionService.queriedObjects)
      rest = rest.dropFirst(asked.count)
      // The service may compare in another way.
      let expected = Set(asked)
      objects += try await self.objects(matching: EvolutionService.query(for: asked), in: uid)
        .filter { expected.contains($0.uid) }
    }
    return objects
  }

  /// Reads objects of a calendar on this computer. For a query, the service would compare each of them with each event
  /// of the calendar; it finds one object at once, with all its components. For a calendar on a server, this request
  /// may wait for the server.
  private func localObjects(
    withUIDs uids: [ByteString], in uid: String
  ) async throws(ServiceFault) -> [ServiceObject] {
    let method = try await openCalendar(uid).method("GetObject")
    var texts: [String] = []
    for object in uids {
      do throws(ServiceFault) {
        let answer = try await call(method, .tuple(.string(object.text), .string("")))
        if let text = answer[0]?.string { texts.append(text) }
      } catch .notFound {
        continue
      }
    }
    return try await objects(in: texts, of: uid)
  }

  /// Returns the expression of the service that matches the components with some UIDs. `uid?` takes only one of them.
  private static func query(for uids: some Sequence<ByteString>) -> String {
    let conditions = uids.map { uid in
      let escaped = uid.text.reduce(into: "") { text, character in
        if character == "\\" || character == "\"" { text += "\\" }
        text.append(character)
      }
      return "(uid? \"\(escaped)\")"
    }
    return "(or " + conditions.joined(separator: " ") + ")"
  }

  /// Returns the definition of a time zone; nil if the service does not know it.
  private func definition(of zone: String, in uid: String) async throws(ServiceFault) -> [UInt8]? {
    let calendar = try await openCalendar(uid)
    if let known = calendar.zones[zone] { return known }
    var definition: [UInt8]?
    do throws(ServiceFault) {
      let answer = try await call(calendar.method("GetTimezone"), .tuple(.string(zone)))
      definition = WritePlan.definitions(in: Array((answer[0]?.string ?? "").utf8))[zone]
    } catch .notFound {
      definition = nil
    }
    opened[uid]?.zones[zone] = .some(definition)
    return definition
  }

  // MARK: Writing

  func write(_ write: ObjectWrite, in uid: String) async throws(BackendError) -> WriteReceipt {
    let (stored, plan) = try await plan(for: write, in: uid)
    guard let plan else { return WriteReceipt(nil) }
    // An answer that does not come is recognized by what is read afterwards.
    if let bytes = write.bytes, let result = plan.result {
      opened[uid]?.written[plan.uid] = WrittenText(bytes: bytes, form: StoredForm(result), version: nil)
    }
    do throws(BackendError) {
      let path = opened[uid]?.path
      let receipt = try await carryOut(plan, of: write, from: stored, in: uid)
      // What one process has confirmed, the one that replaced it may not know. The path names the process.
      guard opened[uid]?.path == path else { throw .outcomeUnknown }
      recordWrite(of: plan.uid, write, as: receipt, in: uid)
      return receipt
    } catch {
      // Nothing of it was stored, so what is read is no longer compared with it.
      if error != .outcomeUnknown { opened[uid]?.written[plan.uid] = nil }
      throw error
    }
  }

  /// Compares the object with the version that a write is based on, and plans the requests.
  ///
  /// - Returns: nil instead of a plan if nothing has to be done.
  private func plan(
    for write: ObjectWrite, in uid: String
  ) async throws(BackendError) -> (ServiceObject?, WritePlan?) {
    do throws(ServiceFault) {
      let calendar = try await openCalendar(uid)
      await waitForConnection(of: uid)
      switch state(of: uid) {
      case .ready: break
      case .readOnly: throw .notPermitted
      case .needsSignIn: throw .signInNeeded
      case .offline: throw .offline
      case .serverError(let words):
        guard condition(of: uid).mayBeWritable else { throw .serverError(words) }
      case .notAvailable: throw .notFound
      }
      let name = write.key.file ?? ByteString("")
      var object = calendar.uid(of: name)
      if write.version == nil, let own = write.bytes.flatMap(ServiceComponent.components)?.first?.uid {
        object = own
        opened[uid]?.setName(name, of: object)
      }
      let stored = try await self.object(object, in: uid)
      if write.bytes == nil, stored == nil { return (nil, nil) }
      guard stored.map({ ObjectVersion($0.version) }) == write.version else { throw .outOfSync }
      let base = stored.flatMap { opened[uid]?.text(of: $0) }
      let plan: WritePlan
      do throws(WritePlan.Refusal) {
        plan = try WritePlan(stored: stored, base: base, bytes: write.bytes)
      } catch {
        throw ServiceFault.unsupported
      }
      for (zone, definition) in plan.zones.sorted(by: { $0.key < $1.key })
      where try await self.definition(of: zone, in: uid) == nil {
        _ = try await call(
          calendar.method("AddTimezone"), .tuple(.string(String(decoding: definition, as: UTF8.self))))
        opened[uid]?.zones[zone] = .some(definition)
      }
      // The service would store the time as if it were UTC.
      for zone in plan.undefinedZones.sorted() where try await self.definition(of: zone, in: uid) == nil {
        throw .unknownZone(zone)
      }
      return (stored, plan)
    } catch .notFound where state(of: uid) == .notAvailable {
      throw .failed(.vanished(write.location))
    } catch .noAnswer {
      // Only reading was tried so far.
      throw .failed(.noAnswer(write.location))
    } catch {
      if error.isOfServer { serverFailed(uid, words: error.serverWords) }
      throw error.whileWriting(write.location)
    }
  }

  /// Waits until a calendar that has just been opened is connected to its server or asks for a password, but not for
  /// ever.
  private func waitForConnection(of uid: String) async {
    let end = ContinuousClock.now + timeouts.connection
    while let calendar = opened[uid], calendar.isOnline, calendar.isReachable, !calendar.hasConnected,
      state(of: uid) == .offline, ContinuousClock.now < end
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
      if let created = plan.created {
        objectUID = try await create(created, in: uid) ?? plan.uid
        hasChanged = true
        if objectUID != plan.uid, let name = write.key.file { opened[uid]?.setName(name, of: objectUID) }
      }
      if !plan.modified.isEmpty {
        var components = plan.modified
        if plan.created != nil, let now = try await object(objectUID, in: uid) {
          components = (plan.result?.components.dropFirst() ?? []).map {
            $0.bytes(with: now.serviceLines(for: nil))
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
        opened[uid]?.written[objectUID] = nil
        return WriteReceipt(nil)
      }
      guard var now = try await object(objectUID, in: uid) else { throw .notFound }
      if !plan.removedOccurrences.isEmpty, let result = plan.result {
        now = try await restore(result, from: now, in: uid)
      }
      return WriteReceipt(opened[uid]?.stored(now))
    } catch {
      if error.isOfServer { serverFailed(uid, words: error.serverWords) }
      switch error {
      case .outOfSync:
        await waitForServer(ofObject: plan.uid, from: stored, in: uid)
        throw .changed
      case .exists, .notFound: throw .changed
      // What was changed by the first requests has to be read before anything is tried again.
      default: throw hasChanged ? .outcomeUnknown : error.whileWriting(write.location)
      }
    }
  }

  /// Waits until the service has the version from the server, but not for ever. After a conflict it still has
  /// the old one.
  private func waitForServer(ofObject object: ByteString, from old: ServiceObject?, in uid: String) async {
    try? await refresh(uid)
    let end = ContinuousClock.now + timeouts.conflict
    while ContinuousClock.now < end {
      do throws(ServiceFault) {
        if try await self.object(object, in: uid)?.version != old?.version { return }
      } catch {
        return
      }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Sends the components again that the removal of occurrences changed. The service adds an EXDATE to the
  /// series for each, in another form than that of its DTSTART.
  private func restore(
    _ result: ServiceObject, from now: ServiceObject, in uid: String
  ) async throws(ServiceFault) -> ServiceObject {
    guard StoredForm(now) != StoredForm(result) else { return now }
    let components = result.components.filter { component in
      guard let stored = now.components.first(where: { $0.recurrenceID == component.recurrenceID }),
        let own = ServiceObject([component]), let other = ServiceObject([stored])
      else { return true }
      return StoredForm(own) != StoredForm(other)
    }
    guard !components.isEmpty else { return now }
    try await modify(
      components.map { $0.bytes(with: now.serviceLines(for: $0.recurrenceID)) }, in: uid)
    guard let after = try await object(now.uid, in: uid) else { throw .notFound }
    return after
  }

  /// - Returns: the UID under which the service stored the object.
  private func create(_ component: [UInt8], in uid: String) async throws(ServiceFault) -> ByteString? {
    let answer = try await call(
      openCalendar(uid).method("CreateObjects"),
      .tuple(.strings([String(decoding: component, as: UTF8.self)]), EvolutionService.flags),
      timeout: timeouts.writing)
    return answer[0]?.strings?.first.map { ByteString($0) }
  }

  private func modify(_ components: [[UInt8]], in uid: String) async throws(ServiceFault) {
    _ = try await call(
      openCalendar(uid).method("ModifyObjects"),
      .tuple(
        .strings(components.map { String(decoding: $0, as: UTF8.self) }), .string("this"),
        EvolutionService.flags),
      timeout: timeouts.writing)
  }

  /// - Parameter scope: "this" for an occurrence or "all" for the object. "only-this" would be the right one
  ///   for an occurrence, but on a CalDAV calendar it adds an EXRULE that hides all earlier ones.
  private func remove(
    _ object: ByteString, _ occurrence: String, _ scope: String, in uid: String
  ) async throws(ServiceFault) {
    let identifiers = Variant.array(
      of: "(ss)", [.tuple(.string(object.text), .string(occurrence))])
    _ = try await call(
      openCalendar(uid).method("RemoveObjects"),
      .tuple(identifiers, .string(scope), EvolutionService.flags), timeout: timeouts.writing)
  }
}
