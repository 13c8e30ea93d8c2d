import CalendarModel
import Testing

@testable import CalendarStore

/// Edits to files complete before the store's call returns: no other task runs between an edit, the check of
/// the file and its replacement.
@Suite struct SynchronousSavingTests {
  @Test func editOfAFileIsSavedWithoutSuspending() async throws {
    let folder = TemporaryFolder()
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: nil)
    let event = try await store.open([path]).event("standup")
    #expect(await store.completesSynchronously(.edit(event.moved(minutes: 30))))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func transferBetweenFilesCompletesWithoutSuspending(kind: TwoCalendars.Kind) async throws {
    let calendars = try TwoCalendars(kind)
    let (store, edit) = await calendars.store()
    #expect(await store.completesSynchronously(.edit(edit)))
    #expect(try calendars.calendarsWithEvent == [calendars.destination])
  }
}

extension CalendarStore {
  /// Applies a change without suspending the actor, and returns whether nothing is left to do.
  fileprivate func completesSynchronously(_ change: StoreChange) -> Bool {
    submitWithoutTask(change)
    processMailbox()
    return keysOfUnsavedFiles.isEmpty && writeLocks.holdCounts.isEmpty && mailbox.withLock { $0.isEmpty }
  }

  private func submitWithoutTask(_ change: StoreChange) {
    mailbox.withLock { $0.append((change, EditID())) }
  }
}
