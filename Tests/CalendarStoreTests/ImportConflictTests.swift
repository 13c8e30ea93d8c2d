import CalendarDocument
import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Imports and their undo while other programs write to the same files. Neither the events that were reported as
/// imported nor the changes by the other programs are lost.
@Suite struct ImportConflictTests {
  private typealias Target = ImportStoreTests.Target

  let clock = ManualClock()

  private func perform(_ target: Target, _ store: CalendarStore) async throws -> AppliedImport {
    let plan = try await store.plan(target.objects, into: target.calendar)
    return try await store.perform(plan, into: target.calendar, ImportProgress())
  }

  /// Returns the warnings that the store has reported, and those that it reports in the next 100 ms.
  private func warnings(of store: CalendarStore) async -> [StoreError] {
    let listener = Task {
      var warnings: [StoreError] = []
      for await case .saveWarning(let warning) in store.events { warnings.append(warning) }
      return warnings
    }
    try? await Task.sleep(for: .milliseconds(100))
    listener.cancel()
    return await listener.value
  }

  private func path(_ target: Target, _ kind: ImportStoreTests.Kind) -> String {
    target.folder.path(kind == .file ? "home.ics" : "home/lunch.ics")
  }

  private func checkForLateWrites(_ store: CalendarStore) async {
    for _ in 0..<3 {
      clock.advance(by: .seconds(4))
      await store.checkReplacedFiles()
    }
  }

  /// Two windows, or a window and a command, import the same file into a folder. Each has planned before the other
  /// adds anything.
  @Test(arguments: [false, true])
  func sameImportTwiceAtOnceAddsEachEventOnce(isAtTheSameTime: Bool) async throws {
    let target = try Target(.folder)
    let stores = [await target.store(), await target.store()]
    let (objects, calendar) = (target.objects, target.calendar)
    var plans: [ImportPlan] = []
    for store in stores { plans.append(try await store.plan(objects, into: calendar)) }
    if isAtTheSameTime {
      async let first = stores[0].perform(plans[0], into: calendar, ImportProgress())
      async let second = stores[1].perform(plans[1], into: calendar, ImportProgress())
      let skipped = try await [first.skippedCount, second.skippedCount].reduce(0, +)
      #expect(skipped > 0)
    } else {
      for (store, plan) in zip(stores, plans) {
        _ = try await store.perform(plan, into: calendar, ImportProgress())
      }
    }
    let uids = await target.store().snapshot().events.map(\.id.uid)
    #expect(Set(uids).count == uids.count)
    #expect(Set(uids).isSuperset(of: objects.map(\.uid)))
  }

  /// Another program has the file open while an import or an earlier edit replaces the file. Then the program writes
  /// to the replaced file.
  @Test(arguments: ImportStoreTests.Kind.allCases, [true, false])
  func lateWritesDoNotReplaceImportedEvents(kind: ImportStoreTests.Kind, isEditedFirst: Bool) async throws {
    let target = try Target(kind)
    let path = path(target, kind)
    let originalText = try String(contentsOfFile: path, encoding: .utf8)
    let theirs = originalText.replacing("SUMMARY:Lunch", with: "SUMMARY:Feast")
    let store = await target.store(RemoteCalls(.server), clock: clock)
    let other = OtherProgram(path, truncates: false)
    if isEditedFirst {
      let event = try await store.snapshot().event("lunch")
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    _ = try await perform(target, store)
    let importedText = try String(contentsOfFile: path, encoding: .utf8)
    other.write(theirs)
    other.close()
    await checkForLateWrites(store)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == importedText)
    #expect(importedText.contains("SUMMARY:Long lunch"))
    var copyPaths: [String] = []
    for case .lateWrite(_, let path?) in await warnings(of: store) { copyPaths.append(path) }
    #expect(try copyPaths.map { try String(contentsOfFile: $0, encoding: .utf8) } == [theirs])
    #expect(await store.snapshot().events.count == 4)
  }

  @Test(arguments: ImportStoreTests.Kind.allCases)
  func lateWritesDoNotReplaceEventsRestoredByAnUndo(kind: ImportStoreTests.Kind) async throws {
    let target = try Target(kind)
    let path = path(target, kind)
    let originalText = try String(contentsOfFile: path, encoding: .utf8)
    let store = await target.store(RemoteCalls(.server), clock: clock)
    let appliedImport = try await perform(target, store)
    let theirs = try String(contentsOfFile: path, encoding: .utf8)
      .replacing("SUMMARY:Long lunch", with: "SUMMARY:Huge feast")
    let other = OtherProgram(path, truncates: false)
    _ = try await store.perform(appliedImport.inverse)
    other.write(theirs)
    other.close()
    await checkForLateWrites(store)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == originalText)
    let copyNames = try FileManager.default.contentsOfDirectory(atPath: target.folder.path("conflicts"))
    #expect(try copyNames.map { try target.folder.text("conflicts/\($0)") } == [theirs])
  }

  /// The import creates a file, and another program has that file open while the undo removes it.
  @Test func lateWritesToARemovedFileAreKept() async throws {
    let target = try Target(.folder, eventCount: 1)
    let store = await target.store(RemoteCalls(.server), clock: clock)
    let appliedImport = try await perform(target, store)
    let name = try #require(try target.files.first { $0.value.contains("UID:walk0") }?.key)
    let theirs = try target.folder.text(name).replacing("X-ALARM:kept", with: "X-ALARM:late")
    let other = OtherProgram(target.folder.path(name), truncates: false)
    _ = try await store.perform(appliedImport.inverse)
    other.write(theirs)
    other.close()
    await checkForLateWrites(store)
    let copyNames = try FileManager.default.contentsOfDirectory(atPath: target.folder.path("conflicts"))
    #expect(try copyNames.map { try target.folder.text("conflicts/\($0)") } == [theirs])
  }

  /// After the plan is made, another program changes an event that the import would update, and adds one that the
  /// import would add.
  @Test(arguments: ImportStoreTests.Kind.allCases)
  func changesMadeAfterThePlanAreKept(kind: ImportStoreTests.Kind) async throws {
    let target = try Target(kind)
    let store = await target.store(clock: clock)
    let plan = try await store.plan(target.objects, into: target.calendar)
    let path = path(target, kind)
    let feast = Samples.event(uid: "lunch", summary: "Feast")
    let walk = Samples.event(uid: "walk1", summary: "Other walk")
    if kind == .file {
      try target.folder.write(Samples.calendar(feast + walk), to: "home.ics")
    } else {
      try target.folder.write(Samples.calendar(feast), to: "home/lunch.ics")
      try target.folder.write(Samples.calendar(walk), to: "home/other.ics")
    }
    await store.open([target.calendar.path])
    let appliedImport = try await store.perform(plan, into: target.calendar, ImportProgress())
    #expect(appliedImport.skippedCount == 2)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("SUMMARY:Feast"))
    let texts = try target.files.values.joined()
    #expect(texts.components(separatedBy: "UID:walk1\r\n").count == 2)
    #expect(texts.components(separatedBy: "UID:walk0\r\n").count == 2)
    #expect(await store.snapshot().events.count == 4)
    // The undo does not touch the events that the import skipped.
    let undoneImport = try await store.perform(appliedImport.inverse)
    #expect(undoneImport.skippedCount == 0)
    #expect(await store.snapshot().events.map(\.summary).sorted() == ["Feast", "Other walk"])
  }

  /// Makes another program replace a file with its own version just before the next rename by the store.
  private func scheduleReplacement(
    of name: String, with text: String, _ target: Target, _ calls: RemoteCalls
  ) throws {
    let (theirs, path) = (try target.folder.write(text, to: "theirs"), target.folder.path(name))
    // The second rename fails, because the first one has used up the file.
    calls.beforeRename.withLock { $0 = { rename(theirs, path) } }
  }

  @Test func overwrittenVersionIsReported() async throws {
    let target = try Target(.folder, eventCount: 0)
    let calls = RemoteCalls(.all)
    let store = await target.store(calls, clock: clock)
    try scheduleReplacement(of: "home/lunch.ics", with: "theirs", target, calls)
    _ = try await perform(target, store)
    #expect(try target.folder.text("home/lunch.ics").contains("SUMMARY:Long lunch"))
    let path = target.folder.path("home/lunch.ics")
    #expect(await warnings(of: store) == [.overwrote(.path(path))])
  }

  @Test(arguments: [RemoteCalls.Refusals.all, .server, .encryptedFolder])
  func versionThatArrivesDuringAnUndoIsNotRemoved(refusals: RemoteCalls.Refusals) async throws {
    let target = try Target(.folder, eventCount: 1)
    let calls = RemoteCalls(refusals)
    let store = await target.store(calls, clock: clock)
    let appliedImport = try await perform(target, store)
    let name = try #require(try target.files.first { $0.value.contains("UID:walk0") }?.key)
    let theirs = try target.folder.text(name).replacing("X-ALARM:kept", with: "X-ALARM:changed")
    try scheduleReplacement(of: name, with: theirs, target, calls)
    _ = try? await store.perform(appliedImport.inverse)
    #expect(try target.folder.text(name) == theirs)
    #expect(try target.files.keys.allSatisfy { !$0.contains("/.") })
  }
}
