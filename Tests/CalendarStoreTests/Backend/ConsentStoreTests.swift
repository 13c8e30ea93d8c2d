import BackendTestSupport
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Nothing is written of which a server may notify people to whom the user has not agreed.
@Suite struct ConsentStoreTests {
  private let backend = MemoryBackend()
  private let folder = TemporaryFolder()
  private let store: CalendarStore
  private let work: CalendarID
  private let guests: Set<String> = ["ben@example.org", "eve@example.org"]

  init() {
    store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path("kept"),
      pendingFolder: folder.path("pending"), backends: [backend])
    work = backend.add("work", hasSeparateObjects: true)
    backend.setUserAddresses(["Ada@example.org"], in: work)
  }

  private static func meeting(_ more: String..., title: String = "Review") -> String {
    ([
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20250101T000000Z",
      "DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", "SUMMARY:\(title)",
    ] + more + ["END:VEVENT", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
  }

  private static let people = [
    "ORGANIZER:mailto:ada@example.org", "ATTENDEE:mailto:ben@example.org", "ATTENDEE:mailto:eve@example.org",
  ].joined(separator: "\r\n")

  /// Opens the calendar with an object.
  private func open(_ text: String) async throws {
    backend.put(text, as: "meeting.ics", in: work)
    await store.open([work.key])
    try #require(await store.snapshot().events.count == 1)
  }

  private func rename(_ title: String) async throws -> EventEdit {
    let event = try #require(await store.snapshot().events.first)
    return EventEdit(target: event.id, change: .set([.summary(title)]))
  }

  private var stored: String { backend.text("meeting.ics", in: work) ?? "" }

  private func isConsentNeeded(_ error: (any Error)?, for people: Set<String>) -> Bool {
    guard case .consentNeeded(_, let notification)? = error as? StoreError else { return false }
    return notification.people == people
  }

  @Test func changeIsWrittenOnlyWithConsentToEveryoneConcerned() async throws {
    try await open(Self.meeting(Self.people))
    let edit = try await rename("Retro")
    for consent in [Consent.nobody, .people(["ben@example.org"])] {
      await #expect { try await store.perform(.edit(edit), consent: consent) } throws: {
        isConsentNeeded($0, for: guests)
      }
      #expect(stored.contains("SUMMARY:Review") && backend.attemptedWrites.isEmpty)
      // The change that was not written is discarded.
      await store.open([work.key])
    }
    try await store.perform(.edit(edit), consent: .people(guests))
    #expect(stored.contains("SUMMARY:Retro"))
  }

  @Test func heldChangeIsSavedOnceTheUserAgrees() async throws {
    try await open(Self.meeting(Self.people))
    let id = EditID()
    store.submit(.edit(try await rename("Retro")), as: id)
    let unsaved = await store.flush()
    #expect(isConsentNeeded(unsaved.first?.error, for: guests) && stored.contains("SUMMARY:Review"))
    await store.agree(to: [id], notifying: guests)
    #expect(await store.flush().isEmpty && stored.contains("SUMMARY:Retro"))
  }

  @Test func withdrawnChangeLeavesTheOthers() async throws {
    try await open(Self.meeting(Self.people))
    let (declined, allowed) = (EditID(), EditID())
    store.submit(.edit(try await rename("Retro")), as: declined)
    let event = try #require(await store.snapshot().events.first)
    store.submit(
      .edit(EventEdit(target: event.id, change: .set([.location("Room 5")]))), as: allowed,
      consent: .people(guests))
    #expect(await store.flush().count == 1)
    await store.withdraw([declined])
    #expect(await store.flush().isEmpty)
    #expect(stored.contains("SUMMARY:Review") && stored.contains("LOCATION:Room 5"))
    #expect(await store.snapshot().events.first?.summary == "Review")
  }

  /// While the server could not be reached, a second client has added guests.
  @Test func editsThatWaitedOfflineNeedConsentToTheGuestsWhomOthersHaveAdded() async throws {
    try await open(Self.meeting())
    backend.set(.offline, of: work)
    let id = EditID()
    store.submit(.edit(try await rename("Retro")), as: id)
    #expect(await store.flush().count == 1)
    backend.put(Self.meeting(Self.people), as: "meeting.ics", in: work)
    backend.set(.ready, of: work)
    for _ in 0..<500 where await store.snapshot().events.first?.attendees.isEmpty != false {
      try await Task.sleep(for: .milliseconds(10))
    }
    let unsaved = await store.flush()
    #expect(isConsentNeeded(unsaved.first?.error, for: guests) && stored.contains("SUMMARY:Review"))
    await store.agree(to: [id], notifying: guests)
    #expect(await store.flush().isEmpty)
    #expect(stored.contains("SUMMARY:Retro") && stored.contains("eve@example.org"))
  }

  @Test func calendarThatIsKnownToBeLocalNeedsNoConsent() async throws {
    backend.setLocal(work)
    try await open(Self.meeting(Self.people))
    try await store.perform(.edit(try await rename("Retro")))
    #expect(stored.contains("SUMMARY:Retro"))
  }
}
