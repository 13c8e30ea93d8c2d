import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// The page on which the user chooses how an event repeats. While the user chooses, the page describes the
/// rule in words and lists its next dates.
@MainActor
final class RepeatPage {
  let gtkWidget = nonNull(gtk_scrolled_window_new())
  private(set) var draft: RepeatDraft
  /// Called with the rule in words when the user has changed a part of it.
  var onAnnounce: (String) -> Void = { _ in }

  private let form = EditorForm()
  private let phrases: Phrases
  private let choices: RadioList<RepeatDraft.Choice>
  private let customFields: RepeatCustomFields
  private let endFields: RepeatEndFields
  private let ruleLabel = EditorForm.readableLabel()
  private let datesLabel = EditorForm.readableLabel()
  private var endRow: WidgetPointer?
  private var datesRow: WidgetPointer?
  private let reference: ObjectReference

  init(_ draft: RepeatDraft, monthFactory: MonthViewFactory, phrases: Phrases) {
    (self.draft, self.phrases) = (draft, phrases)
    reference = ObjectReference(gtkWidget.opaque)
    let t = phrases.translator
    choices = RadioList(name: t.tr("Repeat"))
    form.add(choices.gtkWidget)
    customFields = RepeatCustomFields(draft, weekdays: monthFactory.weekdays, phrases: phrases, in: form)
    endFields = RepeatEndFields(draft, monthFactory: monthFactory, phrases: phrases)
    endRow = form.add(t.tr("Ends"), endFields.buttons.gtkWidget, target: nil)
    form.add(endFields.valueFields)
    gtk_widget_add_css_class(ruleLabel, "heading")
    form.add(ruleLabel)
    datesRow = form.add(t.tr("Next Dates"), datesLabel, target: nil, isTall: true)
    form.isStacked = true
    gtk_widget_add_css_class(form.gtkWidget, "fields")
    gtk_widget_add_css_class(form.gtkWidget, "repeat")
    gtk_scrolled_window_set_policy(gtkWidget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(gtkWidget.opaque, form.gtkWidget)
    choices.onChoose = { [weak self] choice in self?.update { $0.choose(choice) } }
    customFields.onChange = { [weak self] change in self?.updatePart { $0.change(change) } }
    endFields.onChange = { [weak self] end in self?.updatePart { $0.setEnd(end) } }
    refresh()
  }

  /// Boxes that stack their children vertically if there is not enough space.
  var wrappingRows: [WidgetPointer] { customFields.wrappingRows + [endFields.buttons.gtkWidget] }

  func takeFocus() { choices.takeFocus() }

  /// Finishes the motion of wheels immediately, at their target values.
  func finishMotion() {
    customFields.finishMotion()
    endFields.finishMotion()
  }

  private func update(_ change: (inout RepeatDraft) -> Void) {
    change(&draft)
    refresh()
  }

  /// Changes a part of the rule, and announces the rule, because the name of the part does not say it.
  private func updatePart(_ change: (inout RepeatDraft) -> Void) {
    let ruleBefore = shownRule
    update(change)
    if shownRule != ruleBefore, !shownRule.isEmpty { onAnnounce(shownRule) }
  }

  /// The rule in words, as the page shows it.
  private var shownRule: String { String(cString: gtk_label_get_text(ruleLabel.opaque)) }

  private func refresh() {
    choices.set(draft.choices.map { ($0, phrases.choice($0, of: draft)) }, selected: draft.choice)
    customFields.set(draft)
    let canSetEnd = draft.choice != .never && draft.choice != .existingRule
    endFields.set(draft.form.end, isVisible: canSetEnd)
    let rule = draft.rule
    let day = draft.start.wall.day
    gtk_label_set_text(
      ruleLabel.opaque, rule.map { phrases.repetition($0, start: draft.start, relativeTo: day) } ?? "")
    let days = draft.nextDates(5).map(phrases.date)
    gtk_label_set_text(datesLabel.opaque, days.joined(separator: "\n"))
    Accessible.setLabel(datesLabel, phrases.nextDates(days))
    if let endRow { gtk_widget_set_visible(endRow, canSetEnd.gboolean) }
    gtk_widget_set_visible(ruleLabel, (rule != nil).gboolean)
    if let datesRow { gtk_widget_set_visible(datesRow, (!days.isEmpty).gboolean) }
  }
}
