import CalendarModel
import Foundation
import Testing

@testable import CalendarStore
@testable import EvolutionBackend

extension ServiceTests {
  /// A service that changes the people of what is written with DISABLE_ITIP_MESSAGE; see `ScheduleAgent`.
  @Suite struct ScheduleAgentTests {
    private let fixture: ServiceFixture
    private let service: Process
    private let id = CalendarID("eds:fake")

    init() throws {
      fixture = try ServiceFixture(hasService: false)
      service = Process()
      service.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Support/fake-service.py")
      service.arguments = [script.path, fixture.busAddress, fixture.folder.path]
      try service.run()
    }

    private func flags() throws -> [Int] {
      try String(contentsOf: fixture.folder.appendingPathComponent("flags"), encoding: .utf8)
        .split(separator: "\n").compactMap { Int($0) }
    }

    private func storedText() throws -> String {
      try String(contentsOf: fixture.folder.appendingPathComponent("calendar"), encoding: .utf8)
    }

    private func meeting(_ uid: String, title: String, parameter: String = "") -> [UInt8] {
      let event = Samples.event(
        uid, title: title, more: "ORGANIZER\(parameter):mailto:ada@example.org",
        "ATTENDEE\(parameter):mailto:ben@example.org")
      return Array(Samples.calendar(event).utf8)
    }

    @Test func parameterIsTakenOutAndTheFlagThatCausesItIsNotUsedAgain() async throws {
      defer { kill(service.processIdentifier, SIGKILL) }
      let backend = fixture.backend()
      try await fixture.wait("the service does not start") { await backend.isRunning() }
      try await fixture.wait("the calendar cannot be opened") { (try? await backend.load(id)) != nil }
      func write(_ uid: String, _ bytes: [UInt8], _ version: ObjectVersion?) async throws -> StoredObject {
        let receipt = try await backend.write(
          ObjectWrite(
            key: ObjectKey(calendar: id, file: ByteString("\(uid).ics")), bytes: bytes, version: version,
            location: .name("Fake")))
        return try #require(receipt.object)
      }
      let first = try await write("one", meeting("one", title: "First"), nil)
      #expect(first.bytes == meeting("one", title: "First"))
      #expect(try !storedText().contains("SCHEDULE-AGENT") && flags() == [17, 1])
      let second = try await write("one", meeting("one", title: "Second"), first.version)
      #expect(second.bytes == meeting("one", title: "Second"))
      #expect(try storedText().contains("SUMMARY:Second") && !storedText().contains("SCHEDULE-AGENT"))
      #expect(try flags() == [17, 1, 1])
      // What the object had before is left alone.
      let parameter = ";SCHEDULE-AGENT=CLIENT"
      _ = try await write("two", meeting("two", title: "Third", parameter: parameter), nil)
      #expect(try storedText().components(separatedBy: parameter).count == 3 && flags() == [17, 1, 1, 1])
    }

    @Test func parameterThatTheObjectHasAnywayIsNotTakenOut() async throws {
      defer { kill(service.processIdentifier, SIGKILL) }
      func object(_ parameter: String) throws -> ServiceObject {
        let bytes = meeting("one", title: "First", parameter: parameter)
        return try #require(ServiceComponent.components(in: bytes).flatMap { ServiceObject($0) })
      }
      let (plain, client) = (try object(""), try object(";SCHEDULE-AGENT=CLIENT"))
      #expect(ScheduleAgent.wasAdded(to: client, sent: plain))
      #expect(!ScheduleAgent.wasAdded(to: client, sent: client))
      #expect(!ScheduleAgent.wasAdded(to: plain, sent: client))
      #expect(!ScheduleAgent.wasAdded(to: try object(";SCHEDULE-AGENT=NONE"), sent: plain))
    }
  }
}
