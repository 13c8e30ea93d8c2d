import CGtk
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The hour labels beside the days, with the present time. It scrolls with the hours and stays in place while
/// pages turn.
@MainActor
final class HourGutter: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanHourGutter", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)

  private let style: TimelineStyle
  private let tiles = HourTiles()
  private let nowLine: NowLine
  var axis = DayAxis(pixelsPerHour: 80) {
    didSet { if axis != oldValue { gtk_widget_queue_allocate(pointer) } }
  }
  /// The second zone, whose times are shown next to the hour labels.
  var secondZone: SecondZone? { didSet { if secondZone != oldValue { tiles.repaint() } } }
  /// The present time in seconds since midnight, if today is visible.
  var now: Int? {
    didSet {
      guard now != oldValue else { return }
      nowLine.second = now
      gtk_widget_set_visible(nowLine.pointer, (now != nil).gboolean)
      tiles.repaint()
      gtk_widget_queue_allocate(pointer)
    }
  }

  init(style: TimelineStyle) {
    self.style = style
    nowLine = NowLine(style: style, part: .gutter)
    super.init(HourGutter.widgetClass)
    gtk_widget_set_can_target(pointer, 0)
    for tile in tiles.tiles { add(tile.pointer) }
    add(nowLine.pointer)
    tiles.paint = { [weak self] top, bottom, width, canvas in
      self?.painter(width: width).paint(from: top, to: bottom, on: canvas)
    }
  }

  /// Paints everything again after a change of style.
  func repaint() {
    tiles.repaint()
    gtk_widget_queue_draw(nowLine.pointer)
  }

  private func painter(width: Double) -> GutterPainter {
    GutterPainter(
      axis: axis, width: width, now: now, secondZone: secondZone, palette: style.palette, text: style.text,
      phrases: style.phrases)
  }

  override func allocate(width: Int, height: Int) {
    tiles.place(on: self, axis: axis, width: width, scale: scaleFactor)
    guard let now else { return }
    let y = DevicePixels.round(axis.y(ofSecond: Double(now)), scaleFactor)
    allocate(
      nowLine.pointer, x: 0, y: y - NowLine.halfHeight, width: width, height: Int(2 * NowLine.halfHeight))
  }
}
