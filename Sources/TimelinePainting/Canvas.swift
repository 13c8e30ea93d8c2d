import CPaint
import TimelineInteraction

/// A Cairo context with the operations that the painters need. Lengths are in px, before the device scale is
/// applied.
///
/// A canvas does not retain its context. The caller must keep the context alive while the canvas is in use.
package struct Canvas {
  /// The context (`cairo_t`).
  let cairo: OpaquePointer
  /// The number of device pixels per px. Edges are rounded to device pixels so that they are sharp.
  package let scale: Double

  /// - Parameters:
  ///   - cairo: a `cairo_t` whose matrix already includes the device scale.
  ///   - scale: the number of device pixels per px.
  /// - Precondition: `scale` is positive.
  package init(cairo: OpaquePointer, scale: Double = 1) {
    precondition(scale > 0)
    self.cairo = cairo
    self.scale = scale
  }

  /// Returns the nearest edge of a device pixel.
  package func snapped(_ length: Double) -> Double { DevicePixels.round(length, scale) }

  /// Returns the thickness at which a line of `length` px is sharp.
  package func thickness(_ length: Double) -> Double { DevicePixels.thickness(length, scale) }

  /// Saves the graphics state, calls `body`, and restores the state, including the clip and the origin.
  package func saved(_ body: () -> Void) {
    cairo_save(cairo)
    body()
    cairo_restore(cairo)
  }

  /// Calls `body` with the origin moved to a point.
  package func translated(x: Double, y: Double, _ body: () -> Void) {
    saved {
      cairo_translate(cairo, x, y)
      body()
    }
  }

  /// Calls `body` with its painting clipped to a rectangle.
  package func clipped(to rectangle: Rectangle, _ body: () -> Void) {
    saved {
      cairo_rectangle(cairo, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
      cairo_clip(cairo)
      body()
    }
  }

  /// Calls `body` with its painting clipped to a shape.
  func clipped(to shape: RoundedRectangle, _ body: () -> Void) {
    saved {
      shape.trace(on: cairo)
      cairo_clip(cairo)
      body()
    }
  }

  package func fill(_ rectangle: Rectangle, _ color: PaintColor) {
    set(color)
    cairo_rectangle(cairo, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    cairo_fill(cairo)
  }

  func fill(_ shape: RoundedRectangle, _ color: PaintColor) {
    set(color)
    shape.trace(on: cairo)
    cairo_fill(cairo)
  }

  /// Fills a shape except for a rectangle inside it, or the whole shape if the rectangle is empty.
  func fill(_ shape: RoundedRectangle, around hole: Rectangle, _ color: PaintColor) {
    guard hole.width > 0, hole.height > 0 else { return fill(shape, color) }
    set(color)
    shape.trace(on: cairo)
    cairo_rectangle(cairo, hole.x, hole.y, hole.width, hole.height)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
    cairo_fill(cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
  }

  /// Draws a line of `width` px along the inside of a shape's edge.
  func outline(_ shape: RoundedRectangle, width: Double, _ color: PaintColor) {
    set(color)
    cairo_set_line_width(cairo, width)
    shape.inset(by: width / 2).trace(on: cairo)
    cairo_stroke(cairo)
  }

  package func fillCircle(x: Double, y: Double, radius: Double, _ color: PaintColor) {
    set(color)
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
    cairo_fill(cairo)
  }

  /// Draws a line through the given points.
  func stroke(
    _ points: [(x: Double, y: Double)], width: Double, _ color: PaintColor
  ) {
    set(color)
    cairo_set_line_width(cairo, width)
    cairo_new_path(cairo)
    for point in points { cairo_line_to(cairo, point.x, point.y) }
    cairo_stroke(cairo)
  }

  /// Draws text with its upper-left corner at a point.
  package func draw(_ text: TextLayout, x: Double, y: Double, _ color: PaintColor) {
    set(color)
    cairo_move_to(cairo, x, y)
    text.draw(on: cairo)
  }

  /// Draws text by filling the outlines of its glyphs. This is slower than `draw`, but the result does not depend
  /// on where the surface ends.
  ///
  /// If the edge of the surface cuts off a glyph, Cairo 1.18 drops the last column of its pixels. The gap
  /// would be visible between tiles.
  package func drawOutlines(of text: TextLayout, x: Double, y: Double, _ color: PaintColor) {
    set(color)
    cairo_move_to(cairo, x, y)
    text.addOutlines(to: cairo)
    cairo_fill(cairo)
  }

  func set(_ color: PaintColor) {
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
  }
}
