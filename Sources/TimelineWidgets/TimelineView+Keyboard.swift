import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Keys and the actions of assistive technology: all that a pointer can do, and said in words.
extension TimelineView {
  func installKeyboard() {
    // On the sheet too: GtkScrolledWindow, between both, takes Ctrl+Up and Ctrl+Down for itself.
    for widget in [sheet.pointer, pointer] {
      let keys = created(gtk_event_controller_key_new())
      onKey(keys) { [weak self] press in self?.pressed(press) ?? false }
      gtk_widget_add_controller(widget, keys)
    }
    // Escape and modifiers are heard whatever has the focus, so they are caught at the window.
    onSignal(pointer.opaque, "realize") { [weak self] in self?.installWindowKeys() }
  }

  private func installWindowKeys() {
    guard !hasWindowKeys, let root = gtk_widget_get_root(pointer) else { return }
    hasWindowKeys = true
    let keys = created(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in self?.pressedInWindow(press) ?? false }
    onKeyReleased(keys) { [weak self] press in if press.isShift { self?.setFine(false) } }
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.focusLeft() }
    gtk_widget_add_controller(pointer, focus)
    gtk_widget_add_controller(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self), keys)
  }

  private func pressedInWindow(_ press: KeyPress) -> Bool {
    input.focusIsVisible = true
    // A key's own event carries the modifiers from before it.
    if press.isShift { setFine(true) }
    guard Int32(press.symbol) == GDK_KEY_Escape, isLifted else { return false }
    cancelGesture(.escape)
    return true
  }

  private func setFine(_ isFine: Bool) {
    guard isFine != input.isFine else { return }
    input.isFine = isFine
    if let lifted { carryOut(gesture.move(to: lifted.pointer, fine: isFine, in: viewport)) }
  }

  // MARK: Keys on an event

  private func pressed(_ press: KeyPress) -> Bool {
    if isNamingEvent { return pressedInDraft(press) }
    // Arrows choose a day; the keys that choose a view do not, and leave it to the mouse.
    if press.modifiers.isDisjoint(with: [.alt, .control]) { mouse.isInUse = false }
    if isCarrying, press.isEnter {
      placeCarried()
      return true
    }
    guard lifted == nil else { return false }
    let isLifted = keyboardEdit.hold?.isLifted == true
    let key = Int32(press.symbol)
    switch key {
    case GDK_KEY_Escape: return leaveSelection()
    case GDK_KEY_space, GDK_KEY_KP_Space: return isLifted ? drop() : liftFocused()
    case _ where press.isEnter:
      if isLifted { return drop() }
      // Once more on what is open: from the details on to the editor.
      return popover.shown != nil && popover.shown == focused ? editFocused() : openFocused(for: .key)
    case GDK_KEY_F2: return press.modifiers.isEmpty && editFocused()
    case GDK_KEY_e where press.modifiers == .control: return editFocused()
    case GDK_KEY_Delete, GDK_KEY_KP_Delete:
      guard press.modifiers.isEmpty, !isLifted, let occurrence = focusedOccurrence else { return false }
      delete(occurrence)
      return true
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up:
      if press.modifiers.isEmpty, popover.scroll(by: -1) { return true }
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down:
      if press.modifiers.isEmpty, popover.scroll(by: 1) { return true }
    case GDK_KEY_Menu: return openMenu()
    case GDK_KEY_F10 where press.modifiers == .shift: return openMenu()
    default: break
    }
    if let step = step(for: key, press.modifiers, isLifted: isLifted) {
      guard let occurrence = focusedOccurrence else { return false }
      make(step, of: occurrence)
      return true
    }
    return !isLifted && press.modifiers.isEmpty && moveFocus(key)
  }

  /// Keys that the field for the title has no use for. Nothing that stands on the timeline is meant by them.
  private func pressedInDraft(_ press: KeyPress) -> Bool {
    // The field hears Enter itself.
    if press.isEnter, draft?.calendars?.hasFocus == true {
      finishDraft(takesFocus: true)
      return true
    }
    guard Int32(press.symbol) == GDK_KEY_Escape else { return false }
    discardDraft()
    return true
  }

  /// What an arrow means with these modifiers; nil where it only moves the focus.
  private func step(for key: Int32, _ modifiers: Modifiers, isLifted: Bool) -> KeyStep? {
    // The vertical sense of a key, and the one of time: in RTL the next day is to the left.
    let (down, later): (Int?, Int?) =
      switch key {
      case GDK_KEY_Up, GDK_KEY_KP_Up: (-1, nil)
      case GDK_KEY_Down, GDK_KEY_KP_Down: (1, nil)
      case GDK_KEY_Left, GDK_KEY_KP_Left: (nil, isRightToLeft ? 1 : -1)
      case GDK_KEY_Right, GDK_KEY_KP_Right: (nil, isRightToLeft ? -1 : 1)
      default: (nil, nil)
      }
    switch (modifiers, down, later) {
    case (.shift, let n?, _): return .end(n)
    case ([.control, .shift], let n?, _): return .start(n)
    case (.control, let n?, _): return .lines(n)
    case (.control, _, let n?): return .days(n)
    case ([], let n?, _) where isLifted: return .lines(n)
    case ([], _, let n?) where isLifted: return .days(n)
    case ([], _, _) where isLifted && (key == GDK_KEY_Page_Up || key == GDK_KEY_KP_Page_Up): return .hours(-1)
    case ([], _, _) where isLifted && (key == GDK_KEY_Page_Down || key == GDK_KEY_KP_Page_Down):
      return .hours(1)
    default: return nil
    }
  }

  /// The occurrence that keys are meant for.
  var focusedOccurrence: Occurrence? {
    guard let focused else { return nil }
    return occurrences.first { $0.id == focused } ?? keyboardEdit.hold?.occurrence
  }

  private func make(_ wanted: KeyStep, of occurrence: Occurrence) {
    guard let step = wanted.possible(for: occurrence) else { return }
    carryOut(
      keyboardEdit.step(
        step, of: occurrence, refusal: dataSource?.refusal(for: occurrence), time: seconds(), in: viewport))
    guard let deadline = keyboardEdit.deadline else { return }
    afterMilliseconds(UInt32(max(0, deadline - seconds()) * 1000) + 1) { [weak self] in
      guard let self else { return false }
      self.carryOut(self.keyboardEdit.tick(time: self.seconds()))
      return false
    }
  }

  private func liftFocused() -> Bool {
    guard let occurrence = focusedOccurrence else { return false }
    carryOut(
      keyboardEdit.lift(occurrence, refusal: dataSource?.refusal(for: occurrence), in: viewport))
    return true
  }

  private func drop() -> Bool {
    carryOut(keyboardEdit.drop())
    return true
  }

  /// Steps that wait are saved when the focus goes elsewhere.
  func focusLeft() {
    afterMilliseconds(0) { [weak self] in
      guard let self, !self.containsFocus else { return false }
      self.finishKeyboardEdit()
      return false
    }
  }

  /// Pending steps are saved now, and a new event is kept: something else begins.
  public func finishKeyboardEdit() {
    carryOut(keyboardEdit.flush())
    finishDraft()
  }

  /// Microseconds after a menu has closed in which the window may be inactive for a moment.
  private static let handingBack = 300_000

  /// The window became active or no longer is; a lifted event goes back then.
  public func windowActiveChanged(_ isActive: Bool) {
    // A menu that closes hands the keyboard back by way of the compositor, which takes it away once more meanwhile.
    let sinceMenu = Int(g_get_monotonic_time()) - menuClosed
    guard !isActive, sinceMenu > TimelineView.handingBack else { return }
    cancelGesture(.focusLost)
    forgetFingers()
  }

  /// Ends what the user is about: a lifted event goes back, pending steps are saved. For a host that is about to
  /// show something else, or to close.
  public func endInteraction() {
    cancelGesture(.focusLost)
    finishKeyboardEdit()
  }

  /// The source's occurrences with what is shown and not yet saved: steps, and a new event.
  func withPendingSteps(_ source: [Occurrence], in days: Range<Day>) -> [Occurrence] {
    let hold = keyboardEdit.hold.flatMap { $0.isLifted ? nil : $0 }
    let pending = [hold?.snapped, draft?.occurrence].compactMap { $0 }
    guard !pending.isEmpty else { return source }
    var result = source.filter { occurrence in !pending.contains { $0.id == occurrence.id } }
    result += pending.filter { $0.span.touches(TimeSpan(days: days)) }
    return result.sorted(by: Occurrence.inReadingOrder)
  }

  /// Shows what the keys have made of an event: lifted above the timeline, or at its new place.
  func show(_ hold: KeyHold) {
    follow(hold.snapped)
    if !hold.isLifted {
      reload()
      focus(hold.occurrence.id)
    }
    scrollTo(hold.snapped)
    if hold.isLifted { place(hold) }
    if !hold.isLifted, spokenTimes == nil { spokenTimes = hold.occurrence.times }
    tell(hold.snapped)
  }

  /// Places what the keys have lifted; it goes with the sheet.
  func place(_ hold: KeyHold) {
    let offset = sheet.drawnScroll
    let span = hold.snapped.span
    let shown = page.days.clamp(span.start.day)
    let midnight = WallTime(shown)
    let area = columns.x(of: shown)
    func y(_ wall: WallTime) -> Double {
      DevicePixels.round(axis.y(ofSecond: Double(wall.seconds(since: midnight))), scaleFactor) - offset
    }
    var (top, bottom) = (y(span.start), max(y(span.end), y(span.start) + style.minimumBlockHeight))
    if hold.snapped.standsAboveHours {
      // What takes whole days is lifted as the bar that it is, just below its strip.
      (top, bottom) = (6, 6 + style.minimumBlockHeight + 6)
    }
    liftLayer.update(
      LiftLayer.Placement(
        x: area.left + liftedInset, width: liftedWidth, top: top, bottom: bottom, outlines: [],
        labelAtStart: false),
      label: liveLabel(of: hold.snapped))
  }

  // MARK: Opening and leaving

  private func leaveSelection() -> Bool {
    if popover.shown != nil {
      popover.close()
      return true
    }
    guard selected != nil else { return false }
    select(nil)
    return true
  }

  func openFocused(for request: HeldInput.Request) -> Bool {
    guard let focused, block(for: focused) != nil else { return false }
    finishKeyboardEdit()
    showDetails(of: focused, for: request)
    return true
  }

  private func openMenu() -> Bool {
    guard let focused, let block = block(for: focused) else { return false }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.pointer, pointer, &bounds) != 0 else { return false }
    gate.open(for: .key) { [weak self] in
      self?.showMenu(
        for: block.occurrence, x: Double(bounds.origin.x + bounds.size.width / 2),
        y: Double(max(0, bounds.origin.y) + 12))
    }
    return true
  }

  // MARK: Assistive technology

  func perform(_ action: EventBlock.Action, on occurrence: Occurrence) {
    guard lifted == nil else { return }
    // While one event is lifted, actions are about that one alone.
    if let hold = keyboardEdit.hold, hold.isLifted, hold.occurrence.id != occurrence.id { return }
    if !isLifted(occurrence.id) { focus(occurrence.id) }
    switch action {
    case .showDetails: _ = openFocused(for: .action)
    case .edit: edit(occurrence)
    case .lift: _ = keyboardEdit.hold?.isLifted == true ? drop() : liftFocused()
    case .moveEarlier: make(.lines(-1), of: occurrence)
    case .moveLater: make(.lines(1), of: occurrence)
    case .movePreviousDay: make(.days(-1), of: occurrence)
    case .moveNextDay: make(.days(1), of: occurrence)
    case .startEarlier: make(.start(-1), of: occurrence)
    case .startLater: make(.start(1), of: occurrence)
    case .endEarlier: make(.end(-1), of: occurrence)
    case .endLater: make(.end(1), of: occurrence)
    case .moveTo: carry(occurrence)
    case .cut: exchange(.cut, occurrence)
    case .copy: exchange(.copy, occurrence)
    case .duplicate: exchange(.duplicate, occurrence)
    case .delete: delete(occurrence)
    }
  }
}

extension KeyStep {
  /// What the step means for an occurrence: a whole-day event has no hours to move by, and goes by days; nil where it
  /// means nothing.
  fileprivate func possible(for occurrence: Occurrence) -> KeyStep? {
    guard occurrence.isAllDay else { return self }
    switch self {
    case .lines(let n), .hours(let n), .days(let n): return .days(n)
    case .start, .end: return nil
    }
  }
}

extension KeyPress {
  fileprivate var isEnter: Bool {
    [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter].contains(Int32(symbol))
  }
  fileprivate var isShift: Bool { Int32(symbol) == GDK_KEY_Shift_L || Int32(symbol) == GDK_KEY_Shift_R }
}
