import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineWidgets

/// All fields of the editor, and their callbacks.
@MainActor
final class EditorFields {
  /// Called at each key press with the field's new value; nil if the text has to be parsed first.
  var onType: (EventProperty?) -> Void = { _ in }
  /// Called when the focus leaves a field.
  var onLeave: () -> Void = {}
  /// Called with the chosen value.
  var onChoose: (EventProperty) -> Void = { _ in }
  var onChangeTimes: (_ change: (inout TimesDraft) -> Void) -> Void = { _ in }
  /// Called with a page to show, and with nil to return from it.
  var onPage: (EditorPage?) -> Void = { _ in }
  /// Called with the chosen calendar.
  var onChooseCalendar: (CalendarID) -> Void = { _ in }
  /// Called when the user has resolved a conflict.
  var onResolve: (_ kind: EventProperty.Kind, _ keepsMine: Bool) -> Void = { _, _ in }

  /// The fields in their layout.
  let form = EditorForm()
  private var display: Zone
  private let conflictView: ConflictView
  private let title: TitleField
  private let location = TextField()
  private let notes = TextField(isLong: true)
  private let link: LinkField
  private let times: TimesFields
  private let color: ColorRibbon
  private let status: StatusField
  private let busy = ToggleField()
  private let reminders = EditorForm.text()
  private let calendar: CalendarField
  private var remindersRow: WidgetPointer?
  private var phrases: Phrases

  init(_ draft: EventDraft, calendar: CalendarField, display: Zone, phrases: Phrases) {
    (self.display, self.phrases, self.calendar) = (display, phrases, calendar)
    let t = phrases.translator
    conflictView = ConflictView(phrases)
    title = TitleField(phrases: phrases)
    link = LinkField(t)
    color = ColorRibbon(
      phrases: phrases, color: draft.event.ownColor, calendarColor: draft.event.calendarColor)
    status = StatusField(t)
    form.add(conflictView.pointer)
    form.add(t.tr("T_itle"), title.pointer, target: title.field.pointer)
    form.add(title.icons.content)
    times = TimesFields(draft.times, display: display, phrases: phrases, in: form)
    form.add(t.tr("Lo_cation"), location.pointer, target: location.pointer)
    form.add(t.tr("_Link"), link.pointer, target: link.field.pointer)
    form.add(t.tr("N_otes"), notes.pointer, target: notes.pointer, isTall: true)
    form.add(t.tr("Calendar"), calendar.pointer, target: nil)
    form.add(t.tr("Color"), color.pointer, target: nil)
    form.measuredRows.append(form.add(t.tr("Stat_us"), status.pointer, target: status.pointer))
    form.add(t.tr("Show as _Busy"), busy.pointer, target: busy.pointer, keepsLabelBeside: true)
    remindersRow = form.add(t.tr("Reminders"), reminders, target: nil, isTall: true)
    connect()
  }

  private func connect() {
    title.onType = { [weak self] summary in self?.onType(.summary(summary)) }
    title.onChoose = { [weak self] summary in self?.onChoose(.summary(summary)) }
    location.onType = { [weak self] text in self?.onType(.location(text)) }
    notes.onType = { [weak self] text in self?.onType(.notes(text)) }
    for field in [title.field, location, notes, link.field] {
      field.onLeave = { [weak self] in self?.onLeave() }
    }
    link.field.onType = { [weak self] text in
      self?.link.update()
      self?.onType(.link(text))
    }
    times.onType = { [weak self] in self?.onType(nil) }
    times.onLeave = { [weak self] in self?.onLeave() }
    times.onPage = { [weak self] page in self?.onPage(page) }
    times.onChange = { [weak self] change in self?.onChangeTimes(change) }
    color.onCommit = { [weak self] color in self?.onChoose(.color(color)) }
    calendar.onChoose = { [weak self] calendar in self?.onChooseCalendar(calendar) }
    calendar.onLeave = { [weak self] in self?.onLeave() }
    status.onChoose = { [weak self] status in self?.onChoose(.status(status)) }
    conflictView.onResolve = { [weak self] kind, keepsMine in self?.onResolve(kind, keepsMine) }
    for disclosure in disclosures {
      let then = disclosure.onOpen
      disclosure.onOpen = { [weak self, weak disclosure] in
        self?.disclosures.filter { $0 !== disclosure }.forEach { $0.close() }
        then()
      }
    }
    busy.onChoose = { [weak self] isBusy in self?.onChoose(.transparency(isBusy ? .busy : .free)) }
  }

  /// The fields' disclosures. Only one of them is open at a time.
  private var disclosures: [Disclosure] { [title.icons] + times.disclosures }

  func takeFocus() { gtk_widget_grab_focus(title.field.pointer) }

  /// Commits typed text that has to be parsed and has not been committed yet.
  func commitTypedText(isPause: Bool) { times.commitTypedText(isPause: isPause) }

  /// Ends the motion of wheels and ribbons at once, at the values that they are moving to.
  func finishMotion() {
    title.finishMotion()
    times.finishMotion()
    color.finish()
    calendar.finishMotion()
    busy.finishMotion()
  }

  /// Sets the zone and the phrases for the next `setDraft`.
  func setDisplayZone(_ display: Zone, _ phrases: Phrases) {
    (self.display, self.phrases) = (display, phrases)
    conflictView.phrases = phrases
    times.setDisplayZone(display, phrases)
  }

  /// Shows the values of a draft.
  ///
  /// - Returns: the text of new questions to the user; nil if there are none.
  func setDraft(_ draft: EventDraft) -> String? {
    let event = draft.event
    title.setTitle(event.summary)
    location.text = event.location
    notes.text = event.notes
    link.setLink(event.link)
    times.setTimes(draft.times, of: event)
    color.calendarColor = event.calendarColor
    color.select(event.ownColor)
    calendar.select(draft.calendar)
    status.setStatus(event.status)
    busy.setOn(event.transparency == .busy)
    let words = event.alarms.map { phrases.reminder($0, in: display) }
    gtk_label_set_text(reminders.opaque, words.joined(separator: "\n"))
    if let remindersRow { gtk_widget_set_visible(remindersRow, (!words.isEmpty).gboolean) }
    let theirs = EventProperty.Kind.allCases.filter(draft.conflicting.contains).map(draft.base.property)
    return conflictView.setConflicts(theirs, of: draft.base, in: display)
  }
}
