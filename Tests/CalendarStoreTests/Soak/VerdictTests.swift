import SoakSupport
import Testing

/// The soak tests excuse only losses caused by replacing a version that Handspan could not see.
@Suite struct VerdictTests {
  private static let seenEvents = SharedEvents.initialEvents(handspanCount: 2, otherCount: 2)

  /// The other program's version: one event changed, one deleted, one added, and the counter of one of
  /// Handspan's events increased.
  private static var otherVersion: [PlainEvent] {
    var events = seenEvents
    events[0]["X-OTHER"] = "1"
    events[2] = SharedEvents.otherEvent(0, revision: 1)
    events[3] = SharedEvents.otherEvent(9, revision: 0)
    return events
  }

  private static let replacement = UnseenReplacement(
    of: PlainCalendar(otherVersion).bytes, by: PlainCalendar(seenEvents).bytes)

  private func verdict(
    _ unseen: [UnseenReplacement], _ change: (inout OtherReport) -> Void
  ) -> Verdict {
    var report = OtherReport()
    change(&report)
    return Verdict(
      files: ["shared.ics": PlainCalendar(Self.seenEvents).bytes], keptFiles: [:], unseenReplacements: unseen,
      handspanEventCount: 2, handspan: HandspanReport(), otherProgram: report)
  }

  @Test func changesLostInAnUnseenReplacementAreExcused() {
    let recordLosses: (inout OtherReport) -> Void = { report in
      report.events = ["theirs-0": Self.otherVersion[2]]
      report.missing = [Self.otherVersion[3]]
      report.lostCounters = [["mine-0", "1", "0"]]
      report.counters = ["mine-0": 1]
      report.deleted = ["theirs-1"]
    }
    let excused = verdict([Self.replacement], recordLosses)
    #expect(excused.isClean && excused.excusedLosses.count == 5, "\(excused)")
    let unexcused = verdict([], recordLosses)
    #expect(
      unexcused.lost.count == 3 && unexcused.duplicated.count == 1 && unexcused.otherFaults.count == 1,
      "\(unexcused)")
    #expect(unexcused.excusedLosses.isEmpty)
  }

  @Test func otherLossesAreNotExcused() {
    let losses: [(inout OtherReport) -> Void] = [
      // The replaced version did not contain the event.
      { $0.missing = [SharedEvents.otherEvent(1, revision: 0)] },
      // The replaced version contained another revision of the event.
      { $0.missing = [SharedEvents.otherEvent(0, revision: 2)] },
      { $0.missing = [SharedEvents.otherEvent(8, revision: 0)] },
      { $0.lostCounters = [["mine-0", "2", "0"]] },
      { $0.lostCounters = [["mine-1", "1", "0"]] },
      { $0.counters = ["mine-0": 2] },
      { $0.reappeared = ["theirs-0"] },
      { $0.deleted = ["theirs-0"] },
    ]
    for recordLosses in losses {
      let verdict = verdict([Self.replacement], recordLosses)
      #expect(!verdict.isClean && verdict.excusedLosses.isEmpty, "\(verdict)")
    }
    // An incomplete version does not count.
    let incomplete = UnseenReplacement(
      of: Array(PlainCalendar(Self.otherVersion).bytes.dropLast(30)), by: PlainCalendar(Self.seenEvents).bytes
    )
    #expect(incomplete.events.isEmpty && incomplete.counters.isEmpty && incomplete.reappeared.isEmpty)
  }
}
