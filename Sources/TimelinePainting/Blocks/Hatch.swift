/// Hatching over a skipped or repeated hour.
enum Hatch {
  /// The horizontal distance between two lines in px.
  private static let spacing = 8.0

  /// Hatches a rectangle. The positions of the lines do not depend on the rectangle, so adjacent parts match.
  static func paint(_ area: Rectangle, _ color: PaintColor, on canvas: Canvas) {
    canvas.clipped(to: area) {
      // The coordinates of every point on a line add up to the same sum.
      var sum = ((area.x + area.y) / spacing).rounded(.down) * spacing
      while sum < area.maxX + area.maxY {
        canvas.stroke([(x: sum - area.y, y: area.y), (x: sum - area.maxY, y: area.maxY)], width: 1, color)
        sum += spacing
      }
    }
  }
}
