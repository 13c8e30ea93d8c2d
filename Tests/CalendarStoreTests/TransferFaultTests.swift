import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// A transfer that is interrupted: the event may then be in both calendars, and is never in none.
@Suite struct TransferFaultTests {
  /// How many system calls opening and a transfer make, and with `undoing` its undo.
  private func calls(_ kind: TwoCalendars.Kind, undoing: Bool = false) async throws -> Int {
    let calls = DyingCalls()
    let two = try TwoCalendars(kind)
    let (store, edit) = await two.store(calls)
    let id = EditID()
    store.submit(.edit(edit), as: id)
    _ = await store.flush()
    if undoing { try await store.perform(.undo(id)) }
    #expect(try two.calendarsWithEvent == [undoing ? two.origin : two.destination])
    return calls.made
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func killedTransferLeavesTheEventInOneCalendar(kind: TwoCalendars.Kind) async throws {
    var found: Set<[CalendarID]> = []
    let count = try await calls(kind)
    for call in 0...count {
      let two = try TwoCalendars(kind)
      let before = try two.files
      let (store, edit) = await two.store(DyingCalls(after: call))
      try? await store.perform(.edit(edit))
      let calendarsWithEvent = try two.calendarsWithEvent
      #expect(!calendarsWithEvent.isEmpty, "nowhere after \(call) of \(count) calls")
      if calendarsWithEvent == [two.origin] { #expect(try two.files == before) }
      found.insert(calendarsWithEvent.map { CalendarID($0 == two.origin ? "origin" : "destination") })
      // The next start finds whole files.
      let next = await CalendarStore(displayZone: .utc, isWatching: false).open([
        two.origin.path, two.destination.path,
      ])
      #expect(next.problems.isEmpty && next.failures.isEmpty)
    }
    // The premise: it was interrupted before, between and after.
    #expect(found.count == 3)
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func aKillWhileItIsUndoneLeavesItInOneOfThem(kind: TwoCalendars.Kind) async throws {
    let (first, last) = (try await calls(kind), try await calls(kind, undoing: true))
    for call in first...last {
      let two = try TwoCalendars(kind)
      let (store, edit) = await two.store(DyingCalls(after: call))
      let id = EditID()
      store.submit(.edit(edit), as: id)
      #expect(await store.flush().isEmpty)
      try? await store.perform(.undo(id))
      #expect(try !two.calendarsWithEvent.isEmpty, "nowhere after \(call) of \(last) calls")
    }
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func aDiskThatIsFullForAMomentLosesNothing(kind: TwoCalendars.Kind) async throws {
    for call in 0..<(try await calls(kind)) {
      let two = try TwoCalendars(kind)
      let before = try two.files
      let calls = DyingCalls(after: call, ENOSPC, heals: true)
      let (store, edit) = await two.store(calls)
      var error: StoreError?
      do { try await store.perform(.edit(edit)) } catch let refusal { error = refusal }
      if error == nil {
        // Only what gave way is still there, which the next start removes.
        #expect(calls.unremoved.withLock { $0?.hasSuffix(".tmp") } == true, "after \(call) calls")
      } else if case .notMoved(.diskFull) = error {
        // Not begun: all is as it was, on disk too, and it can be tried again.
        #expect(try two.files == before, "after \(call) calls")
        #expect(try await store.snapshot().event("walk").id == edit.target)
        #expect(await store.flush().isEmpty)
        try await store.perform(.edit(edit))
      } else {
        // Half done: the other half waits to be saved.
        guard case .diskFull = error else {
          Issue.record("not a full disk: \(String(describing: error))")
          return
        }
        #expect(await store.flush().isEmpty)
      }
      #expect(try two.calendarsWithEvent == [two.destination], "after \(call) calls")
      #expect(try await store.snapshot().event("walk").id == two.name)
    }
  }

  /// The disk fails for good just after the event came to the other calendar: it stands in both, and its user is told
  /// that it stays. Once the disk is there again it is in one.
  @Test(arguments: [false, true])
  func whatCouldNotBeTakenBackIsTakenBackLaterUnlessItIsTheLast(isDeletedMeanwhile: Bool) async throws {
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
      calls.mend()
      if isDeletedMeanwhile {
        try two.folder.write(Samples.calendar(Samples.event(uid: "theirs")), to: "home.ics")
      }
      #expect(await store.flush().isEmpty)
      #expect(
        try two.calendarsWithEvent == [isDeletedMeanwhile ? two.destination : two.origin],
        "after \(call) calls")
      guard !isDeletedMeanwhile else { continue }
      try await store.perform(.edit(edit))
      #expect(try two.calendarsWithEvent == [two.destination])
    }
    #expect(wasInBoth > 0)
  }

  @Test func whatIsChangedInTheVeryMomentStaysWhereItIs() async throws {
    let two = try TwoCalendars()
    let before = try two.files
    let theirs = try two.folder.text("home.ics").replacing("X-ALARM:kept", with: "X-ALARM:theirs")
    let (store, edit) = await two.store(
      MeddlingCalls(after: "work.ics") { _ = try? two.folder.write(theirs, to: "home.ics") })
    await #expect(throws: StoreError.self) { try await store.perform(.edit(edit)) }
    #expect(try two.folder.text("home.ics") == theirs)
    #expect(try two.folder.text("work.ics") == before["work.ics"])
    #expect(await store.flush().isEmpty)
    #expect(try await store.snapshot().event("walk").id == edit.target)
  }

  @Test func whatAnotherProgramDeletedMeanwhileIsNotTakenAwayByUndo() async throws {
    var wasHalfDone = false
    for call in 0..<(try await calls(.fileToFile)) {
      let two = try TwoCalendars()
      let (store, edit) = await two.store(DyingCalls(after: call, ENOSPC, heals: true))
      let id = EditID()
      store.submit(.edit(edit), as: id)
      _ = await store.snapshot()
      guard try two.calendarsWithEvent.count == 2 else { continue }
      wasHalfDone = true
      // Somebody sees two of it, deletes the old one and writes something else.
      try two.folder.write(Samples.calendar(Samples.event(uid: "theirs")), to: "home.ics")
      #expect(await store.flush().isEmpty)
      await #expect(throws: StoreError.self) { try await store.perform(.undo(id)) }
      #expect(try two.calendarsWithEvent == [two.destination], "after \(call) calls")
    }
    #expect(wasHalfDone)
  }

  @Test func whatComesIntoTheOtherCalendarInTheVeryMomentStaysThere() async throws {
    let theirs = Samples.calendar(TwoCalendars.dinner, Samples.event(uid: "theirs"))
    // A process that another test starts holds the file open for a moment, as if it were still being written: then the
    // transfer is refused, and the moment comes again with new calendars.
    for _ in 0..<20 {
      let two = try TwoCalendars()
      let (store, edit) = await two.store(
        MeddlingCalls { _ = try? two.folder.write(theirs, to: "work.ics") })
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
    Issue.record("The transfer was refused each time.")
  }
}

/// System calls between which another program writes, once.
private final class MeddlingCalls: FileCalls {
  private let meddle: Mutex<(@Sendable () -> Void)?>
  private let target: ByteString?
  private let system = SystemCalls()

  /// - Parameter target: the file after whose replacement it writes; nil for before any is.
  init(after target: ByteString? = nil, _ meddle: @escaping @Sendable () -> Void) {
    self.meddle = Mutex(meddle)
    self.target = target
  }

  private func meddleNow() {
    let once = meddle.withLock { meddle in
      defer { meddle = nil }
      return meddle
    }
    once?()
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    if target == nil { meddleNow() }
    return system.create(name, in: folder, mode: mode)
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { system.write(bytes, to: file) }
  func synchronize(_ file: Int32) -> Int32 { system.synchronize(file) }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 { system.remove(name, in: folder) }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, isNew: Bool) -> Int32 {
    defer { if target == self.target { meddleNow() } }
    return system.rename(name, to: target, in: folder, isNew: isNew)
  }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    defer { if other == target { meddleNow() } }
    return system.exchange(name, with: other, in: folder)
  }
}
