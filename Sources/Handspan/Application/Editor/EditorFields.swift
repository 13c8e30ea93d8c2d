import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineWidgets

/// All fields of the editor, and their callbacks.
@MainActor
final class EditorFields {
  /// Called whenever the user changes the text of a field, with the field's new value, or with nil if the text has to
  /// be parsed first.
  var onType: (EventProperty?) -> Void = { _ in }
  /// Called when the focus leaves a field, or the user presses Enter in it.
  var onLeave: () -> Void = {}
  /// Called with the chosen value.
  var onChoose: (EventProperty) -> Void = { _ in }
  /// Called with a closure that applies the change made in one of the time fields.
  var onChangeTimes: (_ change: (inout TimesDraft) -> Void) -> Void = { _ in }
  /// Called with a page to show, or with nil to return to the fields.
  var onShowPage: (EditorPage?) -> Void = { _ in }
  /// Called with the chosen calendar.
  var onChooseCalendar: (CalendarID) -> Void = { _ in }
  /// Called with the scope that the user chose for the changes.
  var onChooseScope: (EventEdit.Scope) -> Void = { _ in }
  /// Called with the chosen rule; nil if the event should not repeat.
  var onChooseRule: (RecurrenceRule?) -> Void = { _ in }
  /// Called with a message to announce to assistive technology.
  var onAnnounce: (String) -> Void = { _ in }
  /// Called when the user has resolved a conflict.
  var onResolve: (_ kind: EventProperty.Kind, _ keepsUserVersion: Bool) -> Void = { _, _ in }

  /// The form that contains the fields.
  let form = EditorForm()
  private var displayZone: Zone
  private let conflictView: ConflictView
  private let title: TitleField
  private let location = TextField()
  private let notes = NotesField()
  private let link: LinkField
  private let times: TimesFields
  private let color: ColorRibbon
  private let status: StatusField
  private let busy = ToggleField()
  private let scope: ScopeField
  private let repetition: RepeatField
  private let reminders: ReminderField
  private let calendar: CalendarField
  private var scopeRow: WidgetPointer?
  private var repetitionRow: WidgetPointer?
  private var phrases: Phrases

  init(
    _ draft: EventDraft, calendar: CalendarField, monthFactory: MonthViewFactory, displayZone: Zone,
    phrases: Phrases
  ) {
    (self.displayZone, self.phrases, self.calendar) = (displayZone, phrases, calendar)
    let t = phrases.translator
    conflictView = ConflictView(phrases)
    title = TitleField(phrases: phrases)
    link = LinkField(t)
    color = ColorRibbon(
      phrases: phrases, color: draft.event.ownColor, calendarColor: draft.event.calendarColor)
    status = StatusField(t)
    scope = ScopeField(phrases)
    repetition = RepeatField(monthFactory: monthFactory, phrases: phrases)
    reminders = ReminderField(phrases)
    let scopeRow = form.add(t.trc("label of the scope", "Change"), scope.gtkWidget, target: nil)
    self.scopeRow = scopeRow
    form.measuredRows.append(scopeRow)
    form.wrappingRows.append(scope.buttons.gtkWidget)
    form.add(conflictView.gtkWidget)
    form.add(t.tr("T_itle"), title.gtkWidget, target: title.field.gtkWidget)
    form.add(title.iconDisclosure.content)
    times = TimesFields(
      draft.times, monthFactory: monthFactory, displayZone: displayZone, phrases: phrases, in: form)
    repetitionRow = form.add(t.tr("_Repeat"), repetition.gtkWidget, target: repetition.gtkWidget)
    form.add(t.tr("Lo_cation"), location.gtkWidget, target: location.gtkWidget)
    form.add(t.tr("_Link"), link.gtkWidget, target: link.field.gtkWidget)
    form.add(t.tr("N_otes"), notes.gtkWidget, target: notes.field.gtkWidget, isTall: true)
    form.add(t.tr("Calendar"), calendar.gtkWidget, target: nil)
    form.add(t.tr("Color"), color.gtkWidget, target: nil)
    form.measuredRows.append(form.add(t.tr("Stat_us"), status.gtkWidget, target: status.gtkWidget))
    form.wrappingRows.append(status.gtkWidget)
    form.add(t.tr("Show as _Busy"), busy.gtkWidget, target: busy.gtkWidget, keepsLabelBeside: true)
    form.add(t.tr("Re_minders"), reminders.gtkWidget, target: reminders.button.gtkWidget, isTall: true)
    connect()
  }

  private func connect() {
    title.onType = { [weak self] summary in self?.onType(.summary(summary)) }
    title.onChoose = { [weak self] summary in self?.onChoose(.summary(summary)) }
    location.onType = { [weak self] text in self?.onType(.location(text)) }
    notes.field.onType = { [weak self] text in self?.onType(.notes(text)) }
    for field in [title.field, location, notes.field, link.field] {
      field.onLeave = { [weak self] in self?.onLeave() }
    }
    link.field.onType = { [weak self] text in
      self?.link.update()
      self?.onType(.link(text))
    }
    times.onType = { [weak self] in self?.onType(nil) }
    times.onLeave = { [weak self] in self?.onLeave() }
    times.onShowPage = { [weak self] page in self?.onShowPage(page) }
    times.onChange = { [weak self] change in self?.onChangeTimes(change) }
    color.onCommit = { [weak self] color in self?.onChoose(.color(color)) }
    calendar.onChoose = { [weak self] calendar in self?.onChooseCalendar(calendar) }
    calendar.onLeave = { [weak self] in self?.onLeave() }
    repetition.onShowPage = { [weak self] page in self?.onShowPage(page) }
    repetition.onAnnounce = { [weak self] text in self?.onAnnounce(text) }
    repetition.onChoose = { [weak self] rule in self?.onChooseRule(rule) }
    reminders.onShowPage = { [weak self] page in self?.onShowPage(page) }
    reminders.onChoose = { [weak self] reminders in self?.onChoose(.reminders(reminders)) }
    scope.onChoose = { [weak self] scope in self?.onChooseScope(scope) }
    status.onChoose = { [weak self] status in self?.onChoose(.status(status)) }
    conflictView.onResolve = { [weak self] kind, keepsUserVersion in self?.onResolve(kind, keepsUserVersion) }
    for disclosure in disclosures {
      let previousHandler = disclosure.onOpen
      disclosure.onOpen = { [weak self, weak disclosure] in
        self?.disclosures.filter { $0 !== disclosure }.forEach { $0.close() }
        previousHandler()
      }
    }
    busy.onChoose = { [weak self] isBusy in self?.onChoose(.transparency(isBusy ? .busy : .free)) }
  }

  /// The fields' disclosures. Only one of them is open at a time.
  private var disclosures: [Disclosure] { [title.iconDisclosure] + times.disclosures }

  func takeFocus() { gtk_widget_grab_focus(title.field.gtkWidget) }

  /// Commits typed text that has to be parsed and has not been committed yet.
  func commitTypedText(isPause: Bool) { times.commitTypedText(isPause: isPause) }

  /// Finishes the motion of wheels and ribbons immediately, at their target values.
  func finishMotion() {
    title.finishMotion()
    times.finishMotion()
    color.finish()
    calendar.finishMotion()
    busy.finishMotion()
    repetition.commit()
    reminders.commit()
  }

  /// Sets the zone and the phrases for the next call to `setDraft`.
  func setDisplayZone(_ displayZone: Zone, _ phrases: Phrases) {
    (self.displayZone, self.phrases) = (displayZone, phrases)
    conflictView.phrases = phrases
    times.setDisplayZone(displayZone, phrases)
  }

  /// Shows the scope of the changes, and the reasons why other scopes are not possible. If `chosen` is nil,
  /// the field is hidden.
  func setScope(_ chosen: EventEdit.Scope?, _ choices: [CalendarSession.EditScopeChoice]) {
    if let scopeRow { gtk_widget_set_visible(scopeRow, (chosen != nil).gboolean) }
    if let chosen { scope.set(chosen, choices) }
  }

  /// Shows the values of a draft.
  ///
  /// - Returns: the text of new questions about conflicts; nil if there are none.
  func setDraft(_ draft: EventDraft) -> String? {
    let event = draft.event
    title.setTitle(event.summary)
    location.text = event.location
    notes.field.text = event.notes
    link.setLink(event.link)
    times.setTimes(draft.times, of: event)
    color.calendarColor = event.calendarColor
    color.select(event.ownColor)
    calendar.select(draft.calendar)
    status.setStatus(event.status)
    busy.setOn(event.transparency == .busy)
    repetition.setEvent(event)
    // A changed occurrence whose series is not in the file has no rule to change.
    let isLoneOverride = if case .changed = event.series { true } else { false }
    if let repetitionRow { gtk_widget_set_visible(repetitionRow, (!isLoneOverride).gboolean) }
    reminders.setEvent(event, in: displayZone)
    let conflicts = EventProperty.Kind.allCases.filter(draft.conflictingKinds.contains).map(
      draft.base.property)
    return conflictView.setConflicts(conflicts, of: draft.base, in: displayZone)
  }
}
