import CGtk
import CalendarText
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import PickerWidgets

/// A time of day and a duration on wheels.
@MainActor
final class TimeWheelsTests: WidgetTestCase {
  private var testWindow: TestWindow!
  private var commits: [Int] = []

  override func tearDown() async throws {
    testWindow = nil
    try await super.tearDown()
  }

  private func minuteOfDay(_ hour: Int, _ minute: Int) -> Int { hour * 60 + minute }

  private func makeWheels(_ minuteOfDay: Int, clock: ClockFormat = .h24) -> TimeWheels {
    let wheels = TimeWheels(phrases: Phrases(clock: clock), minuteOfDay: minuteOfDay, name: "Start")
    wheels.onCommit = { [weak self] in self?.commits.append($0) }
    testWindow = TestWindow(wheels.gtkWidget, width: 300, height: 140)
    return wheels
  }

  private func press(_ key: Int32, on wheel: SnapPicker) {
    _ = wheel.handleKey(KeyEvent(symbol: UInt32(key), modifiers: []))
    Loop.run(until: { !wheel.isBusy })
  }

  /// Types digits without waiting between them. After a pause, as may occur on a busy machine, a digit would begin
  /// a new number.
  private func type(_ digits: [Int32], on wheel: SnapPicker) {
    for digit in digits {
      _ = wheel.handleKey(KeyEvent(symbol: UInt32(GDK_KEY_0 + digit), modifiers: []))
    }
    Loop.run(until: { !wheel.isBusy })
  }

  func testShowingATimeBetweenTheStepsChangesNothing() async {
    let wheels = makeWheels(minuteOfDay(9, 7))
    testWindow.waitForFrame()
    XCTAssertEqual(wheels.minuteOfDay, minuteOfDay(9, 7))
    XCTAssertEqual(commits, [])
  }

  func testTurningOneWheelDoesNotChangeTheOther() async {
    let wheels = makeWheels(minuteOfDay(9, 7))
    press(GDK_KEY_Down, on: wheels.wheels[0])
    XCTAssertEqual(commits, [minuteOfDay(8, 7)], "turning the hours changed the minute")
  }

  func testTwelveHourClockHasAWheelForAMAndPM() async {
    let wheels = makeWheels(minuteOfDay(0, 30), clock: .h12)
    XCTAssertEqual(wheels.wheels.count, 3)
    press(GDK_KEY_Down, on: wheels.wheels[2])
    press(GDK_KEY_Up, on: wheels.wheels[0])
    press(GDK_KEY_Down, on: wheels.wheels[0])
    XCTAssertEqual(commits, [minuteOfDay(12, 30), minuteOfDay(13, 30), minuteOfDay(12, 30)])
    wheels.setTime(minuteOfDay(23, 5))
    XCTAssertEqual(wheels.minuteOfDay, minuteOfDay(23, 5))
  }

  func testTypingContinuesFromHourToMinute() async {
    let wheels = makeWheels(minuteOfDay(9, 7))
    let (hours, minutes) = (wheels.wheels[0], wheels.wheels[1])
    XCTAssertTrue(hours.grabFocus())
    type([0, 7], on: hours)
    XCTAssertTrue(minutes.containsFocus)
    type([4, 5], on: minutes)
    XCTAssertEqual(commits, [minuteOfDay(7, 7), minuteOfDay(7, 45)])
  }

  func testFinishingDuringMotionCommitsTheTargetValues() async {
    let wheels = makeWheels(minuteOfDay(9, 0))
    _ = wheels.wheels[0].handleKey(KeyEvent(symbol: UInt32(GDK_KEY_Up), modifiers: []))
    _ = wheels.wheels[1].handleKey(KeyEvent(symbol: UInt32(GDK_KEY_3), modifiers: []))
    XCTAssertEqual(commits, [])
    wheels.finish()
    XCTAssertEqual(wheels.minuteOfDay, minuteOfDay(10, 3))
    XCTAssertEqual(commits.last, minuteOfDay(10, 3))
  }

  func testExternalValueWaitsForADragAndYieldsToALaterSelection() async {
    let wheels = makeWheels(minuteOfDay(9, 0))
    let hours = wheels.wheels[0]
    let time = hours.now
    hours.move { $0.press(at: 60, time: time) }
    wheels.setTime(minuteOfDay(14, 0))
    XCTAssertEqual(wheels.minuteOfDay, minuteOfDay(9, 0))
    hours.move { $0.cancel(time: time + 0.1) }
    Loop.run(until: { !hours.isBusy })
    XCTAssertEqual(wheels.minuteOfDay, minuteOfDay(14, 0), "a canceled drag selected a time")
    press(GDK_KEY_Up, on: hours)
    _ = hours.handleKey(KeyEvent(symbol: UInt32(GDK_KEY_Up), modifiers: []))
    wheels.setTime(minuteOfDay(3, 0))
    Loop.run(until: { !hours.isBusy })
    XCTAssertEqual(wheels.minuteOfDay, minuteOfDay(16, 0), "the later selection was lost")
    XCTAssertEqual(commits, [minuteOfDay(15, 0), minuteOfDay(16, 0)])
  }

  func testDurationOutsideTheStepsIsKept() async {
    let wheel = DurationWheel(phrases: Phrases(), minutes: 50, name: "Duration")
    wheel.onCommit = { [weak self] in self?.commits.append($0) }
    testWindow = TestWindow(wheel.gtkWidget, width: 160, height: 140)
    XCTAssertEqual(wheel.minutes, 50)
    press(GDK_KEY_Up, on: wheel.wheel)
    XCTAssertEqual(commits, [60])
    wheel.setMinutes(3 * 1_440 + 7)
    XCTAssertEqual(wheel.minutes, 3 * 1_440 + 7)
    press(GDK_KEY_Down, on: wheel.wheel)
    XCTAssertEqual(commits, [60, 1_440])
  }
}
