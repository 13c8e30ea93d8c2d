import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// What is in the hand, shown by widgets.
extension TimelineView {
  func lift(_ hand: Hand) {
    let occurrence = hand.occurrence
    gate.forget()
    stopKineticScrolling()
    let block = makeBlock(occurrence, on: day)
    block.show(wholeContent(of: occurrence))
    let (inset, width) = room(of: occurrence)
    held.begin(block, inset: inset, width: width)
    switch hand {
    case .pointer(let lifted): showLifted(lifted)
    case .keys(let hold): show(hold)
    }
    _ = gtk_widget_grab_focus(block.pointer)
    updateAppearances()
    let phrases = style.phrases
    say(hand.isNew ? phrases.accessibleName(occurrence) : phrases.lifted(occurrence.event))
    onLiftChanged(true)
    if lifted != nil { startTick() }
    if isCarrying { gtk_widget_set_cursor_from_name(pointer, "grabbing") }
  }

  /// px from the column's edge to an event, and its width: what is lifted keeps both.
  private func room(of occurrence: Occurrence) -> (inset: Double, width: Double) {
    if page.strip.frame(of: occurrence.id) != nil { return (0, page.localColumns.columnWidth) }
    let held = lifted?.day ?? occurrence.span.start.day
    let frame = page.column(of: held)?.frame(of: occurrence.id) ?? page.frame(of: occurrence.id)
    let area = page.localColumns.x(of: frame?.day ?? held)
    return (frame.map { $0.left - area.left } ?? 0, frame?.width ?? area.width)
  }

  /// What the places in the hand follow from.
  private func geometry(for id: Occurrence.ID) -> LiftGeometry {
    LiftGeometry(
      axis: axis, offset: sheet.drawnScroll, columns: columns, days: page.days, scale: scaleFactor,
      leastHeight: style.minimumBlockHeight, gutterWidth: style.gutterWidth, stripHeight: stripHeight,
      barHeight: page.strip.laneHeight,
      // The lane that it comes from, or the first.
      lane: page.strip.frame(of: id)?.top ?? StripPage.padding + page.strip.headingHeight)
  }

  /// Places the lifted event for the present pointer, scroll and day.
  func showLifted(_ lifted: Lifted) {
    held.show(lifted, geometry(for: lifted.snapped.id))
    tell(lifted.snapped)
  }

  /// Shows what the keys have made of an event: lifted above the timeline, or at its new place.
  func show(_ hold: KeyHold) {
    follow(hold.snapped)
    if !hold.isLifted {
      reload()
      grabFocus(hold.occurrence.id, scrolls: true)
    }
    scrollTo(hold.snapped)
    if hold.isLifted { place(hold) }
    tell(hold.snapped, after: hold.isLifted ? nil : hold.occurrence.times)
  }

  /// Places what the keys have lifted; it goes with the sheet.
  func place(_ hold: KeyHold) { held.place(hold, geometry(for: hold.snapped.id)) }

  private func tell(_ snapped: Occurrence, after first: EventTimes? = nil) {
    if held.tell(snapped, after: first) { liftLayer.show(wholeContent(of: snapped)) }
  }

  /// Shows how far a dwell has come, and says once where it leads.
  func show(_ dwell: DwellState?) {
    held.show(dwell) {
      style.phrases.turned(shownView, forward: $0 > page.days.lowerBound)
    }
  }

  /// What was lifted is let go, and is shown where it is then.
  func putDown(_ outcome: Outcome) {
    let from = placeInHand
    let scroll = sheet.scroll
    finishLift()
    switch outcome {
    case .changed(let change, let occurrence):
      save(change, of: occurrence, scroll: scroll, takesFocus: true, from: from)
    case .unchanged(let id): land(id, from: from, saying: style.phrases.unchanged)
    case .back(let id, let offset, let home):
      let isHome = home == page.days.lowerBound
      show(home, scroll: offset)
      let moved = from.map { Point(x: $0.x, y: $0.y + offset - scroll) }
      land(id, from: isHome ? moved : nil, saying: style.phrases.movedBack)
    case .made: break
    case .notMade(let focus, let offset, let home):
      show(home, scroll: offset)
      giveFocusBack(to: focus)
      say(style.phrases.notAdded)
    }
  }

  private func land(_ id: Occurrence.ID, from: Point?, saying text: String) {
    updateAppearances()
    grabFocus(id, scrolls: false)
    glide(id, from: from)
    say(text)
  }

  /// Hands a change to the source and shows what has become of it.
  func save(
    _ change: EventEdit.Change, of occurrence: Occurrence, scroll: Double, takesFocus: Bool,
    from: Point? = nil
  ) {
    let id = occurrence.id
    held.forgetTimes()
    isSaved = false
    apply(occurrence.edit(change))
    sheet.setScroll(scroll)
    if takesFocus { grabFocus(id, scrolls: false) }
    glide(id, from: from)
    if let now = occurrences.first(where: { $0.id == id }) { say(style.phrases.dropped(now)) }
  }

  /// Where the lifted block is now, in px of the sheet; nil if only an edge of it was held.
  private var placeInHand: Point? {
    guard let placement = liftLayer.placement, placement.holdsBody else { return nil }
    return Point(x: placement.x - columnsLeft, y: placement.top + sheet.drawnScroll)
  }

  /// Lets a block come from where it was let go to its place. A press takes it at its place from the first frame
  /// on; only what is seen takes the way.
  private func glide(_ id: Occurrence.ID, from: Point?) {
    guard let from, let frame = page.frame(of: id), let column = page.column(of: frame.day) else { return }
    let motion = DropMotion(isReduced: input.isReducedMotion)
    guard motion.duration > 0, from != Point(x: frame.left, y: frame.top) else { return }
    let (dx, dy) = (from.x - frame.left, from.y - frame.top)
    var began: Int?
    column.glide(id, dx: dx, dy: dy)
    _ = addTick(column.pointer) { [weak column] time in
      guard let column else { return false }
      let elapsed = Double(time - (began ?? time)) / 1_000_000
      began = began ?? time
      let rest = motion.remaining(after: elapsed)
      column.glide(id, dx: dx * rest, dy: dy * rest)
      return rest > 0
    }
  }

  private func finishLift() {
    held.end()
    resetCursor()
    stopTick()
    onLiftChanged(false)
  }

  func refuse(_ refusal: EditRefusal) {
    if refusal == .noCalendar { return onNoCalendar() }
    onNotice(style.phrases.refusal(refusal))
  }

  /// Opens the details of an event, beside its block, when they may be.
  func showDetails(of id: Occurrence.ID, for request: HeldInput.Request) {
    gate.open(for: request) { [weak self] in
      if let self, let block = self.block(for: id) { self.showDetails(block) }
    }
  }

  /// Details that are open say what they would say if they were opened now.
  func refreshDetails() {
    if let block = popover.shown.flatMap({ block(for: $0) }) { showDetails(block) }
  }

  private func showDetails(_ block: EventBlock) {
    // Only the part of the block that is in sight can be pointed to.
    guard let frame = frame(of: block.occurrence.id) else { return }
    let canEdit = dataSource?.refusal(for: block.occurrence) == nil
    say(
      popover.show(
        block.occurrence, at: frame, in: windowRows, width: Double(width), canEdit: canEdit))
  }

  /// The rows of the window, in px of the timeline.
  private var windowRows: Range<Double> {
    var (origin, place) = (graphene_point_t(), graphene_point_t())
    guard let root = gtk_widget_get_root(pointer).map({ WidgetPointer($0) }),
      gtk_widget_compute_point(pointer, root, &origin, &place) != 0
    else { return 0..<Double(max(1, height)) }
    return -Double(place.y)..<max(Double(gtk_widget_get_height(root)), 1) - Double(place.y)
  }

  /// The sheet was scrolled: what is lifted stays, everything else went.
  func scrolled() {
    popover.close()
    if isPointing || isLifted { FrameStatistics.measure { _ = send(.layoutChanged) } }
    noteScrolling()
  }

  /// Size, zoom or day changed.
  func viewportChanged() {
    sheet.contentHeight = axis.contentHeight
    send(.layoutChanged)
  }

  /// The source has new events: if what is lifted is gone, the drag ends and says so.
  func occurrencesReloaded() {
    if let shown = popover.shown, !occurrences.contains(where: { $0.id == shown }) { popover.close() }
    guard let dataSource, let held = state.interaction.changed else { return }
    let span = held.span
    let there = dataSource.occurrences(in: span.start.day..<span.end.day.adding(days: 1))
    if !there.contains(where: { $0.id == held.id }) { send(.vanished) }
  }

  /// Ends a kinetic scroll, which GTK does by itself only for touch and wheel; its tick would overwrite our offset.
  func stopKineticScrolling() {
    gtk_scrolled_window_set_kinetic_scrolling(scrolledWindow.opaque, 0)
    gtk_scrolled_window_set_kinetic_scrolling(scrolledWindow.opaque, 1)
  }
}
