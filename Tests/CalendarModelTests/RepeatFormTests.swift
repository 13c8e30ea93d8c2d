import CalendarModel
import Testing

/// The page on which the user describes how an event repeats. The rules are examples from RFC 5545, 3.8.5.3.
@Suite struct RepeatFormTests {
  /// Tuesday, September 2, 1997, at 09:00, as in most examples in the RFC.
  private let start = EventTime.floating(WallTime("1997-09-02T09:00") ?? WallTime(.earliest))

  private func form(_ rule: String, start: EventTime? = nil) throws -> RepeatForm? {
    RepeatForm(try RecurrenceRule(parsing: rule), start: start ?? self.start)
  }

  @Test(arguments: [
    "FREQ=DAILY;COUNT=10", "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;INTERVAL=10;COUNT=5", "FREQ=WEEKLY;COUNT=10",
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
    "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
    "FREQ=MONTHLY;COUNT=6;BYDAY=-1MO", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=15",
    "FREQ=YEARLY;INTERVAL=2;COUNT=10", "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=9;BYDAY=1TU",
    "FREQ=WEEKLY;UNTIL=19971224T000000;WKST=SU", "FREQ=DAILY;UNTIL=19971224",
  ])
  func ruleThatThePageDescribesIsWrittenAsBefore(rule: String) throws {
    let form = try #require(try form(rule))
    #expect(form.rule(start: start).description == rule)
  }

  @Test(arguments: [
    "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "FREQ=YEARLY;BYDAY=20MO",
    "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "FREQ=MONTHLY;BYMONTHDAY=2,15",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=HOURLY;INTERVAL=3", "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
    "FREQ=DAILY;BYHOUR=9,10,11", "FREQ=DAILY;BYMONTH=1", "FREQ=MONTHLY;BYDAY=1SU,-1SU",
    "RSCALE=HEBREW;FREQ=YEARLY", "FREQ=MONTHLY;BYMONTHDAY=-3",
  ])
  func ruleThatThePageCannotDescribeHasNoForm(rule: String) throws {
    #expect(try form(rule) == nil)
  }

  @Test func eachValueOfThePageIsAPartOfTheRule() {
    var form = RepeatForm(on: start.wall.day, weekStart: .sunday)
    func rule() -> String { form.rule(start: start).description }
    #expect(rule() == "FREQ=WEEKLY;BYDAY=TU")
    form.interval = 3
    #expect(rule() == "FREQ=WEEKLY;INTERVAL=3;BYDAY=TU")
    form.toggle(.sunday)
    // The week begins on the user's first weekday, which determines which Sunday is in the same week as the Tuesday.
    #expect(rule() == "FREQ=WEEKLY;INTERVAL=3;WKST=SU;BYDAY=TU,SU")
    form.toggle(.tuesday)
    form.toggle(.sunday)
    #expect(form.weekdays == [.sunday], "the last weekday was removed")
    form.frequency = .monthly
    form.interval = 1
    #expect(rule() == "FREQ=MONTHLY;BYMONTHDAY=2")
    form.monthDay = .weekday(.init(.tuesday, number: 1))
    form.end = .after(12)
    #expect(rule() == "FREQ=MONTHLY;COUNT=12;BYDAY=1TU")
    form.frequency = .yearly
    #expect(rule() == "FREQ=YEARLY;COUNT=12;BYMONTH=9;BYDAY=1TU")
    form.monthDay = .date(2)
    form.end = .never
    #expect(rule() == "FREQ=YEARLY")
  }

  @Test func lastDayIncludesTheDateOnThatDay() throws {
    let zone = Zone(identifier: "Test/East", rules: FixedOffset(seconds: 2 * 3600))
    let last = try #require(Day("1997-12-24"))
    for (start, until) in [
      (start, "19971224T235959"), (.zoned(start.wall, zone), "19971224T215959Z"),
      (.utc(start.wall), "19971224T235959Z"), (.date(start.wall.day), "19971224"),
    ] {
      var form = RepeatForm(.daily, on: start.wall.day)
      form.end = .on(last)
      let rule = form.rule(start: start)
      #expect(rule.description == "FREQ=DAILY;UNTIL=\(until)")
      let dates = Recurrence(start: start, rules: [rule]).instances(
        in: start.wall..<start.wall.adding(days: 200))
      #expect(dates.starts.last?.start.wall.day == last)
    }
  }

  @Test(arguments: [
    ("1997-09-02", ["2", "1TU"]), ("1997-09-30", ["30", "-1TU", "-1"]), ("1997-09-23", ["23", "4TU"]),
    ("1997-09-25", ["25", "4TH", "-1TH"]), ("1998-02-28", ["28", "4SA", "-1SA", "-1"]),
  ])
  func daysOfTheMonthDescribeTheStart(day: String, expected: [String]) throws {
    let days = RepeatForm.monthDays(for: try #require(Day(day)))
    let texts = days.map { day in
      switch day {
      case .date(let number): "\(number)"
      case .weekday(let weekday): weekday.description
      }
    }
    #expect(texts == expected)
  }
}

@Suite struct RepeatDraftTests {
  /// Tuesday, September 9, 1997.
  private let start = EventTime.floating(WallTime("1997-09-09T09:00") ?? WallTime(.earliest))

  private func draft(_ rule: String?) throws -> RepeatDraft {
    RepeatDraft(try rule.map { try RecurrenceRule(parsing: $0) }, start: start, weekStart: .monday)
  }

  @Test func suggestionsSuitTheStart() throws {
    let draft = try draft(nil)
    #expect(draft.choice == .never)
    #expect(draft.rule == nil)
    #expect(
      draft.choices.compactMap { draft.rule(of: $0)?.description } == [
        "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;BYDAY=TU",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=MONTHLY;BYMONTHDAY=9", "FREQ=MONTHLY;BYDAY=2TU",
        "FREQ=YEARLY",
      ])
  }

  @Test(arguments: [
    ("FREQ=DAILY;COUNT=3", RepeatDraft.Choice.suggestion(.everyDay)),
    ("FREQ=WEEKLY", .suggestion(.everyWeek)), ("FREQ=WEEKLY;INTERVAL=2", .suggestion(.everyTwoWeeks)),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", .suggestion(.everyWeekday)), ("FREQ=WEEKLY;INTERVAL=3", .custom),
    ("FREQ=MONTHLY;BYDAY=2TU", .suggestion(.monthlyOnWeekday)),
    ("FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2", .existingRule),
  ])
  func ruleIsRecognizedAndUnchanged(rule: String, choice: RepeatDraft.Choice) throws {
    var draft = try draft(rule)
    #expect(draft.choice == choice)
    #expect(draft.rule?.description == rule)
    draft.choose(.never)
    #expect(draft.rule == nil)
    draft.choose(choice)
    #expect(draft.rule?.description == rule, "the first choice did not restore the rule as written")
  }

  @Test func ruleThatCannotBeDescribedIsReplacedOnlyOnPurpose() throws {
    var draft = try draft("FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2")
    #expect(draft.choices.first == .existingRule)
    draft.change { $0.interval = 3 }
    #expect(draft.rule?.description == "FREQ=WEEKLY;INTERVAL=3;BYDAY=TU")
    draft.choose(.existingRule)
    #expect(draft.rule?.description == "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2")
  }

  @Test func endIsKeptWhenAnotherSuggestionIsChosen() throws {
    var draft = try draft("FREQ=WEEKLY;COUNT=10")
    draft.choose(.suggestion(.everyDay))
    #expect(draft.rule?.description == "FREQ=DAILY;COUNT=10")
  }

  @Test func nextDatesAreThoseOfTheRule() throws {
    // The rule does not generate the start, so the start is not among the dates.
    let fridays = try draft("FREQ=MONTHLY;BYDAY=1FR;COUNT=3")
    #expect(fridays.nextDates(5).map(\.description) == ["1997-10-03", "1997-11-07", "1997-12-05"])
    let weekly = try draft("FREQ=WEEKLY")
    #expect(
      weekly.nextDates(5).map(\.description) == [
        "1997-09-09", "1997-09-16", "1997-09-23", "1997-09-30", "1997-10-07",
      ])
  }
}
