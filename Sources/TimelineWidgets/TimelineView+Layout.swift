import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Events to blocks: which are shown where, and what each looks like.
extension TimelineView {
  /// px between the events and the timeline's far edge: room for the scroll bar.
  static let endInset = 12.0

  /// px of the width that the days share.
  var columnsWidth: Double { laidOutWidth - style.gutterWidth - TimelineView.endInset }

  /// Where the shown days lie across, in px of the viewport.
  var columns: DayColumns {
    DayColumns(
      first: day, count: 1, left: isRightToLeft ? TimelineView.endInset : style.gutterWidth,
      width: max(1, columnsWidth), isRightToLeft: isRightToLeft)
  }

  /// What the gestures must know of the present layout.
  var viewport: TimelineViewport {
    TimelineViewport(
      width: Double(gtk_widget_get_width(scrolledWindow)), height: Double(max(1, sheet.viewportHeight)),
      scroll: sheet.scroll, scrollMax: sheet.scrollMax, axis: axis, columns: columns,
      zone: dataSource?.displayZone ?? .utc, scale: scaleFactor, dragThreshold: input.dragThreshold,
      holdToDrag: holdToDrag)
  }

  /// Events of 24 hours and more stand above the hours, like those of whole days.
  static func isInStrip(_ occurrence: Occurrence) -> Bool {
    occurrence.isAllDay || occurrence.span.seconds >= WallTime.secondsPerDay
  }

  /// The events of the hour grid, in reading order.
  var timed: [Occurrence] { occurrences.filter { !TimelineView.isInStrip($0) } }

  /// Lays the events out: columns for those that overlap, edges on device pixels, blocks made and dropped.
  func layOutEvents(repaint: Bool = false) {
    computeFrames()
    let byID = Dictionary(timed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let make: (Occurrence) -> EventBlock = { [unowned self] in self.makeBlock($0) }
    column.show(frames.compactMap { frame in byID[frame.id].map { ($0, frame) } }, make: make)
    allDay.show(occurrences.filter(TimelineView.isInStrip), make: make)
    column.accessibleName = style.phrases.dayListName(day, events: occurrences.count)
    gtk_widget_set_focusable(column.pointer, occurrences.isEmpty.gboolean)
    let present = Dictionary(occurrences.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for block in allBlocks {
      guard let occurrence = present[block.occurrence.id] else { continue }
      block.update(
        occurrence: occurrence, content: content(of: occurrence),
        name: style.phrases.accessibleName(occurrence))
      updateAppearance(block)
      if repaint { gtk_widget_queue_draw(block.pointer) }
    }
  }

  /// Places the blocks that there are for a new width; makes and drops none, so it may be done while allocating.
  func layOutWidth() {
    computeFrames()
    column.place(frames)
  }

  private func computeFrames() {
    frames = BlockFrame.frames(
      of: timed, on: day, axis: axis, columns: columns, minimumHeight: style.minimumBlockHeight,
      scale: scaleFactor)
  }

  var allBlocks: [EventBlock] { allDay.blocks + column.blocks }

  /// The block of an occurrence, if its day is shown.
  func block(for id: Occurrence.ID) -> EventBlock? { column.block(for: id) ?? allDay.block(for: id) }

  func content(of occurrence: Occurrence, isWhole: Bool = false) -> BlockContent {
    var content = BlockContent(occurrence, on: day, now: now(), phrases: style.phrases)
    if isWhole { (content.continuesBefore, content.continuesAfter) = (false, false) }
    return content
  }

  func makeBlock(_ occurrence: Occurrence) -> EventBlock {
    let block = EventBlock(
      occurrence: occurrence, content: content(of: occurrence),
      name: style.phrases.accessibleName(occurrence),
      style: style)
    block.onAction = { [weak self] block, action in self?.perform(action, on: block.occurrence) }
    block.onFocus = { [weak self] block, isFocused in self?.focusChanged(block, isFocused) }
    return block
  }

  /// Resting, selected, or the dimmed original of what is lifted.
  func updateAppearance(_ block: EventBlock) {
    let id = block.occurrence.id
    let isOriginal = isLifted(id) && block !== liftLayer.lifted
    var appearance: BlockAppearance = isOriginal ? .original : .resting
    if !isOriginal {
      appearance.isFocused = focused == id && input.focusIsVisible
      // A bar of whole days has no edges that could be held.
      appearance.isSelected =
        (selected == id || appearance.isFocused) && !TimelineView.isInStrip(block.occurrence)
    }
    block.appearance = appearance
    block.isPassedOver = isOriginal
    block.isSelected = selected == id
  }

  func updateAppearances() { allBlocks.forEach(updateAppearance) }

  /// Scrolls as soon as there is a size to scroll in.
  func applyPendingScroll() {
    guard sheet.viewportHeight > 0, let wanted = pendingScroll else { return }
    pendingScroll = nil
    sheet.contentHeight = axis.contentHeight
    switch wanted {
    case .to(let offset): sheet.setScroll(offset)
    case .opening: sheet.setScroll(openingScroll)
    }
  }

  /// The now line a third down the window, or the event nearest to it if none would be in sight; without a now line
  /// the first event, without events the beginning of work.
  private var openingScroll: Double {
    let height = Double(sheet.viewportHeight)
    func offset(_ y: Double) -> Double { min(max(0, y - height / 3), sheet.scrollMax) }
    let first = frames.map(\.top).min() ?? axis.y(ofSecond: Double(workingHours.lowerBound))
    guard let second = nowLine.second else { return offset(first) }
    let now = axis.y(ofSecond: Double(second))
    let inSight = offset(now)...(offset(now) + height - 2 * style.minimumBlockHeight)
    let nearest = frames.min { abs($0.top - now) < abs($1.top - now) }
    guard let nearest, !frames.contains(where: { inSight.contains($0.top) || inSight.contains($0.bottom) })
    else {
      return offset(now)
    }
    return offset(nearest.top)
  }

  /// Changes the zoom; what lies at `anchor` (px of the viewport) stays there.
  func setAxis(_ newAxis: DayAxis, anchoredAt anchor: Double?) {
    guard newAxis != axis else { return }
    let y = anchor ?? zoomAnchor
    let scroll = Zoom.scroll(
      from: axis, to: newAxis, anchorY: y, scroll: sheet.scroll,
      viewportHeight: Double(max(1, sheet.viewportHeight)))
    setAxis(newAxis, scroll: scroll)
  }

  /// What stays in place when the keyboard zooms: the focused event if it is in sight, else the middle.
  private var zoomAnchor: Double {
    let height = Double(sheet.viewportHeight)
    let top = focused.flatMap { column.frame(of: $0)?.top }.map { $0 - sheet.scroll }
    return top.flatMap { (0...height).contains($0) ? $0 : nil } ?? height / 2
  }

  /// Changes zoom and offset in one step.
  func setAxis(_ newAxis: DayAxis, scroll: Double) {
    axis = newAxis
    layOutWidth()
    sheet.setContent(height: axis.contentHeight, scroll: scroll)
    viewportChanged()
  }
}
