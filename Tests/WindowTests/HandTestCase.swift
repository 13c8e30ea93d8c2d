import CGtk
import CGtkTesting
import CalendarModel
import CalendarSession
import FoundationEssentials
import GtkSupport
import TimelineInteraction
import WidgetTestSupport
import XCTest

@testable import Handspan
@testable import TimelineWidgets

/// A test case of what the hand does with events, on any view: a week with events in one calendar, and a second, empty one.
///
/// Positions come from the view's surface, so no test knows how a view arranges its days.
@MainActor
class HandTestCase: WidgetTestCase {
  static let monday = Day(ordinal: 20_458)
  var tuesday: Day { Self.monday.adding(days: 1) }
  var fixture: WindowFixture!
  private(set) var announcements: [String] = []
  /// The time of the last frame, in seconds.
  private var time = 1_000.0

  var window: MainWindow { fixture.window }
  var stack: ViewStack { window.view }
  var view: any CalendarView { stack.view }
  var surface: any Surface { view.scene.surface }
  var keyboard: Keyboard { Keyboard(window: window) }

  /// The views on which every test runs: the timeline, and a list of days, which knows nothing of hours.
  enum ViewUnderTest: String, CaseIterable {
    case timeline, list
  }

  nonisolated(unsafe) private var viewUnderTest = ViewUnderTest.timeline

  /// Runs a test once on each view, each time in a new window.
  func onEveryView(_ test: () async throws -> Void) async throws {
    for view in ViewUnderTest.allCases {
      viewUnderTest = view
      try await openWindow()
      do {
        try await test()
      } catch {
        await closeWindow()
        throw error
      }
      await closeWindow()
    }
  }

  nonisolated override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine line: Int, expected: Bool
  ) {
    super.recordFailure(
      withDescription: "on the \(viewUnderTest.rawValue): \(description)", inFile: filePath, atLine: line,
      expected: expected)
  }

  private func makeView(_ style: TimelineStyle, _ day: Day) -> any CalendarView {
    switch viewUnderTest {
    case .timeline: TimelineView(style: style, day: day)
    case .list: DayList(style: style, day: day, dayCount: 7)
    }
  }

  /// On Monday three events, one of them in a series, on Tuesday one, on Wednesday one that cannot be changed, and from
  /// Thursday to Friday an all-day event.
  private static let components =
    WindowFixture.event("a", "Standup", day: "05", hour: "09")
    + WindowFixture.event("b", "Review", day: "05", hour: "11")
    + WindowFixture.event("d", "Tea", day: "05", hour: "16").replacing(
      "END:VEVENT", with: "RRULE:FREQ=WEEKLY\r\nEND:VEVENT")
    + WindowFixture.event("e", "Walk", day: "06", hour: "10")
    + WindowFixture.event("f", "Odd", day: "07", hour: "10").replacing(
      "END:VEVENT", with: "RECURRENCE-ID:soon\r\nEND:VEVENT")
    + [
      "BEGIN:VEVENT", "UID:g", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260108",
      "DTEND;VALUE=DATE:20260110", "SUMMARY:Trip", "END:VEVENT",
    ].map { $0 + "\r\n" }.joined()

  private func openWindow() async throws {
    (announcements, time) = ([], 1_000)
    WindowFixture.resetSettings()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = try WindowFixture.write(Self.components, in: folder, named: "calendar.ics")
    fixture = await WindowFixture(file, at: Self.monday, showing: makeView)
    let isShown = await fixture.wait {
      self.stack.occurrences.count >= 6 && gtk_widget_get_mapped(self.view.gtkWidget) != 0
    }
    XCTAssertTrue(isShown, "the calendar did not open")
    Accessible.onAnnounce = { [weak self] text, _ in self?.announcements.append(text) }
    await settle()
  }

  private func closeWindow() async {
    if stack.isChoosingScope { stack.cancelScopeChoice() }
    Accessible.onAnnounce = nil
    await fixture?.close()
    fixture = nil
  }

  func settle() async {
    for _ in 0..<5 {
      Loop.runPending()
      try? await Task.sleep(nanoseconds: 2_000_000)
    }
    Loop.runFrame(of: window.gtkWidget)
    Loop.runPending()
  }

  func forgetAnnouncements() { announcements = [] }

  // MARK: Events

  func occurrence(_ title: String, line: UInt = #line) throws -> Occurrence {
    try XCTUnwrap(
      stack.occurrences.first { $0.event.summary == title }, "“\(title)” is not shown", line: line)
  }

  /// The stored times of the first occurrence with a title in four weeks.
  func times(_ title: String) -> EventTimes? {
    let days = HandTestCase.monday..<HandTestCase.monday.adding(days: 28)
    return window.session.occurrences(in: days).first { $0.event.summary == title }?.times
  }

  func start(_ title: String) -> WallTime? { times(title)?.start.wall }

  /// The stored titles of four weeks.
  var storedTitles: [String] {
    let days = HandTestCase.monday..<HandTestCase.monday.adding(days: 28)
    return window.session.occurrences(in: days).map(\.event.summary)
  }

  func wall(_ dayOffset: Int, _ hour: Int) -> WallTime {
    WallTime(HandTestCase.monday.adding(days: dayOffset), secondOfDay: hour * 3600)
  }

  /// The title of the event that has the focus; nil if none has it.
  var focusedTitle: String? {
    stack.occurrences.first { occurrence in
      view.blocks(for: occurrence.id).contains { gtk_widget_is_focus($0.gtkWidget) != 0 }
    }?.event.summary
  }

  func focus(_ title: String) throws {
    stack.send(.windowKey)
    stack.send(.focus(try occurrence(title).id, scrolls: true))
    XCTAssertEqual(focusedTitle, title)
  }

  func perform(_ action: EventAction, on title: String) throws {
    let block = try XCTUnwrap(stack.block(for: occurrence(title).id))
    XCTAssertNotEqual(gtk_widget_activate_action_variant(block.gtkWidget, action.rawValue, nil), 0)
  }

  func undo() { gtk_widget_activate_action_variant(window.gtkWidget, "win.undo", nil) }
  func redo() { gtk_widget_activate_action_variant(window.gtkWidget, "win.redo", nil) }

  // MARK: Pointer

  /// A point on the body of an event, in viewport coordinates.
  func point(on title: String, line: UInt = #line) throws -> Point {
    let id = try occurrence(title, line: line).id
    stack.scrollIntoView(try occurrence(title, line: line))
    let extent = try XCTUnwrap(surface.extent(of: id, on: stack.day), line: line)
    return Point(
      x: (extent.x.lowerBound + extent.x.upperBound) / 2, y: (extent.y.lowerBound + extent.y.upperBound) / 2)
  }

  /// The point nearest to another one at which a day is.
  func point(on day: Day, near point: Point) throws -> Point {
    let x = surface.contentExtent
    var candidates = [point]
    for y in stride(from: 4.0, to: surface.height, by: 6) { candidates.append(Point(x: point.x, y: y)) }
    for x in stride(from: x.lowerBound + 6, to: x.upperBound, by: 12) {
      candidates.append(Point(x: x, y: point.y))
    }
    let matching = candidates.filter { surface.pressPosition(at: $0).day == day }
    func distance(_ other: Point) -> Double { abs(other.x - point.x) + abs(other.y - point.y) }
    return try XCTUnwrap(matching.min { distance($0) < distance($1) }, "\(day) is not shown")
  }

  /// A point at which there is no event.
  func emptyPoint() throws -> Point {
    for y in stride(from: 10.0, to: surface.height, by: 10) {
      let point = Point(x: surface.contentExtent.upperBound - 12, y: y)
      if stack.target(at: point, .touch) == nil, stack.target(at: point, .mouse) == nil { return point }
    }
    return try XCTUnwrap(nil, "there is no empty time")
  }

  func press(
    at point: Point, by kind: PointerKind = .mouse, isControlHeld: Bool = false, clickTime: Double? = nil
  ) {
    time += 0.01
    stack.send(.willStart(.press))
    let target = stack.state.interaction.liftedOccurrence == nil ? stack.target(at: point, kind) : nil
    if let target { stack.selectDay(of: target, pressedAt: point) }
    stack.send(
      .press(
        .init(
          at: point, by: kind, time: clickTime ?? time, on: target,
          emptyTime: target == nil ? stack.emptyTime(at: point) : nil,
          eventWithOpenDetails: stack.eventWithOpenDetails, togglesSelection: isControlHeld)))
  }

  func move(to point: Point) {
    time += 0.01
    stack.send(.move(to: point, widgetPoint: nil, isFineSnapping: false, time: time))
    frame()
  }

  /// Lets a frame pass.
  func frame(after seconds: Double = 1.0 / 60) {
    time += seconds
    stack.send(.frame(time: time))
    stack.send(.painted)
  }

  func release(clickTime: Double? = nil) {
    time += 0.01
    stack.send(.release(time: clickTime ?? time))
    stack.send(.allReleased)
  }

  func click(_ point: Point, isControlHeld: Bool = false, at clickTime: Double? = nil) {
    press(at: point, isControlHeld: isControlHeld, clickTime: clickTime)
    release(clickTime: clickTime)
  }

  /// Lifts an event with the mouse and holds it over a day.
  func drag(_ title: String, to day: Day) throws {
    let start = try point(on: title)
    press(at: start)
    move(to: Point(x: start.x, y: start.y + 12))
    XCTAssertTrue(stack.isEventLifted, "“\(title)” is not lifted")
    move(to: try point(on: day, near: start))
  }

  /// Checks that the lifted block is under the pointer, to half a pixel.
  func expectPinned(at pointer: Point, line: UInt = #line) throws {
    let event = try XCTUnwrap(stack.draggedEvent, line: line)
    let position = try XCTUnwrap(stack.liftPresenter.position, line: line)
    XCTAssertEqual(position.y, pointer.y - event.grabY, accuracy: 0.5, line: line)
    XCTAssertEqual(
      position.x - stack.liftPresenter.inset, pointer.x - event.grabX, accuracy: 1, line: line)
  }
}
