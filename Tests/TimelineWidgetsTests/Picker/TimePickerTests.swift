import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import XCTest

@testable import TimelineWidgets

/// Wheels and entry of one time.
@MainActor
final class TimePickerTests: WidgetTestCase {
  private var stage: Stage!
  private var commits: [WallTime] = []

  override func tearDown() async throws {
    stage = nil
    try await super.tearDown()
  }

  private func time(_ hour: Int, _ minute: Int) -> WallTime {
    WallTime(FakeCalendar.day, hour: hour, minute: minute)
  }

  private func picker(_ value: WallTime, clock: ClockFormat = .h24) -> TimePicker {
    let picker = TimePicker(phrases: Phrases(clock: clock), value: value, name: "Start")
    picker.onCommit = { [weak self] in self?.commits.append($0) }
    stage = Stage(picker.pointer, width: 300, height: 260)
    return picker
  }

  /// The wheels of a picker.
  private func wheels(_ picker: TimePicker) -> [SnapPicker] { picker.wheels.wheels }

  private func press(_ key: Int32, on wheel: SnapPicker) {
    _ = wheel.pressed(KeyPress(symbol: UInt32(key), modifiers: []))
    Loop.run(until: { !wheel.isBusy })
  }

  private func type(_ text: String, in picker: TimePicker) {
    gtk_editable_set_text(picker.entry.entry.opaque, text)
    gtk_window_set_focus(stage.window.as(GtkWindow.self), picker.entry.entry)
    stage.settle()
    _ = wheels(picker)[0].grabFocus()
    stage.settle()
  }

  private func text(_ picker: TimePicker) -> String {
    String(cString: gtk_editable_get_text(picker.entry.entry.opaque))
  }

  func testWheelsAndEntryShowOneTimeAndLookingCommitsNothing() async {
    let picker = picker(time(9, 7))
    stage.settle()
    XCTAssertEqual(text(picker), "09:07")
    XCTAssertEqual(picker.wheels.minuteOfDay, 547)
    XCTAssertEqual(commits, [])
  }

  func testATurnedWheelChangesTheEntryAndLeavesTheOtherWheelAlone() async {
    let picker = picker(time(9, 7))
    press(GDK_KEY_Up, on: wheels(picker)[0])
    XCTAssertEqual(commits, [time(8, 7)], "the minute between the steps stays")
    XCTAssertEqual(text(picker), "08:07")
  }

  func testATypedTimeTurnsTheWheels() async {
    let picker = picker(time(9, 7))
    type("1415", in: picker)
    XCTAssertEqual(commits, [time(14, 15)])
    XCTAssertEqual(picker.wheels.minuteOfDay, 14 * 60 + 15)
    XCTAssertEqual(text(picker), "14:15")
  }

  func testWhatIsNotUnderstoodIsSaidAndChangesNothing() async {
    let picker = picker(time(9, 7))
    type("25:00", in: picker)
    XCTAssertEqual(commits, [])
    XCTAssertEqual(picker.value, time(9, 7))
    XCTAssertEqual(text(picker), "25:00", "what was typed stays")
    XCTAssertEqual(picker.entry.explanation, "No clock shows the hour 25. Hours go to 24.")
    picker.show(time(10, 0))
    XCTAssertNil(picker.entry.explanation)
  }

  func testALengthCountsFromTheGivenTime() async {
    let picker = picker(time(9, 7))
    picker.entry.origin = { [self] in time(23, 30) }
    type("in 45 min", in: picker)
    XCTAssertEqual(commits, [time(24, 15)])
    XCTAssertEqual(picker.wheels.minuteOfDay, 15)
  }

  func testHalvesOfTheDayHaveAWheelOfTheirOwn() async {
    let picker = picker(time(0, 30), clock: .h12)
    let wheels = wheels(picker)
    XCTAssertEqual(wheels.count, 3)
    XCTAssertEqual(text(picker), "12:30 AM")
    press(GDK_KEY_Down, on: wheels[2])
    press(GDK_KEY_Down, on: wheels[0])
    press(GDK_KEY_Up, on: wheels[0])
    XCTAssertEqual(commits, [time(12, 30), time(13, 30), time(12, 30)])
    picker.show(time(23, 5))
    XCTAssertEqual(picker.wheels.minuteOfDay, 23 * 60 + 5)
  }

  func testDigitsGoOnFromHourToMinute() async {
    let picker = picker(time(9, 7))
    let wheels = wheels(picker)
    XCTAssertTrue(wheels[0].grabFocus())
    for digit in [0, 7] as [Int32] { press(GDK_KEY_0 + digit, on: wheels[0]) }
    XCTAssertTrue(wheels[1].containsFocus)
    for digit in [4, 5] as [Int32] { press(GDK_KEY_0 + digit, on: wheels[1]) }
    XCTAssertEqual(commits.last, time(7, 45))
  }

  func testALengthOfTimeIsHeldAndTurned() async {
    let wheel = DurationWheel(phrases: Phrases(), minutes: 50, name: "Duration")
    var commits: [Int] = []
    wheel.onCommit = { commits.append($0) }
    stage = Stage(wheel.pointer, width: 160, height: 140)
    XCTAssertEqual(wheel.minutes, 50)
    gtk_widget_grab_focus(wheel.pointer)
    wheel.show(90)
    XCTAssertEqual(wheel.minutes, 90)
    wheel.show(3 * 1_440 + 7)
    XCTAssertEqual(wheel.minutes, 3 * 1_440 + 7, "longer than any step")
    XCTAssertEqual(commits, [])
  }
}
