import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// What the gesture and the keyboard machines decided, carried out on widgets.
extension TimelineView {
  /// What the pointer has lifted.
  var lifted: Lifted? { gesture.lifted }

  /// Whether that event is lifted, by pointer or keys.
  func isLifted(_ id: Occurrence.ID) -> Bool {
    lifted?.occurrence.id == id
      || (keyboardEdit.hold?.isLifted == true && keyboardEdit.hold?.occurrence.id == id)
  }

  func carryOut(_ effects: [GestureEffect]) {
    for effect in effects { carryOut(effect) }
  }

  private func carryOut(_ effect: GestureEffect) {
    switch effect {
    case .claim: claimSequence()
    case .lift: lift()
    case .update(let lifted): showLifted(lifted)
    case .hold(let hold): show(hold)
    case .setScroll(let offset): sheet.setScroll(offset)
    case .showDay(let day, let offset): turn(to: day, scroll: offset)
    case .dwell(let dwell): liftLayer.show(dwell: dwell.map(DwellBar.State.init))
    case .commit(let change, let occurrence): commit(change, of: occurrence)
    case .settle: putDown(spoken: style.phrases.unchanged)
    case .restore(let offset, let day):
      putDown(spoken: style.phrases.movedBack)
      show(day, scroll: offset)
    case .select(let id): select(id)
    case .click(let id, _): clicked(id)
    case .cancelled: break
    case .refused(let refusal): refuse(refusal)
    }
  }

  private func lift() {
    guard let occurrence = lifted?.occurrence ?? keyboardEdit.hold?.occurrence else { return }
    popover.close()
    stopKineticScrolling()
    let block = EventBlock(
      occurrence: occurrence, content: content(of: occurrence, isWhole: true),
      name: style.phrases.accessibleName(occurrence), style: style)
    block.appearance = .lifted
    liftLayer.begin(block)
    if let lifted { showLifted(lifted) } else if let hold = keyboardEdit.hold { show(hold) }
    focused = occurrence.id
    _ = gtk_widget_grab_focus(block.pointer)
    updateAppearances()
    say(style.phrases.lifted(occurrence.event))
    onLiftChanged(true)
    if lifted != nil { startTick() }
  }

  /// Places the lifted event for the present pointer, scroll and day.
  func showLifted(_ lifted: Lifted) {
    let scale = Double(scaleFactor)
    func onDevice(_ value: Double) -> Double { (value * scale).rounded() / scale }
    let offset = sheet.drawnScroll
    func resting(_ second: Double) -> Double { onDevice(axis.y(ofSecond: second)) - offset }
    let midnight = WallTime(day)
    // Only the held edge follows the pointer; the other one rests with the sheet.
    let span = lifted.occurrence.span
    var top = onDevice(lifted.rawTop)
    var bottom = onDevice(lifted.rawBottom)
    switch lifted.part {
    case .body: bottom = top + max(onDevice(lifted.rawBottom - lifted.rawTop), style.minimumBlockHeight)
    case .start: bottom = resting(Double(span.end.seconds(since: midnight)))
    case .end: top = resting(Double(span.start.seconds(since: midnight)))
    }
    let snapped = lifted.snapped.span
    let target = columns.x(of: lifted.day)
    let width = target.width
    let hasChanged = lifted.change != nil
    liftLayer.update(
      LiftLayer.Placement(
        x: onDevice(lifted.columnX), width: onDevice(width), top: top, bottom: bottom,
        outlineX: onDevice(target.left), outlineWidth: onDevice(width),
        outlineTop: resting(Double(snapped.start.seconds(since: midnight))),
        outlineBottom: max(
          resting(Double(snapped.end.seconds(since: midnight))),
          resting(Double(snapped.start.seconds(since: midnight))) + style.minimumBlockHeight),
        showsOutline: hasChanged, labelAtStart: lifted.part == .start),
      label: style.phrases.liveLabel(lifted.snapped, shown: day))
    if lifted.snapped.times != spokenTimes {
      if spokenTimes != nil { say(style.phrases.step(lifted.snapped)) }
      spokenTimes = lifted.snapped.times
    }
  }

  /// Another day comes under the lifted event.
  private func turn(to newDay: Day, scroll: Double) {
    let isLater = newDay > day
    pendingScroll = .to(scroll)
    show(newDay, scroll: scroll)
    say(isLater ? style.phrases.nextDay : style.phrases.previousDay)
    updateAppearances()
  }

  private func commit(_ change: EventEdit.Change, of occurrence: Occurrence) {
    let id = occurrence.id
    let scroll = sheet.scroll
    isSaved = false
    if liftLayer.lifted != nil { finishLift() }
    dataSource?.apply(occurrence.edit(change))
    reload()
    sheet.setScroll(scroll)
    focus(id)
    if let now = occurrences.first(where: { $0.id == id }) { say(style.phrases.dropped(now)) }
  }

  private func putDown(spoken: String) {
    guard liftLayer.lifted != nil else { return }
    let id = focused
    finishLift()
    updateAppearances()
    if let id { focus(id) }
    say(spoken)
  }

  private func finishLift() {
    liftLayer.end()
    spokenTimes = nil
    stopTick()
    onLiftChanged(false)
  }

  func refuse(_ refusal: EditRefusal) {
    let text = style.phrases.refusal(refusal)
    onNotice(text)
    say(text)
  }

  func select(_ id: Occurrence.ID?) {
    guard selected != id else { return }
    selected = id
    if let id { focus(id) }
    updateAppearances()
  }

  private func clicked(_ id: Occurrence.ID?) {
    popover.close()
    guard let id, let block = block(for: id) else {
      select(nil)
      return
    }
    focus(id)
    showDetails(block)
  }

  /// Opens the details of an event, beside its block.
  func showDetails(_ block: EventBlock) {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.pointer, pointer, &bounds) != 0 else { return }
    // Only the part of the block that is in sight can be pointed to.
    let top = max(Double(bounds.origin.y), 0)
    let bottom = min(Double(bounds.origin.y + bounds.size.height), Double(height))
    popover.show(
      block.occurrence,
      at: GdkRectangle(
        x: Int32(bounds.origin.x), y: Int32(top), width: Int32(bounds.size.width),
        height: Int32(max(1, bottom - top))))
  }

  /// The sheet was scrolled: what is lifted stays, everything else went.
  func scrolled() {
    FrameStatistics.measure {
      if gesture.lifted != nil { carryOut(gesture.viewportChanged(in: viewport)) }
      if let hold = keyboardEdit.hold, hold.isLifted { place(hold) }
    }
    noteScrolling()
  }

  /// Size, zoom or day changed.
  func viewportChanged() {
    sheet.contentHeight = axis.contentHeight
    if gesture.lifted != nil { carryOut(gesture.viewportChanged(in: viewport)) }
  }

  /// The source has new events: if what is lifted is gone, the drag ends and says so.
  func occurrencesReloaded() {
    guard let lifted, day == lifted.occurrence.start.wall.day else { return }
    if !occurrences.contains(where: { $0.id == lifted.occurrence.id }) {
      carryOut(gesture.cancel(.vanished))
      refuse(.vanished)
    }
  }

  // GTK ends a kinetic scroll by itself only for touch and wheel; its tick would overwrite our offset.
  private func stopKineticScrolling() {
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
