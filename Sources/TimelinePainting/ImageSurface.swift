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
}
