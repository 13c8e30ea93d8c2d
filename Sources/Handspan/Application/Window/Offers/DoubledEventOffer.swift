import CGtk
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// Offers to remove one copy of an event that is in two calendars, because the calendar to which it was moved answered
/// late.
@MainActor
final class DoubledEventOffer {
  private let session: CalendarSession
  private let dialogs: WindowDialogs

  init(_ session: CalendarSession, _ dialogs: WindowDialogs) {
    (self.session, self.dialogs) = (session, dialogs)
  }

  /// Asks the user, unless the event is no longer in both calendars.
  func present(_ double: DoubledEvent) {
    guard let text = session.doubledEventMessage(double),
      let origin = session.name(of: double.origin.calendar)
    else { return }
    let t = session.phrases.translator
    let alert = dialogs.makeAlert(t.tr("Event in Two Calendars"), text)
    alert.add("keep", t.tr("Keep Both"))
    alert.add(
      "remove", t.tr("Remove From “{calendar}”", ["calendar": origin]), ADW_RESPONSE_DESTRUCTIVE)
    alert.setResponses(onEnter: "keep", onClose: "keep")
    dialogs.ask(alert) { [weak self] response in
      if response == "remove" { self?.session.removeFromOrigin(double) }
    }
  }
}
