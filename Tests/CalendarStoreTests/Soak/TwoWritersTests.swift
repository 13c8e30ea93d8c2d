import Foundation
import SoakSupport
import Testing

/// Handspan moves events while another program rewrites the same calendar with each `RewriteMethod` in turn:
/// no saved change is lost, duplicated or torn.
@Suite(.serialized) struct TwoWritersTests {
  /// Whether Handspan is used through a store that watches the file, as the window does, or through a series
  /// of commands.
  enum Interface: String, CaseIterable, Sendable {
    case watchingStore = "watching-store"
    case commands
  }

  @Test(arguments: SharedCalendar.Layout.allCases, Interface.allCases)
  func nothingIsLostDuplicatedOrTorn(layout: SharedCalendar.Layout, interface: Interface) throws {
    let calendar = try SharedCalendar(layout, mine: layout == .file ? 60 : 12, theirs: 30)
    let label = "two writers, a \(layout.rawValue)" + (interface == .commands ? ", command line" : "")
    SoakSettings.log("\(label): seed \(SoakSettings.seed)")
    let handspan = try calendar.start(interface.rawValue, "\(calendar.handspanEventCount)")
    let other = try calendar.start("other", "\(SoakSettings.gracePeriodInMilliseconds)")
    let seconds = interface == .commands ? max(8, SoakSettings.seconds / 3) : SoakSettings.seconds
    for second in 0..<seconds {
      sleep(1)
      guard handspan.isRunning, other.isRunning else {
        Issue.record("a program ended on its own")
        break
      }
      guard second % 10 == 9, let mine = try? handspan.report(HandspanReport.self),
        let theirs = try? other.report(OtherReport.self)
      else { continue }
      SoakSettings.progress(
        label,
        "\(second + 1) of \(seconds) s, \(mine.savedCount) changes, \(theirs.rewrites.values.reduce(0, +)) rewrites, \(theirs.missing.count) missing, \(theirs.faults.count + theirs.lostCounters.count + theirs.reappeared.count + mine.faults.count) faults"
      )
    }
    // The other program stops first so that Handspan can still save its unsaved edits.
    let theirs = try other.stop(OtherReport.self)
    let mine = try handspan.stop(HandspanReport.self)
    try calendar.judge(label, mine, theirs)
    // Sanity check: both programs wrote.
    #expect(
      mine.savedCount > 0 && RewriteMethod.allCases.allSatisfy { theirs.rewrites[$0.rawValue] ?? 0 > 0 })
  }
}
