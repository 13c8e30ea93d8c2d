import CGtk
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The scrolled content: its offset keeps fractions, and its range follows the content and the window.
@MainActor
final class TimelineScrollContentTests: WidgetTestCase {
  func testOffsetKeepsItsFraction() async {
    let contentWindow = ScrolledContentWindow(contentHeight: 2000)
    for step in 1...40 {
      contentWindow.scrollContent.setScroll(Double(step) * 3.7)
      XCTAssertEqual(contentWindow.scrollContent.scroll, Double(step) * 3.7)
    }
  }

  func testContentAtRestIsOnDevicePixels() async {
    let contentWindow = ScrolledContentWindow(contentHeight: 2000)
    for (requestedOffset, drawnOffset) in [(10.2, 10.0), (10.5, 11.0), (10.9, 11.0), (0.4, 0.0)] {
      contentWindow.scrollContent.setScroll(requestedOffset)
      contentWindow.testWindow.waitForFrame()
      XCTAssertEqual(contentWindow.offsets.last, drawnOffset, "at \(requestedOffset)")
      XCTAssertEqual(contentWindow.topOfMark, 100 - drawnOffset, "at \(requestedOffset)")
    }
  }

  func testRangeIsTheContentBeyondTheWindow() async {
    let contentWindow = ScrolledContentWindow(contentHeight: 2000)
    let adjustment = contentWindow.adjustment
    XCTAssertEqual(contentWindow.scrollContent.viewportHeight, 300)
    XCTAssertEqual(gtk_adjustment_get_upper(adjustment), 2000)
    XCTAssertEqual(gtk_adjustment_get_page_size(adjustment), 300)
    XCTAssertEqual(contentWindow.scrollContent.scrollMax, 1700)
    contentWindow.scrollContent.setScroll(9999)
    XCTAssertEqual(contentWindow.scrollContent.scroll, 1700)
    contentWindow.scrollContent.setScroll(-5)
    XCTAssertEqual(contentWindow.scrollContent.scroll, 0)
  }

  func testRangeFollowsTheContent() async {
    let contentWindow = ScrolledContentWindow(contentHeight: 2000)
    contentWindow.scrollContent.setScroll(1700)
    contentWindow.scrollContent.contentHeight = 500.5
    XCTAssertEqual(contentWindow.scrollContent.scroll, 200.5)
    contentWindow.scrollContent.contentHeight = 100
    XCTAssertEqual(contentWindow.scrollContent.scroll, 0)
    XCTAssertEqual(
      gtk_adjustment_get_upper(contentWindow.adjustment), 300, "the range is less than the window's height")
  }

  func testHeightAndOffsetChangeInOneStep() async {
    let contentWindow = ScrolledContentWindow(contentHeight: 2000)
    contentWindow.scrollContent.setScroll(700)
    var observedValues: [[Double]] = []
    let observe: @MainActor () -> Void = {
      observedValues.append([
        gtk_adjustment_get_upper(contentWindow.adjustment),
        gtk_adjustment_get_value(contentWindow.adjustment),
      ])
    }
    onSignal(contentWindow.adjustment.opaque, "changed", observe)
    onSignal(contentWindow.adjustment.opaque, "value-changed", observe)
    contentWindow.scrollContent.setContent(height: 4000, scroll: 3210.5)
    XCTAssertFalse(observedValues.isEmpty)
    XCTAssertEqual(observedValues, Array(repeating: [4000, 3210.5], count: observedValues.count))
  }

  func testOffsetSetBeforeTheFirstAllocationIsKept() async {
    let contentWindow = ScrolledContentWindow(contentHeight: 2000) { $0.setScroll(812.5) }
    XCTAssertEqual(contentWindow.scrollContent.scroll, 812.5)
  }

  func testEachScrollIsReportedOnce() async {
    let contentWindow = ScrolledContentWindow(contentHeight: 2000)
    var count = 0
    contentWindow.scrollContent.onScroll = { count += 1 }
    gtk_adjustment_set_value(contentWindow.adjustment, 12.5)
    gtk_adjustment_set_value(contentWindow.adjustment, 12.5)
    XCTAssertEqual(count, 1)
  }

  func testNewAdjustmentReplacesTheOldOne() async {
    let contentWindow = ScrolledContentWindow(contentHeight: 2000)
    var count = 0
    contentWindow.scrollContent.onScroll = { count += 1 }
    let oldAdjustment = ObjectReference(contentWindow.adjustment.opaque)
    let newAdjustment = nonNull(gtk_adjustment_new(0, 0, 0, 0, 0, 0))
    gtk_scrolled_window_set_vadjustment(contentWindow.window.opaque, newAdjustment)
    XCTAssertEqual(contentWindow.adjustment, newAdjustment)
    count = 0
    gtk_adjustment_set_value(OpaquePointer(oldAdjustment.pointer).as(GtkAdjustment.self), 33)
    XCTAssertEqual(count, 0, "the old adjustment is still connected")
    contentWindow.scrollContent.setScroll(44)
    XCTAssertEqual(count, 1)
  }

  func testScrollContentRetainsItsAdjustmentUntilAnotherReplacesIt() async {
    let scrollContent = TimelineScrollContent()
    var isReleased = false
    do {
      let first = ObjectReference(nonNull(gtk_adjustment_new(0, 0, 10, 1, 1, 1)).opaque)
      whenReleased(OpaquePointer(first.pointer)) { isReleased = true }
      setAdjustment(of: scrollContent, first)
    }
    XCTAssertFalse(isReleased)
    let second = ObjectReference(nonNull(gtk_adjustment_new(0, 0, 10, 1, 1, 1)).opaque)
    setAdjustment(of: scrollContent, second)
    XCTAssertTrue(isReleased)
    XCTAssertEqual(scrollContent.verticalAdjustment, OpaquePointer(second.pointer).as(GtkAdjustment.self))
  }

  private func setAdjustment(of scrollContent: TimelineScrollContent, _ adjustment: ObjectReference) {
    var value = GValue()
    g_value_init(&value, gtk_adjustment_get_type())
    g_value_set_object(&value, adjustment.pointer)
    g_object_set_property(scrollContent.gtkWidget.as(GObject.self), "vadjustment", &value)
    g_value_unset(&value)
  }

  func testScrollContentOutlivesItsScrolledWindow() async {
    let scrollContent = TimelineScrollContent()
    for _ in 1...2 {
      let window = nonNull(gtk_scrolled_window_new())
      let owner = ObjectReference(window.opaque)
      gtk_scrolled_window_set_child(window.opaque, scrollContent.gtkWidget)
      XCTAssertNotNil(scrollContent.verticalAdjustment)
      gtk_scrolled_window_set_child(window.opaque, nil)
      XCTAssertNil(scrollContent.verticalAdjustment)
      XCTAssertEqual(scrollContent.scroll, 0)
      _ = owner
    }
  }
}

/// Scrolled content of a given height in a window of 400 by 300 px, with a mark 100 px below its top.
@MainActor
private final class ScrolledContentWindow {
  let scrollContent = TimelineScrollContent()
  let window = nonNull(gtk_scrolled_window_new())
  let mark = nonNull(gtk_drawing_area_new())
  let testWindow: TestWindow
  private(set) var offsets: [Double] = []

  init(contentHeight: Double, prepare: (TimelineScrollContent) -> Void = { _ in }) {
    gtk_scrolled_window_set_child(window.opaque, scrollContent.gtkWidget)
    scrollContent.contentHeight = contentHeight
    prepare(scrollContent)
    testWindow = TestWindow(window, width: 400, height: 300)
    scrollContent.allocateContent = { [unowned self] _, _, offset in
      offsets.append(offset)
      scrollContent.allocate(mark, x: 0, y: 100 - offset, width: 40, height: 10)
    }
    scrollContent.add(mark)
    gtk_widget_queue_allocate(scrollContent.gtkWidget)
    testWindow.waitForFrame()
  }

  var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    nonNull(gtk_scrolled_window_get_vadjustment(window.opaque))
  }

  var topOfMark: Double? {
    var (point, result) = (graphene_point_t(x: 0, y: 0), graphene_point_t())
    return gtk_widget_compute_point(mark, window, &point, &result) != 0 ? Double(result.y) : nil
  }
}
