import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The layer above the timeline during a drag. It contains the lifted event, the outlines of its drop
/// position, its labels, and the bar that fills before a page turns.
///
/// It covers the scrolled window exactly (and the all-day row while a bar is lifted), clips its children, and
/// receives no input events. Because the layer does not scroll, only the pointer moves the lifted event;
/// scrolling the sheet does not.
@MainActor
final class LiftLayer: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanLiftLayer", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// The positions in one frame, in viewport coordinates. The edges of the lifted event are on device pixels.
  struct Placement: Equatable {
    var x: Double
    var width: Double
    var top: Double
    var bottom: Double
    /// The drop position, one rectangle per day; empty until the snapped time has changed.
    var outlines: [Rectangle]
    /// Whether the label is at the start of the event instead of the end.
    var isLabelAtStart: Bool
    /// Whether the whole event is held, not just one of its edges.
    var isWholeEventHeld = false
    /// The time of the held edge, to be shown in the hour gutter; nil to show none.
    var gutterText: String?
    /// The y at which `gutterText` is centered, in viewport coordinates.
    var gutterTextY = 0.0
    /// The width of the hour gutter in px.
    var gutterWidth = 0.0
    /// The rectangles of the other lifted events, in the order of their blocks.
    var companions: [Rectangle] = []
    /// The height in px of the area above the viewport that the layer also covers.
    var heightAbove = 0.0
  }

  private let style: TimelineStyle
  private(set) var lifted: EventBlock?
  /// The other lifted events, below the held one.
  private(set) var companions: [EventBlock] = []
  private var outlines: [DropOutline] = []
  private let label = LiftLabel(cssClass: "drop-label")
  private let gutterLabel = LiftLabel(cssClass: "gutter-label")
  private(set) var placement: Placement?
  private var dwellBar: DwellBar

  init(style: TimelineStyle) {
    self.style = style
    dwellBar = DwellBar(style: style)
    super.init(LiftLayer.widgetClass)
    gtk_widget_set_can_target(gtkWidget, 0)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
    for part in [label, gutterLabel] { add(part.gtkWidget) }
    add(dwellBar.gtkWidget)
    setDwell(nil)
    end()
  }

  /// Shows `block` as the lifted event. The block must be a separate widget, independent of the page that the
  /// event comes from.
  func begin(_ block: EventBlock) {
    end()
    lifted = block
    add(block.gtkWidget, before: label.gtkWidget)
    outlines.forEach { $0.content = block.content }
  }

  /// Shows the blocks of the other lifted events, below the held one.
  func addCompanions(_ blocks: [EventBlock]) {
    for block in blocks { add(block.gtkWidget, before: lifted?.gtkWidget ?? label.gtkWidget) }
    companions = blocks
  }

  /// The rectangles of the other lifted events, in the order of their blocks.
  var companionRectangles: [Rectangle] { placement?.companions ?? [] }

  /// Repaints the floating widgets after a change of style.
  func restyle() {
    for part in [label, gutterLabel] { part.restyle() }
    let blocks = [lifted].compactMap(\.self) + companions
    for part in blocks.map(\.gtkWidget) + [dwellBar.gtkWidget] + outlines.map(\.gtkWidget) {
      gtk_widget_queue_draw(part)
    }
  }

  /// Removes the lifted event.
  func end() {
    if let lifted { remove(lifted.gtkWidget) }
    for companion in companions { remove(companion.gtkWidget) }
    (lifted, companions) = (nil, [])
    placement = nil
    showOutlines(0)
    for part in [label, gutterLabel] { gtk_widget_set_visible(part.gtkWidget, 0) }
    setDwell(nil)
  }

  /// Updates all positions for this frame.
  func update(_ placement: Placement, label text: String) {
    guard let lifted else { return }
    if placement.heightAbove != self.placement?.heightAbove, let parent = gtk_widget_get_parent(gtkWidget) {
      gtk_widget_queue_allocate(parent)
    }
    self.placement = placement
    lifted.paintedHeight = placement.bottom - placement.top
    lifted.paintedWidth = placement.width
    for (block, rectangle) in zip(companions, placement.companions) {
      (block.paintedWidth, block.paintedHeight) = (rectangle.width, rectangle.height)
    }
    showOutlines(placement.outlines.count)
    label.text = text
    gtk_widget_set_visible(label.gtkWidget, 1)
    if let time = placement.gutterText { gutterLabel.text = time }
    gtk_widget_set_visible(gutterLabel.gtkWidget, (placement.gutterText != nil).gboolean)
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// Updates the text of the lifted event and its outline.
  func setContent(_ content: BlockContent) {
    lifted?.setContent(content)
    outlines.forEach { $0.content = content }
  }

  /// Shows `count` outlines, creating missing ones.
  private func showOutlines(_ count: Int) {
    while outlines.count < count {
      let outline = DropOutline(style: style)
      outline.content = lifted?.content
      // The outline is below all other children.
      gtk_widget_insert_after(outline.gtkWidget, gtkWidget, nil)
      outlines.append(outline)
    }
    for (index, outline) in outlines.enumerated() {
      gtk_widget_set_visible(outline.gtkWidget, (index < count).gboolean)
    }
  }

  /// Shows the progress of a dwell at an edge; nil hides it.
  func setDwell(_ dwell: DwellBar.State?) {
    dwellBar.state = dwell
    gtk_widget_set_visible(dwellBar.gtkWidget, (dwell != nil).gboolean)
  }

  override func allocate(width: Int, height: Int) {
    FrameStatistics.measure { allocateParts(width: width, height: height) }
  }

  private func allocateParts(width: Int, height: Int) {
    allocate(dwellBar.gtkWidget, x: 0, y: 0, width: width, height: height)
    guard let placement, let lifted else { return }
    let heightAbove = placement.heightAbove
    allocate(
      lifted.gtkWidget, x: placement.x, y: placement.top + heightAbove,
      width: Int(placement.width.rounded(.up)),
      height: Int((placement.bottom - placement.top).rounded(.up)))
    for (block, rectangle) in zip(companions, placement.companions) {
      allocate(
        block.gtkWidget, x: rectangle.x, y: rectangle.y + heightAbove,
        width: Int(rectangle.width.rounded(.up)),
        height: Int(rectangle.height.rounded(.up)))
    }
    for (outline, outlineFrame) in zip(outlines, placement.outlines) {
      outline.paintedSize = (max(1, outlineFrame.width), max(1, outlineFrame.height))
      allocate(
        outline.gtkWidget, x: outlineFrame.x, y: outlineFrame.y + heightAbove,
        width: max(1, Int(outlineFrame.width.rounded(.up))),
        height: max(1, Int(outlineFrame.height.rounded(.up))))
    }
    let (labelWidth, labelHeight) = label.size
    // The label is outside the edge that is being moved, or outside the opposite edge if there is not enough
    // space. It always stays inside the window.
    let gap = 6.0
    let before = placement.top + heightAbove - Double(labelHeight) - gap
    let after = placement.bottom + heightAbove + gap
    let range = gap...max(gap, Double(height) - Double(labelHeight) - gap)
    let (preferred, other) = placement.isLabelAtStart ? (before, after) : (after, before)
    let free = range.contains(preferred) || !range.contains(other) ? preferred : other
    let y = min(max(free, range.lowerBound), range.upperBound)
    let x =
      isRightToLeft ? placement.x + placement.width - Double(labelWidth) - gap : placement.x + gap
    allocate(
      label.gtkWidget, x: min(max(x, gap), max(gap, Double(width) - Double(labelWidth) - gap)).rounded(),
      y: y.rounded(), width: labelWidth, height: labelHeight)
    allocateGutterLabel(placement, width: width, height: height)
  }

  private func allocateGutterLabel(_ placement: Placement, width: Int, height: Int) {
    guard placement.gutterText != nil else { return }
    let (labelWidth, labelHeight) = gutterLabel.size
    let y = min(
      max(placement.gutterTextY - Double(labelHeight) / 2, 2), Double(height) - Double(labelHeight) - 2)
    let x = (placement.gutterWidth - Double(labelWidth)) / 2
    allocate(
      gutterLabel.gtkWidget, x: (isRightToLeft ? Double(width) - x - Double(labelWidth) : x).rounded(),
      y: y.rounded(), width: labelWidth, height: labelHeight)
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
