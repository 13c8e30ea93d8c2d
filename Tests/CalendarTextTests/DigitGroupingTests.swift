import CalendarModel
import CalendarText
import Testing

/// Grouping the digits of large numbers.
@Suite struct DigitGroupingTests {
  private static let english = DigitGrouping(separator: ",", sizes: [3, 3])
  private static let german = DigitGrouping(separator: ".", sizes: [3, 3])

  private func phrases(_ grouping: DigitGrouping) -> Phrases {
    var phrases = Phrases()
    phrases.translator.grouping = grouping
    return phrases
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (999_999, "999,999"),
    (1_000_000, "1,000,000"), (-1_000, "-1,000"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func digitsAreInGroupsOfThree(number: Int, text: String) {
    #expect(Self.english.text(number) == text)
    #expect(Self.german.text(number) == text.replacing(",", with: "."))
    #expect(DigitGrouping.none.text(number) == text.replacing(",", with: ""))
  }

  /// The sizes are those of `lconv.grouping` in C: the last one is repeated, and CHAR_MAX ends the grouping.
  @Test func groupsMayHaveOtherSizes() {
    #expect(DigitGrouping(separator: ",", sizes: [3, 2]).text(123_456_789) == "12,34,56,789")
    #expect(DigitGrouping(separator: "\u{202F}", sizes: [3]).text(1_234_567) == "1\u{202F}234\u{202F}567")
    #expect(DigitGrouping(separator: ",", sizes: [3, 127]).text(123_456_789) == "123456,789")
    #expect(DigitGrouping(separator: ",", sizes: [127]).text(123_456_789) == "123456789")
    #expect(DigitGrouping(separator: ",", sizes: []).text(123_456_789) == "123456789")
    #expect(DigitGrouping(separator: "", sizes: [3]).text(123_456_789) == "123456789")
  }

  @Test func countsInMessagesAreGrouped() {
    let (english, german) = (phrases(Self.english), phrases(Self.german))
    #expect(english.progress(312, of: 1_000) == "312 of 1,000")
    #expect(german.progress(1_312, of: 2_000) == "1.312 of 2.000")
    #expect(english.objectCounts([.event: 1_000, .task: 12_345]) == "1,000 events, 12,345 tasks")
    #expect(german.objectCounts([.event: 1_000]) == "1.000 events")
    #expect(english.moreCount(1_234) == "1,234 more" && german.moreCount(1_234) == "1.234 more")
    #expect(
      english.importCounts([.event: ImportCounts(new: 1_988, same: 1_000)])
        == "1,988 are new, 1,000 are already there")
    #expect(
      german.importMessage([.event: 1_000], removed: [:], into: "Choir")
        == "1.000 events were imported into “Choir”")
    #expect(english.selectionCount(1_000) == "1,000 events selected")
  }

  @Test func yearsAreNotGrouped() throws {
    let day = try #require(Day("2035-01-08"))
    #expect(phrases(Self.english).shortDateWithYear(day).contains("2035"))
    #expect(phrases(Self.english).importSummary([.event: 1_000], day...day).hasPrefix("1,000 events, "))
  }
}
