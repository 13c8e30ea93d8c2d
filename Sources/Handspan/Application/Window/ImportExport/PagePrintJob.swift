import CGtk
import CalendarText
import GtkSupport
import TimelinePainting

/// Prints a page of the calendar on one sheet of paper, in landscape if the page has several days.
@MainActor
final class PagePrintJob {
  /// The settings of the last print job, which are reused for the next one.
  private static var settings: ObjectReference?
  /// The maximum number of points (1/72 inch) per px of the painter. With this scale, text is printed at 8 pt, which
  /// is usual in printed calendars. It is smaller if the paper would otherwise be too low for all events.
  private static let pointsPerPixel = 0.56
  /// The number of device pixels per px. Edges are rounded to device pixels, which must be smaller than a
  /// printer's dots.
  private static let deviceScale = 8.0

  private let operation: UnsafeMutablePointer<GtkPrintOperation>
  private let reference: ObjectReference
  /// A reference to this object, which keeps it alive until printing has finished.
  private var retainedWhilePrinting: PagePrintJob?

  /// - Parameters:
  ///   - page: the page to print.
  ///   - painter: paints the page; its background should be white, like paper.
  ///   - name: the name of the print job.
  init(_ page: CalendarPage, painter: PagePainter, name: String) {
    operation = nonNull(gtk_print_operation_new())
    reference = ObjectReference(operation.opaque)
    g_object_unref(operation)
    gtk_print_operation_set_n_pages(operation, 1)
    gtk_print_operation_set_job_name(operation, name)
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
    gtk_print_operation_set_allow_async(operation, 1)
    let setup = nonNull(gtk_page_setup_new())
    gtk_page_setup_set_orientation(
      setup, page.isWide ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
    gtk_print_operation_set_default_page_setup(operation, setup)
    g_object_unref(UnsafeMutableRawPointer(setup))
    onDrawPage(operation.opaque) { context, _ in PagePrintJob.draw(page, painter, on: context) }
  }

  private static func draw(_ page: CalendarPage, _ painter: PagePainter, on context: OpaquePointer) {
    guard let cairo = gtk_print_context_get_cairo_context(context) else { return }
    let height = gtk_print_context_get_height(context)
    let scale = scale(of: page, painter, height: height)
    cairo_scale(cairo, scale, scale)
    painter.paint(
      page, width: gtk_print_context_get_width(context) / scale, height: height / scale,
      on: Canvas(cairo: cairo, scale: deviceScale))
  }

  /// Returns the scale in points per px at which all events fit into a height in points.
  static func scale(of page: CalendarPage, _ painter: PagePainter, height: Double) -> Double {
    min(pointsPerPixel, height / painter.minimumHeight(of: page))
  }

  /// Shows the print dialog and prints the page.
  ///
  /// - Parameter onFailure: called with a translated reason if printing fails.
  func run(over window: WidgetPointer, onFailure: @escaping @MainActor (String) -> Void) {
    if let settings = PagePrintJob.settings {
      gtk_print_operation_set_print_settings(operation, settings.pointer.opaque)
    }
    retainedWhilePrinting = self
    onPrinted(operation.opaque) { [weak self] result in
      guard let self else { return }
      switch result {
      case GTK_PRINT_OPERATION_RESULT_APPLY: self.saveSettings()
      case GTK_PRINT_OPERATION_RESULT_ERROR: onFailure(self.errorMessage)
      default: break
      }
      self.retainedWhilePrinting = nil
    }
    gtk_print_operation_run(
      operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window.as(GtkWindow.self), nil)
  }

  /// Writes the page to a PDF file, as it would be printed.
  ///
  /// - Returns: whether the file was written.
  func export(to path: String) -> Bool {
    gtk_print_operation_set_allow_async(operation, 0)
    gtk_print_operation_set_export_filename(operation, path)
    let result = gtk_print_operation_run(operation, GTK_PRINT_OPERATION_ACTION_EXPORT, nil, nil)
    return result == GTK_PRINT_OPERATION_RESULT_APPLY
  }

  private func saveSettings() {
    guard let settings = gtk_print_operation_get_print_settings(operation) else { return }
    PagePrintJob.settings = ObjectReference(settings)
  }

  private var errorMessage: String {
    var error: UnsafeMutablePointer<GError>?
    gtk_print_operation_get_error(operation, &error)
    guard let error else { return "" }
    defer { g_error_free(error) }
    return String(cString: error.pointee.message)
  }
}
