import CalendarModel
import Testing

@testable import CalendarText

/// Most of the expected dates are those of the Unicode Common Locale Data Repository, version 44. Some short forms, and
/// the full dates in Japanese and Korean, follow the formats of the C library instead. The formats and names are those of
/// glibc 2.36.
@Suite struct LocaleDatesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let locale: String
    let formats: DatePattern.Formats
    let weekday, shortWeekday, month, monthAlone, shortMonth: String
    let full, short, shortWithYear, monthAndYear: String
    var testDescription: String { locale }
  }

  static let cases = [
    Case(
      locale: "en_US",
      formats: .init(date: "%m/%d/%Y", dateTime: "%a %d %b %Y %r %Z", command: "%a %b %e %r %Z %Y"),
      weekday: "Tuesday", shortWeekday: "Tue", month: "January", monthAlone: "January", shortMonth: "Jan",
      full: "Tuesday, January 9, 2035", short: "Tue, Jan 9", shortWithYear: "Tue, Jan 9, 2035",
      monthAndYear: "January 2035"),
    Case(
      locale: "fr_FR",
      formats: .init(date: "%d/%m/%Y", dateTime: "%a %d %b %Y %T", command: "%a %d %b %Y %T %Z"),
      weekday: "mardi", shortWeekday: "mar.", month: "janvier", monthAlone: "janvier", shortMonth: "janv.",
      full: "mardi 9 janvier 2035", short: "mar. 9 janv.", shortWithYear: "mar. 9 janv. 2035",
      monthAndYear: "janvier 2035"),
    Case(
      locale: "ja_JP",
      formats: .init(
        date: "%Y年%m月%d日", dateTime: "%Y年%m月%d日 %H時%M分%S秒", command: "%Y年 %b %e日 %A %H:%M:%S %Z"),
      weekday: "火曜日", shortWeekday: "火", month: "1月", monthAlone: "1月", shortMonth: "1月",
      full: "2035年1月9日(火)", short: "1月9日(火)", shortWithYear: "2035年1月9日(火)",
      monthAndYear: "2035年1月"),
    Case(
      locale: "ko_KR",
      formats: .init(
        date: "%Y년 %m월 %d일", dateTime: "%x (%a) %r", command: "%Y. %m. %d. (%a) %H:%M:%S %Z"),
      weekday: "화요일", shortWeekday: "화", month: "1월", monthAlone: "1월", shortMonth: "1월",
      full: "2035년 1월 9일 (화)", short: "1월 9일 (화)", shortWithYear: "2035년 1월 9일 (화)",
      monthAndYear: "2035년 1월"),
    Case(
      locale: "hu_HU",
      formats: .init(
        date: "%Y-%m-%d", dateTime: "%Y. %b. %-e., %A, %H:%M:%S %Z",
        command: "%Y. %b. %-e., %A, %H:%M:%S %Z"),
      weekday: "kedd", shortWeekday: "k", month: "január", monthAlone: "január", shortMonth: "jan",
      full: "2035. január 9., kedd", short: "jan 9., k", shortWithYear: "2035. jan 9., k",
      monthAndYear: "2035. január"),
    Case(
      locale: "sv_SE",
      formats: .init(
        date: "%Y-%m-%d", dateTime: "%a %e %b %Y %H:%M:%S", command: "%a %e %b %Y %H:%M:%S %Z"),
      weekday: "tisdag", shortWeekday: "tis", month: "januari", monthAlone: "januari", shortMonth: "jan",
      full: "tisdag 9 januari 2035", short: "tis 9 jan", shortWithYear: "tis 9 jan 2035",
      monthAndYear: "januari 2035"),
    Case(
      locale: "lt_LT",
      formats: .init(date: "%Y-%m-%d", dateTime: "%Y m. %B %d d. %T", command: "%Y m. %B %d d. %T %Z"),
      weekday: "antradienis", shortWeekday: "an", month: "sausio", monthAlone: "sausis", shortMonth: "saus.",
      full: "2035 m. sausio 9 d., antradienis", short: "saus. 9 d., an",
      shortWithYear: "2035 m. saus. 9 d., an", monthAndYear: "2035 m. sausis"),
    Case(
      locale: "de_LI",
      formats: .init(
        date: "%d.%m.%Y", dateTime: "%a %d %b %Y %T %Z", command: "%a %-d. %b %H:%M:%S %Z %Y"),
      weekday: "Dienstag", shortWeekday: "Di", month: "Januar", monthAlone: "Januar", shortMonth: "Jan",
      full: "Dienstag 9. Januar 2035", short: "Di 9. Jan", shortWithYear: "Di 9. Jan 2035",
      monthAndYear: "Januar 2035"),
    // In glibc's Hebrew format for a date with a time, the parts are in visual order, so the order of the numeric
    // date is used instead.
    Case(
      locale: "he_IL",
      formats: .init(date: "%d/%m/%y", dateTime: "%H:%M:%S %Y %b %d %a", command: "%Z %H:%M:%S %Y %b %d %a"),
      weekday: "שלישי", shortWeekday: "ג'", month: "ינואר", monthAlone: "ינואר", shortMonth: "ינו",
      full: "שלישי 9 ינואר 2035", short: "ג' 9 ינו", shortWithYear: "ג' 9 ינו 2035",
      monthAndYear: "ינואר 2035"),
    Case(
      locale: "lv_LV",
      formats: .init(
        date: "%Y.%m.%d.", dateTime: "%A, %Y. gada %e. %B, %H:%M:%S",
        command: "%A, %Y. gada %e. %B, %H:%M:%S %Z"),
      weekday: "otrdiena", shortWeekday: "Ot", month: "janvāris", monthAlone: "janvāris", shortMonth: "jan",
      full: "otrdiena, 2035. gada 9. janvāris", short: "Ot, 9. jan", shortWithYear: "Ot, 2035. gada 9. jan",
      monthAndYear: "2035. gada janvāris"),
  ]

  @Test(arguments: cases) func datesHaveTheOrderOfTheLocale(_ expected: Case) throws {
    var names = Self.names
    // January 9, 2035, is a Tuesday.
    (names.weekdays[1], names.shortWeekdays[1]) = (expected.weekday, expected.shortWeekday)
    (names.months[0], names.standaloneMonths[0], names.shortMonths[0]) =
      (expected.month, expected.monthAlone, expected.shortMonth)
    let language = String(expected.locale.prefix(2))
    let dates = try #require(LocaleDates(names, formats: expected.formats, language: language))
    let phrases = Phrases(localeDates: dates)
    let day = try #require(Day("2035-01-09"))
    #expect(phrases.date(day) == expected.full)
    #expect(phrases.shortDate(day) == expected.short)
    #expect(phrases.shortDateWithYear(day) == expected.shortWithYear)
    #expect(phrases.monthAndYear(day) == expected.monthAndYear)
    #expect(phrases.weekday(.tuesday) == expected.weekday)
  }

  @Test(arguments: [
    ("FREQ=WEEKLY;UNTIL=20350320", "Every week on Tuesday until March 20"),
    ("FREQ=WEEKLY;UNTIL=20360304", "Every week on Tuesday until March 4, 2036"),
    ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=9", "Every year on March 9"),
  ])
  func datesInRulesHaveTheOrderOfTheLocale(rule: String, expected: String) throws {
    var names = Self.names
    (names.months[2], names.weekdays[1]) = ("March", "Tuesday")
    let phrases = Phrases(localeDates: LocaleDates(names, formats: Self.cases[0].formats, language: "en"))
    let day = try #require(Day("2035-01-09"))
    let recurrence = Recurrence(
      start: .floating(WallTime(day)), rules: [try RecurrenceRule(parsing: rule)])
    #expect(phrases.repetition(recurrence, relativeTo: day) == expected)
  }

  @Test func britishDatesUseTheSourceStrings() {
    let formats = DatePattern.Formats(
      date: "%d/%m/%y", dateTime: "%a %d %b %Y %T %Z", command: "%a %e %b %H:%M:%S %Z %Y")
    #expect(LocaleDates(Self.names, formats: formats, language: "en") == nil)
  }

  @Test(arguments: ["", "%", "%H:%M", "%d %d %m %Y", "%j"]) func formatsWithoutDatesAreNotUsed(format: String)
  {
    let formats = DatePattern.Formats(date: format, dateTime: format, command: format)
    #expect(LocaleDates(Self.names, formats: formats, language: "fr") == nil)
  }

  private static let names = LocaleDates.Names(
    weekdays: Array(repeating: "?", count: 7), shortWeekdays: Array(repeating: "?", count: 7),
    months: Array(repeating: "?", count: 12), standaloneMonths: Array(repeating: "?", count: 12),
    shortMonths: Array(repeating: "?", count: 12))
}
