import CPaint

/// An image in memory with an alpha channel.
final class ImageSurface {
  let surface: OpaquePointer
  private let cairo: OpaquePointer
  private let scale: Int

  /// A transparent image of `width` by `height` px, with `scale` device pixels per px.
  init(width: Int, height: Int, scale: Int = 1) {
    let made: OpaquePointer = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(width * scale), Int32(height * scale))
    cairo_surface_set_device_scale(made, Double(scale), Double(scale))
    surface = made
    cairo = cairo_create(made)
    self.scale = scale
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// A canvas that paints on it.
  var canvas: Canvas { Canvas(cairo: cairo, scale: scale) }

  /// The bytes of a row of device pixels; empty outside the image.
  func bytes(ofRow row: Int) -> [UInt8] {
    cairo_surface_flush(surface)
    guard (0..<Int(cairo_image_surface_get_height(surface))).contains(row),
      let bytes = cairo_image_surface_get_data(surface)
    else { return [] }
    let start = bytes + row * Int(cairo_image_surface_get_stride(surface))
    return Array(
      UnsafeBufferPointer(start: start, count: Int(cairo_image_surface_get_width(surface)) * 4))
  }

  /// The colour of the device pixel in that column and row; nil outside the image.
  func pixel(_ column: Int, _ row: Int) -> PaintColor? {
    cairo_surface_flush(surface)
    guard (0..<Int(cairo_image_surface_get_width(surface))).contains(column),
      (0..<Int(cairo_image_surface_get_height(surface))).contains(row),
      let bytes = cairo_image_surface_get_data(surface)
    else { return nil }
    let start = row * Int(cairo_image_surface_get_stride(surface)) + column * 4
    // ARGB32 is one native word, with the colours premultiplied by the opacity.
    let word = UnsafeRawPointer(bytes + start).load(as: UInt32.self)
    func part(_ shift: UInt32) -> Double { Double(word >> shift & 0xFF) / 255 }
    let alpha = part(24)
    guard alpha > 0 else { return PaintColor(red: 0, green: 0, blue: 0, alpha: 0) }
    return PaintColor(
      red: part(16) / alpha, green: part(8) / alpha, blue: part(0) / alpha, alpha: alpha)
  }
}
