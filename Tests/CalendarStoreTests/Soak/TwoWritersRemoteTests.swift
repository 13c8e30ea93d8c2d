import Foundation
import SoakSupport
import Testing

@testable import CalendarStore

/// Two writers on a network file system that does not report open files and supports neither exchanges nor
/// hard links.
@Suite(.serialized) struct TwoWritersRemoteTests {
  @Test(arguments: SharedCalendar.Layout.allCases)
  func nothingIsLostDuplicatedOrTorn(layout: SharedCalendar.Layout) async throws {
    try await RemoteSoak(layout, "network", .all).run()
  }
}

/// The same test on a file system with hard links, such as NFS or SSHFS.
@Suite(.serialized) struct TwoWritersServerTests {
  @Test(arguments: SharedCalendar.Layout.allCases)
  func nothingIsLostDuplicatedOrTorn(layout: SharedCalendar.Layout) async throws {
    try await RemoteSoak(layout, "network with hard links", .server).run()
  }
}

/// The same test in an encrypted folder on a FUSE file system, which can exchange files, so no loss is excused.
@Suite(.serialized) struct TwoWritersEncryptedFolderTests {
  @Test(arguments: SharedCalendar.Layout.allCases)
  func nothingIsLostDuplicatedOrTorn(layout: SharedCalendar.Layout) async throws {
    let unseen = try await RemoteSoak(layout, "encrypted folder", .encryptedFolder).run()
    #expect(unseen.isEmpty, "a version that Handspan had not read was replaced")
  }
}

/// A soak test of two writers on a simulated remote file system.
private struct RemoteSoak {
  private let layout: SharedCalendar.Layout
  private let label: String
  private let refusals: RemoteCalls.Refusals
  /// How often the test is run if the machine is so busy that the other program stalls within a rewrite.
  private static let maximumRuns = 3

  init(_ layout: SharedCalendar.Layout, _ kind: String, _ refusals: RemoteCalls.Refusals) {
    (self.layout, self.refusals) = (layout, refusals)
    label = "two writers, \(kind), a \(layout.rawValue)"
  }

  /// - Returns: Handspan's replacements of versions that no system call could detect.
  @discardableResult func run() async throws -> [UnseenReplacement] {
    for _ in 1..<Self.maximumRuns {
      if let unseen = try await runOnce() { return unseen }
    }
    return try #require(await runOnce(), "the other program stalled within a rewrite in every run")
  }

  /// - Returns: nil if a rewrite took longer than the quiet period, after which Handspan rightly takes a file
  ///   for complete, so that the run says nothing about Handspan.
  private func runOnce() async throws -> [UnseenReplacement]? {
    let calls = RemoteCalls(refusals)
    let calendar = try SharedCalendar(layout, handspanEventCount: 12, otherEventCount: 10)
    let seconds = max(20, SoakSettings.seconds)
    SoakSettings.log("\(label): seed \(SoakSettings.seed)")
    let store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(calls: calls),
      conflictsFolder: "\(calendar.folder)/handspan/conflicts")
    let writer = HandspanWriter(store: store, path: calendar.path, eventCount: calendar.handspanEventCount)
    let (shouldStop, hasStopped) = (Flag(), Flag())
    let report = SharedReport()
    // A pause within a rewrite is shorter than the two quiet seconds after which a file counts as complete.
    var program = RewritingProgram(
      file: layout == .file ? "shared.ics" : nil, in: RealFolder(path: calendar.dataFolder),
      seed: SoakSettings.seed, gracePeriod: SoakSettings.gracePeriodInMilliseconds, longestPause: 1_200)
    try program.begin()
    let initialProgram = program
    Thread.detachNewThread {
      var program = initialProgram
      var random = SystemRandomNumberGenerator()
      while !writer.isOpen.isRaised { usleep(10_000) }
      while !shouldStop.isRaised {
        do { try program.step() } catch { program.report.faults.append("\(error)") }
        report.set(program.report)
        // Only some of these pauses are long enough for the file to count as quiet.
        usleep(UInt32.random(in: 0..<4_000_000, using: &random))
      }
      hasStopped.raise()
    }
    let start = Milliseconds.now
    let handspanTask = Task { await writer.run(seed: SoakSettings.seed) { !hasStopped.isRaised } }
    while Milliseconds.now - start < seconds * 1_000 {
      try await Task.sleep(for: .seconds(10))
      let (handspanReport, otherReport) = (writer.report, report.value)
      SoakSettings.logProgress(
        label,
        "\((Milliseconds.now - start) / 1_000) of \(seconds) s, \(handspanReport.savedCount) changes, \(otherReport.rewrites.values.reduce(0, +)) rewrites, \(otherReport.missing.count) missing, \(otherReport.faults.count + otherReport.lostCounters.count + otherReport.reappeared.count + handspanReport.faults.count) faults"
      )
    }
    shouldStop.raise()
    await handspanTask.value
    let longestRewrite = Duration.milliseconds(report.value.longestRewrite)
    guard longestRewrite < WriteSettling.quietPeriod else {
      SoakSettings.log("\(label): a rewrite took \(longestRewrite), so the run is repeated")
      return nil
    }
    let unseen = calls.unseenReplacements.withLock { $0 }
    try calendar.judge(label, writer.report, report.value, unseen: unseen)
    let warnings = writer.report.conflictMessages.filter { $0.contains("at the same moment") }
    #expect(warnings.count == unseen.count, "not every overwritten version was reported")
    return unseen
  }
}
