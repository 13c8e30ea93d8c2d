import CGtk
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The hours behind the events, in one drawing area per hour.
///
/// A tile is painted by Cairo once and then moved by its render node, so scrolling paints nothing; and no
/// painted surface is ever as tall as the day.
@MainActor
final class HourGrid {
  /// The drawing areas, midnight first. The first and the last also hold the sheet's margins.
  private(set) var tiles: [WidgetPointer] = []
  /// Seconds after midnight that are painted as working time.
  var workingHours = 9 * 3600..<17 * 3600
  /// Where the now line is, so that no hour label is painted under its time.
  var nowSecond: Int?
  /// Whether the shown day is one of the weekend.
  var isWeekend = false
  /// What the clocks skip or repeat on the shown day.
  var clockChanges: [ClockChange] = []

  private let style: TimelineStyle
  private var axis = DayAxis(pixelsPerHour: 80)
  private var scale = 1.0

  init(style: TimelineStyle) {
    self.style = style
    for hour in 0..<24 {
      let tile = created(gtk_drawing_area_new())
      gtk_widget_set_can_target(tile, 0)
      Accessible.setRole(tile, GTK_ACCESSIBLE_ROLE_PRESENTATION)
      setDrawing(tile) { [weak self] cairo, width, _ in
        FrameStatistics.measure { self?.paint(hour, on: cairo, width: width) }
      }
      tiles.append(tile)
    }
  }

  /// Paints everything anew: the zoom, the style or the working hours changed.
  func repaint() { tiles.forEach { gtk_widget_queue_draw($0) } }

  /// Places the tiles for an offset in whole device pixels.
  func place(on sheet: CustomWidget, axis: DayAxis, width: Int, offset: Double, scale: Double) {
    if axis != self.axis || scale != self.scale {
      self.axis = axis
      self.scale = scale
      repaint()
    }
    for (hour, tile) in tiles.enumerated() {
      let top = edge(hour)
      sheet.place(tile, x: 0, y: top - offset, width: width, height: Int((edge(hour + 1) - top).rounded(.up)))
    }
  }

  /// The upper edge of an hour's tile on the sheet, on device pixels; the day's ends reach to the sheet's.
  private func edge(_ hour: Int) -> Double {
    switch hour {
    case 0: 0
    case 24: axis.contentHeight.rounded(.up)
    default: (axis.y(ofSecond: Double(hour * 3600)) * scale).rounded() / scale
    }
  }

  private func paint(_ hour: Int, on cairo: OpaquePointer, width: Int) {
    FrameStatistics.tilePaints += 1
    let canvas = Canvas(cairo: cairo, scale: Int(scale))
    inParts(width: Double(width), on: canvas) { grid, gutter in
      grid?.paint(from: edge(hour), to: edge(hour + 1), on: canvas)
      gutter?.paint(from: edge(hour), to: edge(hour + 1), on: canvas)
    }
  }

  /// Paints line and time of the present moment, on a canvas whose origin is the sheet's upper left corner.
  func paintNow(_ second: Int, width: Double, on canvas: Canvas) {
    inParts(width: width, now: second, on: canvas) { grid, gutter in
      grid?.paintNow(on: canvas)
      gutter?.paintNow(on: canvas)
    }
  }

  /// Where the line of a second is, in px of the sheet.
  func y(ofSecond second: Int, on canvas: Canvas) -> Double {
    canvas.snapped(axis.y(ofSecond: Double(second)))
  }

  /// Calls `paint` for the columns and for the gutter beside them, the origin at the upper left corner of each.
  private func inParts(
    width: Double, now: Int? = nil, on canvas: Canvas, _ paint: (GridPainter?, GutterPainter?) -> Void
  ) {
    let gutterWidth = style.gutterWidth
    let isRightToLeft = style.text.isRightToLeft
    let grid = GridPainter(
      axis: axis, width: max(1, width - gutterWidth),
      columns: [GridColumn(isWeekend: isWeekend, clockChanges: clockChanges, now: now)],
      workingMinutes: workingHours.lowerBound / 60..<workingHours.upperBound / 60, palette: style.palette,
      isRightToLeft: isRightToLeft)
    let gutter = GutterPainter(
      axis: axis, width: gutterWidth, now: now ?? nowSecond, palette: style.palette, text: style.text,
      phrases: style.phrases)
    canvas.translated(x: isRightToLeft ? 0 : gutterWidth, y: 0) { paint(grid, nil) }
    canvas.translated(x: isRightToLeft ? width - gutterWidth : 0, y: 0) { paint(nil, gutter) }
  }
}
