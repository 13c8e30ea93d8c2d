import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelinePainting
import WidgetTestSupport
import XCTest

@testable import TimelineWidgets

/// The layer above the timeline. It shows the lifted event at its position, and a label that is always visible.
@MainActor
final class LiftLayerTests: WidgetTestCase {
  func testLabelStaysInsideTheWindow() async throws {
    let liftWindow = try LiftLayerWindow()
    for isLabelAtStart in [false, true] {
      for (x, top, height) in [
        (60.0, 100.0, 80.0), (60, -500, 80), (60, -500, 2000), (60, 290, 80), (60, 5000, 80), (-900, 100, 80),
        (900, 100, 80),
      ] {
        liftWindow.layer.update(
          placement(x: x, top: top, bottom: top + height, isLabelAtStart: isLabelAtStart),
          label: "14:15 – 15:00 · 45 min")
        liftWindow.testWindow.waitForFrame()
        let label = try XCTUnwrap(liftWindow.bounds(ofChild: "drop-label"))
        let position = "x \(x), top \(top), at start \(isLabelAtStart)"
        XCTAssertGreaterThanOrEqual(label.origin.x, 0, position)
        XCTAssertGreaterThanOrEqual(label.origin.y, 0, position)
        XCTAssertLessThanOrEqual(label.origin.x + label.size.width, 400, position)
        XCTAssertLessThanOrEqual(label.origin.y + label.size.height, 300, position)
      }
    }
  }

  func testLabelIsOutsideTheHeldEdge() async throws {
    let liftWindow = try LiftLayerWindow()
    liftWindow.layer.update(placement(x: 60, top: 100, bottom: 180, isLabelAtStart: false), label: "10:00")
    liftWindow.testWindow.waitForFrame()
    XCTAssertGreaterThan(try XCTUnwrap(liftWindow.bounds(ofChild: "drop-label")).origin.y, 180)
    liftWindow.layer.update(placement(x: 60, top: 100, bottom: 180, isLabelAtStart: true), label: "10:00")
    liftWindow.testWindow.waitForFrame()
    let label = try XCTUnwrap(liftWindow.bounds(ofChild: "drop-label"))
    XCTAssertLessThan(label.origin.y + label.size.height, 100)
  }

  func testLabelIsAsWideAsItsCurrentText() async throws {
    let liftWindow = try LiftLayerWindow()
    var widths: [Float] = []
    for label in ["10:00", "10:00 – 11:00 · 1 h", "10:00"] {
      liftWindow.layer.update(placement(x: 60, top: 100, bottom: 180, isLabelAtStart: false), label: label)
      liftWindow.testWindow.waitForFrame()
      widths.append(try XCTUnwrap(liftWindow.bounds(ofChild: "drop-label")).size.width)
    }
    XCTAssertGreaterThan(widths[1], 2 * widths[0])
    XCTAssertEqual(widths[2], widths[0])
  }

  func testLiftedEventIsExactlyAtItsPlacement() async throws {
    let liftWindow = try LiftLayerWindow()
    liftWindow.layer.update(placement(x: 61, top: 97, bottom: 171, isLabelAtStart: false), label: "10:00")
    liftWindow.testWindow.waitForFrame()
    var bounds = graphene_rect_t()
    XCTAssertNotEqual(
      gtk_widget_compute_bounds(liftWindow.block.gtkWidget, liftWindow.layer.gtkWidget, &bounds), 0)
    XCTAssertEqual([bounds.origin.x, bounds.origin.y], [61, 97])
    XCTAssertEqual(liftWindow.block.paintedHeight, 74)
    XCTAssertEqual(liftWindow.block.lastPaintedBottom, 74)
  }

  /// Regression: painting the shadow and the text again took longer than a frame at 144 Hz.
  func testResizingRepaintsNothing() async throws {
    let liftWindow = try LiftLayerWindow()
    liftWindow.block.appearance = .lifted
    func show(height: Double) {
      liftWindow.layer.update(
        placement(x: 60, top: 40, bottom: 40 + height, isLabelAtStart: false), label: "10:00")
      liftWindow.testWindow.waitForFrame()
    }
    show(height: 120)
    (FrameStatistics.shadowPaintCount, FrameStatistics.paintCount) = (0, 0)
    for step in 1...40 { show(height: 120 + Double(step) * 37) }
    XCTAssertEqual(FrameStatistics.shadowPaintCount, 0)
    XCTAssertEqual(FrameStatistics.paintCount, 0)
    XCTAssertEqual(liftWindow.block.lastPaintedBottom, 120 + 40 * 37)
  }

  func testStretchedBlockLooksLikeOnePaintedAtThatHeight() async throws {
    let liftWindow = try LiftLayerWindow()
    let picture = LiftedPicture(style: liftWindow.style)
    var stretchedCount = 0
    for content in LiftLayerWindow.contents {
      for width in [24.0, 90, 200] {
        let look = LiftedPicture.Look(
          content: content, appearance: .lifted, width: width, scale: 1, isBar: false, styleRevision: 0)
        for height in [47.0, 131, 260, 1100] {
          FrameStatistics.paintCount = 0
          let shownPixels = try liftWindow.pixels {
            XCTAssertEqual(picture.append(look, height: height, to: $0, of: liftWindow.layer), height)
          }
          // A block that is repainted each time is not cached as pixels, so rounding may make it differ.
          guard FrameStatistics.paintCount != 1 else { continue }
          stretchedCount += 1
          let expectedPixels = try liftWindow.pixels {
            liftWindow.layer.draw(on: $0, outset: 16, width: width, height: height) {
              liftWindow.paintShadow(content, width: width, height: height, on: $0)
            }
            liftWindow.layer.draw(on: $0, outset: 16, width: width, height: height) {
              BlockPainter().paint(
                content, .lifted, width: width, height: height, on: Canvas(cairo: $0),
                palette: liftWindow.style.palette, text: liftWindow.style.text, hasShadow: false)
            }
          }
          XCTAssertTrue(
            shownPixels.isEqual(to: expectedPixels),
            "the pictures differ: \(content), width \(width), height \(height)")
        }
      }
    }
    XCTAssertGreaterThan(stretchedCount, 20, "too few blocks are stretched")
  }

  func testStretchedShadowLooksLikeOnePaintedAtThatHeight() async throws {
    let liftWindow = try LiftLayerWindow()
    for isDark in [false, true] {
      for height in [32.0, 33, 81, 560, 1100] {
        let picture = StretchedPicture<Int>()
        let shownPixels = try liftWindow.pixels {
          picture.append(
            to: $0, of: liftWindow.layer, for: 0, width: 200, height: height, outset: 16,
            ends: .init(top: BlockPainter.shadowEndHeight, bottom: BlockPainter.shadowEndHeight)
          ) {
            liftWindow.paintShadow(liftWindow.block.content, height: $1, isDark: isDark, on: $0)
          }
        }
        let expectedPixels = try liftWindow.pixels {
          liftWindow.layer.draw(on: $0, outset: 16, width: 200, height: height) {
            liftWindow.paintShadow(liftWindow.block.content, height: height, isDark: isDark, on: $0)
          }
        }
        XCTAssertNotEqual(expectedPixels[20 + 100, 20 - 5], 0xFFFFFF, "there is no shadow")
        XCTAssertTrue(shownPixels.isEqual(to: expectedPixels), "the pictures differ at height \(height)")
      }
    }
  }

  func testLayerIsEmptyAfterTheDrop() async throws {
    let liftWindow = try LiftLayerWindow()
    liftWindow.layer.update(placement(x: 60, top: 100, bottom: 180, isLabelAtStart: false), label: "10:00")
    liftWindow.layer.setDwell(DwellBar.State(edge: .left, progress: 0.5))
    liftWindow.testWindow.waitForFrame()
    liftWindow.layer.end()
    liftWindow.testWindow.waitForFrame()
    XCTAssertNil(liftWindow.layer.liftedBlock)
    XCTAssertNil(gtk_widget_get_parent(liftWindow.block.gtkWidget))
    var child = gtk_widget_get_first_child(liftWindow.layer.gtkWidget)
    while let current = child {
      XCTAssertEqual(gtk_widget_get_visible(current), 0)
      child = gtk_widget_get_next_sibling(current)
    }
  }

  func testEventIsDrawnBeyondTheTimelineButItsOutlineIsNot() async throws {
    let liftWindow = try LiftLayerWindow()
    // The timeline is the lower right part of the layer, 250 by 200 px.
    var carriedPlacement = placement(x: -140, top: -60, bottom: 20, isLabelAtStart: false)
    carriedPlacement.margins = LiftMargins(left: 150, top: 90, right: 0, bottom: 10)
    carriedPlacement.outlines = [Rectangle(x: 20, y: -400, width: 100, height: 900)]
    carriedPlacement.dropTarget = .elsewhere
    liftWindow.layer.update(carriedPlacement, label: "10:00")
    liftWindow.testWindow.waitForFrame()
    var bounds = graphene_rect_t()
    XCTAssertNotEqual(
      gtk_widget_compute_bounds(liftWindow.block.gtkWidget, liftWindow.layer.gtkWidget, &bounds), 0)
    XCTAssertEqual([bounds.origin.x, bounds.origin.y], [10, 30])
    let outline = try XCTUnwrap(widget(named: "HandspanDropOutlines", in: liftWindow.layer.gtkWidget))
    XCTAssertEqual(gtk_widget_get_overflow(outline), GTK_OVERFLOW_HIDDEN)
    XCTAssertNotEqual(gtk_widget_compute_bounds(outline, liftWindow.layer.gtkWidget, &bounds), 0)
    XCTAssertEqual(
      [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height], [150, 90, 250, 200])
    // The label is beside the event, and no longer kept inside the timeline.
    let label = try XCTUnwrap(liftWindow.bounds(ofChild: "drop-label"))
    XCTAssertLessThan(label.origin.x, 150)
    XCTAssertGreaterThan(label.origin.y, 110)
  }

  func testRingIsAboveTheEventAndExactlyAroundTheDropTarget() async throws {
    let liftWindow = try LiftLayerWindow()
    var carriedPlacement = placement(x: -140, top: 10, bottom: 90, isLabelAtStart: false)
    carriedPlacement.margins = LiftMargins(left: 150, top: 50)
    (carriedPlacement.dropTarget, carriedPlacement.dropTargetArea) = (
      .day(FakeCalendar.day), Rectangle(x: -120, y: 20, width: 42, height: 46)
    )
    liftWindow.layer.update(carriedPlacement, label: "10:00")
    liftWindow.testWindow.waitForFrame()
    let ring = try XCTUnwrap(liftWindow.bounds(ofChild: "drop-ring"))
    XCTAssertEqual(
      [ring.origin.x, ring.origin.y, ring.size.width, ring.size.height], [30, 70, 42, 46])
    XCTAssertEqual(
      gtk_widget_get_next_sibling(liftWindow.block.gtkWidget).map {
        gtk_widget_has_css_class($0, "drop-ring")
      }, 1)
    XCTAssertNotEqual(gtk_widget_has_css_class(liftWindow.block.gtkWidget, "over-sidebar"), 0)
    XCTAssertEqual(liftWindow.block.content.title, "", "the event's text is drawn over that of the sidebar")
    liftWindow.layer.update(placement(x: 10, top: 10, bottom: 90, isLabelAtStart: false), label: "10:00")
    XCTAssertEqual(gtk_widget_has_css_class(liftWindow.block.gtkWidget, "over-sidebar"), 0)
    XCTAssertEqual(liftWindow.block.content.title, "Standup")
  }

  func testLongLabelIsShortenedToTheWindow() async throws {
    let liftWindow = try LiftLayerWindow()
    liftWindow.layer.update(
      placement(x: 60, top: 100, bottom: 180, isLabelAtStart: false),
      label: String(repeating: "A repeating event cannot be moved to another calendar. ", count: 3))
    liftWindow.testWindow.waitForFrame()
    let label = try XCTUnwrap(liftWindow.bounds(ofChild: "drop-label"))
    XCTAssertGreaterThanOrEqual(label.origin.x, 0)
    XCTAssertLessThanOrEqual(label.origin.x + label.size.width, 400)
  }

  private func widget(named name: String, in parent: WidgetPointer) -> WidgetPointer? {
    var child = gtk_widget_get_first_child(parent)
    while let current = child {
      if String(
        cString: g_type_name_from_instance(
          UnsafeMutableRawPointer(current).assumingMemoryBound(to: GTypeInstance.self))) == name
      {
        return current
      }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }

  private func placement(x: Double, top: Double, bottom: Double, isLabelAtStart: Bool) -> LiftPlacement {
    LiftPlacement(
      x: x, width: 200, top: top, bottom: bottom,
      outlines: [Rectangle(x: 60, y: top, width: 200, height: bottom - top)], isLabelAtStart: isLabelAtStart)
  }
}

/// A lift layer of 400 by 300 px that holds an event.
@MainActor
private final class LiftLayerWindow {
  let layer: LiftLayer
  let style = TimelineStyle(phrases: Phrases())
  let block: EventBlock
  let testWindow: TestWindow

  init() throws {
    layer = LiftLayer(style: style)
    let occurrence = Occurrence(event: FakeCalendar.event("Standup", 9 * 60..<10 * 60), zone: .utc)
    block = EventBlock(
      occurrence: occurrence,
      content: BlockContent(
        occurrence, on: FakeCalendar.day, now: Instant(seconds: 0), phrases: style.phrases),
      calendarName: nil, accessibleName: "Standup", style: style)
    testWindow = TestWindow(layer.gtkWidget, width: 400, height: 300)
    layer.begin(block)
  }

  /// Draws on a white picture, 20 px from its upper left corner.
  func pixels(_ draw: (OpaquePointer) -> Void) throws -> Pixels {
    let snapshot = nonNull(gtk_snapshot_new())
    draw(snapshot)
    let node = try XCTUnwrap(gtk_snapshot_free_to_node(snapshot))
    defer { gsk_render_node_unref(node) }
    let pixels = Pixels(width: 240, height: 1140)
    pixels.paint {
      cairo_set_source_rgb($0, 1, 1, 1)
      cairo_paint($0)
      cairo_translate($0, 20, 20)
      gsk_render_node_draw(node, $0)
    }
    return pixels
  }

  static var contents: [BlockContent] {
    let location = "Meeting room on the second floor, beside the kitchen"
    var contents = [
      BlockContent(title: "Standup", timeText: "09:00 – 10:00", startText: "09:00"),
      BlockContent(
        title: "A title that needs several lines unless the block is wide", timeText: "09:00 – 10:00",
        startText: "09:00", location: location),
      BlockContent(title: "", timeText: "09:00 – 10:00", startText: "09:00", location: location),
    ]
    contents += contents.flatMap { content in
      var (repeating, free, tentative, partial) = (content, content, content, content)
      repeating.isRepeating = true
      free.isFree = true
      tentative.status = .tentative
      (partial.continuesBefore, partial.continuesAfter, partial.status) = (true, true, .canceled)
      return [repeating, free, tentative, partial]
    }
    return contents
  }

  func paintShadow(
    _ content: BlockContent, width: Double = 200, height: Double, isDark: Bool = false,
    on cairo: OpaquePointer
  ) {
    BlockPainter().paintShadow(
      content, width: width, height: height, on: Canvas(cairo: cairo),
      palette: isDark ? .dark : .light, text: TextStyle())
  }

  func bounds(ofChild cssClass: String) -> graphene_rect_t? {
    var child = gtk_widget_get_first_child(layer.gtkWidget)
    while let current = child {
      var bounds = graphene_rect_t()
      if gtk_widget_has_css_class(current, cssClass) != 0, gtk_widget_get_visible(current) != 0,
        gtk_widget_compute_bounds(current, layer.gtkWidget, &bounds) != 0
      {
        return bounds
      }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }
}
