import CalendarText
import Testing

/// Searching by typing the beginnings of words.
@Suite struct SearchTests {
  private let zones = ["America/New_York", "America/North_Dakota/New_Salem", "Asia/Kolkata", "UTC"]

  @Test(arguments: [
    ("new y", ["America/New_York"]), ("York new", ["America/New_York"]), ("new_york", ["America/New_York"]),
    ("new", ["America/New_York", "America/North_Dakota/New_Salem"]), ("asia/kol", ["Asia/Kolkata"]),
    ("AMERICA n salem", ["America/North_Dakota/New_Salem"]), ("utc", ["UTC"]), ("ork", []), ("x", []),
  ])
  func zonesAreFoundByTheBeginningsOfTheirWords(typed: String, expected: [String]) {
    #expect(Phrases().zones(zones, matching: typed) == expected)
  }

  @Test func emptySearchFindsAllZonesInOrder() {
    for typed in ["", "  ", "/"] { #expect(Phrases().zones(zones, matching: typed) == zones) }
  }

  @Test(arguments: [
    ("birthday cake", "🎂"), ("cake", "🎂"), ("red heart", "❤️"), ("phone c", "📞"), ("CALL", "📞"),
    ("check", "🩺"),
    // Names that match come before related words that match.
    ("tr", "🚆"), ("rea", "📚"), ("star", "⭐"), ("love", "🥰"),
  ])
  func iconsAreFoundByNameAndRelatedWords(typed: String, bestMatch: Character) {
    #expect(Phrases().icons(matching: typed).first?.icon == bestMatch)
  }

  @Test func unmatchedSearchFindsNoIconAndEmptySearchFindsAll() {
    #expect(Phrases().icons(matching: "birthday train").isEmpty)
    #expect(Phrases().icons(matching: "irthday").isEmpty)
    #expect(Phrases().icons(matching: " ").count == Phrases().icons.count)
  }

  @Test func zoneNamesHaveSpacesInsteadOfUnderscores() {
    #expect(Phrases().zone("America/North_Dakota/New_Salem") == "America/North Dakota/New Salem")
  }
}
