import CalendarModel
import Testing

@testable import CalendarStore

/// Only the number of steps limits the undo history, however many edits a step contains.
@Suite struct UndoLimitTests {
  private let folder = TemporaryFolder(inMemory: true)

  @Test func oldestOf200StepsOf500EditsIsUndoneCompletely() async throws {
    let path = try folder.write(Samples.calendar(Samples.event(uid: "oldest")), to: "oldest.ics")
    let other = try folder.write(Samples.standup, to: "other.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let snapshot = await store.open([path, other])
    let originalText = try folder.text("oldest.ics")
    let oldest = try #require(snapshot.events.first { $0.id.uid == "oldest" })
    let standup = try #require(snapshot.events.first { $0.id.uid == "standup" })
    func submit(_ changes: [StoreChange]) -> [EditID] {
      changes.map { change in
        let id = EditID()
        store.submit(change, as: id)
        return id
      }
    }
    let oldestEdits = submit((1...500).map { .edit(oldest.moved(minutes: $0)) })
    for _ in 1..<200 { _ = submit((1...500).map { .edit(standup.moved(minutes: $0)) }) }
    #expect(await store.flush().isEmpty)
    #expect(try folder.text("oldest.ics") != originalText)
    #expect(await store.history.count == 100_000)
    _ = submit(oldestEdits.reversed().map { .undo($0) })
    #expect(await store.flush().isEmpty)
    #expect(try folder.text("oldest.ics") == originalText)
  }

  @Test func forgottenEditsUseNoMemoryAndCannotBeUndone() async throws {
    let path = try folder.write(Samples.standup, to: "day.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let event = try #require(await store.open([path]).events.first)
    let (first, second) = (EditID(), EditID())
    store.submit(.edit(event.moved(minutes: 15)), as: first)
    store.submit(.edit(event.moved(minutes: 30)), as: second)
    store.forget([first])
    while await store.history.count != 1 { await Task.yield() }
    try await store.perform(.undo(second))
    await #expect(throws: StoreError.refused(.changedAfterEdit)) { try await store.perform(.undo(first)) }
    await store.open([path])
    #expect(await store.history.count == 0)
  }
}
