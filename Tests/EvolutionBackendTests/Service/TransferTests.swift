import CalendarModel
import Foundation
import Testing

@testable import CalendarStore
@testable import EvolutionBackend

extension ServiceTests {
  /// Moving events between a file and a calendar on the server.
  @Suite struct TransferTests {
    private static let series = Samples.event("one", more: "RRULE:FREQ=DAILY;COUNT=9")
    private static let override = Samples.event(
      "one", title: "Moved", more: "RECURRENCE-ID;TZID=Europe/Berlin:20260302T090000")

    /// Opens a calendar on the server together with a file.
    private func open(
      server: [String: String], file: String
    ) async throws -> (live: LiveCalendar, file: CalendarID) {
      let live = try await LiveCalendar(server)
      let path = live.fixture.folder.path + "/file.ics"
      try file.write(toFile: path, atomically: true, encoding: .utf8)
      _ = await live.store.add([path])
      return (live, CalendarID(path))
    }

    private func text(_ calendar: CalendarID) throws -> String {
      try String(contentsOfFile: calendar.key, encoding: .utf8)
    }

    private func transfer(_ event: CalendarEvent, to calendar: CalendarID) -> StoreChange {
      let name: ByteString? = calendar.key.hasPrefix(CalendarSource.keyPrefix) ? "moved.ics" : nil
      let id = EventID(calendar: calendar, file: name, uid: event.id.uid)
      return .edit(
        EventEdit(
          target: event.id, scope: event.isRepeating ? .all : .thisOccurrence,
          change: .transfer(to: id, calendarColor: nil)))
    }

    @Test func eventMovesFromAFileToTheServerAndBackWithUndo() async throws {
      let (live, file) = try await open(server: [:], file: Samples.calendar(Samples.event("one")))
      let before = try text(file)
      let edit = try await live.change(transfer(live.event("one"), to: live.id))
      #expect(try Samples.lines(live.serverText()) == Samples.lines(before))
      #expect(try !text(file).contains("UID:one"))
      #expect(try await live.event("one").id.calendar == live.id)
      try await live.change(.undo(edit))
      #expect(try live.fixture.objects(in: "home").isEmpty)
      #expect(try text(file) == before)
      try await live.change(.redo(edit))
      #expect(try Samples.lines(live.serverText()) == Samples.lines(before))
      #expect(try !text(file).contains("UID:one"))
    }

    @Test func eventMovesFromTheServerToAFileAndBackWithUndo() async throws {
      let (live, file) = try await open(
        server: ["one.ics": Samples.calendar(Samples.event("one"))],
        file: Samples.calendar(Samples.event("other")))
      let before = try (server: live.serverLines(), file: text(file))
      let edit = try await live.change(transfer(live.event("one"), to: file))
      #expect(try live.fixture.objects(in: "home").isEmpty)
      let lines = try Samples.lines(text(file))
      #expect(Set(lines).isSuperset(of: before.server) && lines.contains("UID:other"))
      #expect(try !text(file).contains("X-EVOLUTION"))
      try await live.change(.undo(edit))
      #expect(try live.serverLines() == before.server && text(file) == before.file)
    }

    @Test func seriesMovesWithItsChangedOccurrences() async throws {
      let object = Samples.calendar(Self.series, Self.override)
      let (live, file) = try await open(
        server: ["one.ics": object], file: Samples.calendar(Samples.event("other")))
      let before = try live.serverLines()
      let series = try #require(
        await live.store.snapshot().events.first { $0.id.uid == "one" && $0.id.recurrenceID == nil })
      let edit = try await live.change(transfer(series, to: file))
      #expect(try live.fixture.objects(in: "home").isEmpty)
      #expect(try Set(Samples.lines(text(file))).isSuperset(of: before))
      try await live.change(.undo(edit))
      #expect(try live.serverLines() == before)
      #expect(try !text(file).contains("UID:one"))
    }

    @Test func eventStaysWhereItIsIfTheServerCannotBeReached() async throws {
      let (live, file) = try await open(
        server: ["two.ics": Samples.calendar(Samples.event("two"))],
        file: Samples.calendar(Samples.event("one")))
      let before = try (server: live.serverLines(), file: text(file))
      live.fixture.stopServer()
      await #expect(throws: StoreError.transferFailed(.offline(.name("Home")))) {
        try await live.store.perform(transfer(live.event("one"), to: live.id))
      }
      #expect(try text(file) == before.file && live.serverLines() == before.server)
      #expect(try await live.event("one").id.calendar == file)
      // An event that is moved away from the server is added to the file before it is removed from the server.
      try await live.fixture.startServer()
      try await live.fixture.wait("the calendar is not ready") { await live.state == .ready }
      live.fixture.stopServer()
      let change = try await transfer(live.event("two"), to: file)
      live.store.submit(change, as: EditID())
      let (store, fixture) = (live.store, live.fixture)
      #expect(await !store.flush().isEmpty)
      #expect(try text(file).contains("UID:two") && live.serverLines() == before.server)
      try await fixture.startServer()
      try await fixture.wait("the event is not removed") { try fixture.objects(in: "home").isEmpty }
      #expect(try text(file).contains("UID:two"))
    }
  }
}
