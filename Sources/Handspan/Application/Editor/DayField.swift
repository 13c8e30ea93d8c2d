import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// A date, shown as a button that discloses a month calendar.
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
  private var chosenDay: Day?

  /// - Parameter name: the accessible name of the date.
  init(name: String, monthFactory: MonthViewFactory, phrases: Phrases) {
    (self.name, self.monthFactory, self.phrases) = (name, monthFactory, phrases)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_button_set_child(monthDisclosure.button.as(GtkButton.self), label)
    gtk_widget_add_css_class(monthDisclosure.button, "date")
    gtk_widget_set_hexpand(monthDisclosure.button, 1)
    monthDisclosure.makeContent = { [weak self] in self?.makeMonth() }
  }

  private func makeMonth() -> WidgetPointer {
    let month = monthFactory.make(chosenDay ?? monthFactory.today, on: .window)
    monthView = month
    Accessible.setLabel(month.gtkWidget, name)
    month.onChoose = { [weak self] day in self?.choose(day) }
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in
      guard let self, Int32(press.symbol) == GDK_KEY_Escape else { return false }
      self.close()
      return true
    }
    gtk_widget_add_controller(month.gtkWidget, keys)
    return month.gtkWidget
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
    month.focusCursor()
  }

  private func close() {
    gtk_widget_grab_focus(monthDisclosure.button)
    monthDisclosure.close()
  }

  private func choose(_ day: Day) {
    close()
    onChoose(day)
  }
}
