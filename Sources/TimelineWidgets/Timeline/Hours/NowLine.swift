import CGtk
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The marker of the current time: a line across a page, or the time in the hour gutter.
@MainActor
final class NowLine: CustomWidget {
  /// The part of the marker that the widget paints: the line, which moves with its page, or the time, which
  /// stays in the gutter.
  enum Part { case page, gutter }

  private static let widgetClass = WidgetClass("HandspanNowLine", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  /// The distance in px from the line to the widget's upper and lower edges, which leaves space for the time.
  static let halfHeight = 16.0
  /// The width in px by which the widget extends beyond the page on each side, because the dot is centered on
  /// the column's edge.
  static let overhang = 6.0

  private let style: TimelineStyle
  private let part: Part
  /// The current time in seconds since midnight, rounded down to the minute; nil if today is not visible.
  var currentSecond: Int? { didSet { if currentSecond != oldValue { gtk_widget_queue_draw(gtkWidget) } } }
  /// The grid columns of the page's days.
  var columns: [GridColumn] = [] { didSet { if columns != oldValue { gtk_widget_queue_draw(gtkWidget) } } }

  init(style: TimelineStyle, part: Part) {
    self.style = style
    self.part = part
    super.init(NowLine.widgetClass)
    gtk_widget_set_can_target(gtkWidget, 0)
    gtk_widget_set_visible(gtkWidget, 0)
  }

  // Any zoom will do, because only the area around the line is painted.
  private static let axis = DayAxis(pixelsPerHour: 80)

  override func snapshot(_ snapshot: OpaquePointer) {
    guard let currentSecond else { return }
    draw(on: snapshot) { cairo in
      let canvas = Canvas(cairo: cairo, scale: scaleFactor)
      let y = canvas.snapped(NowLine.axis.y(ofSecond: Double(currentSecond)))
      switch part {
      case .page:
        let painter = GridPainter(
          axis: NowLine.axis, width: Double(width) - 2 * NowLine.overhang, columns: columns,
          palette: style.palette,
          isRightToLeft: style.text.isRightToLeft)
        canvas.translated(x: NowLine.overhang, y: canvas.snapped(NowLine.halfHeight) - y) {
          painter.paintNow(on: canvas)
        }
      case .gutter:
        let painter = GutterPainter(
          axis: NowLine.axis, width: Double(width), currentSecond: currentSecond, palette: style.palette,
          text: style.text,
          phrases: style.phrases)
        canvas.translated(x: 0, y: canvas.snapped(NowLine.halfHeight) - y) { painter.paintNow(on: canvas) }
      }
    }
  }
}
