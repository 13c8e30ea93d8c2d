import CalendarModel
import Foundation
import Testing

@testable import CalendarStore
@testable import EvolutionBackend

extension ServiceTests {
  /// What the service does late, and what other clients do in the meantime.
  @Suite struct UnknownOutcomeTests {
    @Test func eventMovedToAServerThatAnswersLateIsReportedAsDoubled() async throws {
      let live = try await LiveCalendar { $0.writeMilliseconds = 1_500 }
      let path = live.fixture.folder.path + "/file.ics"
      try Samples.calendar(Samples.event("one")).write(toFile: path, atomically: true, encoding: .utf8)
      _ = await live.store.add([path])
      let event = try await live.event("one")
      let target = EventID(calendar: live.id, file: "moved.ics", uid: "one")
      live.fixture.freezeServer(true)
      defer { live.fixture.freezeServer(false) }
      await #expect(throws: StoreError.transferFailed(.noAnswer(.name("Home")))) {
        try await live.store.perform(
          .edit(EventEdit(target: event.id, change: .transfer(to: target, calendarColor: nil))))
      }
      live.fixture.freezeServer(false)
      // The service carries out the write when the server answers.
      var doubled: DoubledEvent?
      for await case .doubled(let event) in live.store.events {
        doubled = event
        break
      }
      #expect(doubled?.origin == event.id && doubled?.destination.calendar == live.id)
      #expect(try live.serverText().contains("UID:one"))
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("UID:one"))
    }

    /// The server carries out writes whose answers are lost, and the service then has the old version.
    @Test func writesWhoseAnswersAreLostAreNotTakenForThoseOfAnotherClient() async throws {
      let fixture = try ServiceFixture()
      let proxy = try fixture.startProxy()
      try await fixture.startServer()
      let backend = fixture.backend { $0.writeMilliseconds = 2_000 }
      let id = try await fixture.addCalendar("home", name: "Home", through: backend)
      try await fixture.put(Samples.calendar(Samples.event("changed")), as: "changed.ics", in: "home")
      let store = fixture.store(backend)
      await store.open([id.key])
      try await fixture.wait("the events are not shown") {
        let snapshot = await store.snapshot()
        return snapshot.calendars.first?.state == .ready && snapshot.events.count == 1
      }
      func event(_ uid: ByteString) async throws -> CalendarEvent {
        try #require(await store.snapshot().events.first { $0.id.uid == uid })
      }
      func texts() throws -> [String] { try fixture.objects(in: "home").values.sorted() }
      try proxy.set(.lose)
      let changes = [EditID(), EditID()]
      let new = EventID(calendar: id, file: "new.ics", uid: "new")
      store.submit(
        .edit(.add(CalendarEvent(id: new, times: Samples.times(2, 9), summary: "New"))), as: changes[0])
      store.submit(
        .edit(EventEdit(target: try await event("changed").id, change: .set([.summary("Mine")]))),
        as: changes[1])
      try await fixture.wait("the server has not carried out the writes") {
        _ = await store.flush()
        let texts = try texts()
        return texts.contains { $0.contains("SUMMARY:New") } && texts.contains { $0.contains("SUMMARY:Mine") }
      }
      store.submit(.undo(changes[1]), as: EditID())
      try proxy.set(.pass)
      for _ in 0..<100 where await !store.flush().isEmpty { try await Task.sleep(for: .milliseconds(50)) }
      let unsaved = await store.flush()
      try #require(unsaved.isEmpty, "the changes are not saved: \(unsaved)")
      try await backend.refresh(id)
      let shown = ["New", "Standup"]
      try await fixture.wait("the changes are not on the server") {
        try texts().compactMap { SecondClient.value("SUMMARY", in: $0) }.sorted() == shown
      }
      try await fixture.wait("the changes are not shown") {
        await store.snapshot().events.map(\.summary).sorted() == shown
      }
      let kept = try? FileManager.default.contentsOfDirectory(atPath: fixture.folder.path + "/kept")
      #expect(kept?.isEmpty ?? true, "a change is taken for one of another client: \(kept ?? [])")
    }

    @Test func deletionByAnotherClientOutlivesTheDeathOfTheService() async throws {
      let fixture = try ServiceFixture()
      let (backend, otherBackend) = (fixture.backend(), fixture.backend())
      let (uid, data) = try fixture.localCalendar("few", count: 3)
      let id = try await fixture.addSource(uid, data, through: backend)
      let store = fixture.store(backend)
      await store.open([id.key])
      let file = fixture.folder.appendingPathComponent("home/data/evolution/calendar/\(uid)/calendar.ics")
      func isStored() throws -> Bool { try String(contentsOf: file, encoding: .utf8).contains("SUMMARY:New") }
      let new = EventID(calendar: id, file: "new.ics", uid: "new")
      try await store.perform(
        .edit(.add(CalendarEvent(id: new, times: Samples.times(2, 9), summary: "New"))))
      try await fixture.wait("the event is not stored") { try isStored() }
      // The other client's changes are final when they are in the file of the service.
      _ = try await otherBackend.load(id)
      let object = try #require(await otherBackend.read(ObjectKey(calendar: id, file: "new.ics")))
      _ = try await otherBackend.write(
        ObjectWrite(
          key: ObjectKey(calendar: id, file: "new.ics"), bytes: nil, version: object.version,
          location: .name("few")))
      try await fixture.wait("the deletion is not stored") { try !isStored() }
      try await fixture.wait("the deletion is not shown") {
        await !store.snapshot().events.contains { $0.summary == "New" }
      }
      let path = try #require(await backend.service.openedCalendars[uid]?.path)
      try await fixture.killService(ServiceNames.calendars, through: backend)
      try await fixture.wait("the calendar is not ready again") {
        let isReopened = await backend.service.openedCalendars[uid].map { $0.path != path } ?? false
        let state = await store.snapshot().calendars.first?.state
        return isReopened && state == .ready
      }
      #expect(try await backend.read(ObjectKey(calendar: id, file: "new.ics")) == nil)
    }

    /// Two Outlook calendars whose only time zone has the name that Outlook gives to zones without one, or a name without
    /// a slash that is also in the system's database.
    @Test(arguments: ["Customized Time Zone", "EST"])
    func zonesWithOneNameAndDifferentRulesStayDifferent(zone: String) async throws {
      let live = try await LiveCalendar()
      for (uid, offset) in [("east", "+0100"), ("west", "-0500"), ("east2", "+0100")] {
        let text = """
          BEGIN:VCALENDAR
          VERSION:2.0
          PRODID:-//handspan//tests//EN
          BEGIN:VTIMEZONE
          TZID:\(zone)
          BEGIN:STANDARD
          DTSTART:16010101T000000
          TZOFFSETFROM:\(offset)
          TZOFFSETTO:\(offset)
          END:STANDARD
          END:VTIMEZONE
          BEGIN:VEVENT
          UID:\(uid)
          DTSTAMP:20260101T000000Z
          DTSTART;TZID=\(zone):20260302T090000
          DTEND;TZID=\(zone):20260302T100000
          SUMMARY:\(uid)
          END:VEVENT
          END:VCALENDAR

          """.replacing("\n", with: "\r\n")
        let key = ObjectKey(calendar: live.id, file: ByteString("\(uid).ics"))
        let receipt = try await live.backend.write(
          ObjectWrite(key: key, bytes: Array(text.utf8), version: nil, location: .name("Home")))
        // The service's form differs only in the name of the zone, so undo still finds what was written.
        #expect(receipt.object?.bytes == Array(text.utf8))
      }
      let store = live.fixture.store(live.fixture.backend())
      let snapshot = await store.open([live.id.key])
      func start(_ uid: ByteString) throws -> String {
        let event = try #require(snapshot.events.first { $0.id.uid == uid })
        return event.times.resolved(in: .utc).start.instant.seconds.description
      }
      let nineUTC = Samples.time(2, 9).seconds
      #expect(try start("east") == "\(nineUTC - 3_600)" && start("east2") == start("east"))
      #expect(try start("west") == "\(nineUTC + 5 * 3_600)")
      // A later edit keeps the zone.
      let west = try #require(snapshot.events.first { $0.id.uid == "west" })
      try await store.perform(.edit(EventEdit(target: west.id, change: .set([.summary("West")]))))
      let text = try #require(
        live.fixture.objects(in: "home").values.first { $0.contains("SUMMARY:West") })
      #expect(text.contains("TZOFFSETTO:-0500") && !text.contains("TZOFFSETTO:+0100"), "\(text)")
    }

    @Test func objectWhoseUIDLooksLikeAQueryIsMovedAndDeleted() async throws {
      let uid = "x\"\u{301})(y"
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event(uid))])
      try await live.change(.edit(.move(live.event(uid), to: Samples.times(2, 11))))
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T110000"))
      try await live.change(.edit(EventEdit(target: live.event(uid).id, change: .delete)))
      #expect(try live.fixture.objects(in: "home").isEmpty)
    }
  }
}
