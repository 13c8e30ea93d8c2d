import CGtk
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineWidgets

/// The field for the duration of an event, which can be typed or set with a wheel.
@MainActor
final class DurationField {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  let field = ParsedEntry(width: 10)
  let wheelDisclosure = Disclosure()
  /// Called with the duration in minutes when the wheel has stopped.
  var onWheelCommit: (Int) -> Void = { _ in }

  private let phrases: Phrases
  private var durationWheel: DurationWheel?
  private var minutes = 0

  init(phrases: Phrases) {
    self.phrases = phrases
    gtk_widget_set_hexpand(field.entry, 1)
    gtk_button_set_icon_name(wheelDisclosure.button.as(GtkButton.self), "preferences-system-time-symbolic")
    let tooltip = phrases.translator.tr("Choose Duration")
    Accessible.setLabelAndTooltip(wheelDisclosure.button, tooltip)
    wheelDisclosure.makeContent = { [weak self] in self?.makeWheel() }
    let row = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    for widget in [field.entry, wheelDisclosure.button] { gtk_box_append(row.as(GtkBox.self), widget) }
    for widget in [row, field.errorLabel] { gtk_box_append(gtkWidget.as(GtkBox.self), widget) }
  }

  private func makeWheel() -> WidgetPointer {
    let newWheel = DurationWheel(phrases: phrases, minutes: minutes, name: phrases.translator.tr("Duration"))
    newWheel.onCommit = { [weak self] minutes in self?.onWheelCommit(minutes) }
    gtk_widget_set_halign(newWheel.gtkWidget, GTK_ALIGN_CENTER)
    durationWheel = newWheel
    return newWheel.gtkWidget
  }

  /// Finishes the wheel's motion immediately, at its target value.
  func finishMotion() { durationWheel?.finish() }

  /// Shows a duration, which is given in seconds.
  func setDuration(_ seconds: Int) {
    field.setText(phrases.duration(seconds: seconds))
    minutes = min(seconds / 60, DurationWheel.maximumMinutes)
    durationWheel?.setMinutes(minutes)
  }
}
