import CPaint
import CalendarModel

/// Writes pictures to files without a display.
package enum Picture {
  /// The supported file formats.
  package enum Format: String, CaseIterable, Sendable {
    /// A pixel image.
    case png
    /// Vector graphics, for the web and for editing.
    case svg
    /// Vector graphics on pages, for printing. One px is 1/96 inch.
    case pdf

    /// Creates the format for a path's extension; nil if the extension is missing or not supported.
    package init?(path: String) {
      guard let dot = path.lastIndex(of: ".") else { return nil }
      self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }
  }

  /// The maximum width and height in device pixels. Cairo's own limit is 32,767, but a picture of this size
  /// already takes up a gigabyte.
  package static let maximumSize = 16_384

  /// Paints a picture and writes it to a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file. An existing file is replaced.
  ///   - width: the width in px; positive.
  ///   - height: the height in px; positive.
  ///   - scale: the number of device pixels per px; positive. Vector graphics are also enlarged by this
  ///     factor.
  ///   - paint: paints the picture on a canvas whose origin is the upper-left corner.
  /// - Throws: `PictureFailure` if the picture is too large or cannot be written.
  package static func write(
    to path: String, format: Format, width: Int, height: Int, scale: Int = 1, paint: (Canvas) -> Void
  ) throws(PictureFailure) {
    try write(to: path, format: format, width: width, height: height, scale: scale, pageCount: 1) {
      _, canvas in
      paint(canvas)
    }
  }

  /// Paints pages of the same size and writes them to a file. Only a PDF has more than one; of other formats, the first is
  /// written.
  ///
  /// - Parameters:
  ///   - pageCount: the number of pages; positive.
  ///   - paint: paints the page with an index, from 0 on.
  package static func write(
    to path: String, format: Format, width: Int, height: Int, scale: Int = 1, pageCount: Int,
    paint: (_ page: Int, Canvas) -> Void
  ) throws(PictureFailure) {
    precondition(width > 0 && height > 0 && scale > 0 && pageCount > 0)
    guard width <= maximumSize / scale, height <= maximumSize / scale else {
      throw .tooLarge(width: width * scale, height: height * scale, limit: maximumSize)
    }
    let status: cairo_status_t
    switch format {
    case .png:
      let image = ImageSurface(width: width, height: height, scale: Double(scale))
      paint(0, image.canvas)
      cairo_surface_flush(image.surface)
      status = cairo_surface_write_to_png(image.surface, path)
    case .svg:
      let (w, h) = (Double(width * scale), Double(height * scale))
      let surface: OpaquePointer = cairo_svg_surface_create(path, w, h)
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
      status = finish(surface, factor: Double(scale), pageCount: 1, paint: paint)
    case .pdf:
      // Lengths in PDF are in points of 1/72 inch.
      let point = 0.75 * Double(scale)
      let surface: OpaquePointer = cairo_pdf_surface_create(
        path, Double(width) * point, Double(height) * point)
      status = finish(surface, factor: point, pageCount: pageCount, paint: paint)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .notWritten(path: path, reason: reason(status))
    }
  }

  private static func finish(
    _ surface: OpaquePointer, factor: Double, pageCount: Int, paint: (_ page: Int, Canvas) -> Void
  ) -> cairo_status_t {
    let cairo: OpaquePointer = cairo_create(surface)
    cairo_scale(cairo, factor, factor)
    for page in 0..<pageCount {
      paint(page, Canvas(cairo: cairo))
      cairo_show_page(cairo)
    }
    let paintingStatus = cairo_status(cairo)
    cairo_destroy(cairo)
    cairo_surface_finish(surface)
    let writingStatus = cairo_surface_status(surface)
    cairo_surface_destroy(surface)
    return paintingStatus == CAIRO_STATUS_SUCCESS ? writingStatus : paintingStatus
  }

  private static func reason(_ status: cairo_status_t) -> PictureFailure.Reason {
    status == CAIRO_STATUS_WRITE_ERROR ? .folder : .painting(code: Int(status.rawValue))
  }
}
