import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// The fields of a custom rule: its unit, its interval and its days.
@MainActor
final class RepeatCustomFields {
  /// Called with a change that the user makes.
  var onChange: (_ change: (inout RepeatForm) -> Void) -> Void = { _ in }

  private let phrases: Phrases
  private let unitButtons: ChoiceButtons<RecurrenceRule.Frequency>
  private let intervalWheel: NumberWheel
  private let unitLabel = nonNull(gtk_label_new(nil))
  private let weekdayBox = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private var weekdayToggles: [(day: Weekday, widget: WidgetPointer)] = []
  private let monthDayList: RadioList<RepeatForm.MonthDay>
  private var unitAndIntervalRows: [WidgetPointer] = []
  private var weekdaysRow: WidgetPointer?
  private var monthDaysRow: WidgetPointer?
  private var shownFrequency = RecurrenceRule.Frequency.weekly
  private var isUpdating = false

  init(_ draft: RepeatDraft, weekdays: [Weekday], phrases: Phrases, in form: EditorForm) {
    self.phrases = phrases
    let t = phrases.translator
    unitButtons = ChoiceButtons(
      name: t.trc("repeat", "Unit"), RepeatForm.frequencies.map { ($0, phrases.unit($0)) })
    intervalWheel = NumberWheel(
      phrases: phrases, name: t.tr("Interval"),
      scale: NumberWheel.Scale(steps: Array(1...30), range: RepeatForm.acceptedNumbers) { String($0) },
      value: draft.form.interval)
    monthDayList = RadioList(name: t.tr("Day of the Month"))
    let intervalBox = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    for widget in [intervalWheel.gtkWidget, unitLabel] { gtk_box_append(intervalBox.as(GtkBox.self), widget) }
    gtk_widget_add_css_class(weekdayBox, "linked")
    gtk_box_set_homogeneous(weekdayBox.as(GtkBox.self), 1)
    Accessible.makeGroup(weekdayBox, named: t.tr("Days"))
    for day in weekdays { addToggle(day) }
    unitAndIntervalRows = [
      form.add(t.trc("repeat", "Unit"), unitButtons.gtkWidget, target: nil),
      form.add(t.tr("Interval"), intervalBox, target: nil),
    ]
    weekdaysRow = form.add(t.tr("Days"), weekdayBox, target: nil)
    monthDaysRow = form.add(t.tr("Day of the Month"), monthDayList.gtkWidget, target: nil)
    unitButtons.onChoose = { [weak self] unit in self?.onChange { $0.frequency = unit } }
    intervalWheel.onCommitValue = { [weak self] interval in self?.onChange { $0.interval = interval } }
    intervalWheel.onHighlightValue = { [weak self] interval in
      guard let self else { return }
      gtk_label_set_text(self.unitLabel.opaque, self.phrases.units(self.shownFrequency, interval))
    }
    monthDayList.onChoose = { [weak self] day in self?.onChange { $0.monthDay = day } }
  }

  private func addToggle(_ day: Weekday) {
    let button = nonNull(gtk_toggle_button_new_with_label(phrases.shortWeekday(day)))
    gtk_widget_add_css_class(button, "weekday")
    Accessible.setLabel(button, phrases.weekday(day))
    Accessible.makeCheckBox(button)
    onSignal(button.opaque, "toggled") { [weak self] in
      guard let self, !self.isUpdating else { return }
      self.onChange { $0.toggle(day) }
    }
    gtk_box_append(weekdayBox.as(GtkBox.self), button)
    weekdayToggles.append((day, button))
  }

  /// Boxes that stack their children vertically if there is not enough space.
  var wrappingRows: [WidgetPointer] { [unitButtons.gtkWidget, weekdayBox] }

  /// Finishes the motion of the wheel immediately, at its target value.
  func finishMotion() { intervalWheel.finish() }

  func set(_ draft: RepeatDraft) {
    let form = draft.form
    shownFrequency = form.frequency
    isUpdating = true
    defer { isUpdating = false }
    unitButtons.select(form.frequency)
    intervalWheel.setValue(form.interval)
    gtk_label_set_text(unitLabel.opaque, phrases.units(form.frequency, form.interval))
    for (day, button) in weekdayToggles {
      gtk_toggle_button_set_active(button.as(GtkToggleButton.self), form.weekdays.contains(day).gboolean)
    }
    let start = draft.start.wall.day
    let days = form.monthDays(for: start).map { ($0, phrases.monthDay($0)) }
    monthDayList.set(days, selected: form.monthDay)
    let isCustom = draft.choice == .custom
    for row in unitAndIntervalRows { gtk_widget_set_visible(row, isCustom.gboolean) }
    let hasMonthDay = form.frequency == .monthly || form.frequency == .yearly
    weekdaysRow.map { gtk_widget_set_visible($0, (isCustom && form.frequency == .weekly).gboolean) }
    monthDaysRow.map { gtk_widget_set_visible($0, (isCustom && hasMonthDay).gboolean) }
  }
}
