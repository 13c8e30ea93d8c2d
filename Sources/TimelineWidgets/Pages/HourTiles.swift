import CGtk
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// A background as high as the day, with one widget per hour.
///
/// A tile is drawn once and then moved with its render node, so scrolling paints nothing; and no painted
/// surface is ever as high as the day.
@MainActor
final class HourTiles {
  /// The widgets, from midnight on. The first and the last also include the sheet's margins.
  private(set) var tiles: [HourTile] = []
  /// Paints the part of the sheet between two y in px, on a canvas whose origin is that of the part.
  var paint: (_ top: Double, _ bottom: Double, _ width: Double, Canvas) -> Void = { _, _, _, _ in }
  /// Returns the same part as rectangles, which need neither a picture nor memory for one. If it returns nil,
  /// the part is painted.
  var fills: (_ top: Double, _ bottom: Double, _ width: Double, _ scale: Int) -> [GridPainter.Fill]? = {
    _, _, _, _ in nil
  }

  private var axis = DayAxis(pixelsPerHour: 80)
  private var scale = 1

  init() {
    for hour in 0..<24 {
      let tile = HourTile()
      tile.paint = { [weak self] canvas, width in
        guard let self else { return }
        self.paint(self.edge(hour), self.edge(hour + 1), width, canvas)
      }
      tile.fills = { [weak self] width in
        self.flatMap { $0.fills($0.edge(hour), $0.edge(hour + 1), width, $0.scale) }
      }
      tiles.append(tile)
    }
  }

  /// Paints everything again after a change of zoom, style or days.
  func repaint() { tiles.forEach { gtk_widget_queue_draw($0.pointer) } }

  /// Allocates the tiles on a widget that is as high as the day.
  func place(on sheet: CustomWidget, axis: DayAxis, width: Int, scale: Int) {
    if axis != self.axis || scale != self.scale {
      self.axis = axis
      self.scale = scale
      repaint()
    }
    for (hour, tile) in tiles.enumerated() {
      let top = edge(hour)
      sheet.allocate(
        tile.pointer, x: 0, y: top, width: width, height: Int((edge(hour + 1) - top).rounded(.up)))
    }
  }

  /// The tiles that overlap a vertical range in px of the sheet.
  func tiles(in part: ClosedRange<Double>) -> [HourTile] {
    tiles.indices.filter { (edge($0)...edge($0 + 1)).overlaps(part) }.map { tiles[$0] }
  }

  /// The top edge of an hour's tile on the sheet, on device pixels. The first and last tiles extend to the
  /// sheet's edges.
  private func edge(_ hour: Int) -> Double {
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
    gtk_widget_set_can_target(pointer, 0)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    FrameStatistics.tilePaints += 1
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
