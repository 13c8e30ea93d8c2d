import Testing
import TimelineInteraction

/// Scrolling an event into view by the shortest distance.
@Suite struct ScrollIntoViewTests {
  @Test func eventVisibleWithItsMarginIsNotScrolled() {
    #expect(ScrollIntoView.offset(showing: 112...488, from: 100, height: 400) == nil)
  }

  @Test func eventAboveIsScrolledToTheTopAndEventBelowToTheBottom() {
    #expect(ScrollIntoView.offset(showing: 111...200, from: 100, height: 400) == 99)
    #expect(ScrollIntoView.offset(showing: 400...489, from: 100, height: 400) == 101)
    #expect(ScrollIntoView.offset(showing: 900...1000, from: 100, height: 400) == 612)
  }

  @Test func eventTallerThanTheTimelineOnlyNeedsToBePartlyVisible() {
    #expect(ScrollIntoView.offset(showing: 0...2000, from: 900, height: 400) == nil)
    #expect(ScrollIntoView.offset(showing: 0...500, from: 900, height: 400) == -12)
    #expect(ScrollIntoView.offset(showing: 1500...2500, from: 900, height: 400) == 1488)
  }
}
