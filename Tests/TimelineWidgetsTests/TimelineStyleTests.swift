import CGtk
import CGtkTesting
import CalendarText
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// Colours and type, followed for as long as a widget is there.
@MainActor
final class TimelineStyleTests: WidgetTestCase {
  func testReleasedStyleNoLongerFollowsTheDesktop() async throws {
    var witness: Witness? = Witness()
    weak let kept = witness
    var style: TimelineStyle? = TimelineStyle(phrases: Phrases())
    let label = try XCTUnwrap(gtk_label_new("Ada"))
    g_object_ref_sink(UnsafeMutableRawPointer(label))
    style?.follow(label) { [witness] in witness?.touch() }
    witness = nil
    g_object_unref(UnsafeMutableRawPointer(label))
    XCTAssertNotNil(kept, "the desktop's style is no longer heard")
    style = nil
    XCTAssertNil(kept, "the desktop still holds what it would call")
  }
}
