import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// Wheels for a time of day: hour, minute and, on twelve-hour clocks, AM or PM.
///
/// A minute that is not one of the steps stays on the minute wheel until the user turns the wheel.
@MainActor
package final class TimeWheels {
  /// The widget that contains the wheels side by side.
  package let gtkWidget: WidgetPointer
  /// Called with the minute of the day, from 0 to 1,439, when a wheel has come to rest on a different value.
  package var onCommit: (Int) -> Void = { _ in }

  private let hourWheel: NumberWheel
  private let minuteWheel: NumberWheel
  private let dayPeriodPicker: ListPicker?
  private let reference: ObjectReference

  /// Creates wheels at rest on a minute of the day.
  ///
  /// - Parameters:
  ///   - minuteOfDay: the minute of the day, from 0 to 1,439.
  ///   - step: the interval between the steps of the minute wheel, in minutes; a divisor of 60.
  ///   - name: the name of the time for the accessible labels, for example "Start".
  package init(phrases: Phrases, minuteOfDay: Int = 0, step: Int = 5, name: String) {
    precondition((0..<1_440).contains(minuteOfDay) && step > 0 && 60 % step == 0)
    let (translator, usesDayPeriod) = (phrases.translator, phrases.clock == .h12)
    let (hour, minute) = (minuteOfDay / 60, minuteOfDay % 60)
    hourWheel = NumberWheel(
      phrases: phrases, name: translator.tr("{time}, hour", ["time": name]),
      scale: TimeWheels.hourScale(phrases, usesDayPeriod: usesDayPeriod),
      value: TimeWheels.displayedHour(hour, usesDayPeriod: usesDayPeriod))
    minuteWheel = NumberWheel(
      phrases: phrases, name: translator.tr("{time}, minute", ["time": name]),
      scale: NumberWheel.Scale(
        steps: Array(stride(from: 0, to: 60, by: step)), range: 0...59, isCyclic: true,
        spokenText: phrases.minutes, text: twoDigits),
      value: minute)
    dayPeriodPicker =
      usesDayPeriod ? TimeWheels.makeDayPeriodPicker(phrases, selected: hour / 12, name: name) : nil
    gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    reference = ObjectReference(gtkWidget.opaque)
    addParts(translator)
    connect()
  }

  /// The minute of the day on which the wheels rest, from 0 to 1,439.
  package var minuteOfDay: Int {
    let hour = dayPeriodPicker.map { hourWheel.value % 12 + 12 * $0.selectedItem } ?? hourWheel.value
    return hour * 60 + minuteWheel.value
  }

  /// Shows a minute of the day, except on a wheel that the user is turning.
  ///
  /// - Precondition: `minuteOfDay` is between 0 and 1,439.
  package func setTime(_ minuteOfDay: Int) {
    precondition((0..<1_440).contains(minuteOfDay))
    hourWheel.setValue(TimeWheels.displayedHour(minuteOfDay / 60, usesDayPeriod: dayPeriodPicker != nil))
    minuteWheel.setValue(minuteOfDay % 60)
    dayPeriodPicker?.select(minuteOfDay / 720)
  }

  /// Comes to rest and commits immediately. Call this when the surrounding window is about to close.
  package func finish() { for wheel in wheels { wheel.finish() } }

  // MARK: Parts

  /// The wheels, from left to right.
  var wheels: [SnapPicker] { [hourWheel, minuteWheel] + (dayPeriodPicker.map { [$0] } ?? []) }

  private func addParts(_ translator: Translator) {
    // Hours precede minutes in every language.
    gtk_widget_set_direction(gtkWidget, GTK_TEXT_DIR_LTR)
    gtk_widget_set_halign(gtkWidget, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(gtkWidget, "time-wheels")
    let colon = nonNull(gtk_label_new(translator.trc("between hour and minute", ":")))
    gtk_widget_add_css_class(colon, "wheel-colon")
    Accessible.setHidden(colon, true)
    for wheel in wheels { gtk_box_append(gtkWidget.as(GtkBox.self), wheel.gtkWidget) }
    gtk_box_insert_child_after(gtkWidget.as(GtkBox.self), colon, hourWheel.gtkWidget)
    if let dayPeriodPicker {
      gtk_widget_set_direction(dayPeriodPicker.gtkWidget, GTK_TEXT_DIR_LTR)
      gtk_widget_set_margin_start(dayPeriodPicker.gtkWidget, 12)
    }
    let keys = nonNull(gtk_event_controller_key_new())
    // Handle the keys before a wheel's spin button treats them as text input.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in self?.handleKey(press) ?? false }
    gtk_widget_add_controller(gtkWidget, keys)
  }

  private func connect() {
    for wheel in [hourWheel, minuteWheel] {
      wheel.onCommitValue = { [weak self] _ in self?.commit() }
    }
    dayPeriodPicker?.onCommit = { [weak self] _ in self?.commit() }
    hourWheel.onTypingComplete = { [weak self] in _ = self?.minuteWheel.grabFocus() }
    minuteWheel.onTypingComplete = { [weak self] in _ = self?.dayPeriodPicker?.grabFocus() }
  }

  private func commit() { onCommit(minuteOfDay) }

  /// Moves the focus between the wheels with the left and right arrow keys.
  private func handleKey(_ press: KeyEvent) -> Bool {
    guard press.modifiers.isEmpty else { return false }
    let step: Int
    switch Int32(press.symbol) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: step = -1
    case GDK_KEY_Right, GDK_KEY_KP_Right: step = 1
    default: return false
    }
    guard let current = wheels.firstIndex(where: \.containsFocus),
      wheels.indices.contains(current + step)
    else { return false }
    return wheels[current + step].grabFocus()
  }

  private static func hourScale(_ phrases: Phrases, usesDayPeriod: Bool) -> NumberWheel.Scale {
    usesDayPeriod
      ? NumberWheel.Scale(
        steps: [12] + Array(1...11), range: 1...12, isCyclic: true, spokenText: phrases.spokenTwelveHourClock
      ) { String($0) }
      : NumberWheel.Scale(
        steps: Array(0...23), range: 0...23, isCyclic: true, spokenText: phrases.hours, text: twoDigits)
  }

  private static func displayedHour(_ hour: Int, usesDayPeriod: Bool) -> Int {
    guard usesDayPeriod else { return hour }
    return hour % 12 == 0 ? 12 : hour % 12
  }

  private static func makeDayPeriodPicker(_ phrases: Phrases, selected: Int, name: String) -> ListPicker {
    let translator = phrases.translator
    let strings = [translator.trc("12-hour clock", "AM"), translator.trc("12-hour clock", "PM")]
    return ListPicker(
      phrases: phrases, name: translator.tr("{time}, AM or PM", ["time": name]),
      items: PickerItems(strings: strings), selected: selected, isVertical: true, visibleItemCount: 3)
  }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
