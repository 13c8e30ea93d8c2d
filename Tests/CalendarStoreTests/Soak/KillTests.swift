import Foundation
import SoakSupport
import TestExtent
import Testing

@testable import CalendarStore

/// Programs that are killed at any moment during any kind of edit: saved edits are on disk, every file is complete,
/// and nothing is lost or duplicated.
@Suite(.serialized) struct KillTests {
  @Test func savedChangesSurviveEveryKill() async throws {
    var random = SeededRandom(seed: SoakSettings.seed)
    SoakSettings.log("kills in the store: seed \(SoakSettings.seed)")
    var (savedCounts, interruptedCounts): ([EditRecord.Kind: Int], [EditRecord.Kind: Int]) = ([:], [:])
    var (leftoverTrialCount, failedCount) = (0, 0)
    for trial in 1...SoakSettings.killCount {
      let calendars = try EditedCalendars()
      var checker = EditChecker(calendars.initialEvents)
      let process = try calendars.start(["edits", "\(random.next() % 1_000_000)"] + calendars.paths)
      // The program starts editing after its first line of output.
      var output = process.output.availableData
      usleep(UInt32(random.below(120_000)))
      process.kill()
      output += process.output.readDataToEndOfFile()
      for line in output.split(separator: UInt8(ascii: "\n")) {
        guard let record = try? JSONDecoder().decode(EditRecord.self, from: line) else { continue }
        checker.add(record)
      }
      let problems = try calendars.problems(checker)
      #expect(
        problems.isEmpty, "trial \(trial), \(String(describing: checker.editInProgress?.kind)): \(problems)")
      #expect(process.wasKilled, "the program ended on its own: \(process.errors)")
      if !problems.isEmpty || !process.wasKilled { failedCount += 1 }
      for (kind, count) in checker.savedCounts { savedCounts[kind, default: 0] += count }
      if let kind = checker.editInProgress?.kind { interruptedCounts[kind, default: 0] += 1 }
      // The next launch removes leftovers and finds complete files.
      if try calendars.leftoverCount() > 0 { leftoverTrialCount += 1 }
      let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open(calendars.paths)
      #expect(snapshot.problems.isEmpty && snapshot.failures.isEmpty)
      #expect(try calendars.leftoverCount() == 0)
      if trial % 50 == 0 {
        SoakSettings.logProgress(
          "kills in the store", "\(trial) of \(SoakSettings.killCount), \(failedCount) failed")
      }
    }
    let kinds = EditRecord.Kind.allCases.map { "\($0) \(savedCounts[$0] ?? 0)/\(interruptedCounts[$0] ?? 0)" }
    SoakSettings.logFigure(
      "kills in the store",
      "\(SoakSettings.killCount - failedCount) of \(SoakSettings.killCount) without failures; saved/interrupted: \(kinds.joined(separator: ", ")); \(leftoverTrialCount) left a temporary file"
    )
    // Sanity check: some kills interrupted an edit; in a long run, edits of every kind were interrupted.
    #expect(interruptedCounts.values.reduce(0, +) > 0)
    #expect(
      SoakSettings.killCount < 500 || EditRecord.Kind.allCases.allSatisfy { interruptedCounts[$0] ?? 0 > 0 })
  }

  @Test func killedCommandsLeaveCompleteFiles() throws {
    var random = SeededRandom(seed: SoakSettings.seed)
    let count = max(20, SoakSettings.killCount / 3)
    var (trial, failureCount, killCount, changeCount, lateKillCount) = (0, 0, 0, 0, 0)
    let probe = try EditedCalendars()
    // The time that a command currently takes, in milliseconds. It depends on the load of the machine.
    var duration = try withExtendedLifetime(probe) {
      try probe.startCommand(.move, "mine-1").millisecondsUntilExit(limit: 60_000) ?? 60_000
    }
    var hasEnoughKills: Bool { killCount > trial / 4 && changeCount > 0 && lateKillCount > 0 }
    // Sanity check: enough commands were killed before they finished, some of them after their edit. That may take
    // more trials on a busy machine.
    while trial < count || (trial < 10 * count && !hasEnoughKills) {
      trial += 1
      let calendars = try EditedCalendars()
      let kind = [EditRecord.Kind.add, .move, .delete][trial % 3]
      let originalStatus = calendars.fileStatus
      let process = try calendars.startCommand(kind, "mine-1")
      let exitTime: Int?
      if trial <= count {
        exitTime = process.millisecondsUntilExit(limit: random.below(duration * 11 / 10 + 2))
      } else if trial.isMultiple(of: 2) {
        exitTime = process.millisecondsUntilExit(limit: random.below(duration / 2 + 2))
      } else {
        // This command is killed as soon as its edit is in the file.
        exitTime = process.millisecondsUntilExit(limit: 10 * duration) {
          calendars.fileStatus != originalStatus
        }
      }
      process.kill()
      let output = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
      let problems = try calendars.problems(
        after: kind, of: "mine-1", isDone: process.hasSucceeded, output: output)
      #expect(problems.isEmpty, "trial \(trial), \(kind): \(problems)")
      #expect(process.wasKilled || process.hasSucceeded, "the command failed: \(process.errors)")
      if !problems.isEmpty { failureCount += 1 }
      let hasChanged = try calendars.events() != calendars.initialEvents.mapValues { [$0] }
      killCount += process.wasKilled ? 1 : 0
      changeCount += hasChanged ? 1 : 0
      lateKillCount += process.wasKilled && hasChanged ? 1 : 0
      if let exitTime {
        duration = (duration * 7 + exitTime) / 8
      } else if trial <= count, !hasChanged {
        duration += max(1, duration / 50)
      }
      if trial % 50 == 0 {
        SoakSettings.logProgress("kills of commands", "\(trial) of \(count), \(failureCount) failed")
      }
    }
    SoakSettings.logFigure(
      "kills of commands",
      "\(trial - failureCount) of \(trial) without failures; \(killCount) killed before they finished, \(changeCount) had made their edit, \(lateKillCount) were killed after making it"
    )
    #expect(
      hasEnoughKills,
      "\(killCount) of \(trial) commands were killed, \(lateKillCount) after their edit; \(changeCount) edits"
    )
  }

  @Test func naiveProgramFailsTheSameTest() throws {
    var tornCount = 0
    for _ in 0..<300 where tornCount == 0 {
      let calendars = try EditedCalendars()
      let process = try calendars.start(["naive", calendars.paths[0]])
      _ = process.output.availableData
      usleep(UInt32.random(in: 0...25_000))
      process.kill()
      if try !calendars.problems(EditChecker(calendars.initialEvents)).isEmpty { tornCount += 1 }
    }
    #expect(tornCount > 0)
  }
}
