import CalendarModel
import CalendarText
import Testing

@Suite struct TypedDateTests {
  /// Thursday, January 18, 2035.
  private static let shownDay = Day(ordinal: 23_758)
  /// Monday, January 8, 2035.
  private static let today = Day(ordinal: 23_748)

  private static let german = Phrases(
    translator: Translator(
      text: { context, message in
        let names = [
          "January": "Januar", "March": "März", "Mar": "Mär", "May": "Mai", "Oct": "Okt",
          "October": "Oktober",
          "Tue": "Di", "Tuesday": "Dienstag", "Friday": "Freitag", "Fri": "Fr",
        ]
        return names[message] ?? message
      }, plural: { one, many, count in count == 1 ? one : many }))

  private func parsedDate(_ text: String, _ order: DateOrder = .dayMonthYear, _ phrases: Phrases = Phrases())
    throws
    -> String
  {
    var phrases = phrases
    phrases.dateOrder = order
    return try phrases.typedDate(text, near: TypedDateTests.shownDay, today: TypedDateTests.today).description
  }

  @Test(arguments: [
    // Numbers.
    ("9.1.35", "2035-01-09"), ("9.1.2035", "2035-01-09"), ("09.01.35", "2035-01-09"),
    ("9/1/35", "2035-01-09"),
    ("9-1-35", "2035-01-09"), ("9 1 35", "2035-01-09"), ("9.1.", "2035-01-09"), ("9.1", "2035-01-09"),
    ("24.12.", "2034-12-24"), ("1/13/35", "2035-01-13"), ("9", "2035-01-09"), ("9.", "2035-01-09"),
    ("9.1.85", "1985-01-09"), ("9.1.84", "2084-01-09"), ("9. 1. 2035", "2035-01-09"),
    ("٩/١/٢٠٣٥", "2035-01-09"),
    // ISO 8601.
    ("2035-01-09", "2035-01-09"), ("20350109", "2035-01-09"), ("2035-1", "2035-01-01"),
    ("2035-W02", "2035-01-08"),
    ("2036", "2036-01-18"), ("2035年1月9日", "2035-01-09"),
    // Names.
    ("9. January", "2035-01-09"), ("9 jan", "2035-01-09"), ("Jan 9", "2035-01-09"), ("9Jan35", "2035-01-09"),
    ("January 9, 2035", "2035-01-09"), ("Jan 9th", "2035-01-09"), ("the 9th of January", "2035-01-09"),
    ("Tue 9 Jan 2035", "2035-01-09"), ("Tuesday, 9 January 2035", "2035-01-09"), ("sept 1", "2034-09-01"),
    ("February", "2035-02-01"), ("Feb 2036", "2036-02-01"), ("29 Feb", "2036-02-29"),
    // Words.
    ("today", "2035-01-08"), ("Tomorrow", "2035-01-09"), ("yesterday", "2035-01-07"), ("heute", "2035-01-08"),
    ("aujourd'hui", "2035-01-08"), ("Aujourd’hui", "2035-01-08"),
    ("friday", "2035-01-12"), ("mon", "2035-01-15"), ("+3", "2035-01-11"), ("-1", "2035-01-07"),
    ("in 2 weeks", "2035-01-22"), ("in 1 month", "2035-02-08"), ("week 2", "2035-01-08"),
    ("KW 2", "2035-01-08"),
    ("w2 2036", "2036-01-07"),
  ])
  func acceptedDatesAreUnderstood(text: String, expected: String) throws {
    #expect(try parsedDate(text) == expected)
  }

  @Test(arguments: [
    ("9. Januar", "2035-01-09"), ("9. März 35", "2035-03-09"), ("Di, 9.1.35", "2035-01-09"),
    ("am 3. Mai", "2035-05-03"),
    ("1. Okt.", "2034-10-01"), ("Freitag", "2035-01-12"), ("Fr", "2035-01-12"), ("9 January", "2035-01-09"),
    ("mär", "2035-03-01"),
  ])
  func namesInTheUsersLanguageAreUnderstood(text: String, expected: String) throws {
    #expect(try parsedDate(text, .dayMonthYear, TypedDateTests.german) == expected)
  }

  @Test func ambiguousNumbersFollowTheLocale() throws {
    #expect(try parsedDate("1/9/35", .monthDayYear) == "2035-01-09")
    #expect(try parsedDate("1/9", .monthDayYear) == "2035-01-09")
    #expect(try parsedDate("1/9/35", .dayMonthYear) == "2035-09-01")
    #expect(try parsedDate("35/1/9", .yearMonthDay) == "2035-01-09")
    #expect(try parsedDate("1/9", .yearMonthDay) == "2035-01-09")
    #expect(try parsedDate("9/1/2035", .yearMonthDay) == "2035-09-01")
    #expect(try parsedDate("13/1/35", .monthDayYear) == "2035-01-13", "13 was read as a month")
  }

  @Test(arguments: [
    "", "  ", "hello", "9 foo", "13.13.35", "9.1.35.2", "jan feb", "9:30", "week 54", "0.0.35", "week", "in",
    "+",
    "123456789",
  ])
  func otherTextIsRefused(text: String) {
    #expect(throws: TypedDateError.self) { try parsedDate(text) }
  }

  @Test func reasonForARefusalIsExplained() {
    func reason(_ text: String) -> String? {
      do throws(TypedDateError) {
        _ = try Phrases().typedDate(text, near: TypedDateTests.shownDay, today: TypedDateTests.today)
        return nil
      } catch {
        return Phrases().explanation(error, example: TypedDateTests.shownDay)
      }
    }
    #expect(reason("30 Feb 2035") == "February 2035 has 28 days.")
    #expect(reason("31.4.35") == "April 2035 has 30 days.")
    #expect(reason("lunch") == "Date not recognized. Try Thu 18 Jan 2035.")
    #expect(reason("1.1.10000") == "Years range from 1 to 9999.")
    #expect(reason("+999999") == nil)
    #expect(reason("+9999999") == "Date not recognized. Try Thu 18 Jan 2035.")
  }

  @Test func displayedDatesCanBeTyped() throws {
    for phrases in [Phrases(), TypedDateTests.german] {
      for offset in stride(from: 0, to: 800, by: 17) {
        let day = TypedDateTests.shownDay.adding(days: offset)
        for text in [phrases.date(day), phrases.shortDateWithYear(day), day.description] {
          #expect(
            try phrases.typedDate(text, near: TypedDateTests.shownDay, today: TypedDateTests.today) == day)
        }
      }
    }
  }

  @Test func dateOrderIsReadFromTheLocalesFormat() {
    let formats: [(String, DateOrder?)] = [
      ("%d.%m.%Y", .dayMonthYear), ("%m/%d/%Y", .monthDayYear), ("%d/%m/%y", .dayMonthYear),
      ("%Y-%m-%d", .yearMonthDay), ("%F", .yearMonthDay), ("%D", .monthDayYear),
      ("%e. %-m. %Y", .dayMonthYear),
      ("%Y年%m月%d日", .yearMonthDay), ("%b %d %Y", .monthDayYear), ("%A", nil), ("", nil),
    ]
    for (format, order) in formats { #expect(DateOrder(format: format) == order, "\(format)") }
  }
}
