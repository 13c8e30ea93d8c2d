import CPaint

/// Operations that are needed only for pickers.
extension Canvas {
  /// Calls `body` with its painting scaled around the origin.
  func scaled(_ factor: Double, _ body: () -> Void) {
    saved {
      cairo_scale(cairo, factor, factor)
      body()
    }
  }

  /// Draws an image centered on the origin. Unless it is scaled down, its pixels coincide with device pixels.
  func draw(_ picture: ImageSurface, size: (width: Double, height: Double), opacity: Double) {
    saved {
      var (x, y) = (-size.width / 2, -size.height / 2)
      cairo_user_to_device(cairo, &x, &y)
      (x, y) = (snapped(x), snapped(y))
      cairo_device_to_user(cairo, &x, &y)
      cairo_set_source_surface(cairo, picture.surface, x, y)
      cairo_paint_with_alpha(cairo, opacity)
    }
  }

  /// Draws a circle centered on the origin.
  func strokeCircle(radius: Double, width: Double, _ color: PaintColor) {
    set(color)
    cairo_set_line_width(cairo, width)
    cairo_new_path(cairo)
    cairo_arc(cairo, 0, 0, radius, 0, 2 * .pi)
    cairo_stroke(cairo)
  }
}
