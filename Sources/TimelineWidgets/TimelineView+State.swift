import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Connects the widgets and the state: passes inputs to the state and carries out its effects.
extension TimelineView {
  /// Passes an input to the state and carries out the effects.
  @discardableResult
  func send(_ input: TimelineInput) -> Response {
    loop.send(input, in: { shownScene }) { response, input in
      if response.isClaimed { claim(for: input) }
      for effect in response.effects { carryOut(effect) }
    }
  }

  private func claim(for input: TimelineInput) {
    guard case .pinch = input else { return self.input.press.claim() }
    self.input.press.giveUp()
    self.input.zoom.claim()
  }

  private func carryOut(_ effect: TimelineEffect) {
    switch effect {
    case .lift(let hand): lift(hand)
    case .show(let lifted): held.update(lifted)
    case .showStep(let hold): previewHold(hold)
    case .placeHold(let hold): held.place(hold)
    case .putDown(let outcome): putDown(outcome)
    case .saveSteps(let change, let occurrence):
      save(change, of: occurrence, scroll: sheet.scroll, takesFocus: containsFocus)
    case .dropSteps:
      held.forgetTimes()
      reload()
    case .takeBackSteps(let scroll, let day):
      held.forgetTimes()
      reload()
      jump(to: day, scroll: scroll)
    case .setScroll(let offset): sheet.setScroll(offset)
    case .showDay(let day, let offset):
      sheet.setScroll(offset)
      turn(to: day)
    case .dwell(let dwell): held.setDwell(dwell)
    case .wait(let deadline): wait(until: deadline)
    case .beginNaming(let naming): begin(naming)
    case .showNaming(let naming): updateDraft(naming)
    case .endNaming(let naming, let isKept, let takesFocus):
      if isKept { keep(naming, takesFocus: takesFocus) } else { discard(naming) }
    case .focus(let id, let scrolls): keyboard.give(to: id, scrolls: scrolls)
    case .focusDay: keyboard.giveToDay()
    case .turnFocus(let days, let near): turnFocus(by: days, near: near)
    case .refresh: blocks.updateAppearances(on: paging.deck)
    case .closeDetails(let kept): if popover.shown != nil, popover.shown != kept { popover.close() }
    case .showDetails(let id, let request): showDetails(of: id, for: request)
    case .openMenu(let id): menus.open(of: id)
    case .edit(let occurrence):
      // Saving the pending steps has changed the occurrence.
      callbacks.onEdit(shown(occurrence.id) ?? occurrence)
    case .carry(let occurrence): carry(occurrence)
    case .clipboard(let action, let occurrence):
      if let request = ClipboardAction(action) { callbacks.onClipboardAction(request, occurrence) }
    case .apply(let edit): apply(edit)
    case .refuse(let refusal): refuse(refusal)
    case .paging(let input): paging.takeFromFinger(input)
    case .zoom(let axis, let scroll): zoom(to: axis, scroll: scroll)
    case .fingersUp: waitForFingers()
    }
  }

  private func wait(until deadline: Double) {
    afterMilliseconds(UInt32(max(0, deadline - SteadyClock.seconds) * 1000) + 1) { [weak self] in
      self?.send(.time(SteadyClock.seconds))
      return false
    }
  }

  /// Sends `.allUp` after the last finger was lifted. It waits until the gesture has handled the same event.
  private func waitForFingers() {
    afterMilliseconds(0) { [weak self] in
      guard let self, self.state.fingers.isEmpty else { return false }
      self.send(.allUp)
      self.paging.deck.dropRetired()
      return false
    }
  }

  private func turnFocus(by days: Int, near y: Double) {
    let next = day.adding(days: days)
    if page.days.contains(next) { day = next } else { jump(to: next, scroll: sheet.scroll) }
    send(.focusNear(y, on: day))
  }

  private func carry(_ occurrence: Occurrence) {
    let scene = shownScene
    // Without a mouse the event stays where it is until a finger places it.
    let hover = state.isTouch ? nil : input.mouse.point
    let point = hover ?? scene.carryingPoint(of: occurrence.id)
    input.press.carry(at: point, widgetPoint: Point(x: point.x, y: point.y + viewportTop))
    send(.carry(subject(occurrence), bar: scene.bar(of: occurrence.id), at: point))
  }

  // MARK: Queries and commands

  /// An event as the subject of an action.
  func subject(_ occurrence: Occurrence) -> TimelineInput.Subject {
    TimelineInput.Subject(
      occurrence, refusal: dataSource?.refusal(for: occurrence), time: SteadyClock.seconds)
  }

  /// The event that the pointer has lifted.
  var lifted: Lifted? { state.interaction.drag?.lifted }
  /// Whether an event is lifted, by pointer or keys.
  package var isLifted: Bool { state.interaction.lifted != nil }
  /// Whether the title of a new event is being typed.
  package var isNamingEvent: Bool { state.interaction.naming != nil }

  /// Saves pending steps and keeps a new event, because something else begins.
  package func finishKeyboardEdit() { send(.begin(.command)) }

  /// Ends every interaction: a lifted event returns to its place, and pending steps are saved. For a host
  /// that is about to show something else, or to close.
  package func endInteraction() {
    send(.interrupted(.focusLost))
    finishKeyboardEdit()
  }

  /// Deletes an event immediately; the window then offers to undo it. The focus moves to the next event, or
  /// to the previous one after the last.
  package func delete(_ occurrence: Occurrence) { send(.delete(subject(occurrence))) }

  /// Performs an action from a menu, a button or assistive technology.
  func perform(_ action: EventAction, on occurrence: Occurrence) {
    send(.action(action, subject(occurrence)))
  }

  /// Announces a text to assistive technology, in order and at most five texts a second.
  package func say(_ text: String) { announcer.say(text) }

  func speak(_ text: String) {
    if let draft { return draft.entry.say(text) }
    let target = held.block ?? state.focus.flatMap { block(for: $0) }
    Accessible.announce(text, on: target?.pointer ?? column.pointer)
  }
}

extension TimelineView: EventBlocksHost, FrameSource {}
