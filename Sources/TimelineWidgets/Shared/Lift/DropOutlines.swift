import CGtk
import GtkSupport
import TimelinePainting

/// The outlines of the drop position, one per day. They are clipped to the hours and, while a bar is lifted, the
/// all-day row.
@MainActor
final class DropOutlines: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanDropOutlines", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)

  private let style: TimelineStyle
  private var outlines: [DropOutline] = []
  /// The rectangles of the outlines that are shown, in this widget's coordinates.
  private var frames: [Rectangle] = []
  /// The content of the lifted event.
  var content: BlockContent? { didSet { for outline in outlines { outline.content = content } } }

  init(style: TimelineStyle) {
    self.style = style
    super.init(DropOutlines.widgetClass)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_visible(gtkWidget, 0)
  }

  /// Shows an outline for each rectangle.
  func show(_ frames: [Rectangle]) {
    while outlines.count < frames.count {
      let outline = DropOutline(style: style)
      outline.content = content
      add(outline.gtkWidget)
      outlines.append(outline)
    }
    for (index, outline) in outlines.enumerated() {
      gtk_widget_set_visible(outline.gtkWidget, (index < frames.count).gboolean)
    }
    guard frames != self.frames else { return }
    self.frames = frames
    gtk_widget_set_visible(gtkWidget, (!frames.isEmpty).gboolean)
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// Repaints the outlines after a change of style.
  func restyle() { for outline in outlines { gtk_widget_queue_draw(outline.gtkWidget) } }

  override func allocate(width: Int, height: Int) {
    for (outline, frame) in zip(outlines, frames) {
      outline.paintedSize = (max(1, frame.width), max(1, frame.height))
      allocate(
        outline.gtkWidget, x: frame.x, y: frame.y, width: max(1, Int(frame.width.rounded(.up))),
        height: max(1, Int(frame.height.rounded(.up))))
    }
  }
}
