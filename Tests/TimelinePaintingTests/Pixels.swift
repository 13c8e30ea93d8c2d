@testable import TimelinePainting

/// Returns a picture with a light background and the contents that `paint` adds.
func painted(width: Int, height: Int, scale: Double = 1, _ paint: (Canvas) -> Void) -> ImageSurface {
  let picture = ImageSurface(width: width, height: height, scale: scale)
  let bounds = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
  picture.canvas.fill(bounds, Palette.light.background)
  paint(picture.canvas)
  return picture
}

extension ImageSurface {
  /// Whether a pixel has a color, allowing for rounding to 8 bits.
  func shows(_ color: PaintColor, _ column: Int, _ row: Int) -> Bool {
    guard let pixel = pixel(column, row) else { return false }
    let components = [
      (pixel.red, color.red), (pixel.green, color.green), (pixel.blue, color.blue),
      (pixel.alpha, color.alpha),
    ]
    return components.allSatisfy { abs($0 - $1) < 0.012 }
  }

  /// Whether a pixel is fully transparent.
  func isClear(_ column: Int, _ row: Int) -> Bool { pixel(column, row)?.alpha == 0 }

  /// The number of pixels in a part of the picture that differ from a color.
  func count(in columns: Range<Int>, _ rows: Range<Int>, not color: PaintColor) -> Int {
    rows.reduce(0) { sum, row in sum + columns.count { !shows(color, $0, row) } }
  }

  /// The rows with a pixel that differs from a color, in a part of the picture.
  func rows(in columns: Range<Int>, _ rows: Range<Int>, not color: PaintColor) -> [Int] {
    rows.filter { row in columns.contains { !shows(color, $0, row) } }
  }
}
