import CGtk
import WidgetTestSupport
import XCTest

@testable import GtkSupport

/// A picture painted once looks the same as one painted for every frame.
@MainActor
final class PaintedPictureTests: WidgetTestCase {
  func testPictureHasTheSamePixelsAsDirectPainting() async {
    let expectedPixels = pixels(cachesPixels: false)
    XCTAssertTrue(
      expectedPixels.contains { $0 != nil && $0 != 0xFFFFFF }, "the drawing has no antialiased edges")
    XCTAssertTrue(pixels(cachesPixels: true) == expectedPixels)
  }

  func testTextureHasTheSamePixelsAsCairo() async {
    let bounds = graphene_rect_t(
      origin: graphene_point_t(x: -3, y: 5), size: graphene_size_t(width: 120, height: 90))
    func picture(forGPU: Bool) -> Pixels {
      let snapshot = nonNull(gtk_snapshot_new())
      PaintedPicture(of: bounds, scale: 2, Drawing.paintSlants)?.append(to: snapshot, forGPU: forGPU)
      let pixels = Pixels(width: 300, height: 300)
      if let node = gtk_snapshot_free_to_node(snapshot) {
        pixels.paint {
          cairo_scale($0, 2, 2)
          gsk_render_node_draw(node, $0)
        }
        gsk_render_node_unref(node)
      }
      return pixels
    }
    let (texturePicture, cairoPicture) = (picture(forGPU: true), picture(forGPU: false))
    XCTAssertTrue(texturePicture.colors == cairoPicture.colors)
    XCTAssertNotNil(cairoPicture[0, 10], "the upper left corner is not at its position")
    XCTAssertNil(cairoPicture[0, 9])
    XCTAssertNotNil(cairoPicture[233, 189])
    XCTAssertNil(cairoPicture[234, 189])
  }

  func testPictureHasTheSamePixelsAsDirectPaintingAtFractionalScales() async {
    // At all these scales, the edges are on device pixels. They are inside the surface, because Cairo
    // antialiases a line slightly differently where the surface cuts it off.
    let bounds = graphene_rect_t(
      origin: graphene_point_t(x: 4, y: 8), size: graphene_size_t(width: 120, height: 92))
    for scale in [1, 1.25, 1.5, 1.75, 2] {
      func pixels(_ paint: (OpaquePointer) -> Void) -> Pixels {
        let pixels = Pixels(width: 300, height: 300)
        pixels.paint {
          cairo_scale($0, scale, scale)
          paint($0)
        }
        return pixels
      }
      let expectedPixels = pixels {
        cairo_rectangle($0, 4, 8, 120, 92)
        cairo_clip($0)
        Drawing.paintSlants(on: $0)
      }
      for forGPU in [false, true] {
        let snapshot = nonNull(gtk_snapshot_new())
        PaintedPicture(of: bounds, scale: scale, Drawing.paintSlants)?.append(to: snapshot, forGPU: forGPU)
        guard let node = gtk_snapshot_free_to_node(snapshot) else {
          XCTFail("nothing was drawn")
          continue
        }
        let shownPixels = pixels { gsk_render_node_draw(node, $0) }
        gsk_render_node_unref(node)
        XCTAssertTrue(
          shownPixels.colors == expectedPixels.colors, "at scale \(scale), as a texture: \(forGPU)")
      }
    }
  }

  func testTallPictureIsComposedOfSeveralStrips() async {
    let tallDrawing = Drawing(width: 40, height: 5_000, Drawing.paintRows)
    // The widget requests its size, because GTK would otherwise limit the window to the monitor's height.
    gtk_widget_set_size_request(tallDrawing.gtkWidget, 40, 5_000)
    let picture = TestWindow(tallDrawing.gtkWidget, width: 40).picture()
    XCTAssertEqual(tallDrawing.callCount, 3)
    let wrongRows = (0..<5_000).filter { picture[20, $0] != Drawing.rowColor($0) }
    XCTAssertEqual(wrongRows, [])
  }

  func testPictureIsPaintedOnceForManyFrames() async {
    let drawing = Drawing(width: 200, height: 150, Drawing.paintSlants)
    let testWindow = TestWindow(drawing.gtkWidget, width: 200, height: 150)
    for _ in 0..<5 {
      gtk_widget_queue_draw(testWindow.window)
      testWindow.waitForFrame()
    }
    XCTAssertEqual(drawing.callCount, 1)
  }

  func testEmptyAreaIsNotPainted() async {
    let emptyBounds = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: 0, height: 9))
    XCTAssertTrue(PaintedPicture(of: emptyBounds, scale: 1, Drawing.paintSlants) == nil)
  }

  func testCachedNodeIsRedrawnOnlyForAnotherKey() async {
    let cachedNode = CachedRenderNode<Int>()
    var drawnKeys: [Int] = []
    for key in [1, 1, 1, 2, 2, 1] {
      let snapshot = nonNull(gtk_snapshot_new())
      cachedNode.append(to: snapshot, for: key) { nodeSnapshot in
        drawnKeys.append(key)
        var (color, bounds) = (
          GdkRGBA(red: 1, green: 0, blue: 0, alpha: 1),
          graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: Float(key), height: 1))
        )
        gtk_snapshot_append_color(nodeSnapshot, &color, &bounds)
      }
      let node = gtk_snapshot_free_to_node(snapshot)
      XCTAssertNotNil(node, "the node was not appended")
      if let node {
        var bounds = graphene_rect_t()
        gsk_render_node_get_bounds(node, &bounds)
        XCTAssertEqual(bounds.size.width, Float(key))
        gsk_render_node_unref(node)
      }
    }
    XCTAssertEqual(drawnKeys, [1, 2, 1])
  }

  private func pixels(cachesPixels: Bool) -> [UInt32?] {
    let drawing = Drawing(cachesPixels: cachesPixels, width: 190, height: 149, Drawing.paintSlants)
    return TestWindow(drawing.gtkWidget, width: 200, height: 150).picture().colors
  }
}

/// A widget that draws something and counts how often it is painted.
@MainActor
private final class Drawing: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanTestDrawing", role: GTK_ACCESSIBLE_ROLE_GROUP)
  private let cachesPixels: Bool
  private let size: (width: Double, height: Double)
  private let body: (OpaquePointer) -> Void
  private(set) var callCount = 0

  init(cachesPixels: Bool = true, width: Double, height: Double, _ body: @escaping (OpaquePointer) -> Void) {
    self.cachesPixels = cachesPixels
    self.body = body
    size = (width, height)
    super.init(Drawing.widgetClass)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    draw(on: snapshot, outset: 4, width: size.width, height: size.height, cachesPixels: cachesPixels) {
      callCount += 1
      body($0)
    }
  }

  /// A white background with slanted, antialiased lines.
  static func paintSlants(on cairo: OpaquePointer) {
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_paint(cairo)
    cairo_set_source_rgba(cairo, 0.2, 0.1, 0.4, 0.7)
    for step in 0..<15 {
      cairo_move_to(cairo, 0, Double(step) * 13)
      cairo_line_to(cairo, 200, Double(step) * 13 + 31)
    }
    cairo_stroke(cairo)
  }

  /// Rows that are 1 px tall, each in a different color.
  static func paintRows(on cairo: OpaquePointer) {
    for row in 0..<5_000 {
      cairo_set_source_rgb(cairo, 0, Double(row / 100) / 255, Double(row % 100) / 255)
      cairo_rectangle(cairo, 0, Double(row), 40, 1)
      cairo_fill(cairo)
    }
  }

  /// The color of a row.
  static func rowColor(_ row: Int) -> UInt32 { UInt32(row / 100) << 8 | UInt32(row % 100) }
}
