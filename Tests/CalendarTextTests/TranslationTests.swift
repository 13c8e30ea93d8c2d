import CalendarModel
import CalendarText
import Testing

@Suite struct TranslationTests {
  /// Encloses every message in brackets, so that only untranslated text is outside the brackets.
  static let bracketingTranslator = Translator(
    text: { _, message in "[\(message)]" },
    plural: { one, many, count in count == 1 ? "[\(one)]" : "[\(many)]" })

  @Test func placeholdersCanBeReorderedAndRepeated() {
    let reordering = Translator(text: { _, _ in "{b} before {a} and {a}" }, plural: { one, _, _ in one })
    #expect(reordering.tr("{a} after {b}", ["a": "x", "b": "y"]) == "y before x and x")
  }

  @Test func bracesInValuesAreNotPlaceholders() {
    let phrases = Phrases()
    let event = occurrence("{title} {end", "2026-01-06T14:15", "2026-01-06T15:00")
    #expect(phrases.liftAnnouncement(event.event) == "Lifted {title} {end")
    #expect(phrases.undone(.delete, of: event, scope: .all) == "Undone: deletion of “{title} {end”")
  }

  private static let isolatingTranslator: Translator = {
    var translator = Translator.source
    translator.isolatesValues = true
    return translator
  }()

  /// According to Unicode Standard Annex #9, U+2068 begins an isolate, U+2069 ends it together with the
  /// embeddings and overrides within it, and the end of a paragraph ends all of them.
  @Test(arguments: [
    // Left-to-right text.
    ("Lunch", "Moved “Lunch” to 14:15"),
    ("Lunch – 5 o’clock 🍕", "Moved “Lunch – 5 o’clock 🍕” to 14:15"),
    ("", "Moved “” to 14:15"),
    // Right-to-left text.
    ("ארוחה!", "Moved “\u{2068}ארוחה!\u{2069}” to 14:15"),
    ("غداء", "Moved “\u{2068}غداء\u{2069}” to 14:15"),
    // Overrides and embeddings end with the isolate.
    ("evil \u{202E}gpj.exe", "Moved “\u{2068}evil \u{202E}gpj.exe\u{2069}” to 14:15"),
    ("\u{202A}a", "Moved “\u{2068}\u{202A}a\u{2069}” to 14:15"),
    // Nested isolates are closed first.
    ("\u{2067}a", "Moved “\u{2068}\u{2067}a\u{2069}\u{2069}” to 14:15"),
    ("\u{2066}\u{2068}a\u{2069}", "Moved “\u{2068}\u{2066}\u{2068}a\u{2069}\u{2069}\u{2069}” to 14:15"),
    ("a\u{2069}b", "Moved “\u{2068}ab\u{2069}” to 14:15"),
    ("\u{202E}a\nb", "Moved “\u{2068}\u{202E}a\u{2069}\n\u{2068}b\u{2069}” to 14:15"),
  ])
  func valuesOfAnotherDirectionAreIsolated(title: String, text: String) {
    let message = TranslationTests.isolatingTranslator.tr(
      "Moved “{title}” to {time}", ["title": title, "time": "14:15"])
    #expect(Array(message.unicodeScalars) == Array(text.unicodeScalars))
    let plain = Translator.source.tr("Moved “{title}” to {time}", ["title": title, "time": "14:15"])
    #expect(plain == "Moved “\(title)” to 14:15", "a translator without isolation isolates a value")
  }

  @Test func rightToLeftSentencesIsolateWordsButNotNumbers() {
    var hebrew = Translator(text: { _, _ in "{title} הועבר ל {time}" }, plural: { one, _, _ in one })
    hebrew.isolatesValues = true
    let message = hebrew.tr("Moved {title} to {time}", ["title": "Lunch!", "time": "14:15 – 15:00"])
    #expect(message == "\u{2068}Lunch!\u{2069} הועבר ל 14:15 – 15:00")
  }

  @Test func unknownPlaceholdersAndUnmatchedBracesAreKept() {
    let malformed = Translator(text: { _, _ in "} {nobody} {" }, plural: { one, _, _ in one })
    #expect(malformed.tr("anything {at} all", ["at": "!"]) == "} {nobody} {")
  }

  @Test func countIsFilledInAndChoosesThePluralForm() {
    let polish = Translator(
      text: { _, message in message },
      plural: { _, _, count in count == 1 ? "{count} dzień" : "{count} dni" })
    #expect(polish.trn("{count} day", "{count} days", 5) == "5 dni")
    #expect(polish.trn("{count} day", "{count} days", 1) == "1 dzień")
  }

  @Test func contextIsPassedToTheCatalog() {
    let showingContext = Translator(
      text: { context, message in "\(context ?? "-")|\(message)" }, plural: { one, _, _ in one })
    #expect(showingContext.trc("list", "word") == "list|word")
    #expect(showingContext.tr("word") == "-|word")
  }

  @Test(arguments: [ClockFormat.h24, .h12])
  func everyPhraseIsTranslated(clock: ClockFormat) {
    let phrases = Phrases(translator: TranslationTests.bracketingTranslator, clock: clock)
    let timed = occurrence(
      "¶", "2026-01-05T22:00", "2026-01-14T02:00", status: .tentative, isRepeating: true)
    let short = occurrence("¶", "2026-01-05T22:00", "2026-01-06T02:00", status: .canceled)
    let allDay = occurrence("¶", "2026-01-05", "2026-01-08")
    let untitled = occurrence("", "2026-01-05", "2026-01-06")
    let day = Day(ordinal: 20_458)
    var texts: [String] = [
      phrases.putBackAnnouncement, phrases.unchangedAnnouncement,
      phrases.pageTurnMessage(.day, forward: true),
      phrases.pageTurnMessage(.day, forward: false),
      phrases.pageTurnMessage(.week, forward: true), phrases.pageTurnMessage(.threeDays, forward: true),
      phrases.pageTurnMessage(.week, forward: false), phrases.pageTurnMessage(.threeDays, forward: false),
      phrases.savedAutomaticallyMessage, phrases.allDay,
      phrases.moreCount(3), phrases.moreIncompleteSeries(count: 2), phrases.monthAndYear(day),
      phrases.week(2),
      phrases.months(day..<day.adding(days: 60)), phrases.shortMonths(day..<day.adding(days: 1)),
      phrases.hourLabel(7),
      phrases.dayListName(day, events: 0), phrases.dayListName(day, events: 2),
      phrases.spokenDuration(seconds: 97_260), phrases.duration(seconds: 97_260),
      phrases.refusal(.unreadableRepetition), phrases.refusal(.readOnly), phrases.refusal(.vanished),
    ]
    for event in [timed, short, allDay, untitled] {
      texts += [
        phrases.accessibleName(event), phrases.dragLabel(event, onPageOf: day.adding(days: 1)),
        phrases.blockTime(event), phrases.blockTime(event, on: day.adding(days: 1)), phrases.position(event),
        phrases.liftAnnouncement(event.event), phrases.keyboardLiftAnnouncement(event.event),
        phrases.dropAnnouncement,
        phrases.undone(.delete, of: event, scope: .all),
        phrases.redone(.move(event.times), of: event, scope: .all),
        phrases.toast(.move(event.times), from: allDay, to: event),
        phrases.toast(.resizeEnd(event.times), from: allDay, to: event),
      ]
    }
    texts += Weekday.allCases.flatMap { [phrases.weekday($0), phrases.shortWeekday($0)] }
    texts += (1...12).map(phrases.month)
    for text in texts {
      #expect(wordsOutsideBrackets(text).isEmpty, "not translated: \(text)")
    }
  }

  @Test func untranslatedWordsAreDetected() {
    #expect(wordsOutsideBrackets("[a [b]] c") == "c")
  }

  /// The letters outside all brackets.
  private func wordsOutsideBrackets(_ text: String) -> String {
    var depth = 0
    return String(
      text.filter { character in
        if character == "[" { depth += 1 }
        if character == "]" { depth -= 1 }
        return depth == 0 && character.isLetter
      })
  }

  @Test func monthsAndWeekdaysHaveDistinctNames() {
    let phrases = Phrases()
    #expect(Set((1...12).map(phrases.month)).count == 12)
    #expect(Set(Weekday.allCases.map(phrases.weekday)).count == 7)
    #expect(Set(Weekday.allCases.map(phrases.shortWeekday)).count == 7)
    let dates = (1...12).compactMap { Day(year: 2026, month: $0, day: 1) }
    #expect(Set(dates.map(phrases.shortDate)).count == 12)
    #expect(phrases.date(dates[7]) == "Saturday, 1 August 2026")
  }
}
