import Foundation
import SoakSupport
import Testing

@testable import CalendarStore

/// Two writers on a network file system, which tells neither who has a file open nor that it was changed, nor can
/// exchange two files or give one a second name.
@Suite(.serialized) struct TwoWritersRemoteTests {
  @Test(arguments: SharedCalendar.Layout.allCases)
  func nothingIsLostDuplicatedOrTorn(layout: SharedCalendar.Layout) async throws {
    try await RemoteSoak(layout, "network", RemoteCalls()).run()
  }
}

/// The same on one that has hard links, as NFS and SSHFS.
@Suite(.serialized) struct TwoWritersServerTests {
  @Test(arguments: SharedCalendar.Layout.allCases)
  func nothingIsLostDuplicatedOrTorn(layout: SharedCalendar.Layout) async throws {
    try await RemoteSoak(layout, "network with hard links", RemoteCalls(.server)).run()
  }
}

/// The same in an encrypted folder in user space, which can exchange them: nothing is excused.
@Suite(.serialized) struct TwoWritersVaultTests {
  @Test(arguments: SharedCalendar.Layout.allCases)
  func nothingIsLostDuplicatedOrTorn(layout: SharedCalendar.Layout) async throws {
    let calls = RemoteCalls(.vault)
    try await RemoteSoak(layout, "vault", calls).run()
    #expect(calls.unseen.withLock { $0.isEmpty }, "every replaced version is seen")
  }
}

/// Two writers of one calendar on such a file system.
private struct RemoteSoak {
  private let layout: SharedCalendar.Layout
  private let family: String
  private let calls: RemoteCalls

  init(_ layout: SharedCalendar.Layout, _ kind: String, _ calls: RemoteCalls) {
    (self.layout, self.calls) = (layout, calls)
    family = "two writers, \(kind), a \(layout.rawValue)"
  }

  func run() async throws {
    let calendar = try SharedCalendar(layout, mine: 12, theirs: 10)
    let seconds = max(20, SoakSettings.seconds)
    SoakSettings.log("\(family): seed \(SoakSettings.seed)")
    let store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(calls: calls),
      conflicts: "\(calendar.folder)/handspan/conflicts")
    let writer = HandspanWriter(store: store, path: calendar.path, events: calendar.mine)
    let (stopper, ended) = (Flag(), Flag())
    let report = SharedReport()
    // A pause within a rewrite is shorter than the two quiet seconds after which a file counts as complete.
    var program = RewritingProgram(
      file: layout == .file ? "shared.ics" : nil, on: SystemDisk(folder: calendar.data),
      seed: SoakSettings.seed, patience: SoakSettings.patience, longestPause: 1_200)
    try program.begin()
    let start = program
    Thread.detachNewThread {
      var program = start
      var random = SystemRandomNumberGenerator()
      while !writer.isOpen.isRaised { usleep(10_000) }
      while !stopper.isRaised {
        do { try program.step() } catch { program.report.faults.append("\(error)") }
        report.set(program.report)
        // Only some of these pauses are long enough for the file to count as quiet.
        usleep(UInt32.random(in: 0..<4_000_000, using: &random))
      }
      ended.raise()
    }
    let began = Milliseconds.now
    let handspan = Task { await writer.run(seed: SoakSettings.seed) { !ended.isRaised } }
    while Milliseconds.now - began < seconds * 1_000 {
      try await Task.sleep(for: .seconds(10))
      let (mine, theirs) = (writer.report, report.value)
      SoakSettings.progress(
        family,
        "\((Milliseconds.now - began) / 1_000) of \(seconds) s, \(mine.moves) moves, \(theirs.rewrites.values.reduce(0, +)) rewrites, \(theirs.missing.count) missing, \(theirs.faults.count + theirs.lostCounters.count + theirs.reappeared.count + mine.faults.count) faults"
      )
    }
    stopper.raise()
    await handspan.value
    let unseen = calls.unseen.withLock { $0 }
    try calendar.judge(family, writer.report, report.value, unseen: unseen)
    let told = writer.report.setAside.filter { $0.contains("at the same moment") }
    #expect(told.count == unseen.count, "the user is told of each version that was overwritten")
  }
}
