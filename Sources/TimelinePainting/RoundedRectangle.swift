import CPaint

/// A rectangle with a radius for each corner, limited to half the length of the shorter side.
struct RoundedRectangle {
  var rectangle: Rectangle
  private var topLeft: Double
  private var topRight: Double
  private var bottomRight: Double
  private var bottomLeft: Double

  init(_ rectangle: Rectangle, topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    let maximum = max(0, min(rectangle.width, rectangle.height) / 2)
    self.rectangle = rectangle
    self.topLeft = min(max(0, topLeft), maximum)
    self.topRight = min(max(0, topRight), maximum)
    self.bottomRight = min(max(0, bottomRight), maximum)
    self.bottomLeft = min(max(0, bottomLeft), maximum)
  }

  /// Returns the shape at a distance inside this one, or outside it if the distance is negative. A
  /// negative distance also rounds square corners.
  func inset(by distance: Double) -> RoundedRectangle {
    RoundedRectangle(
      rectangle.inset(by: distance), topLeft: topLeft - distance, topRight: topRight - distance,
      bottomRight: bottomRight - distance, bottomLeft: bottomLeft - distance)
  }

  /// Makes the shape the current path.
  func trace(on cairo: OpaquePointer) {
    let (r, quarter) = (rectangle, Double.pi / 2)
    cairo_new_path(cairo)
    cairo_arc(cairo, r.maxX - topRight, r.y + topRight, topRight, -quarter, 0)
    cairo_arc(cairo, r.maxX - bottomRight, r.maxY - bottomRight, bottomRight, 0, quarter)
    cairo_arc(cairo, r.x + bottomLeft, r.maxY - bottomLeft, bottomLeft, quarter, 2 * quarter)
    cairo_arc(cairo, r.x + topLeft, r.y + topLeft, topLeft, 2 * quarter, 3 * quarter)
    cairo_close_path(cairo)
  }
}
