import CalendarModel
import CalendarText
import Testing

@Suite struct WeekPhrasesTests {
  let phrases = Phrases()
  let tuesday = Day(ordinal: 20_459)

  @Test func dayNameContainsTheNumberOfEvents() {
    #expect(
      phrases.dayInWeekName(tuesday, events: 4, isToday: false) == "Tuesday, 6 January 2026, 4 events")
    #expect(
      phrases.dayInWeekName(tuesday, events: 0, isToday: true)
        == "Tuesday, 6 January 2026, no events, today")
  }

  @Test func weekIsNamedByItsNumberOrItsFirstDay() {
    #expect(phrases.shortWeekNumber(47) == "W 47")
    #expect(phrases.weekNumber(47) == "Week 47")
    #expect(phrases.week(from: tuesday) == "Week of Tuesday, 6 January 2026")
  }

  @Test func narrowWeekdaysHaveOneLetterInEnglish() {
    #expect(Weekday.allCases.map(phrases.narrowWeekday).joined() == "MTWTFSS")
  }

  @Test func translationsCanDistinguishNarrowWeekdays() {
    let translator = Translator(
      text: { context, message in context == "one letter for Thursday" ? "Th" : message },
      plural: { one, _, _ in one })
    let phrases = Phrases(translator: translator)
    #expect(phrases.narrowWeekday(.thursday) == "Th" && phrases.narrowWeekday(.tuesday) == "T")
  }
}
