import CPaint

/// An image in memory with an alpha channel.
final class ImageSurface {
  let surface: OpaquePointer
  private let cairo: OpaquePointer
  private let scale: Double

  /// Creates a transparent image of `width` by `height` px, with `scale` device pixels per px. Its size is rounded
  /// up to whole device pixels.
  init(width: Int, height: Int, scale: Double = 1) {
    let newSurface: OpaquePointer = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32((Double(width) * scale).rounded(.up)),
      Int32((Double(height) * scale).rounded(.up)))
    cairo_surface_set_device_scale(newSurface, scale, scale)
    surface = newSurface
    cairo = cairo_create(newSurface)
    self.scale = scale
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// A canvas that paints on the image.
  var canvas: Canvas { Canvas(cairo: cairo, scale: scale) }

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
}
