import CGtk
import GtkSupport
import TimelinePainting

/// A decorative widget that is painted only when it changes, and otherwise just moved.
@MainActor
final class PaintedArea: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanPaintedArea", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)

  /// Paints the widget. `width` is in px.
  var paint: (_ canvas: Canvas, _ width: Double) -> Void = { _, _ in }

  init() {
    super.init(PaintedArea.widgetClass)
    gtk_widget_set_can_target(gtkWidget, 0)
  }

  /// Queues a repaint.
  func repaint() { gtk_widget_queue_draw(gtkWidget) }

  override func snapshot(_ snapshot: OpaquePointer) {
    FrameStatistics.measure {
      draw(on: snapshot) { paint(Canvas(cairo: $0, scale: scaleFactor), Double(width)) }
    }
  }
}
