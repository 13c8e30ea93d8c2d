import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// The fields for the end of a series: never, on a date, or after a number of events.
@MainActor
final class RepeatEndFields {
  enum Kind { case never, on, after }

  let buttons: ChoiceButtons<Kind>
  /// The date or the number, below the buttons.
  let details = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  /// Called with the end that the user chose.
  var onChange: (RepeatForm.End) -> Void = { _ in }

  private let phrases: Phrases
  private let day: DayField
  private let wheel: NumberWheel
  private let count = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
  private let countLabel = nonNull(gtk_label_new(nil))
  private var lastDay: Day
  private var lastCount = 10

  init(_ draft: RepeatDraft, months: MonthCalendars, phrases: Phrases) {
    self.phrases = phrases
    let t = phrases.translator
    buttons = ChoiceButtons([
      (.never, t.trc("end of a series", "Never")), (.on, t.trc("end of a series", "On Date")),
      (.after, t.trc("end of a series", "After")),
    ])
    day = DayField(name: t.tr("Last date"), months: months, phrases: phrases)
    Accessible.setLabel(day.monthDisclosure.button, t.tr("Last date"))
    lastDay = draft.start.wall.day.adding(days: 90)
    if case .on(let day) = draft.form.end { lastDay = day }
    if case .after(let count) = draft.form.end { lastCount = count }
    wheel = NumberWheel(
      phrases: phrases, name: t.tr("Number of events"),
      scale: NumberWheel.Scale(steps: Array(1...60), range: RepeatForm.numbers) { String($0) },
      value: lastCount)
    for widget in [wheel.gtkWidget, countLabel] { gtk_box_append(count.as(GtkBox.self), widget) }
    for widget in [day.monthDisclosure.button, day.monthDisclosure.content, count] {
      gtk_box_append(details.as(GtkBox.self), widget)
    }
    let start = draft.start.wall.day
    day.monthDisclosure.onOpen = { [weak self] in self?.day.takeFocus() }
    day.onChoose = { [weak self] day in self?.onChange(.on(max(day, start))) }
    wheel.onCommitValue = { [weak self] count in self?.onChange(.after(count)) }
    wheel.onHighlightValue = { [weak self] count in
      guard let self else { return }
      gtk_label_set_text(self.countLabel.opaque, self.phrases.events(count))
    }
    buttons.onChoose = { [weak self] kind in
      guard let self else { return }
      switch kind {
      case .never: self.onChange(.never)
      case .on: self.onChange(.on(max(self.lastDay, start)))
      case .after: self.onChange(.after(self.lastCount))
      }
    }
  }

  /// Finishes the motion of the wheel immediately, at its target value.
  func finishMotion() { if gtk_widget_get_visible(count) != 0 { wheel.finish() } }

  func set(_ end: RepeatForm.End, isVisible: Bool) {
    var kind = Kind.never
    switch end {
    case .never: break
    case .on(let day): (kind, lastDay) = (.on, day)
    case .after(let count): (kind, lastCount) = (.after, count)
    }
    buttons.select(kind)
    day.setDay(lastDay)
    wheel.setValue(lastCount)
    gtk_label_set_text(countLabel.opaque, phrases.events(lastCount))
    gtk_widget_set_visible(details, (isVisible && kind != .never).gboolean)
    gtk_widget_set_visible(day.monthDisclosure.button, (kind == .on).gboolean)
    if kind != .on { day.monthDisclosure.close() }
    gtk_widget_set_visible(count, (kind == .after).gboolean)
  }
}
