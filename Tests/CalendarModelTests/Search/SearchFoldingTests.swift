import Testing

@testable import CalendarModel

@Suite struct SearchFoldingTests {
  private func folded(_ text: String) -> String {
    var folding = SearchFolding()
    return String(decoding: folding.folded(text), as: UTF8.self)
  }

  @Test func caseDoesNotMatter() {
    #expect(folded("Budget REVIEW") == "budget review")
    #expect(folded("ΣΊΣΥΦΟΣ") == folded("Σίσυφος"))
    #expect(folded("ДОКЛАД") == "доклад")
  }

  @Test func accentsDoNotMatter() {
    #expect(folded("Café Größe") == "cafe grosse")
    #expect(folded("Łódź, Ærø, cœur, Đorđe") == "lodz, aero, coeur, dorde")
    #expect(folded("Việt Nam") == "viet nam")
  }

  @Test func composedAndDecomposedLettersAreEqual() {
    #expect(folded("e\u{301}te\u{301}") == "ete")
    #expect(folded("\u{E9}t\u{E9}") == "ete")
    // Two marks in either order.
    #expect(folded("a\u{323}\u{302}") == folded("a\u{302}\u{323}"))
  }

  @Test func sharpSIsTwoLetters() {
    #expect(folded("Straße") == "strasse")
    #expect(folded("STRAẞE") == "strasse")
    #expect(folded("STRASSE") == "strasse")
  }

  @Test func allFormsOfTheTurkishIAreEqual() {
    for text in ["İstanbul", "Istanbul", "ıstanbul", "istanbul", "I\u{307}stanbul"] {
      #expect(folded(text) == "istanbul")
    }
  }

  @Test func invisibleCharactersDoNotMatter() {
    #expect(folded("co\u{AD}operation") == "cooperation")
    #expect(folded("\u{200F}Fair\u{200E}") == "fair")
    #expect(folded("❤️") == folded("❤"))
  }

  @Test func emojiAreKept() {
    #expect(folded("🎂 Ada") == "🎂 ada")
    #expect(folded("👩‍💻").hasPrefix("👩"))
  }

  @Test func marksThatMakeOtherLettersAreKept() {
    #expect(folded("が") != folded("か"))
    #expect(folded("が") == folded("か\u{3099}"))
    #expect(folded("क्ष") != folded("कष"))
    var folding = SearchFolding()
    #expect(folding.folded("한국").starts(with: folding.folded("하")))
  }

  @Test func cachedCharactersGiveTheSameResult() {
    var folding = SearchFolding()
    #expect(folding.folded("Ünïcode") == folding.folded("Ünïcode"))
    #expect(folding.folded("") == [])
  }
}
