import CGtk
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineWidgets

/// The field for the duration of an event, which can be typed or set with a wheel.
@MainActor
final class LengthField {
  let pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  let typed = TypedEntry(width: 10)
  let wheel = Disclosure()
  /// Called with the duration in minutes when the wheel has stopped.
  var onWheelCommit: (Int) -> Void = { _ in }

  private let phrases: Phrases
  private var durations: DurationWheel?
  private var minutes = 0

  init(phrases: Phrases) {
    self.phrases = phrases
    gtk_widget_set_hexpand(typed.entry, 1)
    gtk_button_set_icon_name(wheel.button.as(GtkButton.self), "preferences-system-time-symbolic")
    let words = phrases.translator.tr("Duration wheel")
    gtk_widget_set_tooltip_text(wheel.button, words)
    Accessible.setLabel(wheel.button, words)
    wheel.makeContent = { [weak self] in self?.makeWheel() }
    let row = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    for widget in [typed.entry, wheel.button] { gtk_box_append(row.as(GtkBox.self), widget) }
    for widget in [row, typed.explanation] { gtk_box_append(pointer.as(GtkBox.self), widget) }
  }

  private func makeWheel() -> WidgetPointer {
    let made = DurationWheel(phrases: phrases, minutes: minutes, name: phrases.translator.tr("Duration"))
    made.onCommit = { [weak self] minutes in self?.onWheelCommit(minutes) }
    gtk_widget_set_halign(made.pointer, GTK_ALIGN_CENTER)
    durations = made
    return made.pointer
  }

  /// Ends the wheel's motion at once, at the value that it is moving to.
  func finishMotion() { durations?.finish() }

  /// Shows a duration in seconds.
  func setDuration(_ seconds: Int) {
    typed.setText(phrases.duration(seconds: seconds))
    minutes = min(seconds / 60, DurationWheel.longest)
    durations?.setMinutes(minutes)
  }
}
