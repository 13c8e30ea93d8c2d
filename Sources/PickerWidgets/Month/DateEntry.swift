import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// An entry for a typed date. If the text is not a date when Enter is pressed, an explanation is shown below
/// the entry.
@MainActor
package final class DateEntry {
  package let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  /// Called with the typed date when Enter is pressed.
  package var onEnter: (Day) -> Void = { _ in }
  /// Called while the user is typing, whenever the text is a valid date.
  package var onType: (Day) -> Void = { _ in }
  /// Returns the shown day, which completes dates without a year, and the current day.
  package var referenceDays: () -> (shownDay: Day, today: Day)

  let entry = nonNull(gtk_entry_new())
  let explanation = nonNull(gtk_label_new(nil))
  private let phrases: Phrases
  private let reference: ObjectReference

  package init(phrases: Phrases, referenceDays: @escaping () -> (shownDay: Day, today: Day)) {
    (self.phrases, self.referenceDays) = (phrases, referenceDays)
    reference = ObjectReference(gtkWidget.opaque)
    gtk_label_set_xalign(explanation.opaque, 0)
    gtk_label_set_wrap(explanation.opaque, 1)
    // The message must not make the calendar below wider.
    gtk_label_set_max_width_chars(explanation.opaque, 20)
    gtk_widget_add_css_class(explanation, "error")
    gtk_widget_add_css_class(explanation, "caption")
    gtk_editable_set_width_chars(entry.opaque, 8)
    Accessible.setLabel(entry, phrases.translator.tr("Date"))
    for widget in [entry, explanation] { gtk_box_append(gtkWidget.as(GtkBox.self), widget) }
    onSignal(entry.opaque, "changed") { [weak self] in self?.textChanged() }
    onSignal(entry.opaque, "activate") { [weak self] in self?.submit() }
    showError(nil)
  }

  /// Empties the entry. Its placeholder is the shown date, as an example of what can be typed.
  package func reset() {
    gtk_editable_set_text(entry.opaque, "")
    gtk_entry_set_placeholder_text(
      entry.as(GtkEntry.self), phrases.shortDateWithYear(referenceDays().shownDay))
    showError(nil)
  }

  /// Creates a box with the entry above a month calendar. Text that is typed while the month calendar has the focus is
  /// inserted into the entry.
  package func makeBox(above month: MonthView) -> WidgetPointer {
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    for child in [gtkWidget, month.gtkWidget] { gtk_box_append(box.as(GtkBox.self), child) }
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in self?.forwardKey(press, from: keys) ?? false }
    gtk_widget_add_controller(box, keys)
    return box
  }

  /// The typed date; nil if the text is not a date.
  package var typedDay: Day? { try? parsedDate() }

  /// If a key types a character, focuses the entry and forwards the key event to the entry. `controller` is
  /// the key controller that is handling the event.
  ///
  /// - Returns: whether the entry handled the event.
  private func forwardKey(_ press: KeyEvent, from controller: OpaquePointer) -> Bool {
    let code = gdk_keyval_to_unicode(press.symbol)
    guard press.modifiers.subtracting(.shift).isEmpty, code > 0x20, code != 0x7F,
      !FocusedWidget.isIn(entry), let text = gtk_editable_get_delegate(entry.opaque)
    else { return false }
    gtk_entry_grab_focus_without_selecting(entry.as(GtkEntry.self))
    return gtk_event_controller_key_forward(controller, text.widget) != 0
  }

  private var text: String { gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? "" }

  private func parsedDate() throws(TypedDateError) -> Day {
    let (shownDay, today) = referenceDays()
    return try phrases.typedDate(text, near: shownDay, today: today)
  }

  private func textChanged() {
    // The old message does not apply to the new text.
    showError(nil)
    if let day = typedDay { onType(day) }
  }

  /// Reports the typed date, or explains why the text is not a date.
  func submit() {
    do throws(TypedDateError) {
      onEnter(try parsedDate())
    } catch {
      showError(phrases.explanation(error, example: referenceDays().shownDay))
    }
  }

  /// Shows an error message, or hides it if `reason` is nil.
  private func showError(_ reason: String?) {
    Accessible.setRejected(entry, reason != nil)
    gtk_label_set_text(explanation.opaque, reason ?? "")
    gtk_widget_set_visible(explanation, (reason != nil).gboolean)
    // Screen readers announce the change.
    Accessible.setDescription(entry, reason ?? "")
  }
}
