import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// What is said and shown of an event in the hand.
struct SpokenTimes {
  /// The times that were last said, so that each is said once.
  var times: EventTimes?
  /// What the label says of them, and the day that it need not name.
  var label: (times: EventTimes, day: Day?, text: String)?
  /// Where the dwell leads that was last said.
  var dwell: Day?
}

// What is in the hand, shown by widgets.
extension TimelineView {
  func lift(_ hand: Hand) {
    let occurrence = hand.occurrence
    gate.forget()
    stopKineticScrolling()
    takeWidth(of: occurrence)
    let block = makeBlock(occurrence, on: day)
    block.show(wholeContent(of: occurrence))
    block.appearance = .lifted
    liftLayer.begin(block)
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

  /// What is lifted keeps the width that it had, and its place in the column.
  private func takeWidth(of occurrence: Occurrence) {
    if page.strip.frame(of: occurrence.id) != nil {
      (liftedInset, liftedWidth) = (0, page.localColumns.columnWidth)
      return
    }
    let held = lifted?.day ?? occurrence.span.start.day
    let frame = page.column(of: held)?.frame(of: occurrence.id) ?? page.frame(of: occurrence.id)
    let area = page.localColumns.x(of: frame?.day ?? held)
    liftedInset = frame.map { $0.left - area.left } ?? 0
    liftedWidth = frame?.width ?? area.width
  }

  /// Places the lifted event for the present pointer, scroll and day.
  func showLifted(_ lifted: Lifted) {
    if lifted.isBar { return showBar(lifted) }
    let scale = Double(scaleFactor)
    func onDevice(_ value: Double) -> Double { (value * scale).rounded() / scale }
    let offset = sheet.drawnScroll
    func resting(_ second: Double) -> Double { onDevice(axis.y(ofSecond: second)) - offset }
    let midnight = WallTime(lifted.day)
    // Only the held edge follows the pointer; the other one rests with the sheet.
    let span = lifted.occurrence.span
    var top = onDevice(lifted.rawTop)
    var bottom = onDevice(lifted.rawBottom)
    switch lifted.part {
    case .body: bottom = top + max(onDevice(lifted.rawBottom - lifted.rawTop), style.minimumBlockHeight)
    // What of it is on other days is shown there, by the outline.
    case .start: bottom = resting(Double(min(span.end.seconds(since: midnight), WallTime.secondsPerDay)))
    case .end: top = resting(Double(max(span.start.seconds(since: midnight), 0)))
    }
    let hasChanged = lifted.change != nil || lifted.isNew
    let edge = lifted.part == .end ? lifted.snapped.end : lifted.snapped.start
    liftLayer.update(
      LiftLayer.Placement(
        x: onDevice(lifted.columnX + liftedInset), width: liftedWidth, top: top, bottom: bottom,
        outlines: hasChanged ? outlines(of: lifted.snapped) : [], labelAtStart: lifted.part == .start,
        holdsBody: lifted.part == .body,
        // Where a finger covers the label, the time also stands in the gutter, as it does on iOS.
        gutterText: lifted.pointerKind == .touch ? style.phrases.time(edge.wall) : nil,
        gutterLine: resting(Double(edge.wall.secondOfDay)),
        gutterWidth: style.gutterWidth),
      label: liveLabel(of: lifted.snapped))
    liftLayer.lifted?.isBar = false
    tell(lifted.snapped)
  }

  /// Places what is lifted as a bar: it lies over the row above the hours and may be carried from there.
  private func showBar(_ lifted: Lifted) {
    func onDevice(_ value: Double) -> Double { DevicePixels.round(value, scaleFactor) }
    let top = onDevice(lifted.rawTop)
    let (left, right) = (onDevice(lifted.barLeft), onDevice(lifted.barRight))
    liftLayer.update(
      LiftLayer.Placement(
        x: left, width: right - left, top: top, bottom: top + page.strip.laneHeight,
        outlines: lifted.change == nil && !lifted.isNew ? [] : barOutline(of: lifted.snapped),
        labelAtStart: false,
        holdsBody: lifted.part == .body, above: stripHeight),
      label: liveLabel(of: lifted.snapped))
    liftLayer.lifted?.isBar = true
    tell(lifted.snapped)
  }

  /// Where an occurrence would stand on the shown page, in px of the viewport: a piece on each of its days.
  private func outlines(of occurrence: Occurrence) -> [Rectangle] {
    let offset = sheet.drawnScroll
    let span = occurrence.span
    let (axis, scale, columns, least) = (axis, scaleFactor, columns, style.minimumBlockHeight)
    return page.days.filter { span.touches(TimeSpan(days: $0..<$0.adding(days: 1))) }.map { day in
      let midnight = WallTime(day)
      func y(_ second: Int) -> Double {
        DevicePixels.round(axis.y(ofSecond: Double(second)), scale) - offset
      }
      let top = y(max(span.start.seconds(since: midnight), 0))
      let bottom = y(min(span.end.seconds(since: midnight), WallTime.secondsPerDay))
      let column = columns.x(of: day)
      let left = DevicePixels.round(column.left, scale)
      return Rectangle(
        x: left, y: top, width: DevicePixels.round(column.left + column.width, scale) - left,
        height: max(bottom - top, least))
    }
  }

  /// The day that a label need not name: the only one that is shown.
  var namedDay: Day? { page.days.count == 1 ? page.days.lowerBound : nil }

  /// What the label says of the times in the hand: put into words once, and not at each frame in which they stay.
  func liveLabel(of snapped: Occurrence) -> String {
    if let label = spoken.label, label.times == snapped.times, label.day == namedDay { return label.text }
    let text = style.phrases.liveLabel(snapped, shown: namedDay)
    spoken.label = (snapped.times, namedDay, text)
    return text
  }

  /// Says a new snapped time once, and writes it on the block and the outline.
  func tell(_ snapped: Occurrence) {
    guard snapped.times != spoken.times else { return }
    if spoken.times != nil { announcer.sayStep { [phrases = style.phrases] in phrases.step(snapped) } }
    spoken.times = snapped.times
    liftLayer.show(wholeContent(of: snapped))
  }

  /// Shows how far a dwell has come, and says once where it leads.
  func show(_ dwell: DwellState?) {
    liftLayer.show(dwell: dwell.map(DwellBar.State.init))
    if let dwell, dwell.target != spoken.dwell {
      say(style.phrases.turned(shownView, forward: dwell.target > page.days.lowerBound))
    }
    spoken.dwell = dwell?.target
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
    spoken.times = nil
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
    liftLayer.end()
    resetCursor()
    spoken.times = nil
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

extension DwellBar.State {
  init(_ dwell: DwellState) {
    let edge: DwellBar.Edge =
      switch dwell.side {
      case .left: .left
      case .right: .right
      case .top: .top
      case .bottom: .bottom
      }
    self.init(edge: edge, progress: dwell.progress)
  }
}
