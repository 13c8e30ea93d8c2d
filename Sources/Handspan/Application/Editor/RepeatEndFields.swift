import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// The fields for the end of a series: never, on a date, or after a number of events.
@MainActor
final class RepeatEndFields {
  enum Kind { case never, onDate, afterCount }

  let buttons: ChoiceButtons<Kind>
  /// The date or the number, below the buttons.
  let valueFields = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  /// Called with the end that the user chose.
  var onChange: (RepeatForm.End) -> Void = { _ in }

  private let phrases: Phrases
  private let dayField: DayField
  private let countWheel: NumberWheel
  private let countRow = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
  private let countLabel = nonNull(gtk_label_new(nil))
  /// The most recently chosen last date and number of events, or else their initial values.
  private var chosenDay: Day
  private var chosenCount = 10

  init(_ draft: RepeatDraft, monthFactory: MonthViewFactory, phrases: Phrases) {
    self.phrases = phrases
    let t = phrases.translator
    buttons = ChoiceButtons(
      name: t.tr("Ends"),
      [
        (.never, t.trc("end of a series", "Never")), (.onDate, t.trc("end of a series", "On Date")),
        (.afterCount, t.trc("end of a series", "After")),
      ])
    dayField = DayField(name: t.tr("Last date"), monthFactory: monthFactory, phrases: phrases)
    Accessible.setLabel(dayField.monthDisclosure.button, t.tr("Last date"))
    chosenDay = draft.start.wall.day.adding(days: 90)
    if case .on(let day) = draft.form.end { chosenDay = day }
    if case .after(let count) = draft.form.end { chosenCount = count }
    countWheel = NumberWheel(
      phrases: phrases, name: t.tr("Number of events"),
      scale: NumberWheel.Scale(steps: Array(1...60), range: RepeatForm.acceptedNumbers) { String($0) },
      value: chosenCount)
    for widget in [countWheel.gtkWidget, countLabel] { gtk_box_append(countRow.as(GtkBox.self), widget) }
    for widget in [dayField.monthDisclosure.button, dayField.monthDisclosure.content, countRow] {
      gtk_box_append(valueFields.as(GtkBox.self), widget)
    }
    let start = draft.start.wall.day
    dayField.monthDisclosure.onOpen = { [weak self] in self?.dayField.takeFocus() }
    dayField.onChoose = { [weak self] day in self?.onChange(.on(max(day, start))) }
    countWheel.onCommitValue = { [weak self] count in self?.onChange(.after(count)) }
    countWheel.onHighlightValue = { [weak self] count in
      guard let self else { return }
      gtk_label_set_text(self.countLabel.opaque, self.phrases.events(count))
    }
    buttons.onChoose = { [weak self] kind in
      guard let self else { return }
      switch kind {
      case .never: self.onChange(.never)
      case .onDate: self.onChange(.on(max(self.chosenDay, start)))
      case .afterCount: self.onChange(.after(self.chosenCount))
      }
    }
  }

  /// Finishes the motion of the wheel immediately, at its target value, or takes over a typed date.
  func finishMotion() {
    if gtk_widget_get_visible(countRow) != 0 { countWheel.finish() }
    if gtk_widget_get_visible(dayField.monthDisclosure.button) != 0 { dayField.commitTypedText() }
  }

  func set(_ end: RepeatForm.End, isVisible: Bool) {
    var kind = Kind.never
    switch end {
    case .never: break
    case .on(let day): (kind, chosenDay) = (.onDate, day)
    case .after(let count): (kind, chosenCount) = (.afterCount, count)
    }
    buttons.select(kind)
    dayField.setDay(chosenDay)
    countWheel.setValue(chosenCount)
    gtk_label_set_text(countLabel.opaque, phrases.events(chosenCount))
    gtk_widget_set_visible(valueFields, (isVisible && kind != .never).gboolean)
    gtk_widget_set_visible(dayField.monthDisclosure.button, (kind == .onDate).gboolean)
    if kind != .onDate { dayField.monthDisclosure.close() }
    gtk_widget_set_visible(countRow, (kind == .afterCount).gboolean)
  }
}
