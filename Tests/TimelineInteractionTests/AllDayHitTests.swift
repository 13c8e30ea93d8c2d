import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Hit testing of bars in the all-day row: which event, and which part of it, is under the pointer.
@Suite struct AllDayHitTests {
  private let trip = Occurrence(
    event: CalendarEvent(
      id: EventID(calendar: CalendarID("test.ics"), uid: "Trip"),
      times: EventTimes(
        start: .date(monday.adding(days: 1)), end: .time(.date(monday.adding(days: 3)))), summary: "Trip"),
    zone: .utc)

  /// A week with a bar that extends from 120 to 360 px to the right of the columns' left edge, in a row 40 px tall.
  /// In a left-to-right week that begins on Monday, the bar covers Tuesday and Wednesday.
  private func timeline(isRightToLeft: Bool = false, firstDay: Day = monday) -> StateDriver {
    var timeline = StateDriver(days: 7, isRightToLeft: isRightToLeft)
    timeline.scene.occurrences = [trip]
    timeline.scene.viewport.allDayRowHeight = 40
    let days = firstDay..<firstDay.adding(days: 7)
    timeline.scene.viewport.bars = AllDayLayout([trip], in: days).bars.map {
      AllDayBarFrame(bar: $0, left: 120, right: 360, top: 6, bottom: 30)
    }
    return timeline
  }

  private func part(_ timeline: StateDriver, x: Double, y: Double = -20, by pointer: PointerKind = .mouse)
    -> EventPart?
  {
    let left = timeline.scene.viewport.columns.left
    return timeline.state.target(at: Point(x: left + x, y: y), by: pointer, in: timeline.scene)?.part
  }

  @Test func mouseHitsBothEndsAndTheBody() {
    for (isRightToLeft, atLeft, atRight) in [(false, EventPart.start, EventPart.end), (true, .end, .start)] {
      let timeline = timeline(isRightToLeft: isRightToLeft)
      #expect(part(timeline, x: 121) == atLeft && part(timeline, x: 359) == atRight)
      #expect(part(timeline, x: 240) == .body)
    }
  }

  @Test func pointsOutsideTheBarHitNothing() {
    let timeline = timeline()
    #expect(part(timeline, x: 119) == nil && part(timeline, x: 360) == nil)
    #expect(part(timeline, x: 240, y: -40 + 5) == nil && part(timeline, x: 240, y: -40 + 31) == nil)
    #expect(part(timeline, x: 240, y: -40 + 6) == .body)
  }

  @Test func touchHitsOnlyTheBodyUnlessTheBarIsSelected() {
    var timeline = timeline()
    #expect(part(timeline, x: 121, by: .touch) == .body)
    timeline.send(.select(trip.id))
    #expect(part(timeline, x: 121, by: .touch) == .start)
  }

  @Test func barThatBeganBeforeThePageHasNoStartHandle() {
    let timeline = timeline(firstDay: monday.adding(days: 2))
    #expect(part(timeline, x: 121) == .body && part(timeline, x: 359) == .end)
  }

  @Test func targetContainsTheFrameOfItsBar() {
    let timeline = timeline()
    let left = timeline.scene.viewport.columns.left
    let target = timeline.state.target(at: Point(x: left + 240, y: -20), by: .mouse, in: timeline.scene)
    #expect(target?.bar == BarPosition(left: left + 120, right: left + 360, top: -34))
    #expect(timeline.scene.surface.bar(of: trip.id) == target?.bar)
  }

  @Test func pickUpPointIsAtTheEvent() {
    var timeline = timeline()
    timeline.scene.viewport.barHeight = 24
    let left = timeline.scene.viewport.columns.left
    #expect(timeline.scene.surface.pickUpPoint(of: trip.id) == Point(x: left + 240, y: -34 + 12))
    let standup = occurrence("9:00", "10:00")
    timeline.setOccurrences([standup])
    let column = timeline.scene.viewport.columns.extent(of: monday)
    #expect(
      timeline.scene.surface.pickUpPoint(of: standup.id)
        == Point(x: column.left + column.width / 2, y: timeline.scene.viewport.y(ofSecond: 9 * 3600)))
    let absent = occurrence("9:00", "10:00", title: "Absent")
    #expect(timeline.scene.surface.pickUpPoint(of: absent.id) == Point(x: left, y: 0))
  }
}
