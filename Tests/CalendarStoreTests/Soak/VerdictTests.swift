import SoakSupport
import Testing

/// The soak tests accept only losses caused by replacing a version that Handspan could not see.
@Suite struct VerdictTests {
  private static let seen = SharedEvents.initialEvents(mine: 2, theirs: 2)

  /// The other program's version: one event changed, one deleted, one added, and the counter of one of
  /// Handspan's events increased.
  private static var theirs: [PlainEvent] {
    var events = seen
    events[0]["X-OTHER"] = "1"
    events[2] = SharedEvents.theirs(0, revision: 1)
    events[3] = SharedEvents.theirs(9, revision: 0)
    return events
  }

  private static let replacement = UnseenReplacement(
    of: PlainCalendar(theirs).bytes, by: PlainCalendar(seen).bytes)

  private func verdict(
    _ unseen: [UnseenReplacement], _ change: (inout OtherReport) -> Void
  ) -> Verdict {
    var others = OtherReport()
    change(&others)
    return Verdict(
      files: ["shared.ics": PlainCalendar(Self.seen).bytes], kept: [:], unseen: unseen, mine: 2,
      handspan: HandspanReport(), others: others)
  }

  @Test func changesLostWithAnUnseenVersionAreOnlyCounted() {
    let recordLosses: (inout OtherReport) -> Void = { others in
      others.events = ["theirs-0": Self.theirs[2]]
      others.missing = [Self.theirs[3]]
      others.lostCounters = [["mine-0", "1", "0"]]
      others.counters = ["mine-0": 1]
      others.deleted = ["theirs-1"]
    }
    let excused = verdict([Self.replacement], recordLosses)
    #expect(excused.isClean && excused.unseen.count == 5, "\(excused)")
    let plain = verdict([], recordLosses)
    #expect(plain.lost.count == 3 && plain.duplicated.count == 1 && plain.other.count == 1, "\(plain)")
    #expect(plain.unseen.isEmpty)
  }

  @Test func changesOutsideTheUnseenVersionAreLost() {
    let losses: [(inout OtherReport) -> Void] = [
      // The event was in both versions.
      { $0.missing = [SharedEvents.theirs(1, revision: 0)] },
      // The version had another revision of the event.
      { $0.missing = [SharedEvents.theirs(0, revision: 2)] },
      { $0.missing = [SharedEvents.theirs(8, revision: 0)] },
      { $0.lostCounters = [["mine-0", "2", "0"]] },
      { $0.lostCounters = [["mine-1", "1", "0"]] },
      { $0.counters = ["mine-0": 2] },
      { $0.reappeared = ["theirs-0"] },
      { $0.deleted = ["theirs-0"] },
    ]
    for recordLosses in losses {
      let verdict = verdict([Self.replacement], recordLosses)
      #expect(!verdict.isClean && verdict.unseen.isEmpty, "\(verdict)")
    }
    // An incomplete version does not count.
    let half = UnseenReplacement(
      of: Array(PlainCalendar(Self.theirs).bytes.dropLast(30)), by: PlainCalendar(Self.seen).bytes)
    #expect(half.events.isEmpty && half.counters.isEmpty && half.deleted.isEmpty)
  }
}
