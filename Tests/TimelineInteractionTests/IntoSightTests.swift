import Testing
import TimelineInteraction

/// A timeline scrolls to an event as little as is needed.
@Suite struct IntoSightTests {
  @Test func whatIsInSightWithALittleAroundItStays() {
    #expect(IntoSight.scroll(to: 112...488, from: 100, height: 400) == nil)
  }

  @Test func whatIsAboveComesToTheTopAndWhatIsBelowToTheBottom() {
    #expect(IntoSight.scroll(to: 111...200, from: 100, height: 400) == 99)
    #expect(IntoSight.scroll(to: 400...489, from: 100, height: 400) == 101)
    #expect(IntoSight.scroll(to: 900...1000, from: 100, height: 400) == 612)
  }

  @Test func whatIsTallerThanTheTimelineIsFineAsSoonAsSomeOfItIsInSight() {
    #expect(IntoSight.scroll(to: 0...2000, from: 900, height: 400) == nil)
    #expect(IntoSight.scroll(to: 0...500, from: 900, height: 400) == -12)
    #expect(IntoSight.scroll(to: 1500...2500, from: 900, height: 400) == 1488)
  }
}
