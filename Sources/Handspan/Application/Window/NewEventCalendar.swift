import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import GtkSupport

/// A list to choose one of some calendars from.
enum CalendarChoice {
  @MainActor static func dropDown(_ calendars: [CalendarInfo], _ phrases: Phrases) -> WidgetPointer {
    let names = created(gtk_string_list_new(nil))
    for calendar in calendars { gtk_string_list_append(names, calendar.name) }
    let list = created(gtk_drop_down_new(names, nil))
    Accessible.setLabel(list, phrases.translator.tr("Calendar"))
    return list
  }
}

// Where new events go while the calendar that they went to is not there.
extension MainWindow {
  /// Says that no event can be made. If only the calendar that new events go to is not there, asks for another one: it is
  /// never chosen without a word.
  ///
  /// - Parameter chosen: what is done once there is another one.
  func askForCalendar(then chosen: @escaping @MainActor () -> Void = {}) {
    let t = phrases.translator
    guard let awaited = session.awaitedCalendar else { return show(notice: phrases.refusal(.noCalendar)) }
    let others = session.writableCalendars
    let heading = t.tr("“{calendar}” Is Not Available", ["calendar": awaited.name])
    guard !others.isEmpty else {
      let alert = Alert(
        heading, t.tr("New events go to it. Open another calendar, or wait until it is there again."),
        over: pointer.as(GtkWindow.self))
      alert.add("close", t.tr("Close"))
      return ask(alert)
    }
    let alert = Alert(
      heading,
      t.tr("New events go to it. Choose another calendar for them, or wait until it is there again."),
      over: pointer.as(GtkWindow.self))
    let choice = CalendarChoice.dropDown(others, phrases)
    alert.add(choice)
    alert.add("cancel", t.tr("Cancel"))
    alert.add("choose", t.tr("Choose"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "choose", onClose: "cancel")
    ask(alert) { [weak self] response in
      let place = Int(gtk_drop_down_get_selected(choice.opaque))
      guard let self, response == "choose", others.indices.contains(place) else { return }
      self.session.lastCalendar = others[place].id
      chosen()
    }
  }
}
