import CPaint
import TimelineInteraction

/// A Cairo context with the few operations that the painters need. Lengths are in px before device scaling.
///
/// It does not retain the context: the caller keeps it alive while the canvas is used.
package struct Canvas {
  /// The context (`cairo_t`).
  let cairo: OpaquePointer
  /// Device pixels per px, to which edges are rounded so that they are sharp.
  package let scale: Int

  /// - Parameters:
  ///   - cairo: a `cairo_t` whose matrix already includes the device scale.
  ///   - scale: device pixels per px.
  /// - Precondition: `scale` is positive.
  package init(cairo: OpaquePointer, scale: Int = 1) {
    precondition(scale > 0)
    self.cairo = cairo
    self.scale = scale
  }

  /// The nearest edge of a device pixel.
  package func snapped(_ length: Double) -> Double { DevicePixels.round(length, scale) }

  /// Saves the state, paints, and restores it: clips and offsets in `body` end with it.
  package func saved(_ body: () -> Void) {
    cairo_save(cairo)
    body()
    cairo_restore(cairo)
  }

  /// Paints with the origin moved.
  package func translated(x: Double, y: Double, _ body: () -> Void) {
    saved {
      cairo_translate(cairo, x, y)
      body()
    }
  }

  /// Paints clipped to a rectangle.
  package func clipped(to rectangle: Rectangle, _ body: () -> Void) {
    saved {
      cairo_rectangle(cairo, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
      cairo_clip(cairo)
      body()
    }
  }

  /// Paints clipped to a shape.
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

  /// Fills a shape except for a rectangle in it, or the whole shape if the rectangle is empty.
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

  /// Draws a line through points.
  func stroke(
    _ points: [(x: Double, y: Double)], width: Double, _ color: PaintColor
  ) {
    set(color)
    cairo_set_line_width(cairo, width)
    cairo_new_path(cairo)
    for point in points { cairo_line_to(cairo, point.x, point.y) }
    cairo_stroke(cairo)
  }

  /// Draws a text with its upper left corner at a point.
  package func draw(_ text: TextLayout, x: Double, y: Double, _ color: PaintColor) {
    set(color)
    cairo_move_to(cairo, x, y)
    text.draw(on: cairo)
  }

  /// Draws a text as outlines of its glyphs: slower, but identical to the last pixel wherever a surface ends.
  ///
  /// Cairo 1.18 drops the last column of a glyph that is cut by the edge of the surface, which would be
  /// visible between tiles.
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
