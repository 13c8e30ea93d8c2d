import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Interrupted transfers: the event may be in both calendars afterwards, but never in neither.
@Suite struct TransferFaultTests {
  /// The number of system calls for opening and a transfer, and with `undoing` for its undo as well.
  private func calls(_ kind: TwoCalendars.Kind, undoing: Bool = false) async throws -> Int {
    let calls = DyingCalls()
    let two = try TwoCalendars(kind)
    let (store, edit) = await two.store(calls)
    let id = EditID()
    store.submit(.edit(edit), as: id)
    _ = await store.flush()
    if undoing { try await store.perform(.undo(id)) }
    #expect(try two.calendarsWithEvent == [undoing ? two.origin : two.destination])
    return calls.callCount
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func killedTransferLeavesTheEventInAtLeastOneCalendar(kind: TwoCalendars.Kind) async throws {
    var found: Set<[CalendarID]> = []
    let count = try await calls(kind)
    for call in 0...count {
      let two = try TwoCalendars(kind)
      let before = try two.files
      let (store, edit) = await two.store(DyingCalls(after: call))
      try? await store.perform(.edit(edit))
      let calendarsWithEvent = try two.calendarsWithEvent
      #expect(!calendarsWithEvent.isEmpty, "in neither calendar after \(call) of \(count) calls")
      if calendarsWithEvent == [two.origin] { #expect(try two.files == before) }
      found.insert(calendarsWithEvent.map { CalendarID($0 == two.origin ? "origin" : "destination") })
      // The next start finds complete files.
      let next = await CalendarStore(displayZone: .utc, isWatching: false).open([
        two.origin.path, two.destination.path,
      ])
      #expect(next.problems.isEmpty && next.failures.isEmpty)
    }
    // The premise: it was interrupted before, between and after.
    #expect(found.count == 3)
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func killedUndoLeavesTheEventInAtLeastOneCalendar(kind: TwoCalendars.Kind) async throws {
    let (first, last) = (try await calls(kind), try await calls(kind, undoing: true))
    for call in first...last {
      let two = try TwoCalendars(kind)
      let (store, edit) = await two.store(DyingCalls(after: call))
      let id = EditID()
      store.submit(.edit(edit), as: id)
      #expect(await store.flush().isEmpty)
      try? await store.perform(.undo(id))
      #expect(try !two.calendarsWithEvent.isEmpty, "in neither calendar after \(call) of \(last) calls")
    }
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func temporarilyFullDiskLosesNothing(kind: TwoCalendars.Kind) async throws {
    for call in 0..<(try await calls(kind)) {
      let two = try TwoCalendars(kind)
      let before = try two.files
      let calls = DyingCalls(after: call, ENOSPC, recovers: true)
      let (store, edit) = await two.store(calls)
      var error: StoreError?
      do { try await store.perform(.edit(edit)) } catch let refusal { error = refusal }
      if error == nil {
        // Only the replaced file is left, which the next start removes.
        #expect(calls.unremoved.withLock { $0?.hasSuffix(".tmp") } == true, "after \(call) calls")
      } else if case .notMoved(.diskFull) = error {
        // Not begun: nothing has changed, on disk either, and the transfer can be tried again.
        #expect(try two.files == before, "after \(call) calls")
        #expect(try await store.snapshot().event("walk").id == edit.target)
        #expect(await store.flush().isEmpty)
        try await store.perform(.edit(edit))
      } else {
        // Half done: the other half is waiting to be saved.
        guard case .diskFull = error else {
          Issue.record("not a full disk: \(String(describing: error))")
          return
        }
        #expect(await store.flush().isEmpty)
      }
      #expect(try two.calendarsWithEvent == [two.destination], "after \(call) calls")
      #expect(try await store.snapshot().event("walk").id == two.transferredID)
    }
  }

  /// The disk fails permanently just after the event reached the other calendar: it is in both, and the user is
  /// told that it stays where it was. Once the disk works again, it is in only one.
  @Test(arguments: [false, true])
  func failedRollbackIsRetriedUnlessTheOtherCopyIsGone(isOriginalDeleted: Bool) async throws {
    var wasInBoth = 0
    for call in 0..<200 {
      let two = try TwoCalendars()
      let calls = InterruptedCalls()
      let (store, edit) = await two.store(calls)
      calls.arm(call, .always(EIO))
      var error: StoreError?
      do { try await store.perform(.edit(edit)) } catch let refusal { error = refusal }
      guard let error else { break }
      guard case .notMoved = error, try two.calendarsWithEvent.count == 2 else { continue }
      wasInBoth += 1
      calls.repair()
      if isOriginalDeleted {
        try two.folder.write(Samples.calendar(Samples.event(uid: "theirs")), to: "home.ics")
      }
      #expect(await store.flush().isEmpty)
      #expect(
        try two.calendarsWithEvent == [isOriginalDeleted ? two.destination : two.origin],
        "after \(call) calls")
      guard !isOriginalDeleted else { continue }
      try await store.perform(.edit(edit))
      #expect(try two.calendarsWithEvent == [two.destination])
    }
    #expect(wasInBoth > 0)
  }

  @Test func eventChangedDuringItsTransferStaysInPlace() async throws {
    let two = try TwoCalendars()
    let before = try two.files
    let theirs = try two.folder.text("home.ics").replacing("X-ALARM:kept", with: "X-ALARM:theirs")
    let (store, edit) = await two.store(
      InterferingCalls(after: "work.ics") { _ = try? two.folder.write(theirs, to: "home.ics") })
    await #expect(throws: StoreError.self) { try await store.perform(.edit(edit)) }
    #expect(try two.folder.text("home.ics") == theirs)
    #expect(try two.folder.text("work.ics") == before["work.ics"])
    #expect(await store.flush().isEmpty)
    #expect(try await store.snapshot().event("walk").id == edit.target)
  }

  @Test func undoKeepsTheLastCopyIfTheOtherWasDeleted() async throws {
    var wasHalfDone = false
    for call in 0..<(try await calls(.fileToFile)) {
      let two = try TwoCalendars()
      let (store, edit) = await two.store(DyingCalls(after: call, ENOSPC, recovers: true))
      let id = EditID()
      store.submit(.edit(edit), as: id)
      _ = await store.snapshot()
      guard try two.calendarsWithEvent.count == 2 else { continue }
      wasHalfDone = true
      // Someone sees two copies, deletes the old one and adds another event.
      try two.folder.write(Samples.calendar(Samples.event(uid: "theirs")), to: "home.ics")
      #expect(await store.flush().isEmpty)
      await #expect(throws: StoreError.self) { try await store.perform(.undo(id)) }
      #expect(try two.calendarsWithEvent == [two.destination], "after \(call) calls")
    }
    #expect(wasHalfDone)
  }

  @Test func eventAddedDuringATransferIsKept() async throws {
    let theirs = Samples.calendar(TwoCalendars.dinner, Samples.event(uid: "theirs"))
    // A process started by another test may hold the file open for a moment, as if it were still being written.
    // The transfer is then refused, so the test tries again with new calendars.
    for _ in 0..<20 {
      let two = try TwoCalendars()
      let (store, edit) = await two.store(
        InterferingCalls { _ = try? two.folder.write(theirs, to: "work.ics") })
      do {
        try await store.perform(.edit(edit))
      } catch StoreError.notMoved(.beingWritten) {
        #expect(try two.calendarsWithEvent == [two.origin])
        continue
      }
      #expect(try two.calendarsWithEvent == [two.destination])
      #expect(try two.folder.text("work.ics").contains("UID:theirs"))
      return
    }
    Issue.record("The transfer was refused every time.")
  }
}

/// System calls between which another program writes once.
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
    let pending = action.withLock { action in
      defer { action = nil }
      return action
    }
    pending?()
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
