import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// A date, shown as a button that discloses a month calendar and an entry for a date.
@MainActor
final class DayField {
  let monthDisclosure = Disclosure()
  /// Called with the chosen day.
  var onChoose: (Day) -> Void = { _ in }

  private let phrases: Phrases
  private let name: String
  private let monthFactory: MonthViewFactory
  private let label = nonNull(gtk_label_new(nil))
  private var monthView: MonthView?
  private var entry: DateEntry?
  private var chosenDay: Day?

  /// - Parameter name: the accessible name of the date.
  init(name: String, monthFactory: MonthViewFactory, phrases: Phrases) {
    (self.name, self.monthFactory, self.phrases) = (name, monthFactory, phrases)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_button_set_child(monthDisclosure.button.as(GtkButton.self), label)
    gtk_widget_add_css_class(monthDisclosure.button, "date")
    gtk_widget_set_hexpand(monthDisclosure.button, 1)
    monthDisclosure.makeContent = { [weak self] in self?.makeContent() }
  }

  private func makeContent() -> WidgetPointer {
    let month = monthFactory.make(chosenDay ?? monthFactory.today, on: .window)
    let entry = DateEntry(phrases: phrases) { [weak self, monthFactory] in
      (self?.chosenDay ?? monthFactory.today, monthFactory.today)
    }
    (monthView, self.entry) = (month, entry)
    Accessible.setLabel(month.gtkWidget, name)
    month.onChoose = { [weak self] day in self?.choose(day) }
    entry.onEnter = { [weak self] day in self?.choose(day) }
    entry.onType = { [weak month] day in
      month?.selectedDay = day
      month?.turn(to: day)
    }
    // Like all typed text in the editor, a date takes effect when the focus leaves it.
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.commitTypedText() }
    gtk_widget_add_controller(entry.gtkWidget, focus)
    let box = entry.makeBox(above: month)
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in
      guard let self, Int32(press.symbol) == GDK_KEY_Escape else { return false }
      self.close()
      return true
    }
    gtk_widget_add_controller(box, keys)
    return box
  }

  func setDay(_ day: Day) {
    guard day != chosenDay else { return }
    chosenDay = day
    gtk_label_set_text(label.opaque, phrases.shortDateWithYear(day))
    Accessible.setDescription(monthDisclosure.button, phrases.date(day))
    monthView?.selectedDay = day
    monthView?.jump(to: day)
  }

  /// Focuses the chosen day in the month calendar.
  func takeFocus() {
    guard let month = monthView else { return }
    monthFactory.refresh(month)
    month.selectedDay = chosenDay
    if let chosenDay { month.jump(to: chosenDay) }
    entry?.reset()
    month.focusCursor()
  }

  /// Reports a date that has been typed without pressing Enter.
  func commitTypedText() {
    guard let day = entry?.typedDay else { return }
    entry?.reset()
    onChoose(day)
    // The day may have been refused; the month calendar shows it since it was typed.
    monthView?.selectedDay = chosenDay
    if let chosenDay { monthView?.jump(to: chosenDay) }
  }

  /// Closes the month calendar. A date that is still being typed is given up.
  private func close() {
    entry?.reset()
    gtk_widget_grab_focus(monthDisclosure.button)
    monthDisclosure.close()
  }

  private func choose(_ day: Day) {
    close()
    onChoose(day)
  }
}
