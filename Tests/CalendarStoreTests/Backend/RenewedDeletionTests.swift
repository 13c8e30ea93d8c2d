import BackendTestSupport
import CalendarModel
import Testing

@testable import CalendarStore

/// A deleted meeting that comes back must be newer than the cancellation that a server may have sent (RFC 5546 2.1.4).
@Suite struct RenewedDeletionTests {
  private let backend = MemoryBackend()
  private let folder = TemporaryFolder()
  private let store: CalendarStore
  private let work: CalendarID

  init() {
    store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path("kept"), backends: [backend])
    work = backend.add("work", hasSeparateObjects: true)
  }

  private static func meeting(_ more: String...) -> String {
    ([
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20250101T000000Z",
      "DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", "SUMMARY:Review",
    ] + more + [
      "ORGANIZER:mailto:ada@example.org", "ATTENDEE:mailto:ben@example.org", "END:VEVENT", "END:VCALENDAR",
    ])
    .map { $0 + "\r\n" }.joined()
  }

  /// Deletes the meeting, undoes that, and returns the stored text.
  private func restored(_ text: String, by address: String) async throws -> String {
    backend.setUserAddresses([address], in: work)
    backend.put(text, as: "meeting.ics", in: work)
    await store.open([work.key])
    let event = try #require(await store.snapshot().events.first)
    let id = EditID()
    store.submit(
      .edit(EventEdit(target: event.id, scope: .all, change: .delete)), as: id, consent: .everyone)
    #expect(await store.flush().isEmpty && backend.names(in: work).isEmpty)
    try await store.perform(.undo(id), consent: .everyone)
    let text = backend.names(in: work).first.flatMap { backend.text($0, in: work) } ?? ""
    // What was undone can be redone.
    try await store.perform(.redo(id), consent: .everyone)
    #expect(backend.names(in: work).isEmpty)
    return text
  }

  private func lines(_ text: String) -> Set<String> { Set(text.split(separator: "\r\n").map(String.init)) }

  @Test(arguments: [[], ["RRULE:FREQ=DAILY;COUNT=3"]]) func organizersMeetingComesBackAsANewerRevision(
    _ more: [String]
  ) async throws {
    let text = more.isEmpty ? Self.meeting("SEQUENCE:4") : Self.meeting(more[0], "SEQUENCE:4")
    let restored = try await restored(text, by: "Ada@example.org")
    #expect(lines(restored).contains("SEQUENCE:5") && !lines(restored).contains("DTSTAMP:20250101T000000Z"))
    let changed = lines(restored).symmetricDifference(lines(text)).filter {
      !$0.hasPrefix("SEQUENCE:") && !$0.hasPrefix("DTSTAMP:")
    }
    #expect(changed.isEmpty)
  }

  @Test func meetingWithoutSequenceGetsOne() async throws {
    let restored = try await restored(Self.meeting(), by: "ada@example.org")
    #expect(lines(restored).contains("SEQUENCE:1"))
  }

  @Test func anythingElseComesBackByteForByte() async throws {
    let text = Self.meeting("SEQUENCE:4")
    #expect(try await restored(text, by: "ben@example.org") == text)
    backend.setLocal(work)
    #expect(try await restored(text, by: "ada@example.org") == text)
  }
}
