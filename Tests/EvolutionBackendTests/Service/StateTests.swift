import CalendarModel
import Foundation
import Testing

@testable import CalendarStore
@testable import EvolutionBackend

/// Tests with Evolution Data Server and Radicale. They run one at a time, because each starts several programs.
@Suite(
  .serialized,
  .enabled(
    if: ServiceFixture.canRun, "evolution-data-server, radicale or dbus-daemon is not installed"))
struct ServiceTests {}

extension ServiceTests {
  /// The list of calendars, and their states.
  @Suite struct StateTests {
    @Test func listFollowsChangesToTheSources() async throws {
      let fixture = try ServiceFixture()
      try await fixture.startServer()
      let backend = fixture.backend()
      let initial = try await backend.sources()
      let personal = try #require(initial.first { $0.uid == "system-calendar" })
      #expect(personal.name == "Personal" && personal.backendName == "local" && personal.isEditable)
      #expect(personal.account == "On This Computer")

      let id = try await fixture.addCalendar("work", name: "Work", through: backend)
      let added = try #require(try await backend.sources().first { $0.id == id })
      #expect(added.name == "Work" && added.color == EventColor(hex: "#ff0000"))
      #expect(added.account == "CalDAV" && added.isSelected && added.isEnabled)
      let store = fixture.store(backend)
      #expect(await store.open([id.key]).calendars.map(\.name) == ["Work"])

      try await fixture.setData(
        fixture.data(of: "work", name: "Office", color: "#00ff00"), of: "work", through: backend)
      try await fixture.wait("the new name is not shown") {
        let calendar = await store.snapshot().calendars.first
        return calendar?.name == "Office" && calendar?.color == EventColor(hex: "#00ff00")
      }
      #expect(backend.location(of: id) == .name("Office"))

      try await fixture.setData(
        fixture.data(of: "work", name: "Office", color: "#00ff00", isEnabled: false), of: "work",
        through: backend)
      try await fixture.wait("the calendar is not switched off") {
        await store.snapshot().calendars.first?.state == .notAvailable
      }
      try await fixture.setData(
        fixture.data(of: "work", name: "Office", color: "#00ff00"), of: "work", through: backend)
      try await fixture.wait("the calendar is not switched on") {
        await store.snapshot().calendars.first?.state == .ready
      }
      try await fixture.put(Samples.calendar(Samples.event("later")), as: "later.ics", in: "work")
      try await backend.refresh(id)
      try await fixture.wait("the change is not shown") { await !store.snapshot().events.isEmpty }

      try await fixture.removeSource("work", through: backend)
      try await fixture.wait("the calendar is still listed") {
        try await !backend.sources().contains { $0.id == id }
      }
      try await fixture.wait("the removed calendar is still available") {
        await store.snapshot().calendars.first?.state == .notAvailable
      }
      var lists: [[CalendarID]] = []
      for await list in backend.listings {
        lists.append(list.map(\.id))
        break
      }
      #expect(lists.last?.contains(id) == false && lists.last?.contains(personal.id) == true)
    }

    @Test func reasonIsReportedIfTheServiceIsMissing() async throws {
      let bare = try ServiceFixture(hasService: false)
      await #expect(throws: AccountsUnavailable.notInstalled) { try await bare.backend().listCalendars() }
      let noBus = EvolutionBackend(address: "unix:path=\(bare.folder.path)/nowhere")
      await #expect(throws: AccountsUnavailable.noSessionBus) { try await noBus.listCalendars() }
      // Opening a calendar then fails as if its account could not be reached.
      await #expect(throws: StoreError.offline(.name("work"))) {
        try await noBus.load(CalendarID("eds:work"))
      }
    }

    @Test func unknownCalendarIsNotFound() async throws {
      let fixture = try ServiceFixture()
      let backend = fixture.backend()
      await #expect(throws: StoreError.notFound(.name("none"))) {
        try await backend.load(CalendarID("eds:none"))
      }
    }

    @Test func calendarWithoutPermissionIsReadOnly() async throws {
      let live = try await LiveCalendar(in: "locked")
      try await live.fixture.wait("the calendar is writable") { await live.state == .readOnly }
      var random = SystemRandomNumberGenerator()
      let id = EventID.random(in: live.id, hasSeparateObjects: true, using: &random)
      await #expect(throws: StoreError.readOnly(.name("Home"))) {
        try await live.store.perform(.edit(.add(CalendarEvent(id: id, times: Samples.times(2, 9)))))
      }
      #expect(try live.fixture.objects(in: "locked").isEmpty)
    }

    @Test func calendarThatWaitsForAPasswordNeedsSignIn() async throws {
      let fixture = try ServiceFixture(needsPassword: true)
      try await fixture.startServer()
      let backend = fixture.backend()
      let id = try await fixture.addCalendar("secret", name: "Secret", through: backend)
      let store = fixture.store(backend)
      await store.open([id.key], isReopening: true)
      try await fixture.wait("the calendar does not need a sign-in") {
        let calendar = await store.snapshot().calendars.first
        return calendar?.state == .needsSignIn
          || calendar?.unavailableReason == .missing(.signInNeeded(.name("Secret")))
      }
      var random = SystemRandomNumberGenerator()
      let event = EventID.random(in: id, hasSeparateObjects: true, using: &random)
      await #expect(throws: StoreError.self) {
        try await store.perform(.edit(.add(CalendarEvent(id: event, times: Samples.times(2, 9)))))
      }
      #expect(try fixture.objects(in: "secret").isEmpty)
    }

    /// Even if a calendar's server cannot be reached, the service reports the calendar as waiting for a password.
    @Test func calendarIsOfflineIfItsServerCannotBeReachedFromTheStart() async throws {
      let fixture = try ServiceFixture()
      try await fixture.startServer()
      let backend = fixture.backend()
      let id = try await fixture.addCalendar("home", name: "Home", through: backend)
      fixture.stopServer()
      let store = fixture.store(backend)
      await store.open([id.key], isReopening: true)
      try await fixture.wait("the connection is not refused") {
        let answer = try? await backend.service.call(ServiceNames.listSources)
        return answer?[0]?.dictionary?.values.contains {
          let source = $0.dictionary?[ServiceNames.source]?.dictionary
          return source?["UID"]?.string == "home"
            && source?["ConnectionStatus"]?.string == "awaiting-credentials"
        } == true
      }
      try await fixture.wait("the calendar is not offline") {
        let calendar = await store.snapshot().calendars.first
        return calendar?.state == .offline || calendar?.unavailableReason == .missing(.offline(.name("Home")))
      }
      // The backend asked for the reason before these calls, so it has the answer after them.
      for _ in 0..<2 { _ = try await backend.service.call(ServiceNames.listSources) }
      #expect(await backend.service.state(of: "home") == .offline)
    }

    @Test(arguments: [false, true])
    func calendarIsReadyAsSoonAsItsServerWorks(answersWithAnError: Bool) async throws {
      let fixture = try ServiceFixture()
      try await fixture.startServer()
      let backend = fixture.backend()
      let id = try await fixture.addCalendar("home", name: "Home", through: backend)
      try await fixture.put(Samples.calendar(Samples.event("one")), as: "one.ics", in: "home")
      if answersWithAnError {
        try fixture.setServerError(true, in: "home")
      } else {
        fixture.stopServer()
      }
      let store = fixture.store(backend)
      await store.open([id.key], isReopening: true)
      func state() async -> CalendarState? {
        let calendar = await store.snapshot().calendars.first
        return switch calendar?.unavailableReason {
        case .missing(.offline): .offline
        case .missing(.serverError(_, let message)): .serverError(message)
        default: calendar?.state
        }
      }
      try await fixture.wait("the state is not reported") {
        switch await state() {
        case .offline: !answersWithAnError
        case .serverError(let message): answersWithAnError && message.contains("500")
        default: false
        }
      }
      // The calendar becomes ready without a retry by the user.
      if answersWithAnError {
        try fixture.setServerError(false, in: "home")
      } else {
        try await fixture.startServer()
      }
      try await fixture.wait("the calendar is not usable") { await state() == .ready }
      try await fixture.wait("the event is not shown") {
        await store.snapshot().events.map(\.id.uid.text) == ["one"]
      }
    }

    /// The service goes offline if it cannot resolve the name of a server, and does not notice on its own when it can
    /// again. At its first start, it has no copy of the calendar and refuses to open it.
    @Test(
      .enabled(if: ServiceFixture.canUseHostName, "libnss-wrapper is not installed"),
      arguments: [false, true])
    func calendarIsReadyAsSoonAsTheNameOfItsServerIsKnown(hasCopy: Bool) async throws {
      let fixture = try ServiceFixture(hostName: "calendars.test")
      try await fixture.startServer()
      let backend = fixture.backend()
      let id = try await fixture.addCalendar("home", name: "Home", through: backend)
      try await fixture.put(Samples.calendar(Samples.event("one")), as: "one.ics", in: "home")
      let store = fixture.store(backend)
      func waitForEvent() async throws {
        try await fixture.wait("the calendar is not ready") {
          let snapshot = await store.snapshot()
          return snapshot.calendars.first?.state == .ready && snapshot.events.map(\.id.uid.text) == ["one"]
        }
      }
      if hasCopy { try fixture.setHostName(isKnown: true) }
      await store.open([id.key], isReopening: true)
      if hasCopy {
        try await waitForEvent()
        try fixture.setHostName(isKnown: false)
        for name in [ServiceNames.calendars, ServiceNames.registry] {
          try await fixture.killService(name, through: backend)
        }
      }
      try await fixture.wait("the calendar is not offline") {
        let calendar = await store.snapshot().calendars.first
        let isOnline = await backend.service.openedCalendars["home"]?.isOnline
        return hasCopy
          ? calendar?.state == .offline && isOnline == false
          : calendar?.unavailableReason == .missing(.offline(.name("Home")))
      }
      try fixture.setHostName(isKnown: true)
      try await waitForEvent()
    }

    @Test func calendarIsOpenedOnceItsServerAnswers() async throws {
      let fixture = try ServiceFixture()
      try await fixture.startServer()
      let backend = fixture.backend { $0.writeMilliseconds = 1_000 }
      let id = try await fixture.addCalendar("home", name: "Home", through: backend)
      try await fixture.put(Samples.calendar(Samples.event("one")), as: "one.ics", in: "home")
      fixture.freezeServer(true)
      defer { fixture.freezeServer(false) }
      let store = fixture.store(backend)
      await store.open([id.key], isReopening: true)
      try await fixture.wait("the missing answer is not reported") {
        await store.snapshot().calendars.first?.unavailableReason == .missing(.noAnswer(.name("Home")))
      }
      fixture.freezeServer(false)
      try await fixture.wait("the event is not shown") {
        let snapshot = await store.snapshot()
        return snapshot.calendars.first?.state == .ready && snapshot.events.map(\.id.uid.text) == ["one"]
      }
    }

    @Test func editIsSavedOnceTheServerNoLongerReportsAnError() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      try live.fixture.setServerError(true, in: "home")
      let edit = StoreChange.edit(.move(try await live.event("one"), to: Samples.times(2, 11)))
      do {
        try await live.store.perform(edit)
        Issue.record("the edit was saved")
      } catch .serverError(let location, let message) {
        #expect(location == .name("Home") && message.contains("500"), "\(message)")
      }
      try await live.fixture.wait("the error is not reported") {
        if case .serverError(let message) = await live.state { message.contains("500") } else { false }
      }
      #expect(try live.serverText().contains("20260302T090000"))
      #expect(try await live.event("one").times == Samples.times(2, 11))
      try live.fixture.setServerError(false, in: "home")
      try await live.fixture.wait("the edit is not saved") {
        try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T110000")
      }
      try await live.fixture.wait("the calendar is not ready") { await live.state == .ready }
      #expect(await live.store.flush().isEmpty)
    }

    @Test func editMadeOfflineIsSavedOnceTheServerIsBack() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      live.fixture.stopServer()
      let edit = StoreChange.edit(.move(try await live.event("one"), to: Samples.times(2, 11)))
      await #expect(throws: StoreError.offline(.name("Home"))) { try await live.store.perform(edit) }
      try await live.fixture.wait("the calendar is not offline") { await live.state == .offline }
      #expect(try live.serverText().contains("20260302T090000"))
      // The edit is shown while it waits.
      #expect(try await live.event("one").times == Samples.times(2, 11))
      try await live.fixture.startServer()
      try await live.fixture.wait("the edit is not saved") {
        try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T110000")
      }
      try await live.fixture.wait("the calendar is not ready") { await live.state == .ready }
      #expect(await live.store.flush().isEmpty)
    }

    @Test func objectIsReadAgainBeforeAWriteWithoutAnAnswerIsRepeated() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))]) {
        $0.writeMilliseconds = 1_500
      }
      live.fixture.freezeServer(true)
      let edit = StoreChange.edit(.move(try await live.event("one"), to: Samples.times(2, 11)))
      await #expect(throws: StoreError.self) { try await live.store.perform(edit) }
      live.fixture.freezeServer(false)
      let store = live.store
      try await live.fixture.wait("the edit is not saved") { await store.flush().isEmpty }
      let text = try live.serverText()
      #expect(text.contains("DTSTART;TZID=Europe/Berlin:20260302T110000"))
      #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 2)
    }

    @Test func waitingEditSurvivesARestart() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      let fixture = live.fixture
      func store() -> CalendarStore {
        CalendarStore(
          displayZone: .utc, files: CalendarFiles(), conflictsFolder: fixture.folder.path + "/kept",
          pendingFolder: fixture.folder.path + "/pending", backends: [fixture.backend()])
      }
      // The store that cannot save is released at the end of this function, as if the program ended.
      func editOffline() async throws {
        let firstStore = store()
        await firstStore.open([live.id.key])
        try await fixture.wait("the calendar is not ready") {
          await firstStore.snapshot().calendars.first?.state == .ready
        }
        fixture.stopServer()
        let event = try await live.event("one")
        await #expect(throws: StoreError.offline(.name("Home"))) {
          try await firstStore.perform(.edit(.move(event, to: Samples.times(2, 11))))
        }
        #expect(await firstStore.storeUnsavedChanges())
      }
      try await editOffline()
      try await fixture.startServer()
      // A second client changes the same event before the program is started again.
      try await fixture.put(
        Samples.calendar(Samples.event("one", title: "Theirs")), as: "one.ics", in: "home")
      let secondStore = store()
      await secondStore.open([live.id.key])
      try await fixture.wait("the calendar is not ready") {
        await secondStore.snapshot().calendars.first?.state == .ready
      }
      let pendingChanges = await secondStore.pendingChanges()
      #expect(pendingChanges.map(\.count) == [1])
      #expect(await secondStore.apply(pendingChanges).isEmpty)
      let text = try live.serverText()
      #expect(
        text.contains("DTSTART;TZID=Europe/Berlin:20260302T110000") && text.contains("SUMMARY:Theirs"),
        "\(text)")
      #expect(await secondStore.pendingChanges().isEmpty)
    }

    @Test(arguments: [false, true])
    func writeInProgressIsNotLostIfTheServiceIsKilled(isNew: Bool) async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      let (fixture, store) = (live.fixture, live.store)
      let one = try await live.event("one")
      var random = SystemRandomNumberGenerator()
      let id = EventID.random(in: live.id, hasSeparateObjects: true, using: &random)
      fixture.freezeServer(true)
      store.submit(
        .edit(
          isNew
            ? .add(CalendarEvent(id: id, times: Samples.times(2, 11), summary: "New"))
            : .move(one, to: Samples.times(2, 11))), as: EditID())
      try await fixture.wait("nothing is being written") {
        let calendar = await live.backend.service.openedCalendars["home"]
        return calendar?.writtenTexts.isEmpty == false
      }
      try await fixture.killService(ServiceNames.calendars, through: live.backend)
      fixture.freezeServer(false)
      try await fixture.wait("the change is not saved") { await store.flush().isEmpty }
      let texts = try fixture.objects(in: "home").values
      #expect(texts.count == (isNew ? 2 : 1))
      #expect(texts.count { $0.contains("DTSTART;TZID=Europe/Berlin:20260302T110000") } == 1)
    }

    /// The service and the process that holds the calendar are killed alternately. They may be the same process.
    @Test func confirmedWriteToALocalCalendarIsNotLostIfTheServiceIsKilled() async throws {
      let fixture = try ServiceFixture()
      let backend = fixture.backend()
      let (uid, data) = try fixture.localCalendar("many", count: 1_000)
      let id = try await fixture.addSource(uid, data, through: backend)
      let store = fixture.store(backend)
      var snapshot = await store.open([id.key])
      for round in 0..<4 {
        let changed = try #require(snapshot.events.first { $0.id.uid == ByteString("event-\(round)") })
        let deleted = try #require(snapshot.events.first { $0.id.uid == ByteString("event-\(round + 50)") })
        var random = SystemRandomNumberGenerator()
        let new = EventID.random(in: id, hasSeparateObjects: true, using: &random)
        try await store.perform(.edit(EventEdit(target: changed.id, change: .set([.summary("Changed")]))))
        try await store.perform(.edit(EventEdit(target: deleted.id, change: .delete)))
        try await store.perform(.edit(.add(CalendarEvent(id: new, times: Samples.times(2, 9)))))
        let openedCalendar = try #require(await backend.service.openedCalendars[uid])
        let busName = round.isMultiple(of: 2) ? openedCalendar.owner : ServiceNames.calendars
        try await fixture.killService(busName, through: backend)
        try await fixture.wait("the calendar is not ready again") {
          let service = backend.service
          let isNew = await service.openedCalendars[uid].map { $0.path != openedCalendar.path } ?? false
          let state = await store.snapshot().calendars.first?.state
          return isNew && state == .ready
        }
        func storedText(of event: EventID) async throws -> String? {
          let key = ObjectKey(calendar: id, file: event.file)
          return try await backend.read(key).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        #expect(try await storedText(of: changed.id)?.contains("SUMMARY:Changed") == true)
        #expect(try await storedText(of: deleted.id) == nil)
        #expect(try await storedText(of: new) != nil)
        snapshot = await store.snapshot()
        #expect(snapshot.events.first { $0.id == changed.id }?.summary == "Changed")
        #expect(!snapshot.events.contains { $0.id == deleted.id })
        #expect(snapshot.events.contains { $0.id == new })
      }
    }

    @Test func calendarIsOpenedAgainAfterTheServiceIsKilled() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      let service = live.backend.service
      // Each process that holds the calendar uses a different path.
      let path = try #require(await service.openedCalendars["home"]?.path)
      for name in [ServiceNames.calendars, ServiceNames.registry] {
        try await live.fixture.killService(name, through: live.backend)
      }
      try await live.fixture.wait("the calendar is not opened again") {
        await service.openedCalendars["home"].map { $0.path != path } ?? false
      }
      try await live.fixture.wait("the calendar is not ready again") {
        let (serviceState, storeState) = (await service.state(of: "home"), await live.state)
        return serviceState == .ready && storeState == .ready
      }
      let edit = try await live.change(.edit(.move(live.event("one"), to: Samples.times(2, 11))))
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T110000"))
      try await live.change(.undo(edit))
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T090000"))
      // Later changes are still reported.
      try await live.fixture.put(Samples.calendar(Samples.event("two")), as: "two.ics", in: "home")
      try await live.backend.refresh(live.id)
      try await live.fixture.wait("the change is not shown") {
        await live.store.snapshot().events.count == 2
      }
    }

    @Test func objectsOfALocalCalendarAreReadWithAllTheirComponents() async throws {
      let fixture = try ServiceFixture()
      let backend = fixture.backend()
      let series = [
        Samples.event("series", more: "RRULE:FREQ=DAILY;COUNT=9"),
        Samples.event("series", title: "Late", more: "RECURRENCE-ID;TZID=Europe/Berlin:20260304T090000"),
        Samples.event("orphan", more: "RECURRENCE-ID;TZID=Europe/Berlin:20260305T090000"),
      ].map { $0.replacingOccurrences(of: "\n", with: "\r\n") + "\r\n" }.joined()
      let (uid, data) = try fixture.localCalendar("few", count: 3, more: series)
      let id = try await fixture.addSource(uid, data, through: backend)
      let loadedObjects = try await backend.load(id).objects
      #expect(loadedObjects.count == 5)
      // Reading an object returns the same bytes as loading the calendar; otherwise every check would find changes.
      let names = Set(loadedObjects.map(\.name))
      let readObjects = try await backend.read(names.union(["missing.ics"]), in: id)
      func texts(_ objects: [StoredObject]) -> [ByteString?: [UInt8]] {
        Dictionary(uniqueKeysWithValues: objects.map { ($0.name, $0.bytes) })
      }
      #expect(texts(readObjects) == texts(loadedObjects))
      for object in readObjects {
        #expect(object.version == loadedObjects.first { $0.name == object.name }?.version)
      }
    }

    @Test func eventsAddedToALargeCalendarByAnotherProgramAreShown() async throws {
      let fixture = try ServiceFixture()
      let (backend, otherBackend) = (fixture.backend(), fixture.backend())
      let (uid, data) = try fixture.localCalendar("many", count: 2_000)
      let id = try await fixture.addSource(uid, data, through: backend)
      let store = fixture.store(backend)
      await store.open([id.key])
      _ = try await otherBackend.sources()
      let names = (0..<40).map { "added-\($0)" }
      for name in names {
        let text = Samples.calendar(Samples.event(name))
        _ = try await otherBackend.write(
          ObjectWrite(
            key: ObjectKey(calendar: id, file: ByteString(name + ".ics")), bytes: Array(text.utf8),
            version: nil,
            location: .name("Many")))
      }
      try await fixture.wait("the events are not shown") {
        await store.snapshot().events.count == 2_000 + names.count
      }
    }

    @Test func tenThousandObjectsAreLoaded() async throws {
      let fixture = try ServiceFixture()
      let backend = fixture.backend()
      let (uid, data) = try fixture.localCalendar("many", count: 10_000)
      let id = try await fixture.addSource(uid, data, through: backend)
      // A change to one object is compared with the stored object, because the service keeps no versions.
      let store = fixture.store(backend)
      let snapshot = await store.open([id.key])
      let calendar = try #require(snapshot.calendars.first)
      #expect(calendar.eventCount == 10_000 && calendar.state == .ready)
      let event = try #require(snapshot.events.first { $0.id.uid == "event-77" })
      let edit = EditID()
      store.submit(.edit(EventEdit(target: event.id, change: .set([.summary("Changed")]))), as: edit)
      #expect(await store.flush().isEmpty)
      let key = ObjectKey(calendar: id, file: "event-77.ics")
      let object = try #require(try await backend.read(key))
      #expect(String(decoding: object.bytes, as: UTF8.self).contains("SUMMARY:Changed"))
      try await store.perform(.undo(edit))
      let restored = try #require(try await backend.read(key))
      #expect(String(decoding: restored.bytes, as: UTF8.self).contains("SUMMARY:Event 77\r\n"))
      await #expect(throws: BackendError.changed) {
        try await backend.write(
          ObjectWrite(key: key, bytes: object.bytes, version: object.version, location: .name("Many")))
      }
    }
  }
}
