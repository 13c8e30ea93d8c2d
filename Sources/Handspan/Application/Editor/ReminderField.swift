import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import UserSettings

/// The reminders of an event: a button that opens the page for changing them, and a note on what Handspan
/// does with them.
@MainActor
final class ReminderField {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  /// Called with the reminders when the page closes, if the user has changed them.
  var onChoose: ([EventAlarm]) -> Void = { _ in }
  /// Called with the page to show.
  var onShowPage: (EditorPage?) -> Void = { _ in }

  let button = PageButton()
  private let note: WidgetPointer
  private let phrases: Phrases
  private var event: CalendarEvent?
  private var zone: Zone?
  private var page: ReminderPage?

  init(_ phrases: Phrases) {
    self.phrases = phrases
    note = EditorForm.readOnlyLabel("")
    for style in ["caption", "dim-label"] { gtk_widget_add_css_class(note, style) }
    for widget in [button.gtkWidget, note] { gtk_box_append(gtkWidget.as(GtkBox.self), widget) }
    button.onOpen = { [weak self] in self?.open() }
  }

  func setEvent(_ event: CalendarEvent, in zone: Zone) {
    (self.event, self.zone) = (event, zone)
    let lines = event.alarms.map { phrases.reminder($0, isAllDay: event.times.isAllDay, in: zone) }
    gtk_label_set_text(note.opaque, whoRings(event))
    button.setText(
      lines.isEmpty ? phrases.noReminder : lines.joined(separator: "\n"), wraps: true,
      note: lines.isEmpty ? nil : String(cString: gtk_label_get_text(note.opaque)))
    gtk_widget_set_visible(note, (!event.alarms.isEmpty).gboolean)
  }

  /// Says who shows the reminders, or what is missing.
  private func whoRings(_ event: CalendarEvent) -> String {
    let t = phrases.translator
    if Accounts.shared?.owns(event.id.calendar) == true {
      switch AccountReminders.shared.ringer {
      case .evolution: return t.tr("Saved in the calendar. Evolution shows the reminders of accounts.")
      case .shell: return t.tr("Saved in the calendar. GNOME Shell shows the reminders of accounts.")
      case .nobody:
        return t.tr("Saved in the calendar. Showing reminders of accounts is off in Preferences.")
      case .handspan, nil: break
      }
    }
    return Preferences()[Preferences.ringsWhileClosed]
      ? t.tr("Shown as a notification, even while Handspan is closed.")
      : t.tr("Saved in the calendar. Showing reminders is off in Preferences.")
  }

  private func open() {
    guard let event, let zone else { return }
    let page = ReminderPage(
      event, in: zone, allDaySecond: Preferences().allDayReminderSecond, note: whoRings(event), phrases)
    self.page = page
    onShowPage(
      EditorPage(
        title: phrases.translator.tr("Reminders"), content: page.gtkWidget, takeFocus: page.takeFocus,
        button: button.gtkWidget, onClose: { [weak self] in self?.commit() },
        wrappingRows: page.wrappingRows))
  }

  /// Reports the reminders on the page, if the user has changed them, and discards the page.
  func commit() {
    guard let page, let event else { return }
    self.page = nil
    page.finishMotion()
    if page.reminders != event.reminders { onChoose(page.reminders) }
  }
}
