import Testing

@testable import CalendarModel

@Suite struct SearchQueryTests {
  private var event: CalendarEvent {
    var event = CalendarEvent(
      id: EventID(calendar: CalendarID("/c"), uid: "1"),
      times: EventTimes(start: .date(Day(ordinal: 20_458)), end: .implied), summary: "Budget review",
      location: "Café Größe", notes: "Bring the\nquarterly numbers")
    event.attendees = [
      EventPerson(commonName: "Grace Hopper", address: "mailto:grace@navy.example"),
      EventPerson(commonName: nil, address: "mailto:alan@bletchley.example"),
    ].compactMap(\.self)
    event.organizer = EventPerson(commonName: "Ada", address: "mailto:lovelace@example.org")
    return event
  }

  private func finds(_ text: String) -> Bool {
    var (texts, folding) = (FoldedTexts(), SearchFolding())
    texts.append(SharedEvent(event), folding: &folding)
    let isFound = texts.contains(SearchQuery(text).words, at: 0, folding: &folding)
    // The result is the same if the text is not kept.
    var unkeptTexts = FoldedTexts(limit: 0)
    unkeptTexts.append(SharedEvent(event), folding: &folding)
    #expect(unkeptTexts.contains(SearchQuery(text).words, at: 0, folding: &folding) == isFound)
    #expect(unkeptTexts.byteCount == 0)
    return isFound
  }

  @Test(arguments: [
    "budget", "VIEW", "review budget", "cafe", "grosse", "GRÖSSE", "quarterly", "hopper grace", "grace@navy",
    "alan",
    "bletchley.example", "ada", "lovelace", "numbers cafe budget", "  review  ",
  ])
  func eachWordIsFoundSomewhereInTheEvent(_ text: String) { #expect(finds(text)) }

  @Test(arguments: ["budgets", "budget lunch", "mailto", "review cafeteria", "reviewcafe", "the quarter2"])
  func missingWordIsNotFound(_ text: String) { #expect(!finds(text)) }

  private func texts(_ titles: [String], limit: Int) -> FoldedTexts {
    var (texts, folding) = (FoldedTexts(limit: limit), SearchFolding())
    for title in titles {
      let event = CalendarEvent(
        id: EventID(calendar: CalendarID("/c"), uid: "x"),
        times: EventTimes(start: .date(Day(ordinal: 0)), end: .implied), summary: title)
      texts.append(SharedEvent(event), folding: &folding)
    }
    return texts
  }

  @Test func noMoreTextIsKeptThanTheLimitAndAllOfItIsSearched() {
    let titles = (0..<200).map { String(repeating: "Ä", count: 10_000) + " Title \($0)." }
    let texts = texts(titles, limit: 100_000)
    // The last text that is kept may exceed the limit.
    #expect(texts.byteCount < 100_000 + 10_020 && texts.count == 200)
    var folding = SearchFolding()
    for number in [0, 8, 9, 10, 11, 150, 199] {
      let words = SearchQuery("title \(number).").words
      let matches = (0..<texts.count).filter { texts.contains(words, at: $0, folding: &folding) }
      #expect(matches == (0..<200).filter { "\($0)".hasSuffix("\(number)") })
    }
  }

  @Test(arguments: [0, 5, 1_000]) func onlyTheTextOfTheEventItselfIsSearched(limit: Int) {
    let texts = texts(["One", "", "Three"], limit: limit)
    var folding = SearchFolding()
    func matches(_ text: String) -> [Int] {
      (0..<texts.count).filter { texts.contains(SearchQuery(text).words, at: $0, folding: &folding) }
    }
    #expect(matches("one") == [0])
    #expect(matches("three") == [2])
    #expect(matches("e") == [0, 2])
    #expect(matches("onethree") == [])
  }

  @Test func blankTextIsEmpty() {
    #expect(SearchQuery("").isEmpty)
    #expect(SearchQuery(" \n\u{A0}").isEmpty)
    #expect(SearchQuery("\u{200D}").isEmpty)
    #expect(!SearchQuery("a").isEmpty)
  }

  @Test func wordsContainedInOtherWordsAreOmitted() {
    #expect(SearchQuery("re review re").words == [Array("review".utf8)])
    #expect(SearchQuery("review re") == SearchQuery("Review"))
  }

  @Test func typingMoreRefinesAQuery() {
    #expect(SearchQuery("review b").refines(SearchQuery("rev")))
    #expect(SearchQuery("review").refines(SearchQuery("view")))
    #expect(SearchQuery("review").refines(SearchQuery("")))
    #expect(!SearchQuery("rev").refines(SearchQuery("review")))
    #expect(!SearchQuery("review").refines(SearchQuery("review b")))
  }
}
