import CalendarDocument
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// A program that is killed in the middle of its edits leaves a whole file: the old one or the new one.
@Suite(.serialized) struct KillTests {
  private static let trials = 300
  /// How many are tried at most until a kill has met an edit in the middle, which takes longer on a busy machine.
  private static let mostTrials = 2_000
  /// In memory: a kill does not care for the disk, and without waiting for it far more edits are met.
  let folder = TemporaryFolder(inMemory: true)

  /// 2 kB: unoptimised builds edit it every few milliseconds. Long enough that a naive program writes it in several pieces.
  private let text = Samples.calendar(
    Samples.event(uid: "standup", more: ["DESCRIPTION:" + String(repeating: "long ", count: 400)]))

  @Test func everyFileIsWholeAfterThreeHundredKills() async throws {
    var edited = 0
    var interrupted = 0
    var trials = 0
    while trials < Self.trials || (interrupted == 0 && trials < Self.mostTrials) {
      trials += 1
      let found = try kill(after: .random(in: 0...25_000))
      #expect(Self.others(in: found) == Self.others(in: text), "a line that no edit touches is another")
      #expect(
        Self.times(in: found).count == 2 && found.utf8.count == text.utf8.count, "the event is not whole")
      if found != text { edited += 1 }
      // The next start sweeps what is left.
      if try folder.names().count > 1 { interrupted += 1 }
    }
    // The premise: edits were made, and some kills met one in the middle.
    #expect(edited > trials / 4)
    #expect(interrupted > 0)
    await CalendarStore(displayZone: .utc, isWatching: false).open([folder.path("work.ics")])
    #expect(try folder.names() == ["work.ics"])
  }

  @Test func anEventThatGoesToAndFroIsNeverNowhere() async throws {
    let other = Samples.calendar(Samples.event(uid: "other"))
    var there = 0
    for _ in 0..<Self.trials {
      try folder.write(other, to: "home.ics")
      let found = try kill(after: .random(in: 0...25_000), folder.path("home.ics"))
      let home = try folder.text("home.ics")
      let event = text.components(separatedBy: "\r\n").dropFirst(3).dropLast(2).joined(separator: "\r\n")
      #expect(found.contains(event) || home.contains(event), "the event is nowhere")
      #expect(home.contains("UID:other") && home.hasSuffix("END:VCALENDAR\r\n"))
      #expect(found.hasSuffix("END:VCALENDAR\r\n"))
      if home.contains(event) { there += 1 }
    }
    // The premise: it went.
    #expect(there > Self.trials / 10)
  }

  @Test func aNaiveProgramIsCaughtByTheSameTest() throws {
    var torn = 0
    for _ in 0..<60 where try kill(after: .random(in: 0...25_000), "naive") != text { torn += 1 }
    #expect(torn > 0)
  }

  /// Starts the program on a fresh file, kills it, and returns what the file says then.
  private func kill(after microseconds: useconds_t, _ mode: String...) throws -> String {
    let path = folder.path("work.ics")
    try folder.write(text, to: "work.ics")
    let process = Process()
    process.executableURL = Products.url("edit-loop")
    process.arguments = [path] + mode
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // The first line: from now on it edits.
    let line = output.fileHandleForReading.availableData
    #expect(String(decoding: line, as: UTF8.self).hasPrefix("editing"))
    usleep(microseconds)
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(
      process.terminationReason == .uncaughtSignal,
      "it ended by itself: \(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))"
    )
    return try folder.text("work.ics")
  }

  private static func isTime(_ line: Substring) -> Bool {
    line.hasPrefix("DTSTART") || line.hasPrefix("DTEND")
  }

  private static func times(in text: String) -> [String] {
    text.split(separator: "\r\n").filter(isTime).map(String.init)
  }

  /// What no edit changes: everything but the times and the stamp.
  private static func others(in text: String) -> [Substring] {
    text.split(separator: "\r\n").filter { !isTime($0) && !$0.hasPrefix("DTSTAMP") }
  }
}

/// The programs that are built beside the tests.
enum Products {
  static func url(_ name: String) -> URL {
    // The test runner's own path is in the toolchain; the bundle that it loaded is in the build's folder.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name)
  }
}
