import CGtk
import GtkSupport
import TimelinePainting

/// The line of the present moment, over everything else, so that it is seen in the midst of an event.
@MainActor
final class NowLine: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanNowLine", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  /// px above and below the line that the widget covers: half the height of its label.
  static let reach = 16.0

  private let grid: HourGrid
  /// Seconds after the shown day's midnight, on whole minutes; nil if the present is on another day.
  var second: Int? { didSet { if second != oldValue { gtk_widget_queue_draw(pointer) } } }

  init(grid: HourGrid) {
    self.grid = grid
    super.init(NowLine.widgetClass)
    gtk_widget_set_can_target(pointer, 0)
    gtk_widget_set_visible(pointer, 0)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    guard let second else { return }
    draw(on: snapshot) { cairo in
      let canvas = Canvas(cairo: cairo, scale: scaleFactor)
      canvas.translated(x: 0, y: NowLine.reach - grid.y(ofSecond: second, on: canvas)) {
        grid.paintNow(second, width: Double(width), on: canvas)
      }
    }
  }
}
