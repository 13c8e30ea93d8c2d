import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The layer above the timeline while an event is lifted. It contains that event, the outlines of its drop
/// position, its labels, and the bar that fills before a page turns.
///
/// While a pointer holds a whole event, the layer covers the whole window, so that the event can be carried into the
/// sidebar. Otherwise, it covers the scrolled window and, while a bar is lifted, the all-day row. It clips its children
/// and receives no input events. Because the layer does not scroll, an event that a pointer holds moves only with the
/// pointer, and not with the hours.
@MainActor
final class LiftLayer: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanLiftLayer", role: GTK_ACCESSIBLE_ROLE_GROUP)

  private let style: TimelineStyle
  /// The block of the event that is held by the pointer or lifted with the keyboard.
  private(set) var liftedBlock: EventBlock?
  /// The full content of the lifted event.
  private var content: BlockContent?
  private let outlines: DropOutlines
  /// The ring around the part of the sidebar that the event is over. It is drawn above the event, which would
  /// otherwise cover it.
  private let ring = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  /// The other lifted events, below the held one.
  private(set) var companions: [EventBlock] = []
  /// The full contents of the other lifted events.
  private var companionContents: [BlockContent] = []
  private let label = LiftLabel(cssClass: "drop-label")
  private let gutterLabel = LiftLabel(cssClass: "gutter-label")
  /// The positions in the current frame; nil if nothing is lifted.
  private(set) var placement: LiftPlacement?
  private var dwellBar: DwellBar

  init(style: TimelineStyle) {
    self.style = style
    outlines = DropOutlines(style: style)
    dwellBar = DwellBar(style: style)
    super.init(LiftLayer.widgetClass)
    gtk_widget_set_can_target(gtkWidget, 0)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_add_css_class(ring, "drop-ring")
    for part in [outlines.gtkWidget, ring, label.gtkWidget, gutterLabel.gtkWidget] { add(part) }
    add(dwellBar.gtkWidget)
    setDwell(nil)
    end()
  }

  /// Shows `block` as the lifted event. The block must be a separate widget, independent of the page that the
  /// event comes from.
  func begin(_ block: EventBlock) {
    end()
    liftedBlock = block
    gtk_widget_add_css_class(block.gtkWidget, "lifted")
    add(block.gtkWidget, before: ring)
    content = block.content
    outlines.content = block.content
  }

  /// Shows the blocks of the other lifted events, below the held one.
  func addCompanions(_ blocks: [EventBlock]) {
    for block in blocks {
      gtk_widget_add_css_class(block.gtkWidget, "lifted")
      add(block.gtkWidget, before: liftedBlock?.gtkWidget ?? label.gtkWidget)
    }
    companions = blocks
    companionContents = blocks.map(\.content)
  }

  /// The rectangles of the other lifted events, in the order of their blocks.
  var companionRectangles: [Rectangle] { placement?.companions ?? [] }

  /// Repaints the floating widgets after a change of style.
  func restyle() {
    for part in [label, gutterLabel] { part.restyle() }
    outlines.restyle()
    let blocks = [liftedBlock].compactMap(\.self) + companions
    for part in blocks.map(\.gtkWidget) + [dwellBar.gtkWidget] { gtk_widget_queue_draw(part) }
  }

  /// Removes the lifted event.
  func end() {
    if let liftedBlock { remove(liftedBlock.gtkWidget) }
    for companion in companions { remove(companion.gtkWidget) }
    (liftedBlock, companions, companionContents) = (nil, [], [])
    placement = nil
    outlines.show([])
    gtk_widget_set_visible(ring, 0)
    for part in [label, gutterLabel] { gtk_widget_set_visible(part.gtkWidget, 0) }
    setDwell(nil)
  }

  /// Updates all positions for this frame.
  func update(_ placement: LiftPlacement, label text: String) {
    guard let liftedBlock else { return }
    if placement.heightAbove != self.placement?.heightAbove || placement.margins != self.placement?.margins,
      let parent = gtk_widget_get_parent(gtkWidget)
    {
      gtk_widget_queue_allocate(parent)
    }
    if placement.dropTarget != self.placement?.dropTarget { showDropTarget(placement.dropTarget) }
    self.placement = placement
    liftedBlock.paintedHeight = placement.bottom - placement.top
    liftedBlock.paintedWidth = placement.width
    gtk_widget_set_visible(ring, (placement.dropTargetArea != nil).gboolean)
    outlines.show(placement.outlines.map { $0.moved(downBy: placement.heightAbove) })
    for (block, rectangle) in zip(companions, placement.companions) {
      (block.paintedWidth, block.paintedHeight) = (rectangle.width, rectangle.height)
    }
    label.text = text
    gtk_widget_set_visible(label.gtkWidget, 1)
    if let gutterText = placement.gutterText { gutterLabel.text = gutterText }
    gtk_widget_set_visible(gutterLabel.gtkWidget, (placement.gutterText != nil).gboolean)
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// Updates the content of the lifted event and its outlines.
  func setContent(_ content: BlockContent) {
    self.content = content
    outlines.content = content
    showContent(over: placement?.dropTarget)
  }

  /// Updates what the blocks of the other events show, in the order of the blocks.
  func setCompanionContents(_ contents: [BlockContent]) {
    companionContents = contents
    showContent(over: placement?.dropTarget)
  }

  /// Shows the text of the events, except over the sidebar, where it would overlap the sidebar's own text. The label
  /// contains everything important.
  private func showContent(over dropTarget: SidebarDropTarget?) {
    guard let content, let liftedBlock else { return }
    for (block, content) in zip([liftedBlock] + companions, [content] + companionContents) {
      block.setContent(dropTarget == nil ? content : content.withoutText)
    }
  }

  /// Makes the events translucent while they are over the sidebar, and shows whether they can be dropped there.
  private func showDropTarget(_ dropTarget: SidebarDropTarget?) {
    guard let liftedBlock else { return }
    showContent(over: dropTarget)
    for block in [liftedBlock] + companions {
      setClass("over-sidebar", on: block.gtkWidget, dropTarget != nil)
    }
    for part in [label.gtkWidget, ring] { setClass("refused", on: part, dropTarget?.refusal != nil) }
    label.restyle()
  }

  private func setClass(_ name: String, on widget: WidgetPointer, _ isSet: Bool) {
    if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
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
    guard let placement, let liftedBlock else {
      return allocate(dwellBar.gtkWidget, x: 0, y: 0, width: width, height: height)
    }
    let (origin, margins) = (placement.viewportOrigin, placement.margins)
    // The part of the layer that covers the timeline.
    let timeline = Rectangle(
      x: origin.x, y: origin.y - placement.heightAbove,
      width: max(1, Double(width) - margins.left - margins.right),
      height: max(1, Double(height) - margins.bottom - origin.y + placement.heightAbove))
    for part in [dwellBar.gtkWidget, outlines.gtkWidget] {
      allocate(
        part, x: timeline.x, y: timeline.y, width: Int(timeline.width), height: Int(timeline.height))
    }
    allocate(
      liftedBlock.gtkWidget, x: placement.x + origin.x, y: placement.top + origin.y,
      width: Int(placement.width.rounded(.up)),
      height: Int((placement.bottom - placement.top).rounded(.up)))
    for (block, rectangle) in zip(companions, placement.companions) {
      allocate(
        block.gtkWidget, x: rectangle.x + origin.x, y: rectangle.y + origin.y,
        width: Int(rectangle.width.rounded(.up)),
        height: Int(rectangle.height.rounded(.up)))
    }
    if let area = placement.dropTargetArea {
      allocate(
        ring, x: area.x + origin.x, y: area.y + origin.y, width: Int(area.width), height: Int(area.height))
    }
    // Over the sidebar, the label may be anywhere in the window.
    let bounds =
      placement.dropTarget == nil
      ? timeline : Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    allocateLabel(placement, in: bounds)
    allocateGutterLabel(placement, in: timeline)
  }

  /// Allocates the label outside the edge that is being moved, or outside the opposite edge if there is not enough
  /// space. It always stays inside `bounds`.
  private func allocateLabel(_ placement: LiftPlacement, in bounds: Rectangle) {
    let gap = 6.0
    label.maximumWidth = Int(bounds.width - 2 * gap)
    let (labelWidth, labelHeight) = label.size
    let origin = placement.viewportOrigin
    let above = placement.top + origin.y - Double(labelHeight) - gap
    let below = placement.bottom + origin.y + gap
    let top = bounds.y + gap
    let possibleTops = top...max(top, bounds.maxY - Double(labelHeight) - gap)
    let (preferred, alternative) = placement.isLabelAtStart ? (above, below) : (below, above)
    let chosenTop =
      possibleTops.contains(preferred) || !possibleTops.contains(alternative) ? preferred : alternative
    let y = min(max(chosenTop, possibleTops.lowerBound), possibleTops.upperBound)
    let blockLeft = placement.x + origin.x
    let x = isRightToLeft ? blockLeft + placement.width - Double(labelWidth) - gap : blockLeft + gap
    let left = bounds.x + gap
    allocate(
      label.gtkWidget, x: min(max(x, left), max(left, bounds.maxX - Double(labelWidth) - gap)).rounded(),
      y: y.rounded(), width: labelWidth, height: labelHeight)
  }

  private func allocateGutterLabel(_ placement: LiftPlacement, in timeline: Rectangle) {
    guard placement.gutterText != nil else { return }
    let (labelWidth, labelHeight) = gutterLabel.size
    let y = min(
      max(placement.viewportOrigin.y + placement.gutterTextY - Double(labelHeight) / 2, timeline.y + 2),
      timeline.maxY - Double(labelHeight) - 2)
    let x = (placement.gutterWidth - Double(labelWidth)) / 2
    allocate(
      gutterLabel.gtkWidget,
      x: (isRightToLeft ? timeline.maxX - x - Double(labelWidth) : timeline.x + x).rounded(),
      y: y.rounded(), width: labelWidth, height: labelHeight)
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}

extension Rectangle {
  fileprivate func moved(downBy y: Double) -> Rectangle {
    Rectangle(x: x, y: self.y + y, width: width, height: height)
  }
}
