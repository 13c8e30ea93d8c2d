import CalendarModel
import TestExtent
import Testing

@Suite struct RuleParsingTests {
  @Test func everyPartOfARuleIsRead() throws {
    let rule = try RecurrenceRule(
      parsing: "FREQ=YEARLY;INTERVAL=2;COUNT=7;WKST=SU;BYMONTH=3,1;BYWEEKNO=-1,20;BYYEARDAY=366,-366;"
        + "BYMONTHDAY=31,-31;BYDAY=MO,-1FR,+2TU;BYHOUR=0,23;BYMINUTE=59;BYSECOND=0,60;BYSETPOS=1,-1")
    #expect(rule.frequency == .yearly)
    #expect(rule.interval == 2)
    #expect(rule.count == 7)
    #expect(rule.weekStart == .sunday)
    #expect(rule.months == [1, 3])
    #expect(rule.weekNumbers == [-1, 20])
    #expect(rule.yearDays == [-366, 366])
    #expect(rule.monthDays == [-31, 31])
    #expect(rule.weekdays.map(\.description) == ["-1FR", "MO", "2TU"])
    #expect(rule.hours == [0, 23])
    #expect(rule.minutes == [59])
    #expect(rule.seconds == [0, 59])
    #expect(rule.setPositions == [-1, 1])
  }

  @Test(arguments: [
    ("20260105", RecurrenceRule.Until.date(Day(ordinal: 20_458))),
    ("20260105Z", .date(Day(ordinal: 20_458))),
    ("20260105T090000", .wall(WallTime(Day(ordinal: 20_458), hour: 9))),
    ("20260105T0900", .wall(WallTime(Day(ordinal: 20_458), hour: 9))),
    ("20260105t090000z", .utc(WallTime(Day(ordinal: 20_458), hour: 9))),
  ])
  func untilHasThreeForms(text: String, until: RecurrenceRule.Until) throws {
    #expect(try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=\(text)").until == until)
  }

  @Test(arguments: [
    "freq=weekly;byday=mo,tu", "BYDAY=TU,MO;FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TU;",
    ";;FREQ=WEEKLY;BYDAY=MO, TU ",
    "FREQ=WEEKLY\\;BYDAY=MO,TU", "FREQ=WEEKLY;BYDAY=TU,MO,TU;X-GENERATED=1",
    "FREQ=WEEKLY;FREQ=WEEKLY;BYDAY=MO,TU",
    "RSCALE=GREGORIAN;FREQ=WEEKLY;SKIP=OMIT;BYDAY=MO,TU",
  ])
  func commonDeviationsAreUnderstood(text: String) throws {
    #expect(try RecurrenceRule(parsing: text).description == "FREQ=WEEKLY;BYDAY=MO,TU")
  }

  @Test(arguments: [
    ("", RecurrenceRuleError.noFrequency),
    ("INTERVAL=2", .noFrequency),
    ("FREQ=FORTNIGHTLY", .badValue(part: "FREQ", value: "FORTNIGHTLY")),
    ("FREQ=DAILY;INTERVAL=0", .badValue(part: "INTERVAL", value: "0")),
    ("FREQ=DAILY;INTERVAL=-1", .badValue(part: "INTERVAL", value: "-1")),
    ("FREQ=DAILY;INTERVAL=99999999999999999999", .badValue(part: "INTERVAL", value: "99999999999999999999")),
    ("FREQ=DAILY;COUNT=0", .badValue(part: "COUNT", value: "0")),
    ("FREQ=DAILY;UNTIL=20261301", .badValue(part: "UNTIL", value: "20261301")),
    ("FREQ=DAILY;UNTIL=20260105T", .badValue(part: "UNTIL", value: "20260105T")),
    ("FREQ=DAILY;UNTIL=20260105X090000", .badValue(part: "UNTIL", value: "20260105X090000")),
    ("FREQ=DAILY;UNTIL=20260105T250000", .badValue(part: "UNTIL", value: "20260105T250000")),
    ("FREQ=DAILY;UNTIL=", .badValue(part: "UNTIL", value: "")),
    ("FREQ=MONTHLY;BYDAY=0MO", .badValue(part: "BYDAY", value: "0MO")),
    ("FREQ=MONTHLY;BYDAY=54MO", .badValue(part: "BYDAY", value: "54MO")),
    ("FREQ=MONTHLY;BYDAY=XX", .badValue(part: "BYDAY", value: "XX")),
    ("FREQ=MONTHLY;BYDAY=M", .badValue(part: "BYDAY", value: "M")),
    ("FREQ=MONTHLY;BYDAY=", .badValue(part: "BYDAY", value: "")),
    ("FREQ=YEARLY;BYMONTH=13", .badValue(part: "BYMONTH", value: "13")),
    ("FREQ=YEARLY;BYMONTH=5L", .badValue(part: "BYMONTH", value: "5L")),
    ("FREQ=YEARLY;BYMONTHDAY=0", .badValue(part: "BYMONTHDAY", value: "0")),
    ("FREQ=YEARLY;BYYEARDAY=367", .badValue(part: "BYYEARDAY", value: "367")),
    ("FREQ=YEARLY;BYWEEKNO=54", .badValue(part: "BYWEEKNO", value: "54")),
    ("FREQ=YEARLY;BYSETPOS=0", .badValue(part: "BYSETPOS", value: "0")),
    ("FREQ=DAILY;BYHOUR=24", .badValue(part: "BYHOUR", value: "24")),
    ("FREQ=DAILY;COUNT=2;COUNT=3", .repeatedPart("COUNT")),
    ("FREQ=DAILY;BYEASTER=0", .unknownPart("BYEASTER")),
    ("FREQ=DAILY;BYHOUR", .unknownPart("BYHOUR")),
  ])
  func invalidRulesAreRefusedWithAReason(text: String, error: RecurrenceRuleError) {
    #expect(throws: error) { try RecurrenceRule(parsing: text) }
    #expect(error.message.hasSuffix("only the first time is shown."))
  }

  @Test(arguments: [
    ("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD", "RSCALE=HEBREW"),
    ("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", "SKIP=FORWARD"),
    ("RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13", "RSCALE=ETHIOPIC"),
  ])
  func rulesInOtherCalendarSystemsAreNotExpanded(text: String, reason: String) throws {
    let rule = try RecurrenceRule(parsing: text)
    #expect(rule.unsupported == reason)
    let start = WallTime(Day(ordinal: 20_000))
    let expansion = rule.starts(from: start, in: start..<start.adding(days: 1_000))
    #expect(expansion.starts.isEmpty)
    #expect(expansion.end == .unsupported(reason))
  }

  @Test func parserNeverTrapsOnRandomRules() {
    var random = RandomRules(seed: TestExtent.seed(7))
    let pieces = [
      "FREQ=DAILY", "UNTIL=2026", "0105", "T", "Z", "09", "BYDAY=", "-1", "MO", ",", ";", "=", "COUNT=", "9",
      "é", "\0",
      "INTERVAL", "WKST=S", "X-", "RSCALE=", "SKIP=", "BYMONTH=5L", " ",
    ]
    var readCount = 0
    for _ in 0..<TestExtent.count(20_000) {
      let text =
        "FREQ=DAILY;" + (0...random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
      if (try? RecurrenceRule(parsing: text)) != nil { readCount += 1 }
    }
    #expect(readCount > 0 && readCount < TestExtent.count(20_000))
  }

  @Test func errorMessageTruncatesLongValues() {
    let error = RecurrenceRuleError.badValue(part: "BYDAY", value: String(repeating: "9", count: 1_000_000))
    #expect(error.message.count < 200)
  }

  @Test func longListsAreSortedWithoutDuplicates() throws {
    let list = (0..<200_000).map { String($0 % 60) }.joined(separator: ",")
    #expect(try RecurrenceRule(parsing: "FREQ=DAILY;BYMINUTE=\(list)").minutes == Array(0..<60))
  }
}
