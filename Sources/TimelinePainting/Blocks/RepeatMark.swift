import CPaint

/// Two circular arrows, which mark an event that belongs to a series.
///
/// The arrows are drawn as paths, because not every font contains such a glyph.
enum RepeatMark {
  /// Paints the mark centered on a point.
  static func paint(x: Double, y: Double, size: Double, color: PaintColor, on canvas: Canvas) {
    let radius = size * 0.36
    let arrowSize = size * 0.2
    canvas.translated(x: x, y: y) {
      canvas.set(color)
      cairo_set_line_width(canvas.cairo, size * 0.13)
      for turn in 0..<2 {
        canvas.saved {
          cairo_rotate(canvas.cairo, Double(turn) * .pi)
          cairo_new_path(canvas.cairo)
          cairo_arc(canvas.cairo, 0, 0, radius, -0.9 * .pi, -0.2 * .pi)
          cairo_stroke(canvas.cairo)
          cairo_rotate(canvas.cairo, -0.2 * .pi)
          cairo_move_to(canvas.cairo, radius - arrowSize, -arrowSize * 0.3)
          cairo_line_to(canvas.cairo, radius + arrowSize, -arrowSize * 0.3)
          cairo_line_to(canvas.cairo, radius, arrowSize * 1.1)
          cairo_close_path(canvas.cairo)
          cairo_fill(canvas.cairo)
        }
      }
    }
  }
}
