import CGtk
import GtkSupport
import TimelinePainting

/// The outline of the position at which the lifted event would be dropped.
@MainActor
final class DropOutline: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanDropOutline", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  private let style: TimelineStyle
  /// The content of the lifted event. The outline shows only its color and its status. Text would hide the
  /// text of the events below, and a `LiftLabel` already shows the time. The outline is therefore not
  /// repainted when only the times change.
  var content: BlockContent? {
    didSet {
      let contentWithoutText = content.map {
        BlockContent(title: "", color: $0.color, status: $0.status, isFree: $0.isFree)
      }
      guard contentWithoutText != paintedContent else { return }
      paintedContent = contentWithoutText
      gtk_widget_queue_draw(gtkWidget)
    }
  }
  private var paintedContent: BlockContent?
  /// The exact size in px, which is a whole number of device pixels. The allocated size is rounded up.
  var paintedSize = (width: 0.0, height: 0.0) {
    didSet { if paintedSize != oldValue { gtk_widget_queue_draw(gtkWidget) } }
  }

  init(style: TimelineStyle) {
    self.style = style
    super.init(DropOutline.widgetClass)
  }

  /// The values that determine how the outline looks, apart from its height.
  private struct PictureKey: Equatable {
    var content: BlockContent
    var width: Double
    var scale: Double
    var styleRevision: Int
  }

  private let picture = StretchedPicture<PictureKey>()

  override func snapshot(_ snapshot: OpaquePointer) {
    guard let paintedContent else { return }
    let (width, height) = paintedSize
    func paint(on cairo: OpaquePointer, height: Double) {
      BlockPainter().paint(
        paintedContent, .dropOutline, width: width, height: height,
        on: Canvas(cairo: cairo, scale: scaleFactor), palette: style.palette, text: style.text)
    }
    FrameStatistics.measure {
      // The height changes often while the event is being resized, so pixels are not cached per height.
      guard let ends = BlockPainter().endHeights(of: paintedContent, width: width, text: style.text),
        height >= ends.top + ends.bottom
      else {
        return draw(on: snapshot, width: width, height: height, cachesPixels: false) {
          paint(on: $0, height: height)
        }
      }
      let key = PictureKey(
        content: paintedContent, width: width, scale: scaleFactor, styleRevision: style.revision)
      picture.append(
        to: snapshot, of: self, for: key, width: width, height: height, outset: 0,
        ends: .init(top: ends.top, bottom: ends.bottom)
      ) { paint(on: $0, height: $1) }
    }
  }
}
