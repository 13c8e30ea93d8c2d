import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import GtkSupport
import PickerWidgets
import TimelineWidgets

/// The field for the calendar of an event: a ribbon of the writable calendars, or a label if there is only
/// one.
@MainActor
final class CalendarField {
  let gtkWidget: WidgetPointer
  /// Called with the selected calendar when the ribbon has stopped, if the selection has changed.
  var onChoose: (CalendarID) -> Void = { _ in }
  /// Called when the focus leaves the field.
  var onLeave: () -> Void = {}

  private let ribbon: CalendarRibbon?

  /// - Parameter calendars: the writable calendars, in the order in which they are offered.
  init(_ event: CalendarEvent, calendars: [CalendarInfo], phrases: Phrases) {
    let current = calendars.first { $0.id == event.id.calendar }
    guard let current, calendars.count > 1 else {
      ribbon = nil
      gtkWidget = EditorForm.readOnlyLabel(current?.name)
      return
    }
    let ribbon = CalendarRibbon(phrases: phrases, choices: calendars.map(\.option), selected: current.id)
    (self.ribbon, gtkWidget) = (ribbon, ribbon.gtkWidget)
    ribbon.onCommit = { [weak self] calendar in self?.onChoose(calendar) }
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.onLeave() }
    gtk_widget_add_controller(gtkWidget, focus)
  }

  /// Selects a calendar, unless the user is choosing a different one.
  func select(_ calendar: CalendarID) { ribbon?.select(calendar) }

  /// Finishes the ribbon's motion immediately, at its target value.
  func finishMotion() { ribbon?.finish() }
}
