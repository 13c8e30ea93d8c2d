import CalendarModel
import Foundation
import Testing

@testable import CalendarStore
@testable import EvolutionBackend

/// Tests with Evolution Data Server and Radicale. One at a time: each starts several programs.
@Suite(
  .serialized,
  .enabled(
    if: ServiceFixture.canRun, "evolution-data-server, radicale or dbus-daemon is not installed"))
struct ServiceTests {}

extension ServiceTests {
  /// The list of calendars, and their states.
  @Suite struct StateTests {
    @Test func listFollowsTheSourcesOfTheService() async throws {
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
      try await fixture.wait("the name is not followed") {
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
      try await fixture.wait("changes are not followed") { await !store.snapshot().events.isEmpty }

      try await fixture.removeSource("work", through: backend)
      try await fixture.wait("the calendar is still listed") {
        try await !backend.sources().contains { $0.id == id }
      }
      try await fixture.wait("the removed calendar is available") {
        await store.snapshot().calendars.first?.state == .notAvailable
      }
      var lists: [[CalendarID]] = []
      for await list in backend.listings {
        lists.append(list.map(\.id))
        break
      }
      #expect(lists.last?.contains(id) == false && lists.last?.contains(personal.id) == true)
    }

    @Test func withoutTheServiceTheReasonIsTold() async throws {
      let bare = try ServiceFixture(hasService: false)
      await #expect(throws: AccountsUnavailable.notInstalled) { try await bare.backend().listCalendars() }
      let noBus = EvolutionBackend(address: "unix:path=\(bare.folder.path)/nowhere")
      await #expect(throws: AccountsUnavailable.noSessionBus) { try await noBus.listCalendars() }
      // Opening a calendar then fails as for an account that cannot be reached.
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
      let id = EventID.fresh(in: live.id, hasSeparateObjects: true, using: &random)
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
      await store.open([id.key], wereOpen: true)
      try await fixture.wait("nobody is asked to sign in") {
        let calendar = await store.snapshot().calendars.first
        return calendar?.state == .needsSignIn
          || calendar?.unavailableReason == .missing(.signInNeeded(.name("Secret")))
      }
      var random = SystemRandomNumberGenerator()
      let event = EventID.fresh(in: id, hasSeparateObjects: true, using: &random)
      await #expect(throws: StoreError.self) {
        try await store.perform(.edit(.add(CalendarEvent(id: event, times: Samples.times(2, 9)))))
      }
      #expect(try fixture.objects(in: "secret").isEmpty)
    }

    @Test func editMadeOfflineIsSavedWhenTheServerIsBack() async throws {
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

    @Test func writeWithoutAnAnswerIsReadBeforeItIsTriedAgain() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))]) {
        $0.writing = 1_500
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

    @Test func calendarIsOpenedAgainAfterTheServiceWasKilled() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      let service = live.backend.service
      let owner = try #require(await service.opened["home"]?.owner)
      for name in [ServiceNames.calendars, ServiceNames.registry] {
        try await live.fixture.killService(name, through: live.backend)
      }
      try await live.fixture.wait("the calendar is not opened again") {
        await service.opened["home"].map { $0.owner != owner } ?? false
      }
      try await live.fixture.wait("the calendar is not ready again") {
        let (held, shown) = (await service.state(of: "home"), await live.state)
        return held == .ready && shown == .ready
      }
      let edit = try await live.change(.edit(.move(live.event("one"), to: Samples.times(2, 11))))
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T110000"))
      try await live.change(.undo(edit))
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T090000"))
      // Changes are still followed.
      try await live.fixture.put(Samples.calendar(Samples.event("two")), as: "two.ics", in: "home")
      try await live.backend.refresh(live.id)
      try await live.fixture.wait("changes are not followed") {
        await live.store.snapshot().events.count == 2
      }
    }

    @Test func tenThousandObjectsAreLoaded() async throws {
      let fixture = try ServiceFixture()
      let backend = fixture.backend()
      let events = (0..<10_000).map { number in
        "BEGIN:VEVENT\r\nUID:event-\(number)\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260302T090000Z\r\nDTEND:20260302T100000Z\r\nSUMMARY:Event \(number)\r\nEND:VEVENT\r\n"
      }
      let data = fixture.folder.appendingPathComponent("home/data/evolution/calendar/many")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      try ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + events.joined() + "END:VCALENDAR\r\n")
        .write(to: data.appendingPathComponent("calendar.ics"), atomically: true, encoding: .utf8)
      let id = try await fixture.addSource(
        "many", ServiceFixture.localData(name: "Many"), through: backend)
      // A change of one object is compared with what the service has stored, because it keeps no version.
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
