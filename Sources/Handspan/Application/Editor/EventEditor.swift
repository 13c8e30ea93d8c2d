import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineInteraction

/// The editor of one event. Typed text takes effect when its field loses the focus or after a pause. Choices
/// take effect immediately.
///
/// `EventDraft` determines what has changed and what is in conflict, and `TypingDebouncer` determines when to
/// save.
@MainActor
final class EventEditor {
  /// Called when the user closes the editor.
  var onDone: () -> Void = {}
  var onDelete: () -> Void = {}
  /// Called after the event has been changed.
  var onEdited: () -> Void = {}
  /// Called with a message to announce to assistive technology.
  var onAnnounce: (String) -> Void = { _ in }

  /// The editor's widget.
  let gtkWidget: WidgetPointer
  private let session: CalendarSession
  private var phrases: Phrases
  private var draft: EventDraft
  private var typingDebouncer = TypingDebouncer()
  private var pauseTimer: guint = 0
  private let fields: EditorFields
  private let navigation: EditorNavigation

  /// Creates an editor for an occurrence, and begins an edit session. All edits of the edit session form one
  /// undo step.
  init(_ occurrence: Occurrence, of session: CalendarSession, _ monthFactory: MonthViewFactory) {
    self.session = session
    phrases = session.phrases
    let event = session.beginEditSession(of: occurrence)
    draft = EventDraft(event, in: session.displayZone)
    let calendar = CalendarField(event, calendars: session.calendars(for: event), phrases: phrases)
    fields = EditorFields(
      draft, calendar: calendar, monthFactory: monthFactory, displayZone: session.displayZone,
      phrases: phrases)
    navigation = EditorNavigation(fields.form, phrases: phrases)
    gtkWidget = navigation.gtkWidget
    connect()
    refresh()
  }

  private func connect() {
    fields.onType = { [weak self] property in
      property.map { self?.draft.set($0) }
      self?.commitAfterPause()
    }
    fields.onLeave = { [weak self] in self?.commit() }
    fields.onChoose = { [weak self] property in
      self?.draft.set(property)
      self?.commit()
    }
    fields.onChooseCalendar = { [weak self] calendar in
      self?.draft.setCalendar(calendar)
      // The choice is committed after a pause, because a transfer writes two files, and the user may still be
      // moving the ribbon.
      self?.commitAfterPause()
    }
    fields.onChooseRule = { [weak self] rule in self?.setRule(rule) }
    fields.onChooseScope = { [weak self] scope in self?.setScope(scope) }
    fields.onChangeTimes = { [weak self] change in
      self?.changeTimes(change)
      self?.submitChanges()
    }
    fields.onResolve = { [weak self] kind, keepsUserVersion in
      self?.draft.resolveConflict(kind, keepingEdit: keepsUserVersion)
      self?.submitChanges()
    }
    fields.onAnnounce = { [weak self] text in self?.onAnnounce(text) }
    fields.onShowPage = { [weak self] page in
      if let page { self?.navigation.push(page) } else { _ = self?.navigation.goBack() }
    }
    navigation.onDone = { [weak self] in self?.onDone() }
    navigation.onDelete = { [weak self] in self?.onDelete() }
  }

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

  private func commitAfterPause() {
    typingDebouncer.textChanged(time: SteadyClock.seconds)
    guard pauseTimer == 0 else { return }
    startPauseTimer()
  }

  private func startPauseTimer() {
    guard let deadline = typingDebouncer.deadline else { return }
    let remaining = max(0, deadline - SteadyClock.seconds)
    pauseTimer = afterMilliseconds(UInt32(remaining * 1000) + 1) { [weak self] in
      guard let self else { return false }
      self.pauseTimer = 0
      if self.typingDebouncer.tick(time: SteadyClock.seconds) {
        self.commitFields(isPause: true)
      } else {
        self.startPauseTimer()
      }
      return false
    }
  }

  private func changeTimes(_ change: (inout TimesDraft) -> Void) {
    let wasAllDay = draft.event.times.isAllDay
    draft.changeTimes(change)
    guard draft.event.times.isAllDay != wasAllDay else { return }
    let reminders = session.defaultReminders.adapted(draft.event.reminders, toAllDay: !wasAllDay)
    if reminders != draft.event.reminders { draft.set(.reminders(reminders)) }
  }

  /// Commits the typed text.
  private func commit() {
    _ = typingDebouncer.end()
    commitFields()
  }

  private func commitFields(isPause: Bool = false) {
    fields.commitTypedText(isPause: isPause)
    submitChanges()
  }

  private func submitChanges() {
    let changes = draft.changes
    guard !changes.isEmpty || draft.isTransfer else { return refresh() }
    if !changes.isEmpty, session.canApplyInEditor(changes) {
      draft.didSubmitChanges()
      session.applyInEditor(changes)
    }
    if draft.isTransfer { transfer() }
    refresh()
    onEdited()
  }

  /// Sets the rule. A rule cannot be changed for a single occurrence, so the rule of the following
  /// occurrences changes as well.
  private func setRule(_ rule: RecurrenceRule?) {
    if session.editScope == .thisOccurrence {
      let possibleChoices = session.editScopeChoices(adding: [.rule(rule)]).filter { $0.refusal == nil }
      setScope(possibleChoices.first?.scope ?? .thisAndFollowing)
    }
    draft.setRule(rule)
    submitChanges()
  }

  private func setScope(_ scope: EventEdit.Scope) {
    fields.commitTypedText(isPause: false)
    session.setEditScope(scope)
    _ = reload()
    submitChanges()
  }

  /// Moves the event to the chosen calendar, if that calendar can still be written to.
  private func transfer() {
    session.transfer(draft.base, to: draft.calendar)
    draft.setCalendar(draft.base.id.calendar)
    if let event = session.editedEvent { draft.merge(event) }
  }

  /// Ends the edit session. Typed text is kept, even if another program has changed the same property.
  ///
  /// - Parameter showsNotice: whether to show a notice about the changes.
  /// - Returns: the occurrence as it is now; nil if it no longer exists.
  @discardableResult
  func finish(showsNotice: Bool = true) -> Occurrence? {
    fields.finishMotion()
    draft.keepAllEdits()
    commit()
    if pauseTimer != 0 { g_source_remove(pauseTimer) }
    pauseTimer = 0
    // Changes that the chosen scope does not allow are lost, so the reason is shown.
    if !draft.changes.isEmpty { session.applyInEditor(draft.changes) }
    // A button that was pressed just before reports it only now, and its page would take the focus from the event.
    fields.onShowPage = { _ in }
    let occurrence = session.editedOccurrence
    session.endEditSession(showsNotice: showsNotice)
    return occurrence
  }

  // MARK: External changes

  /// Called when the calendar, and possibly this event, has changed.
  ///
  /// - Returns: whether the event can still be edited.
  func reload() -> Bool {
    guard let currentEvent = session.editedEvent else { return false }
    draft.merge(currentEvent)
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
    navigation.accessibleName = phrases.editorName(draft.event)
    fields.setScope(session.editScope, session.editScopeChoices(adding: draft.changes))
    if let question = fields.setDraft(draft) { onAnnounce(question) }
  }
}
