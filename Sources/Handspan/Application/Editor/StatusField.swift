import CalendarModel
import CalendarText
import GtkSupport

/// The field for the status of an event: confirmed, tentative or canceled.
@MainActor
final class StatusField {
  var gtkWidget: WidgetPointer { buttons.gtkWidget }
  /// Called with the chosen status.
  var onChoose: (CalendarEvent.Status) -> Void {
    get { buttons.onChoose }
    set { buttons.onChoose = newValue }
  }

  private let buttons: ChoiceButtons<CalendarEvent.Status>

  init(_ t: Translator) {
    buttons = ChoiceButtons(
      name: t.tr("Status"),
      [
        (.confirmed, t.trc("status", "Confirmed")), (.tentative, t.trc("status", "Tentative")),
        (.canceled, t.trc("status", "Canceled")),
      ])
  }

  func setStatus(_ status: CalendarEvent.Status) { buttons.select(status) }
}
