import Testing
import TimelineInteraction

/// Scrolling an event into view by the shortest distance.
@Suite struct IntoSightTests {
  @Test func eventVisibleWithItsMarginDoesNotScroll() {
    #expect(IntoSight.scroll(to: 112...488, from: 100, height: 400) == nil)
  }

  @Test func eventAboveScrollsToTheTopAndEventBelowToTheBottom() {
    #expect(IntoSight.scroll(to: 111...200, from: 100, height: 400) == 99)
    #expect(IntoSight.scroll(to: 400...489, from: 100, height: 400) == 101)
    #expect(IntoSight.scroll(to: 900...1000, from: 100, height: 400) == 612)
  }

  @Test func eventTallerThanTheTimelineOnlyNeedsToBePartlyVisible() {
    #expect(IntoSight.scroll(to: 0...2000, from: 900, height: 400) == nil)
    #expect(IntoSight.scroll(to: 0...500, from: 900, height: 400) == -12)
    #expect(IntoSight.scroll(to: 1500...2500, from: 900, height: 400) == 1488)
  }
}
