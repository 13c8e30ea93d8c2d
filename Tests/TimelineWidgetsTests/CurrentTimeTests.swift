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
    timeline.stack.now = { CurrentTimeTests.instant(23 * 60 + 59) }
    timeline.stack.currentTimeChanged()
    XCTAssertEqual(timeline.view.dateHeader.today, FakeCalendar.day)
    XCTAssertEqual(timeline.view.gutter.currentSecond, (23 * 60 + 59) * 60)
    XCTAssertEqual(timeline.view.page.now?.second, (23 * 60 + 59) * 60)
    timeline.stack.now = { CurrentTimeTests.instant(24 * 60) }
    timeline.stack.currentTimeChanged()
    XCTAssertEqual(timeline.view.dateHeader.today, FakeCalendar.day.adding(days: 1))
    XCTAssertNil(timeline.view.gutter.currentSecond)
    XCTAssertNil(timeline.view.page.now)
    // The page does not turn on its own.
    XCTAssertEqual(timeline.stack.shownDays.lowerBound, FakeCalendar.day)
  }

  func testZoneChangeMovesEventsAndTheNowLine() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Walk", 540..<600)])
    timeline.stack.now = { CurrentTimeTests.instant(10 * 60) }
    timeline.stack.currentTimeChanged()
    let boundsBefore = try XCTUnwrap(timeline.block("Walk").flatMap { timeline.bounds(of: $0.gtkWidget) })
    timeline.calendar.displayZone = CurrentTimeTests.tokyo
    timeline.stack.displayZoneChanged()
    timeline.stack.reload()
    timeline.testWindow.waitForFrame()
    let boundsAfter = try XCTUnwrap(timeline.block("Walk").flatMap { timeline.bounds(of: $0.gtkWidget) })
    XCTAssertEqual(boundsAfter.y - boundsBefore.y, 9 * timeline.view.axis.pixelsPerHour, accuracy: 1)
    XCTAssertEqual(timeline.view.gutter.currentSecond, 19 * 3600)
    XCTAssertEqual(timeline.block("Walk")?.content.timeText, "18:00 – 19:00")
  }

  func testSecondZoneIsShownRelativeToTheNewZone() async throws {
    let timeline = TimelineTestWindow([]) { $0.configuration.secondZone = CurrentTimeTests.tokyo }
    XCTAssertEqual(timeline.view.gutter.secondZone?.displayZoneLabel, "UTC")
    timeline.calendar.displayZone = Zone(identifier: "X", rules: FixedOffset(seconds: 3600))
    timeline.stack.displayZoneChanged()
    XCTAssertEqual(timeline.view.gutter.secondZone?.displayZoneLabel, "UTC+1")
    XCTAssertEqual(timeline.view.gutter.secondZone?.wallTimes.first?.hour, 8)
  }

  func testClockFormatChangeIsShownAtOnce() async throws {
    let timeline = TimelineTestWindow([FakeCalendar.event("Walk", 540..<600)])
    let block = try XCTUnwrap(timeline.block("Walk"))
    XCTAssertEqual(block.content.timeText, "09:00 – 10:00")
    let gutterWidthBefore = timeline.view.style.gutterWidth
    let boundsBefore = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    timeline.stack.phrases.clock = .h12
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(block.content.timeText, "9:00 – 10:00 AM")
    XCTAssertEqual(block.accessibleName, "Walk, Monday, 5 January 2026, 9:00 AM to 10:00 AM, 1 hour")
    // "12:00 AM" is wider than "00:00"; the days get the remaining width.
    let addedWidth = timeline.view.style.gutterWidth - gutterWidthBefore
    XCTAssertGreaterThan(addedWidth, 0)
    let boundsAfter = try XCTUnwrap(timeline.bounds(of: block.gtkWidget))
    XCTAssertEqual(boundsAfter.width, boundsBefore.width - addedWidth, accuracy: 1)
    XCTAssertEqual(boundsAfter.x, boundsBefore.x + addedWidth, accuracy: 1)
    XCTAssertEqual(timeline.view.dateHeader.gutterWidth, timeline.view.style.gutterWidth)
    timeline.stack.phrases.clock = .h24
    timeline.testWindow.waitForFrame()
    XCTAssertEqual(timeline.bounds(of: block.gtkWidget)?.x ?? 0, boundsBefore.x, accuracy: 0.01)
  }
}

/// A timer based on the wall clock.
@MainActor
final class WallClockTimerTests: WidgetTestCase {
  private var now: Int { Int(g_get_real_time() / 1_000_000) }

  func testTimerFiresOnceAtItsTime() async throws {
    let timer = try XCTUnwrap(WallClockTimer())
    var wakeTimes: [Int] = []
    timer.onWake = { wakeTimes.append(self.now) }
    let requestedTime = now + 2
    timer.wake(atSecond: requestedTime)
    XCTAssertTrue(Loop.run(until: { !wakeTimes.isEmpty }))
    XCTAssertGreaterThanOrEqual(wakeTimes.first ?? 0, requestedTime)
    Loop.run(until: { wakeTimes.count > 1 }, seconds: 0.2)
    XCTAssertEqual(wakeTimes.count, 1)
    // A timer set to a time in the past fires immediately, and the handler can set it again.
    timer.onWake = {
      wakeTimes.append(self.now)
      if wakeTimes.count < 4 { timer.wake(atSecond: 0) }
    }
    timer.wake(atSecond: requestedTime)
    XCTAssertTrue(Loop.run(until: { wakeTimes.count == 4 }))
    timer.onWake = {}
  }

  func testReleasedTimerDoesNotFire() async throws {
    var count = 0
    var timer = WallClockTimer()
    timer?.onWake = { count += 1 }
    timer?.wake(atSecond: now + 1)
    timer = nil
    Loop.run(until: { count > 0 }, seconds: 1.3)
    XCTAssertEqual(count, 0)
  }
}
