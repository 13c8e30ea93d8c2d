import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// The page on which the user chooses how an event repeats. The rule is described in words, with its next
/// dates, as it is being chosen.
@MainActor
final class RepeatPage {
  let gtkWidget = nonNull(gtk_scrolled_window_new())
  private(set) var draft: RepeatDraft

  private let form = EditorForm()
  private let phrases: Phrases
  private let choices: RadioList<RepeatDraft.Choice>
  private let custom: RepeatCustomFields
  private let end: RepeatEndFields
  private let words = EditorForm.readOnlyLabel()
  private let dates = EditorForm.readOnlyLabel()
  private var endRow: WidgetPointer?
  private var datesRow: WidgetPointer?
  private let reference: ObjectReference

  init(_ draft: RepeatDraft, months: MonthCalendars, phrases: Phrases) {
    (self.draft, self.phrases) = (draft, phrases)
    reference = ObjectReference(gtkWidget.opaque)
    let t = phrases.translator
    choices = RadioList(name: t.tr("Repeat"))
    form.add(choices.gtkWidget)
    custom = RepeatCustomFields(draft, weekdays: months.weekdays, phrases: phrases, in: form)
    end = RepeatEndFields(draft, months: months, phrases: phrases)
    endRow = form.add(t.tr("Ends"), end.buttons.gtkWidget, target: nil)
    form.add(end.details)
    gtk_widget_add_css_class(words, "heading")
    form.add(words)
    datesRow = form.add(t.tr("Next dates"), dates, target: nil, isTall: true)
    form.isStacked = true
    gtk_widget_add_css_class(form.gtkWidget, "fields")
    gtk_widget_add_css_class(form.gtkWidget, "repeat")
    gtk_scrolled_window_set_policy(gtkWidget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(gtkWidget.opaque, form.gtkWidget)
    choices.onChoose = { [weak self] choice in self?.update { $0.choose(choice) } }
    custom.onChange = { [weak self] change in self?.update { $0.change(change) } }
    end.onChange = { [weak self] end in self?.update { $0.setEnd(end) } }
    refresh()
  }

  /// Rows that become columns if there is not enough space.
  var wrappingRows: [WidgetPointer] { custom.wrappingRows + [end.buttons.gtkWidget] }

  func takeFocus() { choices.takeFocus() }

  /// Finishes the motion of wheels immediately, at their target values.
  func finishMotion() {
    custom.finishMotion()
    end.finishMotion()
  }

  private func update(_ change: (inout RepeatDraft) -> Void) {
    change(&draft)
    refresh()
  }

  private func refresh() {
    choices.set(draft.choices.map { ($0, phrases.choice($0, of: draft)) }, selected: draft.choice)
    custom.set(draft)
    let repeats = draft.choice != .never && draft.choice != .written
    end.set(draft.form.end, isVisible: repeats)
    let rule = draft.rule
    let day = draft.start.wall.day
    gtk_label_set_text(
      words.opaque, rule.map { phrases.repetition($0, start: draft.start, relativeTo: day) } ?? "")
    let days = draft.nextDates(5).map(phrases.date)
    gtk_label_set_text(dates.opaque, days.joined(separator: "\n"))
    if let endRow { gtk_widget_set_visible(endRow, repeats.gboolean) }
    gtk_widget_set_visible(words, (rule != nil).gboolean)
    if let datesRow { gtk_widget_set_visible(datesRow, (!days.isEmpty).gboolean) }
  }
}
