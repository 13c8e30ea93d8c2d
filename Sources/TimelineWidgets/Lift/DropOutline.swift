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

  init(style: TimelineStyle) {
    self.style = style
    super.init(DropOutline.widgetClass)
  }

  /// Everything that the look depends on, apart from the height.
  private struct Key: Equatable {
    var content: BlockContent
    var width: Int
    var scale: Int
    var style: Int
  }

  private let picture = StretchedPicture<Key>()

  override func snapshot(_ snapshot: OpaquePointer) {
    guard let shown else { return }
    func paint(on cairo: OpaquePointer, height: Double) {
      BlockPainter().paint(
        shown, .dropOutline, width: Double(width), height: height,
        on: Canvas(cairo: cairo, scale: scaleFactor), palette: style.palette, text: style.text)
    }
    FrameStatistics.measure {
      // While an edge is stretched, the height changes often.
      guard let ends = BlockPainter().ends(of: shown, width: Double(width), text: style.text),
        Double(height) >= ends.top + ends.bottom
      else { return draw(on: snapshot, isLasting: false) { paint(on: $0, height: Double(height)) } }
      let key = Key(content: shown, width: width, scale: scaleFactor, style: style.revision)
      picture.append(
        to: snapshot, of: self, for: key, width: Double(width), height: Double(height), outset: 0,
        ends: .init(top: ends.top, bottom: ends.bottom)
      ) { paint(on: $0, height: $1) }
    }
  }
}
