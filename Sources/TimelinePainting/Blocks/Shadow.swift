/// The soft shadow of a lifted block.
enum Shadow {
  /// The distance in px by which the shadow extends beyond the block.
  static let reach = 16.0
  /// The vertical offset of the shadow in px.
  private static let verticalOffset = 4.0

  /// Paints the shadow of a shape. Cairo cannot blur, so the shadow consists of rings that become fainter
  /// toward the outside.
  ///
  /// The area under the shape is left out, because the shape is opaque, and filling a large area twelve times
  /// takes longer than a frame.
  static func paint(below shape: RoundedRectangle, isDark: Bool, on canvas: Canvas) {
    let ringCount = 12
    let hole = shape.rectangle.inset(by: BlockPainter.radius)
    let strength = isDark ? 0.055 : 0.028
    for ring in 0..<ringCount {
      let spread = (reach - verticalOffset) * Double(ring) / Double(ringCount - 1)
      var ringShape = shape.inset(by: -spread)
      ringShape.rectangle.y += verticalOffset * spread / (reach - verticalOffset) + 1
      let opacity = 1 - Double(ring) / Double(ringCount)
      canvas.fill(ringShape, around: hole, PaintColor.black.faded(strength * opacity))
    }
  }
}
