import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// A bar at an edge of the timeline that fills while an event is held there. When it is full, the page turns.
@MainActor
final class DwellBar: CustomWidget {
  /// The edge of the timeline at which the event is held.
  enum Edge: Equatable { case left, right, top, bottom }
  /// The edge, and the fraction of the dwell time that has passed, from 0 to 1.
  struct State: Equatable {
    var edge: Edge
    var progress: Double
  }

  private static let widgetClass = WidgetClass("HandspanDwellBar", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  /// The thickness in px.
  private static let thickness = 4.0
  private let style: TimelineStyle
  var state: State? { didSet { if state != oldValue { gtk_widget_queue_draw(gtkWidget) } } }

  init(style: TimelineStyle) {
    self.style = style
    super.init(DwellBar.widgetClass)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    guard let state else { return }
    let accent = style.palette.accentMark
    var color = GdkRGBA(
      red: Float(accent.red), green: Float(accent.green), blue: Float(accent.blue), alpha: 1)
    let (w, h, thickness) = (Double(width), Double(height), DwellBar.thickness)
    let (x, y, barWidth, barHeight): (Double, Double, Double, Double) =
      switch state.edge {
      case .left: (0, h * (1 - state.progress) / 2, thickness, h * state.progress)
      case .right: (w - thickness, h * (1 - state.progress) / 2, thickness, h * state.progress)
      case .top: (w * (1 - state.progress) / 2, 0, w * state.progress, thickness)
      case .bottom: (w * (1 - state.progress) / 2, h - thickness, w * state.progress, thickness)
      }
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(barWidth), height: Float(barHeight)))
    gtk_snapshot_append_color(snapshot, &color, &bounds)
  }
}
