import CPaint

/// The soft shadow of a lifted block.
enum Shadow {
  /// The distance in px by which the shadow extends beyond the block.
  static let reach = 16.0
  /// The vertical offset of the shadow in px.
  private static let verticalOffset = 4.0

  /// Paints the shadow of a shape. Cairo cannot blur, so the shadow consists of rings that become fainter
  /// towards the outside.
  ///
  /// The area under the shape is left out, because the shape is opaque, and filling a large area twelve times
  /// takes longer than a frame.
  static func paint(below shape: RoundedRectangle, isDark: Bool, on canvas: Canvas) {
    let rings = 12
    let hole = shape.rectangle.inset(by: BlockPainter.radius)
    let strength = isDark ? 0.055 : 0.028
    for ring in 0..<rings {
      let spread = (reach - verticalOffset) * Double(ring) / Double(rings - 1)
      var grown = shape.inset(by: -spread)
      grown.rectangle.y += verticalOffset * spread / (reach - verticalOffset) + 1
      let share = 1 - Double(ring) / Double(rings)
      canvas.fill(grown, around: hole, PaintColor.black.faded(strength * share))
    }
  }
}

/// Two circular arrows, which mark an event of a series.
///
/// The arrows are drawn as paths, because not every font contains such a glyph.
enum RepeatMark {
  /// Paints the mark centred on a point.
  static func paint(x: Double, y: Double, size: Double, color: PaintColor, on canvas: Canvas) {
    let radius = size * 0.36
    let arrow = size * 0.2
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
          cairo_move_to(canvas.cairo, radius - arrow, -arrow * 0.3)
          cairo_line_to(canvas.cairo, radius + arrow, -arrow * 0.3)
          cairo_line_to(canvas.cairo, radius, arrow * 1.1)
          cairo_close_path(canvas.cairo)
          cairo_fill(canvas.cairo)
        }
      }
    }
  }
}
