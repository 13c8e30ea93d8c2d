import CPaint

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
  /// Returns the bytes of a row of device pixels; empty outside the image.
  func bytes(ofRow row: Int) -> [UInt8] {
    cairo_surface_flush(surface)
    guard (0..<Int(cairo_image_surface_get_height(surface))).contains(row),
      let bytes = cairo_image_surface_get_data(surface)
    else { return [] }
    let start = bytes + row * Int(cairo_image_surface_get_stride(surface))
    return Array(
      UnsafeBufferPointer(start: start, count: Int(cairo_image_surface_get_width(surface)) * 4))
  }

  /// Returns the color of a device pixel; nil outside the image.
  func pixel(_ column: Int, _ row: Int) -> PaintColor? {
    cairo_surface_flush(surface)
    guard (0..<Int(cairo_image_surface_get_width(surface))).contains(column),
      (0..<Int(cairo_image_surface_get_height(surface))).contains(row),
      let bytes = cairo_image_surface_get_data(surface)
    else { return nil }
    let start = row * Int(cairo_image_surface_get_stride(surface)) + column * 4
    // An ARGB32 pixel is a 32-bit word in native byte order. Its colors are premultiplied by the opacity.
    let word = UnsafeRawPointer(bytes + start).load(as: UInt32.self)
    func component(_ shift: UInt32) -> Double { Double(word >> shift & 0xFF) / 255 }
    let alpha = component(24)
    guard alpha > 0 else { return PaintColor(red: 0, green: 0, blue: 0, alpha: 0) }
    return PaintColor(
      red: component(16) / alpha, green: component(8) / alpha, blue: component(0) / alpha, alpha: alpha)
  }

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
