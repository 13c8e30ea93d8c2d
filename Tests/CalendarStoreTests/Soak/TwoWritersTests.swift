import Foundation
import SoakSupport
import Testing

/// Handspan moves events while another program rewrites the same calendar, in place, by rename, by truncation, in
/// turns: nothing that one of them was told is saved is lost, doubled or torn.
@Suite(.serialized) struct TwoWritersTests {
  /// Handspan as a window uses it, which watches, or one command after another.
  enum Hand: String, CaseIterable, Sendable {
    case handspan, commands
  }

  @Test(arguments: SharedCalendar.Layout.allCases, Hand.allCases)
  func nothingIsLostDuplicatedOrTorn(layout: SharedCalendar.Layout, hand: Hand) throws {
    let calendar = try SharedCalendar(layout, mine: layout == .file ? 60 : 12, theirs: 30)
    let family = "two writers, a \(layout.rawValue)" + (hand == .commands ? ", command line" : "")
    SoakSettings.say("\(family): seed \(SoakSettings.seed)")
    let handspan = try calendar.start(hand.rawValue, "\(calendar.mine)")
    let other = try calendar.start("other", "\(SoakSettings.patience)")
    let seconds = hand == .commands ? max(8, SoakSettings.seconds / 3) : SoakSettings.seconds
    for second in 0..<seconds {
      sleep(1)
      guard handspan.isRunning, other.isRunning else {
        Issue.record("a program ended by itself")
        break
      }
      guard second % 10 == 9, let mine = try? handspan.report(HandspanReport.self),
        let theirs = try? other.report(OtherReport.self)
      else { continue }
      SoakSettings.progress(
        family,
        "\(second + 1) of \(seconds) s, \(mine.moves) moves, \(theirs.rewritings.values.reduce(0, +)) rewritings, \(theirs.missing.count) missing, \(theirs.faults.count + theirs.untouched.count + theirs.back.count + mine.faults.count) faults"
      )
    }
    // The other first, so that Handspan has the last word on what is still unsaved.
    let theirs = try other.stop(OtherReport.self)
    let mine = try handspan.stop(HandspanReport.self)
    try calendar.judge(family, mine, theirs)
    // The premise: both wrote.
    #expect(mine.moves > 0 && RewriteWay.allCases.allSatisfy { theirs.rewritings[$0.rawValue] ?? 0 > 0 })
  }
}
