import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A date, shown as a button that discloses a month calendar.
@MainActor
final class DayField {
  let monthDisclosure = Disclosure()
  /// Called with the chosen day.
  var onChoose: (Day) -> Void = { _ in }

  private let phrases: Phrases
  private let name: String
  private let label = created(gtk_label_new(nil))
  private let calendar = created(gtk_calendar_new())
  private let reference: ObjectReference
  private var day: Day?
  private var isSetting = false

  /// - Parameter name: the accessible name of the date.
  init(name: String, phrases: Phrases) {
    (self.name, self.phrases) = (name, phrases)
    reference = ObjectReference(calendar.opaque)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_button_set_child(monthDisclosure.button.as(GtkButton.self), label)
    gtk_widget_add_css_class(monthDisclosure.button, "date")
    gtk_widget_set_hexpand(monthDisclosure.button, 1)
    Accessible.setLabel(calendar, name)
    onSignal(calendar.opaque, "day-selected") { [weak self] in self?.chosen() }
    monthDisclosure.makeContent = { [weak self] in self?.calendar }
  }

  func setDay(_ day: Day) {
    guard day != self.day else { return }
    self.day = day
    gtk_label_set_text(label.opaque, phrases.shortDateWithYear(day))
    Accessible.setDescription(monthDisclosure.button, phrases.date(day))
    select(day)
  }

  /// Focuses the calendar, where the arrow keys move from day to day.
  func takeFocus() { gtk_widget_grab_focus(calendar) }

  private func select(_ day: Day) {
    let (year, month, date) = day.components
    guard let time = g_date_time_new_utc(Int32(year), Int32(month), Int32(date), 0, 0, 0) else { return }
    defer { g_date_time_unref(time) }
    isSetting = true
    gtk_calendar_select_day(calendar.opaque, time)
    isSetting = false
  }

  private func chosen() {
    guard !isSetting, let time = gtk_calendar_get_date(calendar.opaque) else { return }
    defer { g_date_time_unref(time) }
    let day = Day(
      year: Int(g_date_time_get_year(time)), month: Int(g_date_time_get_month(time)),
      day: Int(g_date_time_get_day_of_month(time)))
    guard let day else { return }
    gtk_widget_grab_focus(monthDisclosure.button)
    monthDisclosure.close()
    onChoose(day)
  }
}
