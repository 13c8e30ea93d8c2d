import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Interrupted splits of a series in a folder: later occurrences may be in two files afterward, but none is
/// lost, and the next launch finds the interrupted split.
@Suite(.enabled(if: Listing.hasZones, "the time zone database (tzdata) is not installed"))
struct SeriesFaultTests {
  /// Splits of series with COUNT, with UNTIL and without an end, and with overrides, EXDATEs and RDATEs.
  private static let splits = [
    "daily-following-move-count", "weekly-following-move-over-dst", "endless-following-stretch",
    "following-with-overrides-and-dates", "daily-following-last",
  ]

  /// Returns the number of system calls to open the calendar and split the series, and to undo the split if
  /// `isUndoing` is true.
  private func callCount(_ name: String, isUndoing: Bool = false) async throws -> Int {
    let calendar = try SeriesCalendar(name, in: .folder)
    let calls = LimitedCalls()
    let store = calendar.store(calls)
    let edit = try await calendar.edit(in: store)
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    if isUndoing { try await store.perform(.undo(id)) }
    return calls.callCount
  }

  /// Checks that the next launch finds complete files, and that an interrupted split can be completed or withdrawn.
  /// Returns whether the split was interrupted between the writes of its two files.
  private func check(
    _ calendar: SeriesCalendar, before instantsBefore: [String], after instantsAfter: [String],
    _ comment: Comment
  ) async throws -> Bool {
    let nextStore = calendar.store()
    let snapshot = await nextStore.open([calendar.calendar.path])
    #expect(snapshot.problems.isEmpty && snapshot.failures.isEmpty, comment)
    let instants = try calendar.instants
    let splits = await nextStore.interruptedSplits()
    guard !splits.isEmpty else {
      #expect(instants == instantsBefore || instants == instantsAfter, comment)
      return false
    }
    #expect(splits.count == 1, comment)
    for instant in instantsBefore { #expect(instants.contains(instant), comment) }
    for instant in instantsAfter { #expect(instants.contains(instant), comment) }
    let split = try #require(splits.first)
    let id = EditID()
    nextStore.submit(.edit(split.completion), as: id)
    #expect(await nextStore.flush().isEmpty)
    #expect(try calendar.instants == instantsAfter, comment)
    #expect(await nextStore.interruptedSplits().isEmpty, comment)
    try await nextStore.perform(.undo(id))
    try await nextStore.perform(.edit(split.withdrawal))
    #expect(try calendar.texts == calendar.originalTexts, comment)
    #expect(await nextStore.interruptedSplits().isEmpty, comment)
    return true
  }

  private func instants(of name: String) async throws -> (before: [String], after: [String]) {
    let calendar = try SeriesCalendar(name, in: .folder)
    let instantsBefore = try calendar.instants
    let store = calendar.store()
    try await store.perform(.edit(calendar.edit(in: store)))
    return (instantsBefore, try calendar.instants)
  }

  @Test(arguments: splits)
  func killedSplitLosesNothingAndIsFound(name: String) async throws {
    let expected = try await instants(of: name)
    let count = try await callCount(name)
    var wasInterrupted = false
    for call in 0...count {
      let calendar = try SeriesCalendar(name, in: .folder)
      let store = calendar.store(LimitedCalls(after: call))
      try? await store.perform(.edit(calendar.edit(in: store)))
      let isInterrupted = try await check(
        calendar, before: expected.before, after: expected.after, "after \(call) of \(count) calls")
      wasInterrupted = wasInterrupted || isInterrupted
    }
    #expect(wasInterrupted, "no split was interrupted between the two files")
  }

  @Test(arguments: splits)
  func killedUndoOfASplitLosesNothingAndIsFound(name: String) async throws {
    let expected = try await instants(of: name)
    let (firstCall, lastCall) = (try await callCount(name), try await callCount(name, isUndoing: true))
    var wasInterrupted = false
    for call in firstCall...lastCall {
      let calendar = try SeriesCalendar(name, in: .folder)
      let store = calendar.store(LimitedCalls(after: call))
      let id = EditID()
      store.submit(.edit(try await calendar.edit(in: store)), as: id)
      #expect(await store.flush().isEmpty)
      try? await store.perform(.undo(id))
      let isInterrupted = try await check(
        calendar, before: expected.before, after: expected.after, "after \(call) of \(lastCall) calls")
      wasInterrupted = wasInterrupted || isInterrupted
    }
    #expect(wasInterrupted, "no undo was interrupted between the two files")
  }

  @Test(arguments: splits)
  func temporarilyFullDiskLosesNothing(name: String) async throws {
    let expected = try await instants(of: name)
    for call in 0..<(try await callCount(name)) {
      let calendar = try SeriesCalendar(name, in: .folder)
      let calls = LimitedCalls(after: call, ENOSPC, failsOnlyOnce: true)
      let store = calendar.store(calls)
      let id = EditID()
      store.submit(.edit(try await calendar.edit(in: store)), as: id)
      _ = await store.flush()
      #expect(await store.flush().isEmpty, "after \(call) calls")
      #expect(try calendar.instants == expected.after, "after \(call) calls")
      try await store.perform(.undo(id))
      #expect(try calendar.texts == calendar.originalTexts, "after \(call) calls")
    }
  }

  @Test func finishedSplitIsNotReportedAsInterrupted() async throws {
    for name in Self.splits {
      let calendar = try SeriesCalendar(name, in: .folder)
      let store = calendar.store()
      try await store.perform(.edit(calendar.edit(in: store)))
      #expect(await store.interruptedSplits().isEmpty, "the split \(name) counts as interrupted")
      // A later edit to the later part does not make the split count as interrupted either.
      let newEvent = try #require(await store.snapshot().events.first { $0.id.uid == "new@handspan" })
      try await store.perform(
        .edit(EventEdit(target: newEvent.id, scope: .all, change: .set([.location("There")]))))
      #expect(await store.interruptedSplits().isEmpty, "the split \(name) counts as interrupted")
    }
  }
}
