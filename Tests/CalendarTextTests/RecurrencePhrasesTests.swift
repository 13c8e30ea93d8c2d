import CalendarModel
import CalendarText
import Testing

@Suite struct RecurrencePhrasesTests {
  private let phrases = Phrases()
  /// Tuesday, January 6, 2026.
  private let day = Day(ordinal: 20_459)
  private var start: EventTime { .floating(WallTime(day, hour: 9)) }

  @Test(arguments: [
    ("FREQ=DAILY", "Every day"),
    ("FREQ=DAILY;INTERVAL=3", "Every 3 days"),
    ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "Every week from Monday to Friday"),
    ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "Every day"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "Every day"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA,SU", "Every 2 weeks from Monday to Sunday"),
    ("FREQ=WEEKLY", "Every week on Tuesday"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "Every 2 weeks on Tuesday"),
    ("FREQ=WEEKLY;BYDAY=TH,TU", "Every week on Tuesday and Thursday"),
    ("FREQ=WEEKLY;BYDAY=SU,TH,TU", "Every week on Tuesday, Thursday, and Sunday"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every week from Monday to Friday"),
    ("FREQ=WEEKLY;BYDAY=WE,TU,MO,SU", "Every week on Monday, Tuesday, Wednesday, and Sunday"),
    ("FREQ=DAILY;BYDAY=MO,TH", "Every week on Monday and Thursday"),
    ("FREQ=DAILY;INTERVAL=2;BYDAY=MO", "Every 2 days on Monday"),
    ("FREQ=HOURLY;BYDAY=TU,WE,TH", "Every hour from Tuesday to Thursday"),
    ("FREQ=MONTHLY", "Every month on day 6"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1,1,15", "Every month on day 1, day 15, and the last day"),
    ("FREQ=MONTHLY;INTERVAL=18;BYDAY=2TU", "Every 18 months on the second Tuesday"),
    ("FREQ=MONTHLY;BYDAY=-1FR,1MO", "Every month on the first Monday and the last Friday"),
    ("FREQ=MONTHLY;BYDAY=TH;BYSETPOS=3", "Every month on the third Thursday"),
    ("FREQ=MONTHLY;BYDAY=-2MO", "Every month on the second-to-last Monday"),
    ("FREQ=YEARLY", "Every year on 6 January"),
    ("FREQ=YEARLY;BYMONTH=3,9", "Every year on 6 March and 6 September"),
    ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "Every year on 24 December"),
    ("FREQ=YEARLY;BYMONTHDAY=24", "Every year on 24 January"),
    ("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "Every year on the last Sunday in March"),
    ("FREQ=HOURLY", "Every hour"),
    ("FREQ=MINUTELY;INTERVAL=90", "Every 90 minutes"),
    ("FREQ=SECONDLY", "Every second"),
  ])
  func commonRulesAreDescribedExactly(rule: String, expected: String) throws {
    #expect(try phrase(rule) == expected)
  }

  @Test(arguments: [
    ("FREQ=YEARLY;BYWEEKNO=20", "Every year, on specific days"),
    ("FREQ=YEARLY;BYYEARDAY=100", "Every year, on specific days"),
    ("FREQ=YEARLY;BYDAY=20MO", "Every year, on specific days"),
    ("FREQ=YEARLY;BYMONTH=3,4;BYDAY=1MO", "Every year, on specific days"),
    ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "Every month, on specific days"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "Every month, on specific days"),
    ("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=60", "Every month, on specific days"),
    ("FREQ=MONTHLY;BYDAY=FR", "Every month, on specific days"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6,7,8", "Every month, on specific days"),
    ("FREQ=MONTHLY;BYMONTH=1,2", "Every month, on specific days"),
    ("FREQ=DAILY;BYMONTH=1", "Every day, on specific days"),
    ("FREQ=DAILY;BYHOUR=9,15", "Every day, at specific times"),
    ("FREQ=MONTHLY;BYDAY=TH;BYSETPOS=3;BYHOUR=9,15", "Every month, on specific days, at specific times"),
    ("RSCALE=HEBREW;FREQ=YEARLY", "Repeats in a way that Handspan does not support"),
  ])
  func otherRulesAreDescribedInGeneralTerms(rule: String, expected: String) throws {
    #expect(try phrase(rule) == expected)
  }

  @Test(arguments: [
    ("FREQ=WEEKLY;COUNT=1", "Every week on Tuesday, once"),
    ("FREQ=WEEKLY;COUNT=10", "Every week on Tuesday, 10 times"),
    ("FREQ=WEEKLY;INTERVAL=2;UNTIL=20260303", "Every 2 weeks on Tuesday until 3 March"),
    ("FREQ=WEEKLY;UNTIL=20270303", "Every week on Tuesday until 3 March 2027"),
    ("FREQ=WEEKLY;UNTIL=20260303T090000", "Every week on Tuesday until 3 March"),
    ("FREQ=WEEKLY;UNTIL=20260304T000000", "Every week on Tuesday until 3 March"),
  ])
  func endOfASeriesIsDescribed(rule: String, expected: String) throws {
    #expect(try phrase(rule) == expected)
  }

  @Test func endInUTCIsShownInTheZoneOfTheSeries() throws {
    let auckland = Zone(identifier: "UTC+13", rules: FixedOffset(seconds: 13 * 3600))
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=20260302T200000Z")
    let text = phrases.repetition(rule, start: .zoned(start.wall, auckland), relativeTo: day)
    #expect(text == "Every day until 3 March")
  }

  @Test func addedDatesAreDescribed() throws {
    let addedDate = Recurrence.Instance(start: .floating(WallTime(day.adding(days: 9))))
    let weekly = try RecurrenceRule(parsing: "FREQ=WEEKLY")
    let dates = Recurrence(start: start, dates: [addedDate])
    let ruleAndDate = Recurrence(start: start, rules: [weekly], dates: [addedDate])
    #expect(phrases.repetition(dates, relativeTo: day) == "On specific dates")
    #expect(
      phrases.repetition(ruleAndDate, relativeTo: day) == "Every week on Tuesday, and on some other dates")
    #expect(phrases.repetition(Recurrence(start: start), relativeTo: day) == "")
  }

  @Test func everyPartIsTranslated() throws {
    let bracketed = Phrases(translator: TranslationTests.bracketingTranslator)
    for rule in [
      "FREQ=WEEKLY;BYDAY=MO,TU,FR;UNTIL=20270303",
      "FREQ=YEARLY;INTERVAL=2;BYMONTH=3;BYDAY=-1SU,-2SU,1MO,5TU;COUNT=3",
      "FREQ=MONTHLY;BYMONTHDAY=1,-1;BYHOUR=9", "FREQ=YEARLY;BYWEEKNO=1", "RSCALE=CHINESE;FREQ=DAILY",
    ] {
      let text = bracketed.repetition(try RecurrenceRule(parsing: rule), start: start, relativeTo: day)
      // Removes the translated text, which is in brackets.
      var untranslatedText = text
      while let close = untranslatedText.firstIndex(of: "]"),
        let open = untranslatedText[..<close].lastIndex(of: "[")
      {
        untranslatedText.removeSubrange(open...close)
      }
      #expect(untranslatedText.isEmpty, "not translated: \(text)")
    }
  }

  private func phrase(_ rule: String) throws -> String {
    phrases.repetition(try RecurrenceRule(parsing: rule), start: start, relativeTo: day)
  }
}
