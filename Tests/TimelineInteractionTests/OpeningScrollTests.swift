import Testing
import TimelineInteraction

/// Where days open: at what somebody wants to see of them.
@Suite struct OpeningScrollTests {
  /// px an hour is high here.
  private static let hour = 60.0

  /// Hours, of which each event lasts one.
  private func opened(at events: [Double], now: Double? = nil) -> Double {
    OpeningScroll(
      events: events.map { $0 * Self.hour...($0 + 1) * Self.hour }, now: now.map { $0 * Self.hour },
      work: 9 * Self.hour...17 * Self.hour, hour: Self.hour, viewport: 600, scrollMax: 840, glimpse: 40
    ).offset
  }

  /// What an hour a third down the window is scrolled to.
  private func third(_ hour: Double) -> Double { hour * Self.hour - 200 }

  @Test func theFirstEventOfTheWorkingDayIsAThirdDown() {
    #expect(opened(at: [11, 10, 14]) == third(10))
  }

  @Test func theNightIsNotOpenedForWhatAComputerDoes() {
    #expect(opened(at: [2.5, 10]) == third(10))
    #expect(opened(at: [2.5, 7]) == third(7), "an early start is part of the day")
  }

  @Test func withNothingElseTheNightIsOpened() {
    #expect(opened(at: [4, 5]) == third(4))
    #expect(opened(at: [20]) == 840, "no farther than it can be scrolled")
    #expect(opened(at: [2.5]) == 0)
  }

  @Test func withoutEventsWorkBegins() {
    #expect(opened(at: []) == third(9))
  }

  @Test func todayOpensAtThePresent() {
    #expect(opened(at: [10, 14], now: 13) == third(13))
    #expect(opened(at: [], now: 13) == third(13))
  }

  @Test func ifNothingIsNearThePresentTheNearestEventIsShown() {
    #expect(opened(at: [5, 19.9], now: 12) == third(5), "19:54 is only just at the lower edge")
    #expect(opened(at: [4, 18], now: 12) == third(12))
  }
}
