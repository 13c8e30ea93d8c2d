import Testing
import TimelineInteraction

/// The initial scroll offset of a page: what the user most likely wants to see.
@Suite struct OpeningScrollTests {
  /// The height of an hour in px.
  private static let hour = 60.0

  /// The initial offset for events of one hour that start at the given hours.
  private func offset(forEventsAt events: [Double], now: Double? = nil) -> Double {
    InitialScroll(
      events: events.map { $0 * Self.hour...($0 + 1) * Self.hour }, now: now.map { $0 * Self.hour },
      work: 9 * Self.hour...17 * Self.hour, hour: Self.hour, viewport: 600, scrollMax: 840,
      minimumVisibleHeight: 40
    ).offset
  }

  /// The offset that shows an hour a third of the viewport below its top.
  private func offsetShowingAThirdDown(_ hour: Double) -> Double { hour * Self.hour - 200 }

  @Test func firstEventOfTheWorkingDayIsAThirdDown() {
    #expect(offset(forEventsAt: [11, 10, 14]) == offsetShowingAThirdDown(10))
  }

  @Test func eventAtNightIsIgnoredIfThereAreOthers() {
    #expect(offset(forEventsAt: [2.5, 10]) == offsetShowingAThirdDown(10))
    #expect(offset(forEventsAt: [2.5, 7]) == offsetShowingAThirdDown(7), "an early morning event counts")
  }

  @Test func eventAtNightIsShownIfThereIsNoOther() {
    #expect(offset(forEventsAt: [4, 5]) == offsetShowingAThirdDown(4))
    #expect(offset(forEventsAt: [20]) == 840, "limited to the maximum offset")
    #expect(offset(forEventsAt: [2.5]) == 0)
  }

  @Test func emptyDayOpensAtTheStartOfWork() {
    #expect(offset(forEventsAt: []) == offsetShowingAThirdDown(9))
  }

  @Test func todayOpensAtThePresent() {
    #expect(offset(forEventsAt: [10, 14], now: 13) == offsetShowingAThirdDown(13))
    #expect(offset(forEventsAt: [], now: 13) == offsetShowingAThirdDown(13))
  }

  @Test func ifNothingIsNearThePresentTheNearestEventIsShown() {
    #expect(
      offset(forEventsAt: [5, 19.9], now: 12) == offsetShowingAThirdDown(5),
      "19:54 is only just at the lower edge")
    #expect(offset(forEventsAt: [4, 18], now: 12) == offsetShowingAThirdDown(12))
  }
}
