import CPaint
import CalendarModel

/// Paints to a file, without needing a display.
package enum Picture {
  /// The supported file formats.
  package enum Format: String, CaseIterable, Sendable {
    /// A pixel image.
    case png
    /// Vector graphics, for the web and for editing.
    case svg
    /// Vector graphics on one page, for paper. A px is 1/96 inch.
    case pdf

    /// The format for a path's extension, or nil if there is none.
    package init?(path: String) {
      guard let dot = path.lastIndex(of: ".") else { return nil }
      self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }
  }

  /// Maximum width and height in device pixels. Cairo's own limit is 32,767; a picture of this size already
  /// takes a gigabyte.
  package static let limit = 16_384

  /// Paints a picture and writes it.
  ///
  /// - Parameters:
  ///   - path: the file; an existing one is replaced.
  ///   - width: px; positive.
  ///   - height: px; positive.
  ///   - scale: device pixels per px; vector graphics are enlarged by it too. Positive.
  ///   - paint: paints the picture, on a canvas whose origin is the upper left corner.
  /// - Throws: `PictureFailure`.
  package static func write(
    to path: String, format: Format, width: Int, height: Int, scale: Int = 1, paint: (Canvas) -> Void
  ) throws(PictureFailure) {
    precondition(width > 0 && height > 0 && scale > 0)
    guard width <= limit / scale, height <= limit / scale else {
      throw .tooLarge(width: width * scale, height: height * scale, limit: limit)
    }
    let status: cairo_status_t
    switch format {
    case .png:
      let image = ImageSurface(width: width, height: height, scale: scale)
      paint(image.canvas)
      cairo_surface_flush(image.surface)
      status = cairo_surface_write_to_png(image.surface, path)
    case .svg:
      let (w, h) = (Double(width * scale), Double(height * scale))
      let surface: OpaquePointer = cairo_svg_surface_create(path, w, h)
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
      status = finish(surface, factor: Double(scale), paint: paint)
    case .pdf:
      // Points of 1/72 inch.
      let point = 0.75 * Double(scale)
      let surface: OpaquePointer = cairo_pdf_surface_create(
        path, Double(width) * point, Double(height) * point)
      status = finish(surface, factor: point, paint: paint)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .notWritten(path: path, reason: reason(status))
    }
  }

  private static func finish(
    _ surface: OpaquePointer, factor: Double, paint: (Canvas) -> Void
  ) -> cairo_status_t {
    let cairo: OpaquePointer = cairo_create(surface)
    cairo_scale(cairo, factor, factor)
    paint(Canvas(cairo: cairo))
    cairo_show_page(cairo)
    let painted = cairo_status(cairo)
    cairo_destroy(cairo)
    cairo_surface_finish(surface)
    let written = cairo_surface_status(surface)
    cairo_surface_destroy(surface)
    return painted == CAIRO_STATUS_SUCCESS ? written : painted
  }

  private static func reason(_ status: cairo_status_t) -> PictureFailure.Reason {
    status == CAIRO_STATUS_WRITE_ERROR ? .folder : .painting(code: Int(status.rawValue))
  }
}
