import CalendarModel
import Testing

@testable import CalendarStore

/// Of files everything is done when the store's own call returns: nothing comes between an edit, the check of the file
/// and its replacement.
@Suite struct AtOnceTests {
  @Test func anEditOfAFileIsSavedWithoutSuspending() async throws {
    let folder = TemporaryFolder()
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false, files: CalendarFiles(), conflicts: nil)
    let event = try await store.open([path]).event("standup")
    #expect(await store.isDoneAtOnce(.edit(event.moved(minutes: 30))))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func aTransferBetweenFilesIsMadeWithoutSuspending(kind: TwoCalendars.Kind) async throws {
    let two = try TwoCalendars(kind)
    let (store, edit) = await two.store()
    #expect(await store.isDoneAtOnce(.edit(edit)))
    #expect(try two.calendarsWithEvent == [two.destination])
  }
}

extension CalendarStore {
  /// Makes a change in one step of the actor, and tells whether nothing is left to be done.
  fileprivate func isDoneAtOnce(_ change: StoreChange) -> Bool {
    submitWithoutTask(change)
    process()
    return keysOfUnsaved.isEmpty && turns.held.isEmpty && mailbox.withLock { $0.isEmpty }
  }

  private func submitWithoutTask(_ change: StoreChange) {
    mailbox.withLock { $0.append((change, EditID())) }
  }
}
