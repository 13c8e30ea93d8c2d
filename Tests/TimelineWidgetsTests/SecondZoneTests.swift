import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The hours of a second time zone, and what makes room for them.
@MainActor
final class SecondZoneTests: WidgetTestCase {
  private static let kolkata = Zone(identifier: "Asia/Kolkata", rules: FixedOffset(seconds: 19_800))
  private static let buenosAires = Zone(
    identifier: "America/Argentina/Buenos_Aires", rules: FixedOffset(seconds: -10_800))
  private static let fair: CalendarEvent = {
    var event = FakeCalendar.event("Fair", 9 * 60..<10 * 60)
    event.times = EventTimes(
      start: .date(FakeCalendar.day.adding(days: 2)),
      end: .time(.date(FakeCalendar.day.adding(days: 4))))
    return event
  }()

  func testZoneOfTheConfigurationIsShownWhenTheDataArrives() async throws {
    var timeline: TimelineView?
    let stack = ViewStack(phrases: Phrases(), day: FakeCalendar.day) {
      let view = TimelineView(style: $0, day: $1)
      timeline = view
      return view
    }
    let view = try XCTUnwrap(timeline)
    stack.configuration.secondZone = SecondZoneTests.kolkata
    let calendar = FakeCalendar([])
    stack.dataSource = calendar
    let testWindow = TestWindow(stack.gtkWidget)
    defer { testWindow.close() }
    XCTAssertEqual(view.gutter.secondZone?.wallTimes.first?.minute, 30)
    XCTAssertEqual(view.dateHeader.gutterWidth, view.style.gutterWidth)
  }

  func testAllDayEventsStayAboveTheirDays() async throws {
    for isRightToLeft in [false, true] {
      let timeline = TimelineTestWindow(
        [SecondZoneTests.fair], width: 1000, isRightToLeft: isRightToLeft
      ) { $0.configuration.view = .week }
      // The name of the second zone makes the gutter wider, but the all-day row no higher.
      for zone in [SecondZoneTests.kolkata, SecondZoneTests.buenosAires, nil] {
        timeline.stack.configuration.secondZone = zone
        timeline.testWindow.waitForFrame()
        let bar = try XCTUnwrap(timeline.block("Fair").flatMap { timeline.bounds(of: $0.gtkWidget) })
        let columns = timeline.view.page.columns[2...3].compactMap { timeline.bounds(of: $0.gtkWidget) }
        let left = try XCTUnwrap(columns.map(\.x).min())
        let right = try XCTUnwrap(columns.map { $0.x + $0.width }.max())
        XCTAssertEqual(bar.x, left, accuracy: 4)
        XCTAssertEqual(bar.x + bar.width, right, accuracy: 4)
      }
    }
  }

  /// New York changes its clocks on March 8, 2026, and the data source has no clock changes.
  func testHoursFollowTheClockChangesOfTheZone() async throws {
    let newYork = Zone(identifier: "America/New_York", rules: NewYork())
    let timeline = TimelineTestWindow([]) {
      $0.configuration.view = .week
      $0.configuration.secondZone = newYork
    }
    XCTAssertEqual(timeline.view.gutter.secondZone?.wallTimes.first?.hour, 19)
    timeline.stack.jump(to: Day(ordinal: 20_521))
    XCTAssertEqual(timeline.view.gutter.secondZone?.wallTimes.first?.hour, 20)
    timeline.stack.turn(by: -1)
    Loop.run(until: { timeline.view.paging.isIdle })
    XCTAssertEqual(timeline.view.gutter.secondZone?.wallTimes.first?.hour, 19)
  }

  /// The clocks of New York until November 2026.
  private struct NewYork: ZoneRules {
    func offset(at instant: Instant) -> Int {
      instant < Instant(seconds: WallTime(Day(ordinal: 20_520), hour: 7).seconds) ? -18_000 : -14_400
    }
  }
}
