import CGtk
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The background of a page or of the hour gutter, with one widget per hour.
///
/// A tile is painted once. Scrolling then moves its render node and paints nothing. No painted surface is ever as
/// tall as the whole day.
@MainActor
final class HourTiles {
  /// The tiles in chronological order. The first and the last one also cover the margins above 0:00 and below 24:00.
  private(set) var tiles: [HourTile] = []
  /// Paints the part between `top` and `bottom`, in px from the top of the hours. The origin of the canvas is the
  /// top-left corner of that part.
  var paint: (_ top: Double, _ bottom: Double, _ width: Double, Canvas) -> Void = { _, _, _, _ in }
  /// Returns the same part as a list of filled rectangles, which need no memory for a painted surface. If the result is
  /// nil, the part is painted instead.
  var fills: (_ top: Double, _ bottom: Double, _ width: Double, _ scale: Double) -> [GridPainter.Fill]? = {
    _, _, _, _ in nil
  }

  private var axis = DayAxis(pixelsPerHour: 80)
  private var scale = 1.0

  init() {
    for hour in 0..<24 {
      let tile = HourTile()
      tile.paint = { [weak self] canvas, width in
        guard let self else { return }
        self.paint(self.topEdge(ofHour: hour), self.topEdge(ofHour: hour + 1), width, canvas)
      }
      tile.fills = { [weak self] width in
        self.flatMap { $0.fills($0.topEdge(ofHour: hour), $0.topEdge(ofHour: hour + 1), width, $0.scale) }
      }
      tiles.append(tile)
    }
  }

  /// Repaints all tiles after a change of zoom, style or days.
  func repaint() { tiles.forEach { gtk_widget_queue_draw($0.gtkWidget) } }

  /// Allocates the tiles on a widget that is as tall as the day.
  func allocate(on parent: CustomWidget, axis: DayAxis, width: Int, scale: Double) {
    if axis != self.axis || scale != self.scale {
      self.axis = axis
      self.scale = scale
      repaint()
    }
    for (hour, tile) in tiles.enumerated() {
      let top = topEdge(ofHour: hour)
      parent.allocate(
        tile.gtkWidget, x: 0, y: top, width: width,
        height: Int((topEdge(ofHour: hour + 1) - top).rounded(.up)))
    }
  }

  /// Returns the tiles that overlap a vertical range, in px from the top of the hours.
  func tiles(in range: ClosedRange<Double>) -> [HourTile] {
    tiles.indices.filter { (topEdge(ofHour: $0)...topEdge(ofHour: $0 + 1)).overlaps(range) }.map { tiles[$0] }
  }

  /// Returns the top edge of an hour's tile, in px from the top of the hours and rounded to device pixels. The first
  /// and the last tile also cover the margins.
  private func topEdge(ofHour hour: Int) -> Double {
    switch hour {
    case 0: 0
    case 24: axis.contentHeight.rounded(.up)
    default: DevicePixels.round(axis.y(ofSecond: Double(hour * 3600)), scale)
    }
  }
}

/// One hour of the background.
@MainActor
final class HourTile: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanHourTile", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  var paint: (Canvas, _ width: Double) -> Void = { _, _ in }
  var fills: (_ width: Double) -> [GridPainter.Fill]? = { _ in nil }

  init() {
    super.init(HourTile.widgetClass)
    gtk_widget_set_can_target(gtkWidget, 0)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    FrameStatistics.tilePaintCount += 1
    FrameStatistics.measure {
      guard let fills = fills(Double(width)) else {
        return draw(on: snapshot) { paint(Canvas(cairo: $0, scale: scaleFactor), Double(width)) }
      }
      for fill in fills { fill.append(to: snapshot) }
    }
  }
}

extension GridPainter.Fill {
  /// Appends the filled rectangle to a snapshot.
  func append(to snapshot: OpaquePointer) {
    var (bounds, color) = (rectangle.graphene, color.gdk)
    gtk_snapshot_append_color(snapshot, &color, &bounds)
  }
}

extension Rectangle {
  fileprivate var graphene: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

extension PaintColor {
  fileprivate var gdk: GdkRGBA {
    GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
  }
}
