import Testing
import TimelineInteraction

/// The initial scroll offset of a page shows the hours that the user most likely wants to see.
@Suite struct InitialScrollTests {
  /// The height of an hour in px.
  private static let hour = 60.0

  /// The initial offset for one-hour events that start at the given hours.
  private func offset(forEventsAt events: [Double], now: Double? = nil, labelReach: Double = 0) -> Double {
    InitialScroll(
      eventExtents: events.map { $0 * Self.hour...($0 + 1) * Self.hour }, nowY: now.map { $0 * Self.hour },
      workingHours: 9 * Self.hour...17 * Self.hour, hourHeight: Self.hour, labelReach: labelReach,
      viewportHeight: 600,
      scrollMax: 840, minimumVisibleHeight: 40
    ).offset
  }

  /// The offset at which an hour is a third of the viewport's height below the top.
  private func offsetShowingAThirdDown(_ hour: Double) -> Double { hour * Self.hour - 200 }

  @Test func firstEventOfTheWorkingDayIsShownAThirdOfTheWayDown() {
    #expect(offset(forEventsAt: [11, 10, 14]) == offsetShowingAThirdDown(10))
  }

  @Test func eventAtNightIsIgnoredIfThereAreOthers() {
    #expect(offset(forEventsAt: [2.5, 10]) == offsetShowingAThirdDown(10))
    #expect(
      offset(forEventsAt: [2.5, 7]) == offsetShowingAThirdDown(7), "an event in the early morning was ignored"
    )
  }

  @Test func firstEventIsShownIfNoneIsInTheWorkingDay() {
    #expect(offset(forEventsAt: [4, 5]) == offsetShowingAThirdDown(4))
    #expect(offset(forEventsAt: [20]) == 840, "the offset exceeds its maximum")
    #expect(offset(forEventsAt: [2.5]) == 0)
  }

  @Test func emptyDayOpensAtTheStartOfWork() {
    #expect(offset(forEventsAt: []) == offsetShowingAThirdDown(9))
  }

  @Test func todayOpensAtTheCurrentTime() {
    #expect(offset(forEventsAt: [10, 14], now: 13) == offsetShowingAThirdDown(13))
    #expect(offset(forEventsAt: [], now: 13) == offsetShowingAThirdDown(13))
  }

  @Test func nearestEventIsShownIfNoneIsNearTheCurrentTime() {
    #expect(
      offset(forEventsAt: [5, 19.9], now: 12) == offsetShowingAThirdDown(5),
      "an event barely visible at the lower edge counted as near")
    #expect(offset(forEventsAt: [4, 18], now: 12) == offsetShowingAThirdDown(12))
  }

  @Test func eventThatCoversTheViewportIsVisible() {
    let scroll = InitialScroll(
      eventExtents: [7 * Self.hour...22 * Self.hour], nowY: 15 * Self.hour,
      workingHours: 9 * Self.hour...17 * Self.hour, hourHeight: Self.hour, labelReach: 0,
      viewportHeight: 600, scrollMax: 840, minimumVisibleHeight: 40)
    #expect(scroll.offset == offsetShowingAThirdDown(15))
  }

  /// The line at 6:00 is 360 px below the top of the hours, and its label extends 15 px above and below the line.
  @Test func hourLabelIsNotCutOffAtTheUpperEdge() {
    #expect(offset(forEventsAt: [9.25]) == 355)
    #expect(offset(forEventsAt: [9.25], labelReach: 15) == 345, "only the lower part of a label is visible")
    #expect(offset(forEventsAt: [9.5], labelReach: 15) == 345, "the upper part of a label is cut off")
    #expect(
      offset(forEventsAt: [9.75], labelReach: 15) == 385,
      "the offset was adjusted without a label at the edge")
    #expect(offset(forEventsAt: [2.5], labelReach: 15) == 0)
  }
}
