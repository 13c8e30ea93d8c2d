import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineInteraction

/// The editor of one event. Typed text takes effect when its field loses the focus or after a pause; choices
/// take effect at once.
///
/// `EventDraft` determines what has changed and what is in conflict, and `TypingPause` determines when to
/// save.
@MainActor
final class EventEditor {
  /// Called when the user closes the editor.
  var onDone: () -> Void = {}
  var onDelete: () -> Void = {}
  /// Called with the event after it was changed.
  var onEdited: (CalendarEvent) -> Void = { _ in }
  /// Called with a text to announce.
  var onAnnounce: (String) -> Void = { _ in }

  /// The editor's widget.
  let pointer: WidgetPointer
  private let session: CalendarSession
  private var phrases: Phrases
  private var draft: EventDraft
  private var pause = TypingPause()
  private var timer: guint = 0
  private let fields: EditorFields
  private let navigation: EditorNavigation

  /// Creates an editor for an event of a session, and begins an edit session, whose edits form one undo step.
  init(_ event: CalendarEvent, of session: CalendarSession) {
    self.session = session
    phrases = session.phrases
    draft = EventDraft(event, in: session.displayZone)
    let calendar = CalendarField(event, calendars: session.writableCalendars, phrases: phrases)
    fields = EditorFields(draft, calendar: calendar, display: session.displayZone, phrases: phrases)
    navigation = EditorNavigation(fields.form, phrases: phrases)
    pointer = navigation.pointer
    session.beginEditSession(of: event)
    connect()
    refresh()
  }

  private func connect() {
    fields.onType = { [weak self] property in
      property.map { self?.draft.set($0) }
      self?.typed()
    }
    fields.onLeave = { [weak self] in self?.commit() }
    fields.onChoose = { [weak self] property in
      self?.draft.set(property)
      self?.commit()
    }
    fields.onChooseCalendar = { [weak self] calendar in
      self?.draft.setCalendar(calendar)
      // Committed after a pause, because a transfer writes two files, and the ribbon may pass other calendars
      // first.
      self?.typed()
    }
    fields.onChangeTimes = { [weak self] change in
      self?.draft.setTimes(change)
      self?.submitChanges()
    }
    fields.onResolve = { [weak self] kind, keepsMine in
      self?.draft.resolveConflict(kind, keepingMine: keepsMine)
      self?.submitChanges()
    }
    fields.onPage = { [weak self] page in
      if let page { self?.navigation.push(page) } else { _ = self?.navigation.goBack() }
    }
    navigation.onDone = { [weak self] in self?.onDone() }
    navigation.onDelete = { [weak self] in self?.onDelete() }
  }

  var event: CalendarEvent { draft.event }

  func takeFocus() { fields.takeFocus() }

  /// Returns from a page to the fields.
  ///
  /// - Returns: whether a page was open.
  func goBack() -> Bool { navigation.goBack() }

  // MARK: Layout

  /// The natural width of the fields in px.
  var naturalWidth: Int { navigation.naturalWidth }

  /// Returns the natural height in px for a width, and moves labels above their fields if they do not fit
  /// beside them at that width.
  func height(forWidth width: Int) -> Int { navigation.height(forWidth: width) }

  // MARK: Committing changes

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
      if self.pause.tick(time: SteadyClock.seconds) { self.commitFields(isPause: true) } else { self.wait() }
      return false
    }
  }

  /// Commits the typed text.
  private func commit() {
    _ = pause.end()
    commitFields()
  }

  private func commitFields(isPause: Bool = false) {
    fields.commitTypedText(isPause: isPause)
    submitChanges()
  }

  private func submitChanges() {
    let changes = draft.changes
    guard !changes.isEmpty || draft.isTransfer else { return refresh() }
    if !changes.isEmpty {
      draft.didSubmitChanges()
      session.apply(EventEdit(target: draft.base.id, change: .set(changes)))
    }
    if draft.isTransfer { transfer() }
    refresh()
    onEdited(draft.event)
  }

  /// Moves the event to the chosen calendar, if that still accepts it.
  private func transfer() {
    session.transfer(draft.base, to: draft.calendar)
    draft.setCalendar(draft.base.id.calendar)
    if let event = session.editedEvent { draft.merge(event) }
  }

  /// Ends the edit session. Typed text is kept, even if another program changed the same property.
  ///
  /// - Parameter showsNotice: whether a change is announced.
  func finish(showsNotice: Bool = true) {
    fields.finishMotion()
    draft.keepAllMine()
    commit()
    if timer != 0 { g_source_remove(timer) }
    timer = 0
    session.endEditSession(showsNotice: showsNotice)
  }

  // MARK: External changes

  /// Called when the calendar, and possibly this event, has changed.
  ///
  /// - Returns: whether the event can still be edited.
  func reload() -> Bool {
    guard let newer = session.editedEvent, !newer.isRepeating else { return false }
    draft.merge(newer)
    refresh()
    return true
  }

  /// Called when the session's display zone or the clock format has changed.
  func clockOrZoneChanged() {
    phrases = session.phrases
    draft.changeDisplayZone(to: session.displayZone)
    fields.setDisplayZone(session.displayZone, phrases)
    refresh()
  }

  private func refresh() {
    navigation.name = phrases.editorName(draft.event)
    if let question = fields.setDraft(draft) { onAnnounce(question) }
  }
}
