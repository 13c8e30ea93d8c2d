import CGtk
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The scrolled content: its offset keeps fractions, and its range follows the content and the window.
@MainActor
final class TimelineScrollContentTests: WidgetTestCase {
  func testOffsetKeepsItsFraction() async {
    let scrolled = ScrolledContentWindow(contentHeight: 2000)
    for step in 1...40 {
      scrolled.scrollContent.setScroll(Double(step) * 3.7)
      XCTAssertEqual(scrolled.scrollContent.scroll, Double(step) * 3.7)
    }
  }

  func testContentAtRestIsOnDevicePixels() async {
    let scrolled = ScrolledContentWindow(contentHeight: 2000)
    for (requested, drawn) in [(10.2, 10.0), (10.5, 11.0), (10.9, 11.0), (0.4, 0.0)] {
      scrolled.scrollContent.setScroll(requested)
      scrolled.testWindow.waitForFrame()
      XCTAssertEqual(scrolled.offsets.last, drawn, "at \(requested)")
      XCTAssertEqual(scrolled.topOfMark, 100 - drawn, "at \(requested)")
    }
  }

  func testRangeIsTheContentBeyondTheWindow() async {
    let scrolled = ScrolledContentWindow(contentHeight: 2000)
    let adjustment = scrolled.adjustment
    XCTAssertEqual(scrolled.scrollContent.viewportHeight, 300)
    XCTAssertEqual(gtk_adjustment_get_upper(adjustment), 2000)
    XCTAssertEqual(gtk_adjustment_get_page_size(adjustment), 300)
    XCTAssertEqual(scrolled.scrollContent.scrollMax, 1700)
    scrolled.scrollContent.setScroll(9999)
    XCTAssertEqual(scrolled.scrollContent.scroll, 1700)
    scrolled.scrollContent.setScroll(-5)
    XCTAssertEqual(scrolled.scrollContent.scroll, 0)
  }

  func testRangeFollowsTheContent() async {
    let scrolled = ScrolledContentWindow(contentHeight: 2000)
    scrolled.scrollContent.setScroll(1700)
    scrolled.scrollContent.contentHeight = 500.5
    XCTAssertEqual(scrolled.scrollContent.scroll, 200.5)
    scrolled.scrollContent.contentHeight = 100
    XCTAssertEqual(scrolled.scrollContent.scroll, 0)
    XCTAssertEqual(
      gtk_adjustment_get_upper(scrolled.adjustment), 300, "the range is less than the window's height")
  }

  func testHeightAndOffsetChangeInOneStep() async {
    let scrolled = ScrolledContentWindow(contentHeight: 2000)
    scrolled.scrollContent.setScroll(700)
    var observed: [[Double]] = []
    let observe: @MainActor () -> Void = {
      observed.append([
        gtk_adjustment_get_upper(scrolled.adjustment), gtk_adjustment_get_value(scrolled.adjustment),
      ])
    }
    onSignal(scrolled.adjustment.opaque, "changed", observe)
    onSignal(scrolled.adjustment.opaque, "value-changed", observe)
    scrolled.scrollContent.setContent(height: 4000, scroll: 3210.5)
    XCTAssertFalse(observed.isEmpty)
    XCTAssertEqual(observed, Array(repeating: [4000, 3210.5], count: observed.count))
  }

  func testOffsetSetBeforeTheFirstAllocationIsKept() async {
    let scrolled = ScrolledContentWindow(contentHeight: 2000) { $0.setScroll(812.5) }
    XCTAssertEqual(scrolled.scrollContent.scroll, 812.5)
  }

  func testEachScrollIsReportedOnce() async {
    let scrolled = ScrolledContentWindow(contentHeight: 2000)
    var count = 0
    scrolled.scrollContent.onScroll = { count += 1 }
    gtk_adjustment_set_value(scrolled.adjustment, 12.5)
    gtk_adjustment_set_value(scrolled.adjustment, 12.5)
    XCTAssertEqual(count, 1)
  }

  func testNewAdjustmentReplacesTheOldOne() async {
    let scrolled = ScrolledContentWindow(contentHeight: 2000)
    var count = 0
    scrolled.scrollContent.onScroll = { count += 1 }
    let old = ObjectReference(scrolled.adjustment.opaque)
    let new = nonNull(gtk_adjustment_new(0, 0, 0, 0, 0, 0))
    gtk_scrolled_window_set_vadjustment(scrolled.window.opaque, new)
    XCTAssertEqual(scrolled.adjustment, new)
    count = 0
    gtk_adjustment_set_value(OpaquePointer(old.pointer).as(GtkAdjustment.self), 33)
    XCTAssertEqual(count, 0, "the old adjustment is still connected")
    scrolled.scrollContent.setScroll(44)
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
