import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Events to blocks: which are shown where, and what each looks like.
extension TimelineView {
  /// What the gestures must know of the present layout.
  var viewport: TimelineViewport {
    TimelineViewport(
      width: Double(gtk_widget_get_width(scrolledWindow)), height: Double(max(1, sheet.viewportHeight)),
      scroll: sheet.scroll, scrollMax: sheet.scrollMax, axis: axis, columns: columns,
      zone: dataSource?.displayZone ?? .utc, scale: scaleFactor, dragThreshold: input.dragThreshold,
      holdToDrag: settings.holdToDrag, stripHeight: stripHeight, barHeight: page.strip.laneHeight)
  }

  /// Lays the events out anew: columns for those that overlap, edges on device pixels, words of the present minute.
  func layOutEvents() {
    paging.deck.layOut()
    paging.deck.refreshBlocks()
    paging.looksOtherwise()
  }

  /// Places the blocks that there are for a new width or zoom; makes and drops none, so it may be done while
  /// allocating.
  func layOutWidth() {
    gutter.axis = axis
    paging.deck.layOut()
    paging.looksOtherwise()
  }

  /// Every block of the shown page.
  var allBlocks: [EventBlock] { page.blocks }

  /// The block of an occurrence, if its day is shown: of the day that the keyboard is on, if it is there. On a page that
  /// is still being made it is made now.
  func block(for id: Occurrence.ID) -> EventBlock? { paging.deck.block(for: id, on: day) }

  /// What a block says on a day.
  func content(of occurrence: Occurrence, on day: Day) -> BlockContent {
    var content = BlockContent(occurrence, on: day, now: now(), phrases: style.phrases)
    if occurrence.standsAboveHours {
      if occurrence.isAllDay { content.timeText = "" }
      // A bar is the whole page's, which begins with that day.
      content.continuesBefore = occurrence.days.lowerBound < day
      content.continuesAfter = occurrence.days.upperBound > day.adding(days: paging.row.calendar.dayCount)
    }
    return content
  }

  /// What the block of a lifted event says: all of it is in the hand.
  func wholeContent(of occurrence: Occurrence) -> BlockContent {
    var content = BlockContent(
      occurrence, on: occurrence.start.wall.day, now: now(), phrases: style.phrases)
    (content.continuesBefore, content.continuesAfter) = (false, false)
    return content
  }

  func refresh(_ block: EventBlock, _ occurrence: Occurrence, on day: Day) {
    block.update(
      occurrence: occurrence, content: content(of: occurrence, on: day),
      name: style.phrases.accessibleName(occurrence))
    updateAppearance(block)
  }

  func makeBlock(_ occurrence: Occurrence, on day: Day) -> EventBlock {
    let block = EventBlock(
      occurrence: occurrence, content: content(of: occurrence, on: day),
      name: style.phrases.accessibleName(occurrence),
      style: style)
    block.onAction = { [weak self] block, action in self?.perform(action, on: block.occurrence) }
    block.onFocus = { [weak self] block, isFocused in self?.focusChanged(block, isFocused) }
    return block
  }

  /// Resting, selected, or the dimmed original of what is lifted.
  func updateAppearance(_ block: EventBlock) {
    let id = block.occurrence.id
    let isOriginal = state.interaction.lifted?.id == id && block !== liftLayer.lifted
    var appearance: BlockAppearance = isOriginal ? .original : .resting
    if !isOriginal {
      appearance.isFocused = state.focus == id && state.isFocusVisible && !isNamingEvent
      // What a field lies over shows its handles itself.
      let hasHandles = !block.isBar && state.interaction.naming?.occurrence.id != id
      appearance.isSelected = (state.selection == id || appearance.isFocused) && hasHandles
    }
    block.appearance = appearance
    block.isPassedOver = isOriginal
    block.isSelected = state.selection == id
  }

  /// Shows which events are lifted, selected and focused now: those that are, and those that were.
  func updateAppearances() {
    let marked = Set(
      [state.focus, state.selection, state.interaction.lifted?.id, state.interaction.hold?.occurrence.id]
        .compactMap { $0 })
    paging.deck.updateAppearances(of: marked.union(markedEvents))
    markedEvents = marked
  }

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

  private var openingScroll: Double {
    func y(_ second: Int) -> Double { axis.y(ofSecond: Double(second)) }
    let work = settings.workingHours
    return OpeningScroll(
      // What began the day before is no reason to begin at midnight.
      events: page.frames.filter { !$0.continuesBefore }.map { $0.top...$0.bottom },
      now: page.now.map { y($0.second) }, work: y(work.lowerBound)...y(work.upperBound),
      hour: axis.pixelsPerHour, viewport: Double(sheet.viewportHeight), scrollMax: sheet.scrollMax,
      glimpse: 2 * style.minimumBlockHeight
    ).offset
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
    let top = state.focus.flatMap { page.frame(of: $0)?.top }.map { $0 - sheet.scroll }
    return top.flatMap { (0...height).contains($0) ? $0 : nil } ?? height / 2
  }

  /// Changes zoom and offset in one step.
  func setAxis(_ newAxis: DayAxis, scroll: Double) {
    paging.deck.axis = newAxis
    layOutWidth()
    sheet.setContent(height: axis.contentHeight, scroll: scroll)
    viewportChanged()
  }
}
