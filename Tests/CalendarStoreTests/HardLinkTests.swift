import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// A file with several names is saved under the name by which it was opened; see
/// docs/decisions/saving.md.
@Suite struct HardLinkTests {
  let folder = TemporaryFolder()

  @Test func otherHardLinkKeepsItsContentsAndIsReportedOnce() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    #expect(link(path, folder.path("backup.ics")) == 0)
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    try await store.perform(.edit(event.moved(minutes: 60)))
    #expect(try folder.text("backup.ics") == Samples.standup)
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T100000Z"))
    var warnings: [StoreError] = []
    var savedCount = 0
    for await event in store.events {
      if case .saveWarning(let error) = event { warnings.append(error) }
      if case .saved = event { savedCount += 1 }
      if savedCount == 2 { break }
    }
    #expect(warnings == [.otherHardLinkNotUpdated(path: path)])
  }

  @Test func fileWithoutOtherHardLinksIsNotReported() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    for await event in store.events {
      if case .saveWarning(let error) = event { Issue.record("unexpected warning: \(error)") }
      if case .saved = event { break }
    }
  }
}
