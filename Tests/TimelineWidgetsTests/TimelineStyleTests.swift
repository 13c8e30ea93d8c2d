import CGtk
import CGtkTesting
import CalendarText
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// Colors and fonts, which a style observes as long as it exists.
@MainActor
final class TimelineStyleTests: WidgetTestCase {
  func testReleasedStyleNoLongerFollowsTheDesktop() async throws {
    var counter: CallCounter? = CallCounter()
    weak let weakCounter = counter
    var style: TimelineStyle? = TimelineStyle(phrases: Phrases())
    let label = try XCTUnwrap(gtk_label_new("Ada"))
    g_object_ref_sink(UnsafeMutableRawPointer(label))
    style?.observe(label) { [counter] in counter?.increment() }
    counter = nil
    g_object_unref(UnsafeMutableRawPointer(label))
    XCTAssertNotNil(weakCounter, "the closure was released too early")
    style = nil
    XCTAssertNil(weakCounter, "the desktop's settings still retain the closure")
  }
}
