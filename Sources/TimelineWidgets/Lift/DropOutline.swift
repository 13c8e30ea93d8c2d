import CGtk
import GtkSupport
import TimelinePainting

/// The outline of where the lifted event would be dropped.
@MainActor
final class DropOutline: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanDropOutline", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  private let style: TimelineStyle
  /// The content of the lifted event. The outline shows only its colour and status: text would cover that of
  /// the events below, and the label shows the time. So the outline is not repainted while the times change.
  var content: BlockContent? {
    didSet {
      let bare = content.map {
        BlockContent(title: "", color: $0.color, status: $0.status, isFree: $0.isFree)
      }
      guard bare != shown else { return }
      shown = bare
      gtk_widget_queue_draw(pointer)
    }
  }
  private var shown: BlockContent?
  private var paintedSize: (width: Int, height: Int)?

  init(style: TimelineStyle) {
    self.style = style
    super.init(DropOutline.widgetClass)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    guard let shown else { return }
    // While the event is being resized, the size changes in almost every frame, so a cached picture would be
    // of no use.
    let isLasting = paintedSize.map { $0 == (width, height) } ?? true
    paintedSize = (width, height)
    FrameStatistics.measure {
      draw(on: snapshot, isLasting: isLasting) { cairo in
        BlockPainter().paint(
          shown, .dropOutline, width: Double(width), height: Double(height),
          on: Canvas(cairo: cairo, scale: scaleFactor), palette: style.palette, text: style.text)
      }
    }
  }
}
