import CGtk

/// A picture that is rasterized by Cairo once and shown in many frames.
///
/// A Cairo node does not cache its pixels: in each frame, GSK's Cairo renderer replays all drawing operations
/// (paths, clips, glyphs), and the GPU renderers of GTK 4.14 and later paint and upload the node.
@MainActor
struct PaintedPicture: ~Copyable {
  private let surface: OpaquePointer
  private let bounds: graphene_rect_t
  private let scale: Double

  /// Paints a rectangle of a widget, in the widget's coordinates.
  ///
  /// - Parameters:
  ///   - bounds: the rectangle in px. Its origin must be on a device pixel. Its size is rounded up to whole
  ///     device pixels.
  ///   - scale: the number of device pixels per px.
  /// - Returns: nil if Cairo cannot create a surface of that size.
  init?(of bounds: graphene_rect_t, scale: Double, _ body: (OpaquePointer) -> Void) {
    self.scale = scale
    // The lengths are single-precision numbers, so a whole number of device pixels may have become slightly
    // larger.
    func pixels(_ length: Float) -> Double { (Double(length) * scale - 0.001).rounded(.up) }
    let (pixelWidth, pixelHeight) = (pixels(bounds.size.width), pixels(bounds.size.height))
    guard pixelWidth >= 1, pixelHeight >= 1,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(pixelWidth), Int32(pixelHeight))
    else { return nil }
    guard let cairo = cairo_create(surface), cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    // The origin is a single-precision number, too, so it is rounded to a whole number of device pixels.
    cairo_translate(
      cairo, -(Double(bounds.origin.x) * scale).rounded(), -(Double(bounds.origin.y) * scale).rounded())
    cairo_scale(cairo, scale, scale)
    body(cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
    self.surface = surface
    self.bounds = graphene_rect_t(
      origin: bounds.origin,
      size: graphene_size_t(width: Float(pixelWidth / scale), height: Float(pixelHeight / scale)))
  }

  deinit { cairo_surface_destroy(surface) }

  /// Appends the picture to a snapshot, which retains it.
  ///
  /// For a GPU renderer, the picture is appended as a texture, which is uploaded once. GSK's Cairo renderer
  /// would copy a texture in each frame, so for that renderer, the picture is appended as a Cairo node that does
  /// nothing but paint it.
  func append(to snapshot: OpaquePointer, forGPU: Bool) {
    var bounds = bounds
    if forGPU {
      let texture = makeTexture()
      gtk_snapshot_append_texture(snapshot, texture, &bounds)
      g_object_unref(UnsafeMutableRawPointer(texture))
      return
    }
    guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    cairo_translate(cairo, Double(bounds.origin.x), Double(bounds.origin.y))
    cairo_scale(cairo, 1 / scale, 1 / scale)
    cairo_set_source_surface(cairo, surface, 0, 0)
    // Source and target pixels coincide, so no filtering is needed.
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST)
    cairo_paint(cairo)
    cairo_destroy(cairo)
  }

  /// Returns a texture with the same pixels. It retains the surface.
  private func makeTexture() -> OpaquePointer {
    let stride = Int(cairo_image_surface_get_stride(surface))
    let height = cairo_image_surface_get_height(surface)
    let bytes = g_bytes_new_with_free_func(
      cairo_image_surface_get_data(surface), gsize(stride * Int(height)),
      { cairo_surface_destroy(OpaquePointer($0)) }, UnsafeMutableRawPointer(cairo_surface_reference(surface)))
    defer { g_bytes_unref(bytes) }
    return nonNull(
      gdk_memory_texture_new(
        cairo_image_surface_get_width(surface), height, handspan_cairo_memory_format, bytes, gsize(stride)))
  }
}
