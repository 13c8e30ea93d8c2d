import CGtk
import GtkSupport
import WidgetTestSupport
import XCTest

/// Widgets implemented in Swift: their virtual methods are called, and their lifecycle causes no GTK warnings.
@MainActor
final class CustomWidgetTests: WidgetTestCase {
  func testMeasureAllocateAndSnapshotCallSwift() async {
    let probe = Probe()
    let testWindow = TestWindow(probe.gtkWidget, width: 320, height: 200)
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(probe.gtkWidget, GTK_ORIENTATION_VERTICAL, -1, &minimum, &natural, nil, nil)
    XCTAssertEqual([minimum, natural], [22, 44])
    XCTAssertEqual(probe.sizes.last?.width, 320)
    XCTAssertEqual(probe.sizes.last?.height, 200)
    XCTAssertEqual(testWindow.picture()[5, 5], 0x00FF00)
  }

  func testChildrenAreMovedToTheNearestDevicePixel() async {
    let (parent, child) = (Probe(), Probe())
    parent.add(child.gtkWidget)
    parent.onAllocate = { [unowned parent] in
      parent.allocate(child.gtkWidget, x: 10.25, y: 7.5, width: 30, height: 20)
    }
    let testWindow = TestWindow(parent.gtkWidget)
    var (point, result) = (graphene_point_t(x: 0, y: 0), graphene_point_t())
    XCTAssertNotEqual(gtk_widget_compute_point(child.gtkWidget, parent.gtkWidget, &point, &result), 0)
    XCTAssertEqual([result.x, result.y], [10, 8])
    _ = testWindow
  }

  func testClassActionCallsTheObject() async {
    let probe = Probe()
    XCTAssertNotEqual(gtk_widget_activate_action_variant(probe.gtkWidget, "probe.poke", nil), 0)
    XCTAssertEqual(probe.performedActions, ["probe.poke"])
    XCTAssertEqual(gtk_widget_activate_action_variant(probe.gtkWidget, "probe.unknown", nil), 0)
  }

  func testWidgetIsReleasedWithItsChildren() async {
    var releasedWidgets: [String] = []
    do {
      let (parent, child) = (Probe(), Probe())
      parent.add(child.gtkWidget)
      parent.add(nonNull(gtk_label_new("x")))
      whenReleased(parent.gtkWidget.opaque) { releasedWidgets.append("parent") }
      whenReleased(child.gtkWidget.opaque) { releasedWidgets.append("child") }
    }
    XCTAssertEqual(releasedWidgets.sorted(), ["child", "parent"])
  }

  func testSwiftObjectIsReleasedWithItsLastReference() async {
    weak var object: Probe?
    do {
      let probe = Probe()
      object = probe
    }
    XCTAssertNil(object)
  }

  func testReleasedChildIsRemovedFromItsParent() async {
    let parent = Probe()
    do {
      let child = Probe()
      withExtendedLifetime(child) { parent.add(child.gtkWidget) }
    }
    XCTAssertNil(gtk_widget_get_first_child(parent.gtkWidget))
  }

  // GTK's containers keep their own pointer to a child, so a released widget must not simply be unparented.
  func testReleasedWidgetStaysAsAnEmptyChildInGtkContainers() async {
    let scrolledWindow = nonNull(gtk_scrolled_window_new())
    let testWindow: TestWindow
    do {
      let probe = Probe()
      gtk_scrolled_window_set_child(scrolledWindow.opaque, probe.gtkWidget)
      testWindow = TestWindow(scrolledWindow, width: 320, height: 200)
      XCTAssertEqual(testWindow.picture()[5, 5], 0x00FF00)
    }
    testWindow.waitForFrame()
    XCTAssertNotEqual(testWindow.picture()[5, 5], 0x00FF00)
    testWindow.close()
  }

  func testFocusGoesToTheFirstFocusableChild() async {
    let (parent, plain, focusable) = (Probe(), Probe(), Probe())
    for child in [plain, focusable] { parent.add(child.gtkWidget) }
    parent.onAllocate = { [unowned parent] in
      for child in [plain, focusable] { parent.allocate(child.gtkWidget, x: 0, y: 0, width: 30, height: 30) }
    }
    gtk_widget_set_focusable(focusable.gtkWidget, 1)
    let testWindow = TestWindow(parent.gtkWidget)
    gtk_window_set_focus(testWindow.window.as(GtkWindow.self), nil)
    XCTAssertNotEqual(gtk_widget_child_focus(parent.gtkWidget, GTK_DIR_TAB_FORWARD), 0)
    XCTAssertEqual(testWindow.focus, focusable.gtkWidget)
    XCTAssertEqual(gtk_widget_child_focus(parent.gtkWidget, GTK_DIR_TAB_FORWARD), 0)
  }
}

/// A green rectangle that records the calls it receives.
@MainActor
private final class Probe: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanTestProbe", role: GTK_ACCESSIBLE_ROLE_GROUP, actions: [.init("probe.poke")])
  private(set) var sizes: [(width: Int, height: Int)] = []
  private(set) var performedActions: [String] = []
  var onAllocate: () -> Void = {}

  init() { super.init(Probe.widgetClass) }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    isVertical ? (22, 44) : (11, 33)
  }

  override func allocate(width: Int, height: Int) {
    sizes.append((width, height))
    onAllocate()
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    draw(on: snapshot) { cairo in
      cairo_set_source_rgb(cairo, 0, 1, 0)
      cairo_paint(cairo)
    }
    super.snapshot(snapshot)
  }

  override func perform(action: String) { performedActions.append(action) }
}
