import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineWidgets

/// The fields for the start or the end of an event: a date, which discloses a month calendar, and a time that
/// can be typed or set with wheels.
@MainActor
final class MomentField {
  let pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  let day: DayField
  let time: TypedEntry
  /// Called with the time in seconds since midnight when the wheels have stopped.
  var onWheelCommit: (Int) -> Void = { _ in }

  /// The phrases, with the clock format for the time.
  var phrases: Phrases { didSet { if phrases.clock != oldValue.clock { clockChanged() } } }

  private let name: String
  private let wheels = Disclosure()
  private var timeWheels: TimeWheels?
  private var minute = 0

  /// - Parameters:
  ///   - name: the label, such as "Start".
  ///   - dayName: the accessible name of the date.
  ///   - timeName: the accessible name of the time.
  init(name: String, dayName: String, timeName: String, phrases: Phrases) {
    (self.name, self.phrases) = (name, phrases)
    day = DayField(name: dayName, phrases: phrases)
    time = TypedEntry(width: MomentField.width(phrases.clock))
    Accessible.setLabel(time.entry, timeName)
    gtk_button_set_icon_name(wheels.button.as(GtkButton.self), "preferences-system-time-symbolic")
    let words = phrases.translator.tr("{time} on wheels", ["time": timeName])
    gtk_widget_set_tooltip_text(wheels.button, words)
    Accessible.setLabel(wheels.button, words)
    wheels.makeContent = { [weak self] in self?.makeWheels() }
    let row = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    for widget in [day.monthDisclosure.button, time.entry, wheels.button] {
      gtk_box_append(row.as(GtkBox.self), widget)
    }
    for widget in [row, time.explanation] { gtk_box_append(pointer.as(GtkBox.self), widget) }
  }

  /// The field's disclosures. Only one of them is open at a time.
  var disclosures: [Disclosure] { [day.monthDisclosure, wheels] }

  private func makeWheels() -> WidgetPointer {
    let made = TimeWheels(phrases: phrases, minuteOfDay: minute, name: name)
    made.onCommit = { [weak self] minute in self?.onWheelCommit(minute * 60) }
    timeWheels = made
    return made.pointer
  }

  private func clockChanged() {
    time.setWidth(MomentField.width(phrases.clock))
    timeWheels?.finish()
    timeWheels = nil
    wheels.rebuildContent()
  }

  /// The width of a time in characters.
  private static func width(_ clock: ClockFormat) -> Int32 { clock == .h12 ? 8 : 6 }

  /// Ends the wheels' motion at once, at the values that they are moving to.
  func finishMotion() { timeWheels?.finish() }

  func setMoment(_ wall: WallTime, day shown: Day, hasTime: Bool) {
    day.setDay(shown)
    time.setText(phrases.time(wall))
    minute = wall.secondOfDay / 60
    timeWheels?.setTime(minute)
    for widget in [time.entry, wheels.button] { gtk_widget_set_visible(widget, hasTime.gboolean) }
    if !hasTime { wheels.close() }
  }
}
