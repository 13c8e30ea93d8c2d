import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// One event on the timeline: a focusable list item that is painted once and then only moved.
@MainActor
final class EventBlock: CustomWidget {
  /// The actions that assistive technology can activate.
  typealias Action = EventAction

  private static let widgetClass = WidgetClass(
    "HandspanEventBlock", role: GTK_ACCESSIBLE_ROLE_LIST_ITEM, cssName: "event",
    actions: Action.allCases.map { WidgetClass.Action($0.rawValue) })

  /// The occurrence that the block shows.
  private(set) var occurrence: Occurrence
  /// The exact height in px, on device pixels. The allocated height is this value, rounded up.
  var paintedHeight = 0.0 { didSet { if paintedHeight != oldValue { gtk_widget_queue_draw(pointer) } } }
  /// The exact width in px, on device pixels.
  var paintedWidth = 0.0 { didSet { if paintedWidth != oldValue { gtk_widget_queue_draw(pointer) } } }
  var appearance = BlockAppearance.resting {
    didSet { if appearance != oldValue { gtk_widget_queue_draw(pointer) } }
  }
  private(set) var content: BlockContent
  /// The bottom edge in px that Cairo painted last, for the frame log.
  private(set) var lastPaintedBottom = 0.0
  private let style: TimelineStyle
  /// Whether the block is painted as a bar, with its text on one line.
  var isBar: Bool { didSet { if isBar != oldValue { gtk_widget_queue_draw(pointer) } } }

  /// Called for an action that assistive technology has activated.
  var onAction: (EventBlock, Action) -> Void = { _, _ in }
  /// Called when the block gets or loses the focus.
  var onFocus: (EventBlock, Bool) -> Void = { _, _ in }

  init(occurrence: Occurrence, content: BlockContent, name: String, style: TimelineStyle) {
    self.occurrence = occurrence
    self.content = content
    self.style = style
    isBar = occurrence.isInAllDayRow
    super.init(EventBlock.widgetClass)
    gtk_widget_set_focusable(pointer, 1)
    Accessible.setLabel(pointer, name)
    Accessible.setSelected(pointer, false)
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "enter") { [weak self] in self.map { $0.onFocus($0, true) } }
    onSignal(focus, "leave") { [weak self] in self.map { $0.onFocus($0, false) } }
    gtk_widget_add_controller(pointer, focus)
  }

  /// Updates the occurrence; repaints only if something visible has changed.
  ///
  /// - Parameter name: the accessible name; evaluated only if the occurrence or the text has changed.
  func update(occurrence: Occurrence, content: BlockContent, name: @autoclosure () -> String) {
    let isContentEqual = content == self.content
    setContent(content)
    // With another clock format the event is equal but its name is not.
    guard occurrence != self.occurrence || !isContentEqual else { return }
    self.occurrence = occurrence
    isBar = occurrence.isInAllDayRow
    Accessible.setLabel(pointer, name())
  }

  /// Whether assistive technology ignores the block because another widget represents the event.
  var isHiddenFromAccessibility = false {
    didSet {
      if isHiddenFromAccessibility != oldValue { Accessible.setHidden(pointer, isHiddenFromAccessibility) }
    }
  }

  /// Whether the block is the selected item of its list.
  var isSelected = false {
    didSet { if isSelected != oldValue { Accessible.setSelected(pointer, isSelected) } }
  }

  /// Sets the painted text; does nothing if it is unchanged.
  func setContent(_ newContent: BlockContent) {
    guard newContent != content else { return }
    content = newContent
    gtk_widget_queue_draw(pointer)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    FrameStatistics.measure {
      if appearance.pose == .lifted {
        lastPaintedBottom = liftedPicture.append(
          LiftedPicture.Look(
            content: content, appearance: appearance, width: paintedWidth, scale: scaleFactor,
            isBar: isBar, style: style.revision),
          height: paintedHeight, to: snapshot, of: self)
      } else {
        if isPaintDeferred, appearance == .resting, !picture.isCached(for: pictureKey) {
          return showBackground(on: snapshot)
        }
        isPaintDeferred = false
        picture.append(to: snapshot, for: pictureKey) { paint(on: $0) }
      }
    }
  }

  /// Everything that the look of a block at rest depends on.
  private struct PictureKey: Equatable {
    var content: BlockContent
    var appearance: BlockAppearance
    var width: Double
    var height: Double
    var scale: Int
    var isBar: Bool
    var style: Int
  }

  private let picture = CachedRenderNode<PictureKey>()
  private lazy var liftedPicture = LiftedPicture(style: style)

  private var pictureKey: PictureKey {
    PictureKey(
      content: content, appearance: appearance, width: paintedWidth, height: paintedHeight,
      scale: scaleFactor,
      isBar: isBar, style: style.revision)
  }

  /// Whether only the background is shown until the block is painted. Used when too many blocks become
  /// visible at once to paint them all in one frame.
  var isPaintDeferred = false

  /// Paints the block before it becomes visible, so that the frame in which its page appears only has to show
  /// it.
  func paintInAdvance() {
    if paintedWidth > 0, paintedHeight > 0, !picture.isCached(for: pictureKey) {
      picture.prepare(for: pictureKey) { paint(on: $0) }
    }
    showFully()
  }

  /// Shows the whole block from now on. If it was not painted yet, it is painted when it is shown.
  func showFully() {
    guard isPaintDeferred else { return }
    isPaintDeferred = false
    gtk_widget_queue_draw(pointer)
  }

  /// Draws only the block's background colour, which is very cheap.
  private func showBackground(on snapshot: OpaquePointer) {
    let fills = painter.backgroundFills(
      of: content, appearance, width: paintedWidth, height: paintedHeight, palette: style.palette,
      isRightToLeft: style.text.isRightToLeft)
    for fill in fills { fill.append(to: snapshot) }
  }

  private func paint(on snapshot: OpaquePointer) {
    FrameStatistics.paints += 1
    draw(
      on: snapshot, outset: BlockPainter.overhang(appearance), width: paintedWidth, height: paintedHeight
    ) { cairo in
      let painted = painter.paint(
        content, appearance, width: paintedWidth, height: paintedHeight,
        on: Canvas(cairo: cairo, scale: scaleFactor), palette: style.palette, text: style.text,
        hasShadow: false)
      lastPaintedBottom = painted.maxY
    }
  }

  private var painter: BlockPainter { BlockPainter(flow: isBar ? .horizontal : .vertical) }

  override func perform(action: String) {
    if let action = Action(rawValue: action) { onAction(self, action) }
  }
}
