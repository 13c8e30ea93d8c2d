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
    let calendar = try SharedCalendar(
      layout, handspanEventCount: layout == .file ? 60 : 12, otherEventCount: 30)
    let label = "two writers, a \(layout.rawValue)" + (interface == .commands ? ", command line" : "")
    SoakSettings.log("\(label): seed \(SoakSettings.seed)")
    let handspan = try calendar.start(interface.rawValue, "\(calendar.handspanEventCount)")
    let other = try calendar.start("other", "\(SoakSettings.gracePeriodInMilliseconds)")
    let seconds = interface == .commands ? max(8, SoakSettings.seconds / 3) : SoakSettings.seconds
    var second = 0
    // On a busy machine, the programs may need more time before both have written.
    while second < seconds || (second < seconds + 120 && !haveWritten(handspan, other)) {
      defer { second += 1 }
      sleep(1)
      guard handspan.isRunning, other.isRunning else {
        Issue.record("a program ended on its own")
        break
      }
      guard second % 10 == 9, let handspanReport = try? handspan.report(HandspanReport.self),
        let otherReport = try? other.report(OtherReport.self)
      else { continue }
      SoakSettings.logProgress(
        label,
        "\(second + 1) of \(seconds) s, \(handspanReport.savedCount) changes, \(otherReport.rewrites.values.reduce(0, +)) rewrites, \(otherReport.missing.count) missing, \(otherReport.faults.count + otherReport.lostCounters.count + otherReport.reappeared.count + handspanReport.faults.count) faults"
      )
    }
    // The other program stops first so that Handspan can still save its unsaved edits.
    let otherReport = try other.stop(OtherReport.self)
    let handspanReport = try handspan.stop(HandspanReport.self)
    try calendar.judge(label, handspanReport, otherReport)
    #expect(haveWritten(handspanReport, otherReport))
  }

  /// Whether both programs have written, and the other program has used every method.
  private func haveWritten(_ handspanReport: HandspanReport, _ otherReport: OtherReport) -> Bool {
    handspanReport.savedCount > 0
      && RewriteMethod.allCases.allSatisfy { otherReport.rewrites[$0.rawValue] ?? 0 > 0 }
  }

  private func haveWritten(_ handspan: SoakProgram, _ other: SoakProgram) -> Bool {
    guard let handspanReport = try? handspan.report(HandspanReport.self),
      let otherReport = try? other.report(OtherReport.self)
    else { return false }
    return haveWritten(handspanReport, otherReport)
  }
}
