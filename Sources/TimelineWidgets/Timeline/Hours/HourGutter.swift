import CGtk
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The hour labels beside the days, with the current time. The gutter scrolls with the hour grid and stays in
/// place while pages turn.
@MainActor
final class HourGutter: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanHourGutter", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)

  private let style: TimelineStyle
  private let hourTiles = HourTiles()
  private let nowLine: NowLine
  var axis = DayAxis(pixelsPerHour: 80) {
    didSet { if axis != oldValue { gtk_widget_queue_allocate(gtkWidget) } }
  }
  /// The times of the second time zone, shown next to the hour labels; nil for none.
  var secondZone: SecondZoneTimes? { didSet { if secondZone != oldValue { hourTiles.repaint() } } }
  /// The current time in seconds since midnight; nil if today is not visible.
  var currentSecond: Int? {
    didSet {
      guard currentSecond != oldValue else { return }
      nowLine.currentSecond = currentSecond
      gtk_widget_set_visible(nowLine.gtkWidget, (currentSecond != nil).gboolean)
      hourTiles.repaint()
      gtk_widget_queue_allocate(gtkWidget)
    }
  }

  init(style: TimelineStyle) {
    self.style = style
    nowLine = NowLine(style: style, part: .gutter)
    super.init(HourGutter.widgetClass)
    gtk_widget_set_can_target(gtkWidget, 0)
    for tile in hourTiles.tiles { add(tile.gtkWidget) }
    add(nowLine.gtkWidget)
    hourTiles.paint = { [weak self] top, bottom, width, canvas in
      self?.painter(width: width).paint(from: top, to: bottom, on: canvas)
    }
  }

  /// Repaints everything after a change of style.
  func repaint() {
    hourTiles.repaint()
    gtk_widget_queue_draw(nowLine.gtkWidget)
  }

  private func painter(width: Double) -> GutterPainter {
    GutterPainter(
      axis: axis, width: width, currentSecond: currentSecond, secondZone: secondZone, palette: style.palette,
      text: style.text,
      phrases: style.phrases)
  }

  override func allocate(width: Int, height: Int) {
    hourTiles.allocate(on: self, axis: axis, width: width, scale: scaleFactor)
    guard let currentSecond else { return }
    let y = DevicePixels.round(axis.y(ofSecond: Double(currentSecond)), scaleFactor)
    allocate(
      nowLine.gtkWidget, x: 0, y: y - NowLine.halfHeight, width: width, height: Int(2 * NowLine.halfHeight))
  }
}
