import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// Creates drop-downs for choosing a calendar.
enum CalendarDropDown {
  @MainActor static func make(_ calendars: [CalendarInfo], _ phrases: Phrases) -> WidgetPointer {
    let names = nonNull(gtk_string_list_new(nil))
    for calendar in calendars { gtk_string_list_append(names, calendar.name) }
    let dropDown = nonNull(gtk_drop_down_new(names, nil))
    Accessible.setLabel(dropDown, phrases.translator.tr("Calendar"))
    return dropDown
  }
}

/// Asks for a calendar for new events while the default one is not available.
@MainActor
final class NewEventCalendarPrompt {
  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let toasts: WindowToasts

  init(_ session: CalendarSession, _ dialogs: WindowDialogs, _ toasts: WindowToasts) {
    (self.session, self.dialogs, self.toasts) = (session, dialogs, toasts)
  }

  /// Reports that no event can be created, or asks the user to choose a different calendar if only the
  /// default one is unavailable.
  ///
  /// - Parameter handler: called when the user has chosen a different calendar.
  func ask(then handler: @escaping @MainActor () -> Void = {}) {
    let (phrases, t) = (session.phrases, session.phrases.translator)
    guard let unavailableCalendar = session.unavailableDefaultCalendar else {
      return toasts.showToast(phrases.refusal(.noCalendar))
    }
    let otherCalendars = session.writableCalendars
    let heading = t.tr("“{calendar}” Is Not Available", ["calendar": unavailableCalendar.name])
    guard !otherCalendars.isEmpty else {
      return dialogs.showMessage(
        heading,
        t.tr("New events go to this calendar. Open another one, or wait until this one is available again."))
    }
    let alert = dialogs.makeAlert(
      heading,
      t.tr("New events go to this calendar. Choose another one, or wait until this one is available again."))
    let dropDown = CalendarDropDown.make(otherCalendars, phrases)
    alert.add(dropDown)
    alert.add("cancel", t.tr("Cancel"))
    alert.add("choose", t.tr("Choose"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "choose", onClose: "cancel")
    dialogs.ask(alert) { [session] response in
      let index = Int(gtk_drop_down_get_selected(dropDown.opaque))
      guard response == "choose", otherCalendars.indices.contains(index) else { return }
      session.choices.use(otherCalendars[index].id)
      handler()
    }
  }
}
