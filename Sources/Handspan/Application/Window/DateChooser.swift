import CGtk
import CalendarModel
import GtkSupport

/// The title of the window as a button that opens a month calendar, for going to any day.
@MainActor
final class DateChooser {
  /// The button, for the header bar.
  let pointer: WidgetPointer
  /// Called with the chosen day.
  var onChoose: (Day) -> Void = { _ in }
  /// Returns whether the calendar may open now.
  var mayOpen: () -> Bool = { true }
  /// Returns the day that the calendar shows first.
  var currentDay: () -> Day? = { nil }

  private let title = created(adw_window_title_new("", ""))
  /// Created on demand, because a month calendar is expensive and would slow down the start.
  private var month: (calendar: WidgetPointer, popover: WidgetPointer)?
  private let reference: ObjectReference
  private var isSetting = false

  /// - Parameter tooltip: the tooltip of the button.
  init(tooltip: String) {
    pointer = created(gtk_menu_button_new())
    reference = ObjectReference(pointer.opaque)
    gtk_menu_button_set_child(OpaquePointer(pointer), title)
    gtk_widget_add_css_class(pointer, "flat")
    gtk_widget_add_css_class(pointer, "title-button")
    gtk_widget_set_tooltip_text(pointer, tooltip)
    onOpening(menuOf: pointer) { [weak self] in
      guard let self, self.mayOpen() else { return false }
      self.makeMonth()
      return true
    }
  }

  private func makeMonth() {
    guard month == nil else { return }
    let (calendar, popover) = (created(gtk_calendar_new()), created(gtk_popover_new()))
    month = (calendar, popover)
    gtk_menu_button_set_popover(OpaquePointer(pointer), popover)
    gtk_popover_set_child(popover.as(GtkPopover.self), calendar)
    onSignal(popover.opaque, "show") { [weak self] in self?.opened() }
    // This signal is not emitted when the user only changes the month.
    onSignal(calendar.opaque, "day-selected") { [weak self] in self?.chosen() }
  }

  /// Sets the title and the subtitle.
  func setHeading(_ text: String, subtitle: String) {
    adw_window_title_set_title(OpaquePointer(title), text)
    adw_window_title_set_subtitle(OpaquePointer(title), subtitle)
    Accessible.setLabel(pointer, text)
  }

  func open() { gtk_menu_button_popup(OpaquePointer(pointer)) }

  private func opened() {
    guard let calendar = month?.calendar, let day = currentDay() else { return }
    let (year, month, date) = day.components
    guard let time = g_date_time_new_utc(Int32(year), Int32(month), Int32(date), 0, 0, 0) else { return }
    defer { g_date_time_unref(time) }
    isSetting = true
    gtk_calendar_select_day(OpaquePointer(calendar), time)
    isSetting = false
    // In the calendar the arrow keys move from day to day, with Ctrl from month to month, and Space chooses
    // the day.
    gtk_widget_grab_focus(calendar)
  }

  private func chosen() {
    guard !isSetting, let (calendar, popover) = month,
      let time = gtk_calendar_get_date(OpaquePointer(calendar))
    else { return }
    defer { g_date_time_unref(time) }
    let day = Day(
      year: Int(g_date_time_get_year(time)), month: Int(g_date_time_get_month(time)),
      day: Int(g_date_time_get_day_of_month(time)))
    guard let day else { return }
    gtk_popover_popdown(popover.as(GtkPopover.self))
    onChoose(day)
  }
}
