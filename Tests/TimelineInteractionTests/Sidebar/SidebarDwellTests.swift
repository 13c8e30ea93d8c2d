import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// An event that is held over the sidebar for a while: a day is shown, or the months turn.
@Suite struct SidebarDwellTests {
  /// Returns the times in seconds at which the dwell reports a drop target, if an event is held over it for `seconds`.
  func times(over dropTarget: SidebarDropTarget, seconds: Double, rate: Double) -> [Double] {
    var (dwell, found) = (SidebarDwell(), [Double]())
    _ = dwell.advance(1 / rate, over: dropTarget)
    for frame in 1...Int(seconds * rate) where dwell.advance(1 / rate, over: dropTarget) == dropTarget {
      found.append(Double(frame) / rate)
    }
    return found
  }

  @Test(arguments: [30.0, 60, 75, 144, 240]) func dayIsShownOnceAfterSixTenthsOfASecond(rate: Double) throws {
    let found = times(over: .day(monday), seconds: 5, rate: rate)
    #expect(found.count == 1)
    #expect(abs(try #require(found.first) - 0.6) <= 1 / rate)
  }

  @Test(arguments: [30.0, 60, 75, 144, 240]) func monthsTurnRepeatedly(rate: Double) {
    let found = times(over: .turningMonths(by: 1), seconds: 3.05, rate: rate)
    #expect(found.count == 5)
    for (index, time) in found.enumerated() {
      let expected = 0.6 * Double(index + 1)
      #expect(abs(time - expected) <= Double(index + 1) / rate)
    }
  }

  @Test func anotherPlaceRestartsTheDwell() {
    var dwell = SidebarDwell()
    let (day, next) = (SidebarDropTarget.day(monday), SidebarDropTarget.day(monday.adding(days: 1)))
    _ = dwell.advance(0, over: day)
    #expect(dwell.advance(0.59, over: day) == nil)
    #expect(dwell.advance(0.1, over: next) == nil)
    #expect(dwell.advance(0.59, over: next) == nil)
    #expect(dwell.advance(0.02, over: next) == next)
    // A day that is entered again is shown again.
    #expect(dwell.advance(0.1, over: day) == nil)
    #expect(dwell.advance(0.6, over: day) == day)
  }

  @Test func leavingTheSidebarCancelsTheDwell() {
    var dwell = SidebarDwell()
    _ = dwell.advance(0, over: .day(monday))
    _ = dwell.advance(0.5, over: .day(monday))
    #expect(dwell.advance(0.5, over: nil) == nil)
    #expect(dwell.advance(0.5, over: .day(monday)) == nil)
    #expect(dwell.advance(0.5, over: .day(monday)) == nil)
    #expect(dwell.advance(0.1, over: .day(monday)) == .day(monday))
  }

  @Test func dwellingOnACalendarOrElsewhereDoesNothing() {
    for dropTarget in [SidebarDropTarget.calendar(choir), .elsewhere] {
      #expect(times(over: dropTarget, seconds: 4, rate: 60).isEmpty)
    }
  }
}
