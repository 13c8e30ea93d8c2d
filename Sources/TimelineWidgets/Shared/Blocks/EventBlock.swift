import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// An event on the timeline: a focusable list item that is painted once and then only moved.
@MainActor
package final class EventBlock: CustomWidget {
  /// The actions that assistive technology can activate.
  typealias Action = EventAction

  private static let widgetClass = WidgetClass(
    "HandspanEventBlock", role: GTK_ACCESSIBLE_ROLE_LIST_ITEM, cssName: "event",
    actions: Action.allCases.map { WidgetClass.Action($0.rawValue) })

  /// The occurrence that the block shows.
  private(set) var occurrence: Occurrence
  /// The name of the event's calendar, if it is part of the accessible name.
  private var calendarName: String?
  /// The accessible name, without whether the event is selected.
  private var eventName: String
  /// The label whose text is the accessible name; nil until the block has the focus for the first time.
  private var nameLabel: ObjectReference?
  /// The exact height in px, which is a whole number of device pixels. The allocated height is rounded up.
  var paintedHeight = 0.0 { didSet { if paintedHeight != oldValue { gtk_widget_queue_draw(gtkWidget) } } }
  /// The exact width in px, which is a whole number of device pixels.
  var paintedWidth = 0.0 { didSet { if paintedWidth != oldValue { gtk_widget_queue_draw(gtkWidget) } } }
  var appearance = BlockAppearance.resting {
    didSet { if appearance != oldValue { gtk_widget_queue_draw(gtkWidget) } }
  }
  private(set) var content: BlockContent
  /// The bottom edge in px of the block as last painted, for the frame log.
  private(set) var lastPaintedBottom = 0.0
  private let style: TimelineStyle
  /// Whether the block is painted as a bar, with its text on one line.
  var isBar: Bool { didSet { if isBar != oldValue { gtk_widget_queue_draw(gtkWidget) } } }

  /// Called when assistive technology activates an action.
  var onAction: (EventBlock, Action) -> Void = { _, _ in }
  /// Called when the block has gained or lost the focus.
  var onFocus: (EventBlock, _ hasFocus: Bool) -> Void = { _, _ in }

  init(
    occurrence: Occurrence, content: BlockContent, calendarName: String?, accessibleName: String,
    style: TimelineStyle
  ) {
    self.occurrence = occurrence
    self.calendarName = calendarName
    eventName = accessibleName
    self.content = content
    self.style = style
    isBar = occurrence.isInAllDayRow
    super.init(EventBlock.widgetClass)
    gtk_widget_set_focusable(gtkWidget, 1)
    updateName()
  }

  /// The name that assistive technology reads. It contains whether the event is selected, because Orca does not read that
  /// state.
  var accessibleName: String { isSelected ? style.phrases.selectedItem(eventName) : eventName }

  private func updateName() {
    guard let nameLabel else { return Accessible.setLabel(gtkWidget, accessibleName) }
    gtk_label_set_text(nameLabel.pointer.opaque, accessibleName)
  }

  /// From now on, takes the name from a label that is not visible. Orca 48 reads every change to the name of the focused
  /// widget, and would then read each step twice, because the step is announced too. A change to the text of the label is
  /// not reported as a change to the block.
  private func nameFromLabel() {
    guard nameLabel == nil else { return }
    let label = ObjectReference(nonNull(gtk_label_new(accessibleName)).opaque)
    nameLabel = label
    Accessible.setName(gtkWidget, from: label.pointer.as(GtkWidget.self))
  }

  private var observesFocus = false

  /// Starts to observe the focus when the block receives it for the first time. Most of a page's hundreds of blocks
  /// never receive it, and a controller costs time and memory.
  private func observeFocus() {
    guard !observesFocus else { return }
    observesFocus = true
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "enter") { [weak self] in self.map { $0.onFocus($0, true) } }
    onSignal(focus, "leave") { [weak self] in self.map { $0.onFocus($0, false) } }
    gtk_widget_add_controller(gtkWidget, focus)
  }

  // GTK always calls this function to move the focus to the widget, whatever the reason.
  package override func grabFocus() -> Bool {
    guard !isSpare else { return false }
    updateListing()
    nameFromLabel()
    observeFocus()
    return super.grabFocus()
  }

  /// Updates the occurrence. Repaints the block only if something visible has changed.
  ///
  /// - Parameters:
  ///   - calendarName: the name of the event's calendar, if it is part of the accessible name.
  ///   - accessibleName: evaluated only if the occurrence, the text or the calendar has changed.
  func update(
    occurrence: Occurrence, content: BlockContent, calendarName: String?,
    accessibleName: @autoclosure () -> String
  ) {
    let isContentEqual = content == self.content
    setContent(content)
    // With a different clock format, the event is equal but its name differs.
    guard occurrence != self.occurrence || !isContentEqual || calendarName != self.calendarName else {
      return
    }
    self.occurrence = occurrence
    self.calendarName = calendarName
    isBar = occurrence.isInAllDayRow
    eventName = accessibleName()
    updateName()
  }

  /// Whether another widget represents the event, so that assistive technology ignores the block.
  var isReplaced = false {
    didSet {
      guard isReplaced != oldValue else { return }
      // If the block has just been shown, GTK may have marked it as not hidden.
      if isReplaced { Accessible.setHidden(gtkWidget, true) }
      updateAccessibility()
    }
  }

  /// Whether the block shows no event and is kept until it is needed again. Assistive technology may still list the
  /// block, but can neither focus nor activate it.
  var isSpare = false

  /// Whether assistive technology lists the block, unless it is replaced.
  private var isListed = true
  /// Whether assistive technology has yet to be notified that the block has become spare or is used again.
  var isListingOutdated: Bool { isListed == isSpare }

  /// Notifies assistive technology if the block has become spare or is used again.
  func updateListing() {
    guard isListingOutdated else { return }
    isListed = !isSpare
    updateAccessibility()
  }

  /// Called when the block is removed. Assistive technology no longer has to be notified.
  func discardListingUpdate() { isListed = !isSpare }

  /// Whether assistive technology ignores the block.
  private(set) var isHiddenFromAccessibility = false

  private func updateAccessibility() {
    let isHidden = isReplaced || !isListed
    guard isHidden != isHiddenFromAccessibility else { return }
    isHiddenFromAccessibility = isHidden
    Accessible.setHidden(gtkWidget, isHidden)
  }

  /// Maps or unmaps the block. Assistive technology is notified later, by `updateListing`.
  func setShown(_ isShown: Bool) {
    if isShown, !isReplaced { Accessible.allowShowing(gtkWidget) }
    gtk_widget_set_child_visible(gtkWidget, isShown.gboolean)
  }

  /// Whether the block is the selected item of its list.
  var isSelected = false {
    didSet {
      guard isSelected != oldValue else { return }
      Accessible.setSelected(gtkWidget, isSelected)
      updateName()
    }
  }

  /// Sets the painted content; does nothing if it has not changed.
  func setContent(_ newContent: BlockContent) {
    guard newContent != content else { return }
    content = newContent
    gtk_widget_queue_draw(gtkWidget)
  }

  package override func snapshot(_ snapshot: OpaquePointer) {
    FrameStatistics.measure {
      if appearance.dragRole == .lifted {
        lastPaintedBottom = liftedPicture.append(
          LiftedPicture.Look(
            content: content, appearance: appearance, width: paintedWidth, scale: scaleFactor,
            isBar: isBar, styleRevision: style.revision),
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

  /// The values that determine how a block looks while it is not lifted.
  private struct PictureKey: Equatable {
    var content: BlockContent
    var appearance: BlockAppearance
    var width: Double
    var height: Double
    var scale: Double
    var isBar: Bool
    var styleRevision: Int
  }

  private let picture = CachedRenderNode<PictureKey>()
  private lazy var liftedPicture = LiftedPicture(style: style)

  private var pictureKey: PictureKey {
    PictureKey(
      content: content, appearance: appearance, width: paintedWidth, height: paintedHeight,
      scale: scaleFactor,
      isBar: isBar, styleRevision: style.revision)
  }

  /// Whether only the background is shown until the block is painted. Used when too many blocks become
  /// visible at once to paint them all in one frame.
  var isPaintDeferred = false

  /// Paints the block before it becomes visible, so that the frame in which its page appears does not have to
  /// paint it.
  func paintInAdvance() {
    if paintedWidth > 0, paintedHeight > 0, !picture.isCached(for: pictureKey) {
      picture.prepare(for: pictureKey) { paint(on: $0) }
    }
    showFully()
  }

  /// Shows only the background until the block is painted, unless it has been painted already.
  func deferPaint() { isPaintDeferred = !picture.isCached(for: pictureKey) }

  /// Shows the whole block from now on. If it has not been painted yet, it is painted when it is next drawn.
  func showFully() {
    guard isPaintDeferred else { return }
    isPaintDeferred = false
    gtk_widget_queue_draw(gtkWidget)
  }

  /// Draws only the block's background color, which is very cheap.
  private func showBackground(on snapshot: OpaquePointer) {
    let fills = painter.backgroundFills(
      of: content, appearance, width: paintedWidth, height: paintedHeight, palette: style.palette,
      isRightToLeft: style.text.isRightToLeft)
    for fill in fills { fill.append(to: snapshot) }
  }

  private func paint(on snapshot: OpaquePointer) {
    FrameStatistics.paintCount += 1
    draw(
      on: snapshot, outset: BlockPainter.overhang(appearance), width: paintedWidth, height: paintedHeight
    ) { cairo in
      let paintedRectangle = painter.paint(
        content, appearance, width: paintedWidth, height: paintedHeight,
        on: Canvas(cairo: cairo, scale: scaleFactor), palette: style.palette, text: style.text,
        hasShadow: false)
      lastPaintedBottom = paintedRectangle.maxY
    }
  }

  private var painter: BlockPainter { BlockPainter(flow: isBar ? .horizontal : .vertical) }

  package override func perform(action: String) {
    guard !isSpare, let action = Action(rawValue: action) else { return }
    onAction(self, action)
  }
}
