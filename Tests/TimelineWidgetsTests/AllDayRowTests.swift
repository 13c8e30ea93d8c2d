import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The all-day row and its label.
@MainActor
final class AllDayRowTests: WidgetTestCase {
  func testDayWithoutAllDayEventsHasSpaceForOne() async throws {
    let timeline = TimelineTestWindow([])
    XCTAssertEqual(timeline.view.shownView, .day)
    let height = timeline.view.allDayRowHeight
    XCTAssertGreaterThanOrEqual(height, timeline.view.page.allDay.laneHeight)
    XCTAssertNotEqual(gtk_widget_get_child_visible(timeline.view.allDay.label), 0)
    // A press in the row, which is above the hours.
    let point = Point(x: 300, y: -height / 2)
    let emptyTime = try XCTUnwrap(timeline.stack.emptyTime(at: point))
    timeline.stack.send(.press(TimelineInput.Press(at: point, emptyTime: emptyTime)))
    timeline.stack.send(
      .move(to: Point(x: 330, y: -height / 2), widgetPoint: nil, isFineSnapping: false, time: 0))
    timeline.stack.send(.release(time: 1))
    timeline.testWindow.waitForFrame()
    XCTAssertTrue(timeline.stack.isNamingEvent)
    XCTAssertEqual(timeline.stack.newEventWidgets?.occurrence.isInAllDayRow, true)
  }

  func testTimeZonesAreNamedAboveTheirHours() async throws {
    let timeline = TimelineTestWindow([])
    let (height, width) = (timeline.view.allDayRowHeight, timeline.view.style.gutterWidth)
    timeline.stack.configuration.secondZone = Zone(
      identifier: "America/New_York", rules: FixedOffset(seconds: -18_000))
    timeline.testWindow.waitForFrame()
    let nameHeight = timeline.view.allDayRowHeight - height
    XCTAssertEqual(nameHeight, GutterPainter.zoneLabelHeight(timeline.view.style.text) + 3, accuracy: 1)
    XCTAssertGreaterThan(timeline.view.style.gutterWidth, width)
    // Names narrower than the times, so that both gutters are equally wide.
    let pictures = ["America/Lima", "America/Jena"].map { identifier in
      timeline.stack.configuration.secondZone = Zone(
        identifier: identifier, rules: FixedOffset(seconds: -18_000))
      timeline.testWindow.waitForFrame()
      let picture = timeline.testWindow.picture(onWhite: true)
      let bottom = Int(timeline.view.viewportTop) - 1
      return (bottom - Int(nameHeight)..<bottom).flatMap { y in
        (0..<Int(timeline.view.style.gutterWidth)).map { picture[$0, y] }
      }
    }
    XCTAssertEqual(pictures[0].count, pictures[1].count)
    XCTAssertGreaterThan(zip(pictures[0], pictures[1]).count { $0 != $1 }, 10, "the names are not shown")
  }

  private func setTextScale(_ scale: Int32) {
    var value = GValue()
    // G_TYPE_INT, a macro that Swift does not import.
    g_value_init(&value, GType(6 << 2))
    g_value_set_int(&value, scale * 96 * 1024)
    g_object_set_property(
      gtk_settings_get_default().map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GObject.self) },
      "gtk-xft-dpi", &value)
    g_value_unset(&value)
  }

  func testLabelIsReadableWithLargeText() async {
    defer { setTextScale(1) }
    for scale: Int32 in [1, 2] {
      setTextScale(scale)
      var event = FakeCalendar.event("Fair", 9 * 60..<10 * 60)
      event.times = EventTimes(start: .date(FakeCalendar.day), end: .implied)
      let timeline = TimelineTestWindow([event])
      let label = timeline.view.allDay.label
      XCTAssertNotEqual(gtk_widget_get_child_visible(label), 0, "the label is hidden at text scale \(scale)")
      XCTAssertEqual(
        pango_layout_is_ellipsized(gtk_label_get_layout(label.opaque)), 0,
        "the label is cut off at text scale \(scale)")
    }
  }
}
