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
    texts.append(event, folding: &folding)
    return texts.contains(SearchQuery(text).words, at: 0)
  }

  @Test(arguments: [
    "budget", "VIEW", "review budget", "cafe", "grosse", "GRÖSSE", "quarterly", "hopper grace", "grace@navy",
    "alan",
    "bletchley.example", "ada", "lovelace", "numbers cafe budget", "  review  ",
  ])
  func eachWordIsFoundSomewhereInTheEvent(_ text: String) { #expect(finds(text)) }

  @Test(arguments: ["budgets", "budget lunch", "mailto", "review cafeteria", "reviewcafe", "the quarter2"])
  func missingWordIsNotFound(_ text: String) { #expect(!finds(text)) }

  @Test func onlyTheTextOfTheEventItselfIsSearched() {
    var (texts, folding) = (FoldedTexts(), SearchFolding())
    for title in ["One", "", "Three"] {
      texts.append(
        CalendarEvent(
          id: EventID(calendar: CalendarID("/c"), uid: "x"),
          times: EventTimes(start: .date(Day(ordinal: 0)), end: .implied), summary: title), folding: &folding)
    }
    func matches(_ text: String) -> [Int] {
      (0..<texts.count).filter { texts.contains(SearchQuery(text).words, at: $0) }
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
