import CPaint
import CalendarModel

/// Paints to a file, without a display.
package enum Picture {
  /// The kinds of file that can be written.
  package enum Format: String, CaseIterable, Sendable {
    /// Pixels.
    case png
    /// Shapes, for the web and for editing.
    case svg
    /// Shapes on one page, for paper. A px is 1/96 inch.
    case pdf

    /// The kind that a file's name asks for by its ending, or nil if there is none of that ending.
    package init?(path: String) {
      guard let dot = path.lastIndex(of: ".") else { return nil }
      self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }
  }

  /// Device pixels to a side. Cairo's own limit is 32,767; a picture of this size takes a gigabyte already.
  package static let limit = 16_384

  /// Paints a picture and writes it.
  ///
  /// - Parameters:
  ///   - path: the file; one that is there is replaced.
  ///   - format: its kind.
  ///   - width: px; positive.
  ///   - height: px; positive.
  ///   - scale: device pixels per px; shapes grow by it too. Positive.
  ///   - paint: what is painted, on a canvas whose origin is the upper left corner.
  /// - Throws: `Failure`.
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
