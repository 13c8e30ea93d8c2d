import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelinePainting
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The layer above the timeline: shows the lifted event at its position, with a label that is always visible.
@MainActor
final class LiftLayerTests: WidgetTestCase {
  func testLabelStaysInsideTheWindow() async throws {
    let lift = try LiftLayerWindow()
    for labelAtStart in [false, true] {
      for (x, top, height) in [
        (60.0, 100.0, 80.0), (60, -500, 80), (60, -500, 2000), (60, 290, 80), (60, 5000, 80), (-900, 100, 80),
        (900, 100, 80),
      ] {
        lift.layer.update(
          placement(x: x, top: top, bottom: top + height, labelAtStart: labelAtStart),
          label: "14:15 – 15:00 · 45 min")
        lift.testWindow.settle()
        let label = try XCTUnwrap(lift.bounds(ofChild: "drop-label"))
        let position = "x \(x), top \(top), at start \(labelAtStart)"
        XCTAssertGreaterThanOrEqual(label.origin.x, 0, position)
        XCTAssertGreaterThanOrEqual(label.origin.y, 0, position)
        XCTAssertLessThanOrEqual(label.origin.x + label.size.width, 400, position)
        XCTAssertLessThanOrEqual(label.origin.y + label.size.height, 300, position)
      }
    }
  }

  func testLabelIsOutsideTheHeldEdge() async throws {
    let lift = try LiftLayerWindow()
    lift.layer.update(placement(x: 60, top: 100, bottom: 180, labelAtStart: false), label: "10:00")
    lift.testWindow.settle()
    XCTAssertGreaterThan(try XCTUnwrap(lift.bounds(ofChild: "drop-label")).origin.y, 180)
    lift.layer.update(placement(x: 60, top: 100, bottom: 180, labelAtStart: true), label: "10:00")
    lift.testWindow.settle()
    let label = try XCTUnwrap(lift.bounds(ofChild: "drop-label"))
    XCTAssertLessThan(label.origin.y + label.size.height, 100)
  }

  func testLabelIsAsWideAsItsCurrentText() async throws {
    let lift = try LiftLayerWindow()
    var widths: [Float] = []
    for label in ["10:00", "10:00 – 11:00 · 1 h", "10:00"] {
      lift.layer.update(placement(x: 60, top: 100, bottom: 180, labelAtStart: false), label: label)
      lift.testWindow.settle()
      widths.append(try XCTUnwrap(lift.bounds(ofChild: "drop-label")).size.width)
    }
    XCTAssertGreaterThan(widths[1], 2 * widths[0])
    XCTAssertEqual(widths[2], widths[0])
  }

  func testLiftedEventIsExactlyAtItsPlacement() async throws {
    let lift = try LiftLayerWindow()
    lift.layer.update(placement(x: 61, top: 97, bottom: 171, labelAtStart: false), label: "10:00")
    lift.testWindow.settle()
    var bounds = graphene_rect_t()
    XCTAssertNotEqual(gtk_widget_compute_bounds(lift.block.pointer, lift.layer.pointer, &bounds), 0)
    XCTAssertEqual([bounds.origin.x, bounds.origin.y], [61, 97])
    XCTAssertEqual(lift.block.paintedHeight, 74)
    XCTAssertEqual(lift.block.lastPaintedBottom, 74)
  }

  func testLayerIsEmptyAfterTheDrop() async throws {
    let lift = try LiftLayerWindow()
    lift.layer.update(placement(x: 60, top: 100, bottom: 180, labelAtStart: false), label: "10:00")
    lift.layer.setDwell(DwellBar.State(edge: .left, progress: 0.5))
    lift.testWindow.settle()
    lift.layer.end()
    lift.testWindow.settle()
    XCTAssertNil(lift.layer.lifted)
    XCTAssertNil(gtk_widget_get_parent(lift.block.pointer))
    var child = gtk_widget_get_first_child(lift.layer.pointer)
    while let current = child {
      XCTAssertEqual(gtk_widget_get_visible(current), 0)
      child = gtk_widget_get_next_sibling(current)
    }
  }

  private func placement(x: Double, top: Double, bottom: Double, labelAtStart: Bool) -> LiftLayer.Placement {
    LiftLayer.Placement(
      x: x, width: 200, top: top, bottom: bottom,
      outlines: [Rectangle(x: 60, y: top, width: 200, height: bottom - top)], labelAtStart: labelAtStart)
  }
}

/// A lift layer of 400 by 300 px that holds an event.
@MainActor
private final class LiftLayerWindow {
  let layer: LiftLayer
  let block: EventBlock
  let testWindow: TestWindow

  init() throws {
    let style = TimelineStyle(phrases: Phrases())
    layer = LiftLayer(style: style)
    let occurrence = Occurrence(event: FakeCalendar.event("Standup", 9 * 60..<10 * 60), zone: .utc)
    block = EventBlock(
      occurrence: occurrence,
      content: BlockContent(
        occurrence, on: FakeCalendar.day, now: Instant(seconds: 0), phrases: style.phrases),
      name: "Standup", style: style)
    testWindow = TestWindow(layer.pointer, width: 400, height: 300)
    layer.begin(block)
  }

  func bounds(ofChild cssClass: String) -> graphene_rect_t? {
    var child = gtk_widget_get_first_child(layer.pointer)
    while let current = child {
      var bounds = graphene_rect_t()
      if gtk_widget_has_css_class(current, cssClass) != 0, gtk_widget_get_visible(current) != 0,
        gtk_widget_compute_bounds(current, layer.pointer, &bounds) != 0
      {
        return bounds
      }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }
}
