import CalendarModel
import CalendarStore
import Foundation
import TestExtent
import Testing

/// Recurrence rules that seem designed to make a program hang.
@Suite(.enabled(if: Listing.hasZones, "the time zone database (tzdata) is not installed"))
struct RuleBombTests {
  private static func numbers(_ range: ClosedRange<Int>) -> String {
    range.map(String.init).joined(separator: ",")
  }

  private static let rules: [String] = [
    "FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=2000000000", "FREQ=SECONDLY;INTERVAL=0", "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;INTERVAL=86399;BYHOUR=3;BYMINUTE=7;BYSECOND=9",
    "FREQ=MINUTELY;BYSECOND=\(numbers(0...59))",
    "FREQ=YEARLY;BYMONTH=\(numbers(1...12));BYMONTHDAY=\(numbers(1...31));BYHOUR=\(numbers(0...23));"
      + "BYMINUTE=\(numbers(0...59));BYSECOND=\(numbers(0...59))",
    "FREQ=YEARLY;BYHOUR=\(numbers(0...23));BYMINUTE=\(numbers(0...59));BYSECOND=\(numbers(0...59));"
      + "BYYEARDAY=\(numbers(1...366));BYSETPOS=-1,366",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=\(numbers(0...23));BYMINUTE=\(numbers(0...59));COUNT=99999999",
    "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1", "FREQ=YEARLY;BYWEEKNO=53;BYYEARDAY=100",
    "FREQ=HOURLY;UNTIL=99991231T235959Z;BYMINUTE=\(numbers(0...59))",
  ]

  private static let lunch = Samples.event(
    uid: "lunch", summary: "Lunch", start: "DTSTART:20260101T120000Z", end: "DURATION:PT1H",
    more: ["RRULE:FREQ=DAILY"])

  /// Expects queries beside a bomb to need at most 200 times as much processor time as without it. A bomb that is not
  /// bounded needs thousands of times as much, and no machine is so uneven.
  private func expectBounded(_ bomb: [String]) throws {
    let seconds = try processorTimeOfQueries(bomb)
    let ordinarySeconds = try (0..<3).map { _ in try processorTimeOfQueries([]) }.max() ?? 0
    #expect(seconds < 200 * ordinarySeconds)
  }

  private func processorTimeOfQueries(_ bomb: [String]) throws -> Double {
    try processorTime {
      let list = try Listing(bomb, Self.lunch)
      for (from, to) in [
        ("2026-01-05", "2026-01-12"), ("1970-01-01", "1970-01-02"), ("9990-01-01", "9999-12-31"),
      ] {
        guard let first = Day(from), let last = Day(to) else { continue }
        let result = list.index.query(first..<last)
        let lunchCount = result.occurrences.count { $0.event.summary == "Lunch" }
        #expect(lunchCount == (from < "2026" ? 0 : last.days(since: first)))
      }
    }.seconds
  }

  @Test(arguments: rules)
  func ruleIsExpandedInBoundedTime(rule: String) throws {
    for start in ["DTSTART:19700101T000000Z", "DTSTART;VALUE=DATE:00010101"] {
      try expectBounded(
        Samples.event(
          uid: "bomb", summary: "Bomb", start: start, end: "DURATION:PT1H", more: ["RRULE:" + rule]))
    }
  }

  @Test func manyRulesAreExpandedInBoundedTime() throws {
    try expectBounded(
      Samples.event(
        uid: "bomb", start: "DTSTART:19700101T000000Z", end: "DURATION:PT1S",
        more: Array(repeating: "RRULE:FREQ=SECONDLY", count: 100)))
    try expectBounded(
      Samples.event(
        uid: "bomb", start: "DTSTART:19700101T000000Z", end: "DURATION:PT1S",
        more: ["RRULE:FREQ=SECONDLY", "EXRULE:FREQ=SECONDLY"]))
  }

  @Test func veryLongEventsAreExpandedInBoundedTime() throws {
    try expectBounded(
      Samples.event(
        uid: "bomb", start: "DTSTART:00010101T000000Z", end: "DURATION:P3600000D", more: ["RRULE:FREQ=DAILY"])
    )
  }

  @Test func thousandsOfDatesAreExpandedInBoundedTime() throws {
    let day = try #require(Day("2020-01-01"))
    let dates = (0..<5000).map { "\(day.adding(days: $0))".replacing("-", with: "") + "T090000Z" }
    try expectBounded(
      Samples.event(
        uid: "bomb", start: "DTSTART:20200101T090000Z", end: "DURATION:PT1H",
        more: [
          "RDATE:" + dates.joined(separator: ","), "EXDATE:" + dates.prefix(2000).joined(separator: ","),
        ]))
    let changes = dates.prefix(1000).flatMap {
      Samples.event(
        uid: "bomb", start: "DTSTART:\($0)", end: "DURATION:PT2H",
        more: ["RECURRENCE-ID;RANGE=THISANDFUTURE:\($0)"])
    }
    try expectBounded(
      Samples.event(
        uid: "bomb", start: "DTSTART:20200101T090000Z", end: "DURATION:PT1H", more: ["RRULE:FREQ=DAILY"])
        + changes)
  }

  @Test func minutelyRuleIsCompleteAndSecondlyRuleIsTruncated() throws {
    let day = try #require(Day("2026-01-05"))
    func query(_ rule: String) throws -> OccurrenceQueryResult {
      try Listing(
        Samples.event(
          uid: "a", start: "DTSTART:19700101T000000Z", end: "DURATION:PT1S", more: ["RRULE:FREQ=" + rule])
      )
      .index.query(day..<day.adding(days: 1))
    }
    let minutes = try query("MINUTELY")
    #expect(minutes.occurrences.count == 1440 && minutes.truncations.isEmpty)
    let seconds = try query("SECONDLY")
    #expect(!seconds.occurrences.isEmpty)
    #expect(seconds.truncations.map(\.event.id.uid) == ["a"])
  }
}
