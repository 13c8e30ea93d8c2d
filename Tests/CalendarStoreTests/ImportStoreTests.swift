import CalendarDocument
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Imports into files and folders: an import is carried out completely or not at all, even if it is interrupted.
@Suite struct ImportStoreTests {
  enum Kind: CaseIterable, Sendable { case file, folder }

  /// The file systems that the tests simulate.
  enum Disk: CaseIterable, Sendable {
    case local, server, encryptedFolder
    /// A network file system that refuses every operation that some network file systems refuse.
    case worst

    fileprivate var calls: any FileCalls {
      switch self {
      case .local: SystemCalls()
      case .server: RemoteCalls(.server)
      case .encryptedFolder: RemoteCalls(.encryptedFolder)
      case .worst: RemoteCalls(.all)
      }
    }
  }

  /// A calendar with one event, and objects to import: a newer revision of this event, and new events.
  struct Target {
    let folder = TemporaryFolder(inMemory: true)
    /// The folder with the program's state, which is not part of the calendar.
    let state = TemporaryFolder(inMemory: true)
    let calendar: CalendarID
    let objects: [CalendarObject]

    init(_ kind: Kind, eventCount: Int = 3) throws {
      let oldEvent = Samples.event(uid: "lunch", summary: "Lunch")
      switch kind {
      case .file: calendar = CalendarID(try folder.write(Samples.calendar(oldEvent), to: "home.ics"))
      case .folder:
        calendar = CalendarID(try folder.makeFolder("home"))
        try folder.write(Samples.calendar(oldEvent), to: "home/lunch.ics")
      }
      var lines = Samples.event(uid: "lunch", summary: "Long lunch").flatMap { line in
        line == "UID:lunch" ? [line, "SEQUENCE:9"] : [line]
      }
      for number in 0..<eventCount {
        lines += TwoCalendars.walk.map { $0.replacing("UID:walk", with: "UID:walk\(number)") }
      }
      var importedObjects = ImportedObjects()
      try importedObjects.add(
        Array(Samples.calendar(TwoCalendars.zone, lines).utf8), zones: SystemZones.shared)
      objects = importedObjects.objects
    }

    func store(
      _ calls: any FileCalls = SystemCalls(), isReadOnly: Bool = false, clock: ManualClock = ManualClock()
    ) async -> CalendarStore {
      let store = CalendarStore(
        displayZone: .utc, isWatching: false, isReadOnly: isReadOnly, files: CalendarFiles(calls: calls),
        conflictsFolder: folder.path("conflicts"), stateFolder: state.path, clock: { clock.now })
      await store.open([calendar.path])
      return store
    }

    /// Waits until the killed program holds no lock. The task that prepared the import may end a little later than
    /// the import.
    func waitUntilUnlocked() throws {
      for name in try files.keys where name.hasPrefix("home/.") {
        let subfolder = open(folder.path(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard subfolder >= 0 else { continue }
        for _ in 0..<60_000 where flock(subfolder, LOCK_EX | LOCK_NB) != 0 { usleep(1_000) }
        // A process that another test is starting may still have a copy of the descriptor, so closing it would not
        // release the lock.
        flock(subfolder, LOCK_UN)
        close(subfolder)
      }
    }

    /// The contents of all files, by name, including hidden ones. Folders other than `home` have empty contents.
    var files: [String: String] {
      get throws {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
          var isFolder = ObjCBool(false)
          _ = FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder)
          if !isFolder.boolValue {
            files[name] = try folder.text(name)
          } else if name != "home" {
            files[name] = ""
          }
        }
        return files
      }
    }
  }

  private func perform(
    _ target: Target, _ store: CalendarStore, _ progress: ImportProgress = ImportProgress()
  ) async throws -> AppliedImport {
    let plan = try await store.plan(target.objects, into: target.calendar)
    return try await store.perform(plan, into: target.calendar, progress)
  }

  @Test(arguments: Kind.allCases, Disk.allCases)
  func importKeepsTheTextOfEachEventAndIsUndoneAsAWhole(kind: Kind, disk: Disk) async throws {
    let target = try Target(kind)
    let filesBefore = try target.files
    let store = await target.store(disk.calls)
    let appliedImport = try await perform(target, store)
    #expect(appliedImport.skippedCount == 0)
    #expect(await store.snapshot().events.count == 4)
    let filesAfter = try target.files
    #expect(filesAfter.count == (kind == .file ? 1 : 4))
    let walk = TwoCalendars.walk.map { $0.replacing("UID:walk", with: "UID:walk1") + "\r\n" }.joined()
    #expect(filesAfter.values.contains { $0.contains(walk) && $0.contains("TZID:Somewhere\r\n") })
    #expect(filesAfter.values.contains { $0.contains("SUMMARY:Long lunch") })
    // Another program finds the same events.
    #expect(await target.store().snapshot().events.count == 4)
    // The second time, the calendar already contains all events.
    let secondPlan = try await store.plan(target.objects, into: target.calendar)
    #expect(secondPlan.isEmpty && secondPlan.counts[.event] == .init(same: 4))
    let undoneImport = try await store.perform(appliedImport.inverse)
    #expect(try target.files == filesBefore)
    #expect(await store.snapshot().events.map(\.summary) == ["Lunch"])
    _ = try await store.perform(undoneImport.inverse)
    #expect(try target.files == filesAfter)
    #expect(await store.snapshot().events.count == 4)
  }

  @Test(arguments: Kind.allCases)
  func canceledImportLeavesNothing(kind: Kind) async throws {
    let target = try Target(kind)
    let filesBefore = try target.files
    let store = await target.store()
    let progress = ImportProgress()
    progress.cancel()
    await #expect(throws: ImportFailure.canceled) { _ = try await perform(target, store, progress) }
    #expect(try target.files == filesBefore)
    #expect(await store.snapshot().events.count == 1)
  }

  /// Returns the number of system calls that an import makes or, if `isUndoing`, that an import and its undo make.
  private func callCount(
    _ kind: Kind, isUndoing: Bool, canRenameWithoutReplacing: Bool = true
  ) async throws -> Int {
    let target = try Target(kind)
    let calls = LimitedCalls(canRenameWithoutReplacing: canRenameWithoutReplacing)
    let store = await target.store(calls)
    let appliedImport = try await perform(target, store)
    if isUndoing { _ = try await store.perform(appliedImport.inverse) }
    return calls.callCount
  }

  @Test(arguments: Kind.allCases, [true, false])
  func killedImportIsCompleteOrLeavesNothing(kind: Kind, canRenameWithoutReplacing: Bool) async throws {
    var eventCounts: Set<Int> = []
    let lastCall = try await callCount(
      kind, isUndoing: false, canRenameWithoutReplacing: canRenameWithoutReplacing)
    for call in 0...lastCall {
      let target = try Target(kind)
      let filesBefore = try target.files
      await importUntilKilled(
        target, LimitedCalls(after: call, canRenameWithoutReplacing: canRenameWithoutReplacing))
      try target.waitUntilUnlocked()
      let count = await target.store().snapshot().events.count
      #expect([1, 4].contains(count), "\(count) events after \(call) calls")
      if count == 1 { #expect(try target.files == filesBefore, "after \(call) calls") }
      eventCounts.insert(count)
    }
    #expect(eventCounts == [1, 4])
  }

  @Test func interruptedImportIsUndoneOnceItsJournalCanBeRead() async throws {
    for call in 0...(try await callCount(.folder, isUndoing: false)) {
      for code in [EMFILE, EIO] {
        let target = try Target(.folder)
        let filesBefore = try target.files
        await importUntilKilled(target, LimitedCalls(after: call))
        try target.waitUntilUnlocked()
        let calls = UnreadableCalls(code)
        _ = await target.store(calls)
        let count = await target.store().snapshot().events.count
        #expect([1, 4].contains(count), "\(count) events after \(call) calls")
        if count == 1 { #expect(try target.files == filesBefore, "after \(call) calls") }
      }
    }
  }

  /// System calls that can open folders, but not files.
  private struct UnreadableCalls: FileCalls {
    let code: Int32
    private let system = SystemCalls()

    init(_ code: Int32) { self.code = code }

    func open(_ name: ByteString, in folder: Int32) -> Int32 {
      let file = system.open(name, in: folder)
      var attributes = stat()
      guard file >= 0, fstat(file, &attributes) == 0, attributes.isFile else { return file }
      close(file)
      return -code
    }
  }

  private func importUntilKilled(_ target: Target, _ calls: LimitedCalls) async {
    let store = await target.store(calls)
    _ = try? await perform(target, store)
  }

  @Test(arguments: [true, false])
  func killedUndoIsCompleteOrChangesNothing(canRenameWithoutReplacing: Bool) async throws {
    let firstCall = try await callCount(
      .folder, isUndoing: false, canRenameWithoutReplacing: canRenameWithoutReplacing)
    let lastCall = try await callCount(
      .folder, isUndoing: true, canRenameWithoutReplacing: canRenameWithoutReplacing)
    for call in firstCall...lastCall {
      let target = try Target(.folder)
      await undoImportUntilKilled(
        target, LimitedCalls(after: call, canRenameWithoutReplacing: canRenameWithoutReplacing))
      try target.waitUntilUnlocked()
      let count = await target.store().snapshot().events.count
      #expect([1, 4].contains(count), "\(count) events after \(call) calls")
      let files = try target.files
      #expect(files.count == count, "after \(call) calls: \(files.keys.sorted())")
    }
  }

  private func undoImportUntilKilled(_ target: Target, _ calls: LimitedCalls) async {
    let store = await target.store(calls)
    guard let appliedImport = try? await perform(target, store) else { return }
    _ = try? await store.perform(appliedImport.inverse)
  }

  @Test(arguments: Kind.allCases)
  func fullDiskLeavesNothingAndTheNextImportSucceeds(kind: Kind) async throws {
    for call in 0..<(try await callCount(kind, isUndoing: false)) {
      let target = try Target(kind)
      let filesBefore = try target.files
      let store = await target.store(LimitedCalls(after: call, ENOSPC, failsOnlyOnce: true))
      do {
        _ = try await perform(target, store)
      } catch {
        #expect(try target.files == filesBefore, "after \(call) calls: \(error)")
        #expect(await store.snapshot().events.count == 1)
        _ = try await perform(target, store)
      }
      #expect(await target.store().snapshot().events.count == 4, "after \(call) calls")
    }
  }

  @Test func runningImportIsNotUndoneByAnotherProgram() async throws {
    let target = try Target(.folder)
    let folder = ByteString(target.calendar.path)
    let change = FolderTransaction.Change(name: "new.ics", oldBytes: nil, newBytes: Array("x".utf8))
    let files = CalendarFiles()
    let transaction = try FolderTransaction(
      [change], in: folder, files: files,
      TransactionJournals(folder: target.state.path("imports"), files: files))
    try transaction.prepare { _ in true }
    let filesBefore = try target.files
    _ = await target.store()
    #expect(try target.files == filesBefore)
    var results = FolderTransaction.Results()
    try transaction.commit(expecting: [:], &results)
    #expect(try target.files["home/new.ics"] == "x")
    #expect(try target.files.count == 2)
  }

  /// A command that only reads changes nothing, not even to repair it.
  @Test func interruptedImportIsLeftToAWindowOrAWritingCommand() async throws {
    var wasInterrupted = false
    for call in 0...(try await callCount(.folder, isUndoing: false)) {
      let target = try Target(.folder)
      let originalFiles = try target.files
      await importUntilKilled(target, LimitedCalls(after: call))
      try target.waitUntilUnlocked()
      let temporaryName = "home/.handspan-0123456789abcdef.tmp"
      try target.folder.write("x", to: temporaryName)
      let files = try target.files
      let isAbandoned = files.keys.contains { $0.hasPrefix("home/.handspan-import-") }
      let store = await target.store(isReadOnly: true)
      let problems = await store.check()
      #expect(try target.files == files, "after \(call) calls")
      let reports = problems.filter { $0.path.contains(".handspan-import-") }
      #expect(reports.count == (isAbandoned ? 1 : 0), "after \(call) calls")
      _ = await target.store()
      let repairedFiles = try target.files
      #expect(!repairedFiles.keys.contains { $0.hasPrefix("home/.") }, "after \(call) calls")
      if isAbandoned {
        wasInterrupted = wasInterrupted || files.count > originalFiles.count
        #expect([originalFiles.count, 4].contains(repairedFiles.count), "after \(call) calls")
      }
    }
    #expect(wasInterrupted)
  }

  /// A folder from someone else may contain anything that looks like a journal.
  @Test(arguments: [true, false])
  func stagingFolderWithoutAJournalOfThisUserIsLeftAlone(isReadOnly: Bool) async throws {
    let target = try Target(.folder)
    let name = "home/.handspan-import-0123456789abcdef"
    try target.folder.makeFolder(name)
    let lunch = Array(try target.folder.text("home/lunch.ics").utf8)
    let fileName = Array("lunch.ics".utf8).map { String($0, radix: 16) }.joined(separator: ".")
    let journal = "create 0 \(FileFingerprint.digest(lunch)) \(fileName)\n"
    try target.folder.write(journal, to: name + "/journal")
    try target.folder.write("old", to: name + "/b0")
    let files = try target.files
    let store = await target.store(isReadOnly: isReadOnly)
    #expect(await store.snapshot().events.count == 1)
    let problems = await store.check()
    #expect(problems.map(\.path) == [target.folder.path(name)])
    #expect(try target.files == files)
    _ = try await perform(target, await target.store())
    #expect(try target.folder.text(name + "/journal") == journal)
  }

  /// A journal names its folder by more than its path.
  @Test func journalOfAReplacedFolderUndoesNothing() async throws {
    for call in 0...(try await callCount(.folder, isUndoing: false)) {
      let target = try Target(.folder)
      await importUntilKilled(target, LimitedCalls(after: call))
      try target.waitUntilUnlocked()
      #expect(rename(target.folder.path("home"), target.folder.path("old")) == 0)
      try FileManager.default.copyItem(
        atPath: target.folder.path("old"), toPath: target.folder.path("home"))
      // Temporary files of interrupted saves are still removed.
      func files() throws -> [String: String] { try target.files.filter { !$0.key.hasSuffix(".tmp") } }
      let filesBefore = try files()
      _ = await target.store()
      #expect(try files() == filesBefore, "after \(call) calls")
    }
  }

  @Test func undoKeepsEventsThatAnotherProgramHasChanged() async throws {
    let target = try Target(.folder)
    let store = await target.store()
    let appliedImport = try await perform(target, store)
    let name = try #require(try target.files.first { $0.value.contains("UID:walk1") }?.key)
    let changedText = try target.folder.text(name).replacing("X-ALARM:kept", with: "X-ALARM:changed")
    try target.folder.write(changedText, to: name)
    await store.open([target.calendar.path])
    let undoneImport = try await store.perform(appliedImport.inverse)
    #expect(undoneImport.skippedCount == 1)
    #expect(appliedImport.keptCounts == [.event: 4] && appliedImport.removedCounts.isEmpty)
    #expect(undoneImport.removedCounts == [.event: 2] && undoneImport.keptCounts == [.event: 1])
    #expect(try target.files[name] == changedText)
    #expect(await store.snapshot().events.count == 2)
  }

  @Test func readOnlyCalendarIsRefused() async throws {
    let target = try Target(.file)
    chmod(target.calendar.path, 0o444)
    let store = await target.store()
    await #expect(throws: StoreError.readOnly(.path(target.calendar.path))) {
      _ = try await store.plan(target.objects, into: target.calendar)
    }
  }

  @Test func vanishedFolderIsReported() async throws {
    let target = try Target(.folder)
    let store = await target.store()
    let plan = try await store.plan(target.objects, into: target.calendar)
    try FileManager.default.removeItem(atPath: target.calendar.path)
    await #expect(throws: ImportFailure.failed(.vanished(.path(target.calendar.path)))) {
      _ = try await store.perform(plan, into: target.calendar, ImportProgress())
    }
  }

  @Test func exportReplacesAFileUnlessItBelongsToAnOpenCalendar() async throws {
    let target = try Target(.folder)
    let store = await target.store()
    _ = try await perform(target, store)
    let bytes = try #require(await store.export(.calendar(target.calendar))).bytes
    let path = target.folder.path("export.ics")
    try await store.write(bytes, to: path)
    try await store.write(bytes, to: path)
    let otherStore = CalendarStore(displayZone: .utc, isWatching: false)
    #expect(await otherStore.open([path]).events.count == 4)
    await #expect(throws: StoreError.exists(.path(target.calendar.path + "/lunch.ics"))) {
      try await store.write(bytes, to: target.calendar.path + "/lunch.ics")
    }
    await #expect(throws: StoreError.exists(.path(path))) { try await otherStore.write(bytes, to: path) }
  }
}
