import CalendarModel
import Testing

/// The emoji at the start of a SUMMARY.
struct IconTitleTests {
  @Test(arguments: [
    ("🎉 Party", "🎉", "Party"),
    ("🎉Party", "🎉", "Party"),
    ("🎉  Party", "🎉", "Party"),
    ("🎉", "🎉", ""),
    ("🎉 ", "🎉", ""),
    ("🎉🎂 Party", "🎉", "🎂 Party"),
    ("👩‍👩‍👧‍👦 Family", "👩‍👩‍👧‍👦", "Family"),
    ("👍🏽 Review", "👍🏽", "Review"),
    ("✌🏽 Demo", "✌🏽", "Demo"),
    ("🏳️‍🌈 Pride", "🏳️‍🌈", "Pride"),
    ("❤️ Date", "❤️", "Date"),
    ("🇩🇪 Embassy", "🇩🇪", "Embassy"),
    ("🇩🇪🇫🇷 Embassies", "🇩🇪", "🇫🇷 Embassies"),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿 Rugby", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "Rugby"),
    ("1️⃣ First", "1️⃣", "First"),
    ("#️⃣ Topics", "#️⃣", "Topics"),
  ])
  func leadingEmojiIsTheIcon(_ summary: String, _ icon: Character, _ title: String) {
    let parts = IconTitle(summary)
    #expect(parts.icon == icon)
    #expect(parts.title == title)
    #expect(parts.summary == summary, "an unchanged summary was rewritten")
  }

  @Test(arguments: [
    "", "Party", "Party 🎉", "3 things", "1:1 with Ada", "#channel", "* star", "© 2026", "™", " 🎉 Party",
    "❤ Date",
    "☎ Call", "☎\u{FE0E} Call", "❤\u{FE0E} Date", "🇩 D", "é", "\u{200D}🎉", "\u{FE0F}x",
  ])
  func otherCharactersArePartOfTheTitle(_ summary: String) {
    let parts = IconTitle(summary)
    #expect(parts.icon == nil)
    #expect(parts.title == summary)
    #expect(parts.summary == summary)
  }

  @Test func iconIsSeparatedByASpace() {
    var parts = IconTitle("Party")
    parts.icon = "🎉"
    #expect(parts.summary == "🎉 Party")
    parts.icon = "🎂"
    #expect(parts.summary == "🎂 Party")
    parts.icon = nil
    #expect(parts.summary == "Party")
  }

  @Test func spacesAreKeptAsWritten() {
    var parts = IconTitle("🎉Party")
    parts.title = "Great party"
    #expect(parts.summary == "🎉Great party")
    parts.icon = "🎂"
    #expect(parts.summary == "🎂Great party")
  }

  @Test func addedTitleIsSeparatedFromTheIcon() {
    var parts = IconTitle("🎉")
    parts.title = "Party"
    #expect(parts.summary == "🎉 Party")
    parts.title = ""
    #expect(parts.summary == "🎉")
    #expect(IconTitle(icon: nil, title: "").summary == "")
    #expect(IconTitle(icon: "🎉", title: "Party").summary == "🎉 Party")
  }
}
