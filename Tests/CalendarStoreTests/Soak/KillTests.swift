import Foundation
import SoakSupport
import TestExtent
import Testing

@testable import CalendarStore

/// Programs that are killed at any moment of any kind of edit: saved edits are on disk, every file is complete,
/// and nothing is lost or duplicated.
@Suite(.serialized) struct KillTests {
  @Test func savedChangesSurviveEveryKill() async throws {
    var random = SeededRandom(seed: SoakSettings.seed)
    SoakSettings.log("kills in the store: seed \(SoakSettings.seed)")
    var (saved, interrupted): ([EditRecord.Kind: Int], [EditRecord.Kind: Int]) = ([:], [:])
    var (swept, failed) = (0, 0)
    for trial in 1...SoakSettings.kills {
      let calendars = try EditedCalendars()
      var checker = EditChecker(calendars.initialEvents)
      let process = try calendars.start(["edits", "\(random.next() % 1_000_000)"] + calendars.paths)
      // After its first line the program starts editing.
      var output = process.output.availableData
      usleep(UInt32(random.below(120_000)))
      process.kill()
      output += process.output.readDataToEndOfFile()
      for line in output.split(separator: UInt8(ascii: "\n")) {
        guard let record = try? JSONDecoder().decode(EditRecord.self, from: line) else { continue }
        checker.add(record)
      }
      let complaints = try calendars.complaints(checker)
      #expect(
        complaints.isEmpty, "trial \(trial), \(String(describing: checker.inProgress?.kind)): \(complaints)")
      #expect(process.wasKilled, "it ended on its own: \(process.errors)")
      if !complaints.isEmpty || !process.wasKilled { failed += 1 }
      for (kind, count) in checker.done { saved[kind, default: 0] += count }
      if let kind = checker.inProgress?.kind { interrupted[kind, default: 0] += 1 }
      // The next start removes leftovers and finds complete files.
      if try calendars.leftovers() > 0 { swept += 1 }
      let next = await CalendarStore(displayZone: .utc, isWatching: false).open(calendars.paths)
      #expect(next.problems.isEmpty && next.failures.isEmpty)
      #expect(try calendars.leftovers() == 0)
      if trial % 50 == 0 {
        SoakSettings.progress("kills in the store", "\(trial) of \(SoakSettings.kills), \(failed) failed")
      }
    }
    let kinds = EditRecord.Kind.allCases.map { "\($0) \(saved[$0] ?? 0)/\(interrupted[$0] ?? 0)" }
    SoakSettings.figure(
      "kills in the store",
      "\(SoakSettings.kills - failed) of \(SoakSettings.kills) whole; saved/interrupted: \(kinds.joined(separator: ", ")); \(swept) left a temporary file"
    )
    // The premise: kills interrupted edits, and in a long run edits of every kind.
    #expect(interrupted.values.reduce(0, +) > 0)
    #expect(SoakSettings.kills < 500 || EditRecord.Kind.allCases.allSatisfy { interrupted[$0] ?? 0 > 0 })
  }

  @Test func killedCommandsLeaveCompleteFiles() throws {
    var random = SeededRandom(seed: SoakSettings.seed)
    let count = max(20, SoakSettings.kills / 3)
    var (trial, failed, killed, changed, late) = (0, 0, 0, 0, 0)
    // The time that one command takes now; the kills fall within it.
    let probe = try EditedCalendars()
    let began = Milliseconds.now
    try probe.command(.move, "mine-1").wait()
    var span = max(20, Milliseconds.now - began)
    // The premise: enough commands were killed before their end, some of them after their edit. A busy machine
    // needs more trials for that.
    while trial < count || (trial < 10 * count && !(killed > trial / 4 && changed > 0 && late > 0)) {
      trial += 1
      let calendars = try EditedCalendars()
      let kind = [EditRecord.Kind.add, .move, .delete][trial % 3]
      let start = Milliseconds.now
      let process = try calendars.command(kind, "mine-1")
      // The kills that are still missing come near the end of a command.
      let first = trial > count ? span * 700 : 0
      usleep(UInt32(first + random.below(span * 1_100 - first)))
      process.kill()
      let output = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
      let complaints = try calendars.complaints(
        after: kind, of: "mine-1", isDone: process.hasSucceeded, printed: output)
      #expect(complaints.isEmpty, "trial \(trial), \(kind): \(complaints)")
      #expect(process.wasKilled || process.hasSucceeded, "it failed: \(process.errors)")
      if !complaints.isEmpty { failed += 1 }
      let hasChanged = try calendars.events() != calendars.initialEvents.mapValues { [$0] }
      killed += process.wasKilled ? 1 : 0
      changed += hasChanged ? 1 : 0
      late += process.wasKilled && hasChanged ? 1 : 0
      // The duration depends on the load of the machine.
      if !process.wasKilled {
        span = max(20, (span * 7 + Milliseconds.now - start) / 8)
      } else if !hasChanged {
        span += max(1, span / 50)
      }
      if trial % 50 == 0 {
        SoakSettings.progress("kills of the command line", "\(trial) of \(count), \(failed) failed")
      }
    }
    SoakSettings.figure(
      "kills of the command line",
      "\(trial - failed) of \(trial) whole; \(killed) killed before their end, \(changed) had made their edit, \(late) were killed after it"
    )
    #expect(killed > trial / 4 && changed > 0 && late > 0)
  }

  @Test func naiveProgramFailsTheSameTest() throws {
    var torn = 0
    for _ in 0..<60 where torn == 0 {
      let calendars = try EditedCalendars()
      let process = try calendars.start(["naive", calendars.paths[0]])
      _ = process.output.availableData
      usleep(UInt32.random(in: 0...25_000))
      process.kill()
      if try !calendars.complaints(EditChecker(calendars.initialEvents)).isEmpty { torn += 1 }
    }
    #expect(torn > 0)
  }
}
