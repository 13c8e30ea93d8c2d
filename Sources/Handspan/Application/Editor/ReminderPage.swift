import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// The page on which the user chooses the reminders of an event: common reminders, the event's own reminders,
/// and custom reminders at any time before the start.
@MainActor
final class ReminderPage {
  let gtkWidget = nonNull(gtk_scrolled_window_new())
  /// The chosen reminders; initially those of the event.
  private(set) var reminders: [EventAlarm]

  private enum Unit: CaseIterable { case minutes, hours, days }

  private let phrases: Phrases
  private let zone: Zone
  private let isAllDay: Bool
  private let allDaySecond: Int
  private let form = EditorForm()
  private let list = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private let wheel: NumberWheel
  private let units: ChoiceButtons<Unit>
  private var unit = Unit.minutes
  private var buttons: [(alarm: EventAlarm, widget: WidgetPointer)] = []
  private let reference: ObjectReference

  /// - Parameters:
  ///   - allDaySecond: the time of the reminders that are suggested for an all-day event, in seconds since midnight.
  ///   - note: who shows the reminders.
  init(_ event: CalendarEvent, in zone: Zone, allDaySecond: Int, note: String, _ phrases: Phrases) {
    (self.phrases, self.zone, self.allDaySecond) = (phrases, zone, allDaySecond)
    isAllDay = event.times.isAllDay
    reminders = event.reminders
    reference = ObjectReference(gtkWidget.opaque)
    let t = phrases.translator
    wheel = NumberWheel(
      phrases: phrases, name: t.tr("Time before the start"),
      scale: NumberWheel.Scale(steps: Array(1...60), range: 1...999) { String($0) },
      value: isAllDay ? 3 : 20)
    units = ChoiceButtons(
      name: t.tr("Unit"),
      [
        (.minutes, t.tr("Minutes")), (.hours, t.tr("Hours")), (.days, t.tr("Days")),
      ])
    Accessible.setRole(list, GTK_ACCESSIBLE_ROLE_GROUP)
    Accessible.setLabel(list, t.tr("Reminders"))
    // A screen reader has read it with the button that opens the page.
    let noteLabel = EditorForm.readOnlyLabel(note)
    for style in ["caption", "dim-label"] { gtk_widget_add_css_class(noteLabel, style) }
    for widget in [noteLabel, list] { form.add(widget) }
    let suggested =
      isAllDay ? EventAlarm.suggestedForAllDay(atSecondOfDay: allDaySecond) : EventAlarm.suggested
    for alarm in suggested + event.reminders.filter({ !suggested.contains($0) }) { addButton(alarm) }
    for alarm in event.otherAlarms { addReadOnlyButton(alarm) }
    let row = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_box_append(row.as(GtkBox.self), wheel.gtkWidget)
    let addCustomButton = nonNull(gtk_button_new_with_label(t.tr("Add")))
    Accessible.setLabel(addCustomButton, t.tr("Add this reminder"))
    gtk_widget_set_halign(addCustomButton, GTK_ALIGN_START)
    form.add(t.tr("Another Time Before the Start"), row, target: nil)
    for widget in [units.gtkWidget, addCustomButton] { form.add(widget) }
    form.isStacked = true
    gtk_widget_add_css_class(form.gtkWidget, "fields")
    gtk_widget_add_css_class(form.gtkWidget, "repeat")
    gtk_scrolled_window_set_policy(gtkWidget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(gtkWidget.opaque, form.gtkWidget)
    unit = isAllDay ? .days : .minutes
    units.select(unit)
    units.onChoose = { [weak self] unit in self?.unit = unit }
    onSignal(addCustomButton.opaque, "clicked") { [weak self] in self?.addCustom() }
  }

  /// Boxes that stack their children vertically if there is not enough space.
  var wrappingRows: [WidgetPointer] { [units.gtkWidget] }

  func takeFocus() { if let first = buttons.first { gtk_widget_grab_focus(first.widget) } }

  /// Finishes the motion of the wheel immediately.
  func finishMotion() { wheel.finish() }

  private func addButton(_ alarm: EventAlarm) {
    let button = nonNull(gtk_check_button_new())
    EditorForm.setWrappingLabel(phrases.reminder(alarm, isAllDay: isAllDay, in: zone), of: button)
    gtk_check_button_set_active(button.as(GtkCheckButton.self), reminders.contains(alarm).gboolean)
    onSignal(button.opaque, "toggled") { [weak self] in
      guard let self else { return }
      if gtk_check_button_get_active(button.as(GtkCheckButton.self)) != 0 {
        if !self.reminders.contains(alarm) { self.reminders.append(alarm) }
      } else {
        self.reminders.removeAll { $0 == alarm }
      }
    }
    gtk_box_append(list.as(GtkBox.self), button)
    buttons.append((alarm, button))
  }

  /// Shows an alarm that is not a reminder and therefore cannot be changed.
  private func addReadOnlyButton(_ alarm: EventAlarm) {
    let text = phrases.translator.tr(
      "{reminder} (from another program)", ["reminder": phrases.reminder(alarm, isAllDay: isAllDay, in: zone)]
    )
    let button = nonNull(gtk_check_button_new())
    EditorForm.setWrappingLabel(text, of: button)
    gtk_check_button_set_active(button.as(GtkCheckButton.self), 1)
    gtk_widget_set_sensitive(button, 0)
    gtk_box_append(list.as(GtkBox.self), button)
  }

  private func addCustom() {
    wheel.finish()
    let alarm: EventAlarm =
      switch unit {
      case .minutes: .before(seconds: wheel.value * 60)
      case .hours: .before(seconds: wheel.value * 3_600)
      case .days where isAllDay: .days(wheel.value, atSecondOfDay: allDaySecond)
      case .days: .offset(EventDuration(days: -wheel.value), from: .start)
      }
    if !buttons.contains(where: { $0.alarm == alarm }) { addButton(alarm) }
    guard let button = buttons.first(where: { $0.alarm == alarm }) else { return }
    gtk_check_button_set_active(button.widget.as(GtkCheckButton.self), 1)
    gtk_widget_grab_focus(button.widget)
  }
}
