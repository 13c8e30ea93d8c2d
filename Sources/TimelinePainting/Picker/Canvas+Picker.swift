import CPaint

/// What the faces of a picker need of a canvas, and nothing else does.
extension Canvas {
  /// Paints larger or smaller around the origin.
  func scaled(_ factor: Double, _ body: () -> Void) {
    saved {
      cairo_scale(cairo, factor, factor)
      body()
    }
  }

  /// Paints something that lets through what is behind it, as a whole: overlaps within it do not show.
  func faded(_ opacity: Double, _ body: () -> Void) {
    guard opacity < 1 else { return body() }
    saved {
      cairo_push_group(cairo)
      body()
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, opacity)
    }
  }

  /// Draws a circle around the origin.
  func strokeCircle(radius: Double, width: Double, _ color: PaintColor) {
    set(color)
    cairo_set_line_width(cairo, width)
    cairo_new_path(cairo)
    cairo_arc(cairo, 0, 0, radius, 0, 2 * .pi)
    cairo_stroke(cairo)
  }
}
