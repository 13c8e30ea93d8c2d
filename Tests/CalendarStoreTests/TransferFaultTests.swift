import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Interrupted transfers: afterward, the event may be in both calendars, but it is always in at least one.
@Suite struct TransferFaultTests {
  /// Returns the number of system calls to open the calendars and transfer the event, and to undo the
  /// transfer if `isUndoing` is true.
  private func callCount(
    _ kind: TwoCalendars.Kind, of content: TwoCalendars.Content = .event, isUndoing: Bool = false
  ) async throws -> Int {
    let calls = LimitedCalls()
    let calendars = try TwoCalendars(kind, of: content)
    let (store, edit) = await calendars.store(calls)
    let id = EditID()
    store.submit(.edit(edit), as: id)
    _ = await store.flush()
    if isUndoing { try await store.perform(.undo(id)) }
    #expect(try calendars.calendarsWithEvent == [isUndoing ? calendars.origin : calendars.destination])
    return calls.callCount
  }

  @Test(arguments: TwoCalendars.Kind.allCases, TwoCalendars.Content.allCases)
  func killedTransferLeavesTheEventInAtLeastOneCalendar(
    kind: TwoCalendars.Kind, content: TwoCalendars.Content
  ) async throws {
    var outcomes: Set<[CalendarID]> = []
    let count = try await callCount(kind, of: content)
    for call in 0...count {
      let calendars = try TwoCalendars(kind, of: content)
      let filesBefore = try calendars.files
      let (store, edit) = await calendars.store(LimitedCalls(after: call))
      try? await store.perform(.edit(edit))
      let calendarsWithEvent = try calendars.calendarsWithEvent
      #expect(!calendarsWithEvent.isEmpty, "in neither calendar after \(call) of \(count) calls")
      if calendarsWithEvent == [calendars.origin] { #expect(try calendars.files == filesBefore) }
      outcomes.insert(
        calendarsWithEvent.map { CalendarID($0 == calendars.origin ? "origin" : "destination") })
      // The next launch finds complete files.
      let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open([
        calendars.origin.path, calendars.destination.path,
      ])
      #expect(snapshot.problems.isEmpty && snapshot.failures.isEmpty)
    }
    // Sanity check: transfers were interrupted before, between and after the two saves.
    #expect(outcomes.count == 3)
  }

  @Test(arguments: TwoCalendars.Kind.allCases, TwoCalendars.Content.allCases)
  func killedUndoLeavesTheEventInAtLeastOneCalendar(
    kind: TwoCalendars.Kind, content: TwoCalendars.Content
  ) async throws {
    let (firstCall, lastCall) = (
      try await callCount(kind, of: content), try await callCount(kind, of: content, isUndoing: true)
    )
    for call in firstCall...lastCall {
      let calendars = try TwoCalendars(kind, of: content)
      let (store, edit) = await calendars.store(LimitedCalls(after: call))
      let id = EditID()
      store.submit(.edit(edit), as: id)
      #expect(await store.flush().isEmpty)
      try? await store.perform(.undo(id))
      #expect(
        try !calendars.calendarsWithEvent.isEmpty,
        "in neither calendar after \(call) of \(lastCall) calls")
    }
  }

  @Test(arguments: TwoCalendars.Kind.allCases, TwoCalendars.Content.allCases)
  func temporarilyFullDiskLosesNothing(
    kind: TwoCalendars.Kind, content: TwoCalendars.Content
  ) async throws {
    for call in 0..<(try await callCount(kind, of: content)) {
      let calendars = try TwoCalendars(kind, of: content)
      let filesBefore = try calendars.files
      let calls = LimitedCalls(after: call, ENOSPC, failsOnlyOnce: true)
      let (store, edit) = await calendars.store(calls)
      var error: StoreError?
      do { try await store.perform(.edit(edit)) } catch let refusal { error = refusal }
      if error == nil {
        // Only the replaced file is left behind, and the next launch removes it.
        #expect(calls.firstUnremovedName.withLock { $0?.hasSuffix(".tmp") } == true, "after \(call) calls")
      } else if case .transferFailed(.diskFull) = error {
        // The transfer did not begin: nothing has changed, not even on disk, and it can be tried again.
        #expect(try calendars.files == filesBefore, "after \(call) calls")
        #expect(try await store.snapshot().walk.id == edit.target)
        #expect(await store.flush().isEmpty)
        try await store.perform(.edit(edit))
      } else {
        // The transfer is half done, and the other half still has to be saved.
        guard case .diskFull = error else {
          Issue.record("the error is not a full disk: \(String(describing: error))")
          return
        }
        #expect(await store.flush().isEmpty)
      }
      #expect(try calendars.calendarsWithEvent == [calendars.destination], "after \(call) calls")
      #expect(try await store.snapshot().walk.id == calendars.transferredID)
    }
  }

  /// The disk fails just after the event has reached the other calendar. The event is then in both calendars, and the
  /// store reports that the transfer failed. Once the disk works again, the event is in only one.
  @Test(arguments: [false, true])
  func failedRollbackIsRetriedUnlessTheOtherCopyIsGone(isOriginalDeleted: Bool) async throws {
    var duplicateCount = 0
    for call in 0..<200 {
      let calendars = try TwoCalendars()
      let calls = InterruptedCalls()
      let (store, edit) = await calendars.store(calls)
      calls.arm(call, .always(EIO))
      var error: StoreError?
      do { try await store.perform(.edit(edit)) } catch let refusal { error = refusal }
      guard let error else { break }
      guard case .transferFailed = error, try calendars.calendarsWithEvent.count == 2 else { continue }
      duplicateCount += 1
      calls.repair()
      if isOriginalDeleted {
        try calendars.folder.write(Samples.calendar(Samples.event(uid: "theirs")), to: "home.ics")
      }
      #expect(await store.flush().isEmpty)
      #expect(
        try calendars.calendarsWithEvent == [isOriginalDeleted ? calendars.destination : calendars.origin],
        "after \(call) calls")
      guard !isOriginalDeleted else { continue }
      try await store.perform(.edit(edit))
      #expect(try calendars.calendarsWithEvent == [calendars.destination])
    }
    #expect(duplicateCount > 0)
  }

  @Test(arguments: TwoCalendars.Content.allCases)
  func eventChangedDuringItsTransferStaysInPlace(content: TwoCalendars.Content) async throws {
    let calendars = try TwoCalendars(of: content)
    let filesBefore = try calendars.files
    let theirs = try calendars.folder.text("home.ics").replacing("X-ALARM:kept", with: "X-ALARM:theirs")
    let (store, edit) = await calendars.store(
      InterferingCalls(after: "work.ics") { _ = try? calendars.folder.write(theirs, to: "home.ics") })
    await #expect(throws: StoreError.self) { try await store.perform(.edit(edit)) }
    #expect(try calendars.folder.text("home.ics") == theirs)
    #expect(try calendars.folder.text("work.ics") == filesBefore["work.ics"])
    #expect(await store.flush().isEmpty)
    #expect(try await store.snapshot().walk.id == edit.target)
  }

  @Test func undoKeepsTheLastCopyIfTheOtherWasDeleted() async throws {
    var wasHalfDone = false
    for call in 0..<(try await callCount(.fileToFile)) {
      let calendars = try TwoCalendars()
      let (store, edit) = await calendars.store(LimitedCalls(after: call, ENOSPC, failsOnlyOnce: true))
      let id = EditID()
      store.submit(.edit(edit), as: id)
      _ = await store.snapshot()
      guard try calendars.calendarsWithEvent.count == 2 else { continue }
      wasHalfDone = true
      // The user sees two copies, deletes the old one and adds another event.
      try calendars.folder.write(Samples.calendar(Samples.event(uid: "theirs")), to: "home.ics")
      #expect(await store.flush().isEmpty)
      await #expect(throws: StoreError.self) { try await store.perform(.undo(id)) }
      #expect(try calendars.calendarsWithEvent == [calendars.destination], "after \(call) calls")
    }
    #expect(wasHalfDone)
  }

  @Test func eventAddedDuringATransferIsKept() async throws {
    let theirs = Samples.calendar(TwoCalendars.dinner, Samples.event(uid: "theirs"))
    // A process started by another test may hold the file open for a moment, as if it were still being written.
    // The transfer is then refused, so the test tries again with new calendars.
    for _ in 0..<20 {
      let calendars = try TwoCalendars()
      let (store, edit) = await calendars.store(
        InterferingCalls { _ = try? calendars.folder.write(theirs, to: "work.ics") })
      do {
        try await store.perform(.edit(edit))
      } catch StoreError.transferFailed(.beingWritten) {
        #expect(try calendars.calendarsWithEvent == [calendars.origin])
        continue
      }
      #expect(try calendars.calendarsWithEvent == [calendars.destination])
      #expect(try calendars.folder.text("work.ics").contains("UID:theirs"))
      return
    }
    Issue.record("the transfer was refused every time")
  }
}

/// System calls that let another program write once during a save.
private final class InterferingCalls: FileCalls {
  private let action: Mutex<(@Sendable () -> Void)?>
  private let target: ByteString?
  private let system = SystemCalls()

  /// - Parameter target: the file after whose replacement the other program writes; nil to write before the
  ///   first file is created.
  init(after target: ByteString? = nil, _ action: @escaping @Sendable () -> Void) {
    self.action = Mutex(action)
    self.target = target
  }

  private func interfere() {
    let nextAction = action.withLock { action in
      defer { action = nil }
      return action
    }
    nextAction?()
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    if target == nil { interfere() }
    return system.create(name, in: folder, mode: mode)
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { system.write(bytes, to: file) }
  func synchronize(_ file: Int32) -> Int32 { system.synchronize(file) }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 { system.remove(name, in: folder) }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    defer { if target == self.target { interfere() } }
    return system.rename(name, to: target, in: folder, noReplace: noReplace)
  }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    defer { if other == target { interfere() } }
    return system.exchange(name, with: other, in: folder)
  }
}
