import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The parts of the timeline that are updated when the minute, the day, the time zone or the clock format changes.
@MainActor
final class CurrentTimeTests: WidgetTestCase {
  private static let tokyo = Zone(identifier: "Asia/Tokyo", rules: FixedOffset(seconds: 9 * 3600))

  /// The instant of a minute, counted from the start of the test's Monday.
  private static func instant(_ minute: Int) -> Instant {
    Instant(seconds: WallTime(FakeCalendar.day, secondOfDay: 0).seconds + 60 * minute)
  }

  func testMidnightMovesTodayWithoutAnyInput() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Walk", 540..<600)])
    timeline.view.now = { CurrentTimeTests.instant(23 * 60 + 59) }
    timeline.view.currentTimeChanged()
    XCTAssertEqual(timeline.view.dateHeader.today, FakeCalendar.day)
    XCTAssertEqual(timeline.view.gutter.now, (23 * 60 + 59) * 60)
    XCTAssertEqual(timeline.view.page.now?.second, (23 * 60 + 59) * 60)
    timeline.view.now = { CurrentTimeTests.instant(24 * 60) }
    timeline.view.currentTimeChanged()
    XCTAssertEqual(timeline.view.dateHeader.today, FakeCalendar.day.adding(days: 1))
    XCTAssertNil(timeline.view.gutter.now)
    XCTAssertNil(timeline.view.page.now)
    // The page does not turn on its own.
    XCTAssertEqual(timeline.view.shownDays.lowerBound, FakeCalendar.day)
  }

  func testZoneChangeMovesEventsAndTheNowLine() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Walk", 540..<600)])
    timeline.view.now = { CurrentTimeTests.instant(10 * 60) }
    timeline.view.currentTimeChanged()
    let before = try XCTUnwrap(timeline.block("Walk").flatMap { timeline.bounds(of: $0.gtkWidget) })
    timeline.calendar.displayZone = CurrentTimeTests.tokyo
    timeline.view.displayZoneChanged()
    timeline.view.reload()
    timeline.testWindow.waitForFrame()
    let after = try XCTUnwrap(timeline.block("Walk").flatMap { timeline.bounds(of: $0.gtkWidget) })
    XCTAssertEqual(after.y - before.y, 9 * timeline.view.axis.pixelsPerHour, accuracy: 1)
    XCTAssertEqual(timeline.view.gutter.now, 19 * 3600)
    XCTAssertEqual(timeline.block("Walk")?.content.timeText, "18:00 – 19:00")
  }

  func testSecondZoneIsShownRelativeToTheNewZone() async throws {
    let timeline = TimelineTestWindow([]) { $0.configuration.secondZone = CurrentTimeTests.tokyo }
    XCTAssertEqual(timeline.view.gutter.secondZone?.displayZoneName, "UTC")
    timeline.calendar.displayZone = Zone(identifier: "X", rules: FixedOffset(seconds: 3600))
    timeline.view.displayZoneChanged()
    XCTAssertEqual(timeline.view.gutter.secondZone?.displayZoneName, "UTC+1")
    XCTAssertEqual(timeline.view.gutter.secondZone?.wallTimes.first?.hour, 8)
  }

  func testClockFormatChangeIsShownAtOnce() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Walk", 540..<600)])
    let block = try XCTUnwrap(timeline.block("Walk"))
    XCTAssertEqual(block.content.timeText, "09:00 – 10:00")
    let gutter = timeline.view.style.gutterWidth
    let before = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    timeline.view.phrases.clock = .h12
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(block.content.timeText, "9:00 – 10:00 AM")
    XCTAssertNil(
      block.difference(
        of: GTK_ACCESSIBLE_PROPERTY_LABEL, from: "Walk, Monday, 5 January 2026, 9:00 AM to 10:00 AM, 1 hour"))
    // "12:00 AM" is wider than "00:00"; the days get the remaining width.
    let addedWidth = timeline.view.style.gutterWidth - gutter
    XCTAssertGreaterThan(addedWidth, 0)
    let after = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    XCTAssertEqual(after.width, before.width - addedWidth, accuracy: 1)
    XCTAssertEqual(after.x, before.x + addedWidth, accuracy: 1)
    XCTAssertEqual(timeline.view.dateHeader.gutterWidth, timeline.view.style.gutterWidth)
    timeline.view.phrases.clock = .h24
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.bounds(of: block.gtkWidget)?.x ?? 0, before.x, accuracy: 0.01)
  }
}

/// A timer based on the wall clock.
@MainActor
final class WallClockTimerTests: WidgetTestCase {
  private var now: Int { Int(g_get_real_time() / 1_000_000) }

  func testTimerFiresOnceAtItsTime() async throws {
    let clock = try XCTUnwrap(WallClockTimer())
    var moments: [Int] = []
    clock.onWake = { moments.append(self.now) }
    let requested = now + 2
    clock.wake(atSecond: requested)
    XCTAssertTrue(Loop.run(until: { !moments.isEmpty }))
    XCTAssertGreaterThanOrEqual(moments.first ?? 0, requested)
    Loop.run(until: { moments.count > 1 }, seconds: 0.2)
    XCTAssertEqual(moments.count, 1)
    // A time in the past fires immediately, and the handler can set the timer again.
    clock.onWake = {
      moments.append(self.now)
      if moments.count < 4 { clock.wake(atSecond: 0) }
    }
    clock.wake(atSecond: requested)
    XCTAssertTrue(Loop.run(until: { moments.count == 4 }))
    clock.onWake = {}
  }

  func testReleasedTimerDoesNotFire() async throws {
    var count = 0
    var clock = WallClockTimer()
    clock?.onWake = { count += 1 }
    clock?.wake(atSecond: now + 1)
    clock = nil
    Loop.run(until: { count > 0 }, seconds: 1.3)
    XCTAssertEqual(count, 0)
  }
}
