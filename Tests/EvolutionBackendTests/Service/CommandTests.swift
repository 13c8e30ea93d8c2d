import CalendarModel
import Foundation
import Testing

@testable import CalendarStore
@testable import EvolutionBackend

extension ServiceTests {
  /// Runs the built program's commands on calendars of accounts.
  @Suite struct CommandTests {
    private func run(_ arguments: String..., in fixture: ServiceFixture) throws -> (
      status: Int32, output: String
    ) {
      try run(arguments, in: fixture)
    }

    private func run(_ arguments: [String], in fixture: ServiceFixture) throws -> (
      status: Int32, output: String
    ) {
      let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
      let process = Process()
      process.executableURL = URL(fileURLWithPath: bundle).deletingLastPathComponent()
        .appendingPathComponent("handspan")
      process.arguments = arguments
      process.environment = [
        "HOME": fixture.folder.path + "/user", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
        "HANDSPAN_ACCOUNTS": fixture.busAddress, "GSETTINGS_BACKEND": "memory",
      ]
      let output = fixture.folder.appendingPathComponent("output")
      try Data().write(to: output)
      let file = try FileHandle(forWritingTo: output)
      (process.standardOutput, process.standardError) = (file, file)
      try process.run()
      process.waitUntilExit()
      return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }

    @Test func calendarsOfAccountsAreListedAndChangedByTheirIDs() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      let fixture = live.fixture
      let listing = try run("calendars", in: fixture)
      #expect(
        listing.output.contains("home") && listing.output.contains("Home · CalDAV") && listing.status == 0)
      let json = try run("calendars", "--json", in: fixture).output
      #expect(json.contains(#""account": "CalDAV""#) && json.contains(#""state": "ready""#))
      let moveResult = try run("move", "home", "one", "--to", "2026-03-02T11:00", in: fixture)
      #expect(moveResult.status == 0, "\(moveResult.output)")
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T110000"))
      fixture.stopServer()
      let refusedResult = try run("move", "home", "one", "--to", "2026-03-02T12:00", in: fixture)
      #expect(
        refusedResult.status == 75 && refusedResult.output.contains("“Home” is offline"),
        "\(refusedResult.output)")
      try await fixture.startServer()
      try await live.backend.refresh(live.id)
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T110000"))
    }

    @Test func commandFailsWithTheStateOfTheCalendar() async throws {
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one"))])
      let fixture = live.fixture
      try fixture.setServerError(true, in: "home")
      let failedResult = try run("move", "home", "one", "--to", "2026-03-02T12:00", in: fixture)
      #expect(
        failedResult.status == 75 && failedResult.output.contains("The server for “Home” reports an error"))
      #expect(failedResult.output.contains("500"), "\(failedResult.output)")
      try fixture.setServerError(false, in: "home")
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T090000"))

      let locked = try await LiveCalendar(in: "locked")
      try await locked.fixture.wait("the calendar is writable") { await locked.state == .readOnly }
      #expect(try run("calendars", in: locked.fixture).output.contains("read-only"))
      let refusedResult = try run(
        "add", "home", "--summary", "New", "--start", "2026-03-02T12:00", "--duration", "60",
        in: locked.fixture)
      #expect(
        refusedResult.status == 1 && refusedResult.output.contains("“Home” is read-only"),
        "\(refusedResult.output)")
    }

    @Test func eventWithAttendeesIsChangedOnlyWithTheNotifyOption() async throws {
      let live = try await LiveCalendar([
        "one.ics": Samples.calendar(
          Samples.event(
            "one", more: "ORGANIZER:mailto:ada@example.org", "ATTENDEE:mailto:ben@example.org",
            "ATTENDEE:mailto:eve@example.org"))
      ])
      let arguments = ["move", "home", "one", "--to", "2026-03-02T11:00"]
      let refusedResult = try run(arguments, in: live.fixture)
      #expect(
        refusedResult.status == 1
          && refusedResult.output.contains("may notify 3 people. Nothing was changed. Add --notify"))
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T090000"))
      let moveResult = try run(arguments + ["--notify"], in: live.fixture)
      #expect(moveResult.status == 0, "\(moveResult.output)")
      #expect(try live.serverText().contains("DTSTART;TZID=Europe/Berlin:20260302T110000"))
    }

    /// The file has no attendees, but the meeting that it replaces has.
    @Test func importThatRemovesAttendeesNeedsTheNotifyOption() async throws {
      let people = [
        "ORGANIZER:mailto:ada@example.org", "ATTENDEE:mailto:ben@example.org",
        "ATTENDEE:mailto:eve@example.org",
      ].joined(separator: "\n")
      let live = try await LiveCalendar(["one.ics": Samples.calendar(Samples.event("one", more: people))])
      let file = live.fixture.folder.appendingPathComponent("one.ics")
      try Samples.calendar(Samples.event("one", title: "Alone", more: "SEQUENCE:1")).write(
        to: file, atomically: true, encoding: .utf8)
      let arguments = ["import", file.path, "--into", "home"]
      let refusedResult = try run(arguments, in: live.fixture)
      #expect(
        refusedResult.status == 1
          && refusedResult.output.contains("may notify 3 people. Nothing was changed. Add --notify"))
      #expect(try live.serverText().contains("SUMMARY:Standup"))
      let importResult = try run(arguments + ["--notify"], in: live.fixture)
      #expect(importResult.status == 0, "\(importResult.output)")
      #expect(try live.serverText().contains("SUMMARY:Alone"))
    }

    @Test func serviceThatIsNotRunningIsNotStarted() async throws {
      let fixture = try ServiceFixture()
      #expect(try !run("calendars", in: fixture).output.contains("On This Computer"))
      #expect(await !fixture.backend().isRunning())
    }
  }
}
