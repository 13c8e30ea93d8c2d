import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The layer over the timeline during a drag: the lifted event, the outline of where it would be dropped, its
/// label, and the bars that fill before a page turns.
///
/// It lies exactly over the scrolled window, is clipped to it, and lets every input event through. Since it
/// does not scroll, the pointer alone determines the position of the lifted event: scrolling the sheet cannot
/// move it.
@MainActor
final class LiftLayer: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanLiftLayer", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// The positions in one frame, in px of the viewport; the lifted edges are on device pixels.
  struct Placement: Equatable {
    var x: Double
    var width: Double
    var top: Double
    var bottom: Double
    /// The drop position, one rectangle per day; empty until the snapped time has changed.
    var outlines: [Rectangle]
    /// Whether the label is at the start of the event instead of the end.
    var isLabelAtStart: Bool
    /// Whether the whole event is held, so that its start determines the drop position.
    var holdsBody = false
    /// The time of the held edge, shown in the hour gutter; nil for none.
    var gutterText: String?
    /// The y in px of that time in the gutter.
    var gutterLine = 0.0
    /// The width of the hour gutter in px.
    var gutterWidth = 0.0
    /// The height in px above the viewport that the layer also covers.
    var above = 0.0
  }

  private let style: TimelineStyle
  private(set) var lifted: EventBlock?
  private var outlines: [DropOutline] = []
  private let label = LiftLabel(cssClass: "drop-label")
  private let gutterLabel = LiftLabel(cssClass: "gutter-label")
  private(set) var placement: Placement?
  private var dwellBar: DwellBar

  init(style: TimelineStyle) {
    self.style = style
    dwellBar = DwellBar(style: style)
    super.init(LiftLayer.widgetClass)
    gtk_widget_set_can_target(pointer, 0)
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    for part in [label, gutterLabel] { add(part.pointer) }
    add(dwellBar.pointer)
    setDwell(nil)
    end()
  }

  /// Shows `block` lifted. It is a separate widget, independent of the page that the event came from.
  func begin(_ block: EventBlock) {
    end()
    lifted = block
    add(block.pointer, before: label.pointer)
    outlines.forEach { $0.content = block.content }
  }

  /// Repaints the floating widgets after a change of style.
  func restyle() {
    for part in [label, gutterLabel] { part.restyle() }
    for part in [lifted?.pointer, dwellBar.pointer] + outlines.map(\.pointer) {
      part.map { gtk_widget_queue_draw($0) }
    }
  }

  /// Removes the lifted event.
  func end() {
    if let lifted { remove(lifted.pointer) }
    lifted = nil
    placement = nil
    showOutlines(0)
    for part in [label, gutterLabel] { gtk_widget_set_visible(part.pointer, 0) }
    setDwell(nil)
  }

  /// Updates all positions for this frame.
  func update(_ placement: Placement, label text: String) {
    guard let lifted else { return }
    if placement.above != self.placement?.above, let parent = gtk_widget_get_parent(pointer) {
      gtk_widget_queue_allocate(parent)
    }
    self.placement = placement
    lifted.paintedHeight = placement.bottom - placement.top
    lifted.paintedWidth = placement.width
    showOutlines(placement.outlines.count)
    label.text = text
    gtk_widget_set_visible(label.pointer, 1)
    if let time = placement.gutterText { gutterLabel.text = time }
    gtk_widget_set_visible(gutterLabel.pointer, (placement.gutterText != nil).gboolean)
    gtk_widget_queue_allocate(pointer)
  }

  /// Updates the text of the lifted event and its outline.
  func setContent(_ content: BlockContent) {
    lifted?.setContent(content)
    outlines.forEach { $0.content = content }
  }

  /// Shows `count` outlines, and creates missing ones.
  private func showOutlines(_ count: Int) {
    while outlines.count < count {
      let outline = DropOutline(style: style)
      outline.content = lifted?.content
      // Below everything else.
      gtk_widget_insert_after(outline.pointer, pointer, nil)
      outlines.append(outline)
    }
    for (index, outline) in outlines.enumerated() {
      gtk_widget_set_visible(outline.pointer, (index < count).gboolean)
    }
  }

  /// Shows the progress of a dwell at an edge, or nothing.
  func setDwell(_ dwell: DwellBar.State?) {
    dwellBar.state = dwell
    gtk_widget_set_visible(dwellBar.pointer, (dwell != nil).gboolean)
  }

  override func allocate(width: Int, height: Int) {
    FrameStatistics.measure { allocateParts(width: width, height: height) }
  }

  private func allocateParts(width: Int, height: Int) {
    allocate(dwellBar.pointer, x: 0, y: 0, width: width, height: height)
    guard let placement, let lifted else { return }
    let above = placement.above
    allocate(
      lifted.pointer, x: placement.x, y: placement.top + above, width: Int(placement.width.rounded(.up)),
      height: Int((placement.bottom - placement.top).rounded(.up)))
    for (outline, outlineFrame) in zip(outlines, placement.outlines) {
      allocate(
        outline.pointer, x: outlineFrame.x, y: outlineFrame.y + above,
        width: max(1, Int(outlineFrame.width.rounded())),
        height: max(1, Int(outlineFrame.height.rounded())))
    }
    let (labelWidth, labelHeight) = label.size
    // The label is outside the edge that is being moved, beyond the other edge if there is not enough space,
    // and always inside the window.
    let gap = 6.0
    let before = placement.top + above - Double(labelHeight) - gap
    let after = placement.bottom + above + gap
    let range = gap...max(gap, Double(height) - Double(labelHeight) - gap)
    let (preferred, other) = placement.isLabelAtStart ? (before, after) : (after, before)
    let free = range.contains(preferred) || !range.contains(other) ? preferred : other
    let y = min(max(free, range.lowerBound), range.upperBound)
    let x =
      isRightToLeft ? placement.x + placement.width - Double(labelWidth) - gap : placement.x + gap
    allocate(
      label.pointer, x: min(max(x, gap), max(gap, Double(width) - Double(labelWidth) - gap)).rounded(),
      y: y.rounded(), width: labelWidth, height: labelHeight)
    allocateGutterLabel(placement, width: width, height: height)
  }

  private func allocateGutterLabel(_ placement: Placement, width: Int, height: Int) {
    guard placement.gutterText != nil else { return }
    let (labelWidth, labelHeight) = gutterLabel.size
    let y = min(
      max(placement.gutterLine - Double(labelHeight) / 2, 2), Double(height) - Double(labelHeight) - 2)
    let x = (placement.gutterWidth - Double(labelWidth)) / 2
    allocate(
      gutterLabel.pointer, x: (isRightToLeft ? Double(width) - x - Double(labelWidth) : x).rounded(),
      y: y.rounded(), width: labelWidth, height: labelHeight)
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
