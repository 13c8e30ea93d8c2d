import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A date as a button that unfolds a month below itself. It opens no window of its own, so that it works by touch too.
@MainActor
final class DayField {
  let button = created(gtk_toggle_button_new())
  /// What unfolds, to stand below the button.
  let month = created(gtk_revealer_new())
  /// Called with the day that was chosen.
  var onChoose: (Day) -> Void = { _ in }
  /// Called when the month unfolds.
  var onOpen: () -> Void = {}

  private let phrases: Phrases
  private let name: String
  private let label = created(gtk_label_new(nil))
  private var calendar: WidgetPointer?
  private var day: Day?
  private var isSetting = false

  /// - Parameter name: what the date is of, for assistive technology.
  init(name: String, phrases: Phrases) {
    self.name = name
    self.phrases = phrases
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_button_set_child(button.as(GtkButton.self), label)
    gtk_widget_add_css_class(button, "date")
    gtk_widget_set_hexpand(button, 1)
    onSignal(button.opaque, "toggled") { [weak self] in self?.toggled() }
    onNotify(month.opaque, "child-revealed") { [weak self] in
      guard let self, !self.isOpen else { return }
      gtk_widget_set_visible(self.month, 0)
    }
    gtk_widget_set_visible(month, 0)
  }

  var isOpen: Bool { gtk_toggle_button_get_active(button.as(GtkToggleButton.self)) != 0 }

  func close() { gtk_toggle_button_set_active(button.as(GtkToggleButton.self), 0) }

  func show(_ day: Day) {
    self.day = day
    gtk_label_set_text(label.opaque, phrases.shortDateWithYear(day))
    Accessible.setDescription(button, phrases.date(day))
    if isOpen { select(day) }
  }

  private func toggled() {
    if isOpen {
      // A month is fifty widgets, and most visits need none.
      if calendar == nil { makeCalendar() }
      if let day { select(day) }
      gtk_widget_set_visible(month, 1)
      onOpen()
    }
    gtk_revealer_set_reveal_child(month.opaque, isOpen.gboolean)
    if isOpen, let calendar { gtk_widget_grab_focus(calendar) }
  }

  private func makeCalendar() {
    let calendar = created(gtk_calendar_new())
    gtk_widget_add_css_class(calendar, "month")
    gtk_revealer_set_child(month.opaque, calendar)
    onSignal(calendar.opaque, "day-selected") { [weak self] in self?.chosen() }
    Accessible.setLabel(calendar, name)
    self.calendar = calendar
  }

  private func select(_ day: Day) {
    let (year, month, date) = day.components
    guard let calendar, let time = g_date_time_new_utc(Int32(year), Int32(month), Int32(date), 0, 0, 0) else {
      return
    }
    defer { g_date_time_unref(time) }
    isSetting = true
    gtk_calendar_select_day(calendar.opaque, time)
    isSetting = false
  }

  private func chosen() {
    guard !isSetting, let calendar, let time = gtk_calendar_get_date(calendar.opaque) else { return }
    defer { g_date_time_unref(time) }
    let day = Day(
      year: Int(g_date_time_get_year(time)), month: Int(g_date_time_get_month(time)),
      day: Int(g_date_time_get_day_of_month(time)))
    guard let day else { return }
    gtk_widget_grab_focus(button)
    close()
    onChoose(day)
  }
}
