import CalendarModel
import Foundation
import SoakSupport
import Testing

@testable import CalendarStore

/// Each system call of every kind of edit fails once, or fails together with all later calls, or is not made
/// because the program is killed. Edits that were reported as saved are on disk, all others are still in
/// memory and can be saved later, and no file is ever torn.
@Suite struct FaultEverywhereTests {
  private static let errorCodes = [EIO, ENOSPC, EINTR, EACCES, EROFS, EDQUOT]

  @Test(arguments: FaultScenario.all)
  func everySystemCallCanFailSafely(scenario: FaultScenario) async throws {
    try await injectFaults(into: scenario, on: .local)
  }

  /// On network and FUSE file systems, Handspan compares the contents of files instead of their inodes. Some of
  /// these file systems can exchange two files. CI runs a third of the scenarios.
  @Test(
    arguments: FaultScenario.all.enumerated().filter {
      SoakSettings.hasAllFaults || $0.offset % 3 == Int(SoakSettings.seed % 3)
    }.map(\.element), [InterruptedCalls.Disk.encryptedFolder, .server])
  func everySystemCallCanFailSafelyOnANetworkFileSystem(scenario: FaultScenario, disk: InterruptedCalls.Disk)
    async throws
  {
    try await injectFaults(into: scenario, on: disk)
  }

  private func injectFaults(into scenario: FaultScenario, on disk: InterruptedCalls.Disk) async throws {
    let faultlessRun = try await Run(scenario, on: disk)
    let calls = faultlessRun.calls.names
    // Sanity check: the edit is made with calls that are counted.
    #expect(
      faultlessRun.isSaved && calls.contains("synchronize")
        && faultlessRun.textsAfter != faultlessRun.textsBefore)
    var faultCount = 0
    for index in calls.indices {
      for fault in Self.faults(at: index) {
        let run = try await Run(scenario, on: disk, fault, at: index)
        faultCount += 1
        let problems = await run.problems(faultlessRun)
        #expect(
          problems.isEmpty,
          "\(fault) at call \(index) (\(calls[index])) of \(calls.count): \(problems)")
      }
    }
    let label = disk == .local ? "faults" : "faults on a \(disk)"
    SoakSettings.logFigure(
      "\(label), \(scenario)", "\(calls.count) system calls, \(faultCount) faults")
  }

  private static func faults(at index: Int) -> [InterruptedCalls.Fault] {
    // EINTR is injected only once, because a write that is always interrupted would be retried forever.
    let allFaults = errorCodes.flatMap {
      $0 == EINTR ? [.once($0)] : [InterruptedCalls.Fault.once($0), .always($0)]
    }
    guard !SoakSettings.hasAllFaults else { return [.killed] + allFaults }
    return [.killed, allFaults[(index + Int(SoakSettings.seed % 1_000)) % allFaults.count]]
  }

  /// A call that `InterruptedCalls` does not override would never fail in these tests.
  @Test func everyCallOfTheProtocolCanFail() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func functions(_ url: URL, of type: String) throws -> Set<String> {
      let text = try String(contentsOf: url, encoding: .utf8)
      let body = text.components(separatedBy: type).last?.components(separatedBy: "\n}").first
      let lines = (body ?? "").components(separatedBy: "\n").filter { $0.hasPrefix("  func ") }
      return Set(lines.map { $0.components(separatedBy: " {")[0] })
    }
    let calls = try functions(
      root.appendingPathComponent("Sources/CalendarStore/Files/FileCalls.swift"),
      of: "protocol FileCalls:")
    let overriddenFunctions = try functions(
      tests.appendingPathComponent("InterruptedCalls.swift"), of: "class InterruptedCalls:")
    #expect(
      calls.count > 5 && calls.subtracting(overriddenFunctions).isEmpty,
      "`InterruptedCalls` does not override \(calls.subtracting(overriddenFunctions))")
  }
}

extension CalendarStore {
  /// Submits changes together, so that none is processed before all are submitted.
  fileprivate func submitTogether(_ changes: [(StoreChange, EditID)]) {
    for (change, id) in changes { submit(change, as: id) }
  }
}

/// A scenario that was run with or without a fault.
private struct Run {
  let calendars: EditedCalendars
  let calls: InterruptedCalls
  let store: CalendarStore
  let fault: InterruptedCalls.Fault?
  /// The files before and after the last action, without timestamps.
  private(set) var textsBefore: [String: String] = [:]
  private(set) var textsAfter: [String: String] = [:]
  /// The store's answer to each edit of the last action.
  private(set) var answers: [StoreEvent] = []
  private let lastAction: FaultScenario.Action
  private let disk: InterruptedCalls.Disk
  private var ids: [[EditID]] = []

  init(
    _ scenario: FaultScenario, on disk: InterruptedCalls.Disk, _ fault: InterruptedCalls.Fault? = nil,
    at index: Int = .max
  ) async throws {
    (self.disk, calls) = (disk, InterruptedCalls(on: disk))
    calendars = try EditedCalendars()
    self.fault = fault
    store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: "\(calendars.folder)/conflicts")
    let targets = FaultScenario.Targets(
      file: CalendarID(calendars.paths[0]), folder: CalendarID(calendars.paths[1]))
    let actions = scenario.actions(targets)
    lastAction = actions[actions.count - 1]
    await store.open(calendars.paths)
    for action in actions.dropLast() { _ = await perform(action) }
    textsBefore = try texts()
    calls.arm(index, fault ?? .killed)
    answers = await perform(lastAction)
    textsAfter = try texts()
  }

  var isSaved: Bool {
    answers.allSatisfy { if case .saved = $0 { true } else { false } }
  }

  /// Submits the changes of an action and waits for the first answer to each.
  private mutating func perform(_ action: FaultScenario.Action) async -> [StoreEvent] {
    let changes: [StoreChange]
    switch action {
    case .edits(let edits): changes = edits.map { .edit($0) }
    case .undo(let number): changes = ids[number].reversed().map { .undo($0) }
    case .redo(let number): changes = ids[number].map { .redo($0) }
    }
    let submissions = changes.map { ($0, EditID()) }
    ids.append(submissions.map(\.1))
    await store.submitTogether(submissions)
    _ = await store.snapshot()
    var answers: [EditID: StoreEvent] = [:]
    var storeEvents = store.events.makeAsyncIterator()
    while answers.count < submissions.count, let event = await storeEvents.next() {
      let reportedIDs: [EditID]
      switch event {
      case .saved(let ids), .unsaved(let ids, _): reportedIDs = ids
      case .refused(let id, _): reportedIDs = [id]
      default: reportedIDs = []
      }
      for id in reportedIDs where submissions.contains(where: { $0.1 == id }) && answers[id] == nil {
        answers[id] = event
      }
    }
    return Array(answers.values)
  }

  /// Returns the text of every calendar file without its timestamps, by name.
  private func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: calendars.paths[1])
    where name.hasSuffix(".ics") {
      texts["home/\(name)"] = try text("\(calendars.paths[1])/\(name)")
    }
    texts["work.ics"] = try text(calendars.paths[0])
    return texts
  }

  private func text(_ path: String) throws -> String {
    let stamps = ["DTSTAMP:", "LAST-MODIFIED:", "CREATED:"]
    return try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\r\n").map {
      line in
      stamps.first { line.hasPrefix($0) } ?? line
    }.joined(separator: "\r\n")
  }

  /// Returns the shown events, as short lines.
  private func shownEvents(_ store: CalendarStore) async -> Set<String> {
    Set(
      await store.snapshot().events.map {
        "\($0.id.calendar == CalendarID(calendars.paths[0])) \($0.id.uid) \($0.times) \($0.summary)"
      })
  }

  // MARK: Problems

  /// Returns a description of each problem that this run reveals.
  ///
  /// - Parameter faultlessRun: the same scenario, run without a fault.
  func problems(_ faultlessRun: Run) async -> [String] {
    var problems = integrityProblems(faultlessRun)
    if isSaved, textsAfter != faultlessRun.textsAfter { problems.append("reported as saved, but not saved") }
    do {
      if fault != .killed { problems += try await problemsAfterRepair(faultlessRun) }
      // On a network file system, only old leftovers are removed.
      if disk != .local { try calendars.ageLeftovers() }
      let nextStore = CalendarStore(
        displayZone: .utc, isWatching: false, files: CalendarFiles(calls: InterruptedCalls(on: disk)),
        conflictsFolder: "\(calendars.folder)/conflicts")
      let snapshot = await nextStore.open(calendars.paths)
      if !snapshot.problems.isEmpty || !snapshot.failures.isEmpty {
        problems.append("the next launch reports \(snapshot.problems) \(snapshot.failures)")
      }
      if try calendars.leftoverCount() > 0 { problems.append("a temporary file is left") }
    } catch {
      problems.append("\(error)")
    }
    return problems
  }

  /// Checks that each file is either the old or the new version, and that no event is missing from all files.
  private func integrityProblems(_ faultlessRun: Run) -> [String] {
    var problems: [String] = []
    for name in Set(textsAfter.keys).union(faultlessRun.textsBefore.keys).union(faultlessRun.textsAfter.keys)
    where textsAfter[name] != faultlessRun.textsBefore[name]
      && textsAfter[name] != faultlessRun.textsAfter[name]
    {
      problems.append("\(name) is neither the old nor the new file: \(textsAfter[name] ?? "missing")")
    }
    func uids(_ files: [String: String]) -> Set<Substring> {
      Set(files.values.flatMap { $0.split(separator: "\r\n") }.filter { $0.hasPrefix("UID:") })
    }
    let missingUIDs = uids(faultlessRun.textsBefore).intersection(uids(faultlessRun.textsAfter)).subtracting(
      uids(textsAfter))
    if !missingUIDs.isEmpty { problems.append("\(missingUIDs) is in no file") }
    return problems
  }

  private func problemsAfterRepair(_ faultlessRun: Run) async throws -> [String] {
    var problems: [String] = []
    var refusalCount = 0
    for case .refused(_, let error) in answers {
      refusalCount += 1
      if case .conflict = error { problems.append("a conflict without another program: \(error)") }
    }
    let expectedEvents = await faultlessRun.shownEvents(faultlessRun.store)
    // An edit that is not saved is in memory and shown to the user.
    if refusalCount == 0, await shownEvents(store) != expectedEvents {
      problems.append("the edit is not shown")
    }
    calls.repair()
    let unsavedChanges = await store.flush()
    if !unsavedChanges.isEmpty { problems.append("still not saved: \(unsavedChanges.map(\.error))") }
    if refusalCount > 0 {
      if refusalCount == answers.count, try texts() != textsBefore {
        problems.append("the edit was refused but saved")
      }
      var retry = self
      _ = await retry.perform(lastAction)
      _ = await store.flush()
    }
    let files = try texts()
    for name in Set(files.keys).union(faultlessRun.textsAfter.keys)
    where files[name] != faultlessRun.textsAfter[name] {
      problems.append(
        "after the repair \(name) is \(files[name] ?? "missing"), not \(faultlessRun.textsAfter[name] ?? "missing")"
      )
    }
    return problems
  }
}
