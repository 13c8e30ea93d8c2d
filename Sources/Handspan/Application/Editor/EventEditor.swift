import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineInteraction

/// The editor of one event. What is typed takes effect when its field is left or after a pause; what is chosen, at once.
///
/// It makes no decisions itself: `EventDraft` determines what changed and what is in conflict, `TypingPause` when to
/// save.
@MainActor
final class EventEditor {
  /// Called when the user is done.
  var onDone: () -> Void = {}
  var onDelete: () -> Void = {}
  /// Called with what has become different, once it is shown.
  var onEdited: (CalendarEvent) -> Void = { _ in }
  /// Called with words for assistive technology.
  var onSay: (String) -> Void = { _ in }

  /// The editor, to be placed.
  let pointer: WidgetPointer
  private let session: CalendarSession
  private var phrases: Phrases
  private var draft: EventDraft
  private var pause = TypingPause()
  private var timer: guint = 0
  private let fields: EditorFields
  private let frame: EditorNavigation

  /// An editor for an event of a session, whose edits form one undo step from now on.
  init(_ event: CalendarEvent, of session: CalendarSession) {
    self.session = session
    phrases = session.phrases
    draft = EventDraft(event, in: session.displayZone)
    let calendar = CalendarField(event, calendars: session.writableCalendars, phrases: phrases)
    fields = EditorFields(draft, calendar: calendar, display: session.displayZone, phrases: phrases)
    frame = EditorNavigation(fields.form, phrases: phrases)
    pointer = frame.pointer
    session.beginEditSession(of: event)
    connect()
    refresh()
  }

  private func connect() {
    fields.onType = { [weak self] property in
      property.map { self?.draft.set($0) }
      self?.typed()
    }
    fields.onLeave = { [weak self] in self?.takeEffect() }
    fields.onChoose = { [weak self] property in
      self?.draft.set(property)
      self?.takeEffect()
    }
    fields.onChooseCalendar = { [weak self] calendar in
      self?.draft.setCalendar(calendar)
      // Two files are written: who goes on to the next calendar does not stop at this one.
      self?.typed()
    }
    fields.onChangeTimes = { [weak self] change in
      self?.draft.setTimes(change)
      self?.handOver()
    }
    fields.onSettle = { [weak self] kind, keepsMine in
      self?.draft.settle(kind, keepingMine: keepsMine)
      self?.handOver()
    }
    fields.onPage = { [weak self] page in
      if let page { self?.frame.push(page) } else { _ = self?.frame.goBack() }
    }
    frame.onDone = { [weak self] in self?.onDone() }
    frame.onDelete = { [weak self] in self?.onDelete() }
  }

  /// The event that is edited.
  var event: CalendarEvent { draft.event }

  func takeFocus() { fields.takeFocus() }

  /// Goes back to the fields from a list to choose from.
  ///
  /// - Returns: whether there was one.
  func goBack() -> Bool { frame.goBack() }

  // MARK: Layout

  /// px of width that the fields would like.
  var naturalWidth: Int { frame.naturalWidth }

  /// px of height at a width. Where that is too little for names beside the fields they stand above them.
  func height(forWidth width: Int) -> Int { frame.height(forWidth: width) }

  // MARK: Taking effect

  private func typed() {
    pause.typed(time: SteadyClock.seconds)
    guard timer == 0 else { return }
    wait()
  }

  private func wait() {
    guard let deadline = pause.deadline else { return }
    let rest = max(0, deadline - SteadyClock.seconds)
    timer = afterMilliseconds(UInt32(rest * 1000) + 1) { [weak self] in
      guard let self else { return false }
      self.timer = 0
      if self.pause.tick(time: SteadyClock.seconds) { self.takeAll(isPause: true) } else { self.wait() }
      return false
    }
  }

  /// What was typed takes effect now.
  private func takeEffect() {
    _ = pause.end()
    takeAll()
  }

  private func takeAll(isPause: Bool = false) {
    fields.takeTyped(isPause: isPause)
    handOver()
  }

  private func handOver() {
    let changes = draft.changes
    guard !changes.isEmpty || draft.isTransfer else { return refresh() }
    if !changes.isEmpty {
      draft.handedOver()
      session.apply(EventEdit(target: draft.base.id, change: .set(changes)))
    }
    if draft.isTransfer { transfer() }
    refresh()
    onEdited(draft.event)
  }

  /// The event goes to the calendar that was chosen, if that still takes it.
  private func transfer() {
    session.transfer(draft.base, to: draft.calendar)
    draft.setCalendar(draft.base.id.calendar)
    if let event = session.editedEvent { draft.merge(event) }
  }

  /// Ends the edit session. Typed text is kept, even if another program changed the same property.
  ///
  /// - Parameter isTold: whether it is said that something was changed.
  func finish(isTold: Bool = true) {
    fields.comeToRest()
    draft.keepMine()
    takeEffect()
    if timer != 0 { g_source_remove(timer) }
    timer = 0
    session.endEditSession(isTold: isTold)
  }

  // MARK: Changes from elsewhere

  /// The calendar says something else, perhaps of this event.
  ///
  /// - Returns: whether it can still be edited.
  func reload() -> Bool {
    guard let newer = session.editedEvent, !newer.isRepeating else { return false }
    draft.merge(newer)
    refresh()
    return true
  }

  /// The session shows days by other clocks, or tells the hour otherwise.
  func clocksChanged() {
    phrases = session.phrases
    draft.changeDisplayZone(to: session.displayZone)
    fields.setDisplayZone(session.displayZone, phrases)
    refresh()
  }

  private func refresh() {
    frame.name = phrases.editorName(draft.event)
    if let question = fields.setDraft(draft) { onSay(question) }
  }
}
