import CGtk
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// A sheet as high as the day, in one painted widget per hour.
///
/// A tile is painted once and then moved by its render node, so scrolling paints nothing; and no painted surface is
/// ever as tall as the day.
@MainActor
final class HourTiles {
  /// The widgets, midnight first. The first and the last also hold the sheet's margins.
  private(set) var tiles: [HourTile] = []
  /// Paints the part of the sheet from one y to another, in px, on a canvas whose origin is the part's own.
  var paint: (_ top: Double, _ bottom: Double, _ width: Double, Canvas) -> Void = { _, _, _, _ in }

  private var axis = DayAxis(pixelsPerHour: 80)
  private var scale = 1

  init() {
    for hour in 0..<24 {
      let tile = HourTile()
      tile.paint = { [weak self] canvas, width in
        guard let self else { return }
        self.paint(self.edge(hour), self.edge(hour + 1), width, canvas)
      }
      tiles.append(tile)
    }
  }

  /// Paints everything anew: the zoom, the style or the days changed.
  func repaint() { tiles.forEach { gtk_widget_queue_draw($0.pointer) } }

  /// Places the tiles on a widget that is as high as the day.
  func place(on sheet: CustomWidget, axis: DayAxis, width: Int, scale: Int) {
    if axis != self.axis || scale != self.scale {
      self.axis = axis
      self.scale = scale
      repaint()
    }
    for (hour, tile) in tiles.enumerated() {
      let top = edge(hour)
      sheet.place(tile.pointer, x: 0, y: top, width: width, height: Int((edge(hour + 1) - top).rounded(.up)))
    }
  }

  /// The upper edge of an hour's tile on the sheet, on device pixels; the day's ends reach to the sheet's.
  private func edge(_ hour: Int) -> Double {
    switch hour {
    case 0: 0
    case 24: axis.contentHeight.rounded(.up)
    default: DevicePixels.round(axis.y(ofSecond: Double(hour * 3600)), scale)
    }
  }
}

/// An hour of a sheet.
@MainActor
final class HourTile: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanHourTile", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  var paint: (Canvas, _ width: Double) -> Void = { _, _ in }

  init() {
    super.init(HourTile.widgetClass)
    gtk_widget_set_can_target(pointer, 0)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    FrameStatistics.tilePaints += 1
    FrameStatistics.measure {
      draw(on: snapshot) { cairo in paint(Canvas(cairo: cairo, scale: scaleFactor), Double(width)) }
    }
  }
}
