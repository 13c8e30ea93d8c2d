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
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  let day: DayField
  let time: ParsedEntry
  /// The date and the time, which are stacked vertically if there is not enough space.
  let row = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  /// Called with the time in seconds since midnight when the wheels have stopped.
  var onWheelCommit: (Int) -> Void = { _ in }

  /// The phrases, with the clock format for the time.
  var phrases: Phrases { didSet { if phrases.clock != oldValue.clock { clockChanged() } } }

  private let name: String
  private let wheelsDisclosure = Disclosure()
  private var timeWheels: TimeWheels?
  private var minuteOfDay = 0

  /// - Parameters:
  ///   - name: the label, such as "Start".
  ///   - dayName: the accessible name of the date.
  ///   - timeName: the accessible name of the time.
  ///   - wheelsName: the tooltip of the button that shows the wheels.
  init(
    name: String, dayName: String, timeName: String, wheelsName: String, monthFactory: MonthViewFactory,
    phrases: Phrases
  ) {
    (self.name, self.phrases) = (name, phrases)
    day = DayField(name: dayName, monthFactory: monthFactory, phrases: phrases)
    time = ParsedEntry(width: MomentField.width(phrases.clock))
    Accessible.setLabel(time.entry, timeName)
    gtk_button_set_icon_name(wheelsDisclosure.button.as(GtkButton.self), "preferences-system-time-symbolic")
    Accessible.setLabelAndTooltip(wheelsDisclosure.button, wheelsName)
    wheelsDisclosure.makeContent = { [weak self] in self?.makeWheels() }
    let timeRow = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    for widget in [time.entry, wheelsDisclosure.button] { gtk_box_append(timeRow.as(GtkBox.self), widget) }
    for widget in [day.monthDisclosure.button, timeRow] { gtk_box_append(row.as(GtkBox.self), widget) }
    for widget in [row, time.errorLabel] { gtk_box_append(gtkWidget.as(GtkBox.self), widget) }
  }

  /// The field's disclosures. Only one of them is open at a time.
  var disclosures: [Disclosure] { [day.monthDisclosure, wheelsDisclosure] }

  private func makeWheels() -> WidgetPointer {
    let newWheels = TimeWheels(phrases: phrases, minuteOfDay: minuteOfDay, name: name)
    newWheels.onCommit = { [weak self] minuteOfDay in self?.onWheelCommit(minuteOfDay * 60) }
    timeWheels = newWheels
    return newWheels.gtkWidget
  }

  private func clockChanged() {
    time.setWidth(MomentField.width(phrases.clock))
    timeWheels?.finish()
    timeWheels = nil
    wheelsDisclosure.rebuildContent()
  }

  /// Returns the width of a time in characters.
  private static func width(_ clock: ClockFormat) -> Int32 { clock == .h12 ? 8 : 6 }

  /// Finishes the wheels' motion immediately, at their target values.
  func finishMotion() { timeWheels?.finish() }

  /// Shows a date and a time.
  ///
  /// - Parameters:
  ///   - wall: the time; its date is not shown.
  ///   - shownDay: the date.
  ///   - hasTime: whether the time is shown beside the date.
  func setMoment(_ wall: WallTime, day shownDay: Day, hasTime: Bool) {
    day.setDay(shownDay)
    time.setText(phrases.time(wall))
    minuteOfDay = wall.secondOfDay / 60
    timeWheels?.setTime(minuteOfDay)
    for widget in [time.entry, wheelsDisclosure.button] { gtk_widget_set_visible(widget, hasTime.gboolean) }
    if !hasTime { wheelsDisclosure.close() }
  }
}
