import CGtk
import CalendarModel
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The label of the all-day row.
@MainActor
final class AllDayRowTests: WidgetTestCase {
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
