import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// The dialogs that add and remove subscriptions.
@MainActor
final class WindowSubscriptions {
  /// The choices for how often a subscription is fetched, in seconds.
  static let intervals: [Int?] = [900, 3_600, 6 * 3_600, 86_400, 7 * 86_400]

  /// Called after a subscription was added.
  var onAdded: (CalendarID) -> Void = { _ in }

  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let toasts: WindowToasts

  init(_ session: CalendarSession, _ dialogs: WindowDialogs, _ toasts: WindowToasts) {
    (self.session, self.dialogs, self.toasts) = (session, dialogs, toasts)
  }

  private var translator: Translator { session.phrases.translator }

  // MARK: Adding

  /// Asks for the address of a calendar, and subscribes to it.
  ///
  /// - Parameters:
  ///   - address: the address to begin with.
  ///   - failure: why the calendar at that address could not be added.
  func add(_ address: String = "", failure: String? = nil) {
    guard !dialogs.hasOpenAlert else { return }
    let t = translator
    let alert = dialogs.makeAlert(
      t.tr("Subscribe to Calendar"),
      failure ?? t.tr("The calendar will be read-only and will be refreshed regularly."))
    let entry = AddressEntry(t, text: address)
    alert.add(entry.gtkWidget)
    alert.add("cancel", t.tr("Cancel"))
    alert.add("subscribe", t.tr("Subscribe"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "subscribe", onClose: "cancel")
    let update = { [weak self, weak entry] in
      guard let self, let entry else { return }
      alert.setEnabled("subscribe", self.check(entry))
    }
    update()
    entry.onType = update
    entry.focusWhenShown()
    dialogs.ask(alert) { [weak self] response in
      let text = entry.text
      // The dialog returns the focus to the window first.
      afterMilliseconds(0) {
        if response == "subscribe" { self?.subscribe(to: text) }
        return false
      }
    }
  }

  /// Shows the server of the address, or what is wrong with it, and returns whether it can be used.
  private func check(_ entry: AddressEntry) -> Bool {
    switch session.listed.host(of: entry.text) {
    case .success(let host):
      entry.showNote(translator.tr("Server: {host}", ["host": host]), isError: false)
      return true
    // An incomplete address is not reported as an error, because the user may still be typing.
    case .failure(.invalidAddress):
      entry.showNote("", isError: false)
      return false
    case .failure(let fault):
      entry.showNote(reason(fault), isError: true)
      return false
    }
  }

  private func reason(_ fault: SubscriptionFault) -> String {
    translator.tr("The address cannot be used: {reason}.", ["reason": fault.phrase(translator)])
  }

  /// Subscribes to a calendar. If that fails, asks again with the reason.
  private func subscribe(to address: String) {
    let t = translator
    guard case .success(let host) = session.listed.host(of: address) else { return }
    toasts.showToast(t.tr("Fetching the calendar from {host}…", ["host": host]))
    Task {
      switch await session.listed.subscribe(to: address) {
      case .success(let calendar):
        toasts.showToast(t.tr("Subscribed to “{calendar}”", ["calendar": calendar.name]))
        onAdded(calendar.id)
      case .failure(let fault):
        let message = t.tr(
          "The calendar from {host} cannot be added: {reason}.", ["host": host, "reason": fault.phrase(t)])
        dialogs.performWhenNoAlertIsOpen {
          self.toasts.dismiss()
          self.add(address, failure: message)
        }
      }
    }
  }

  // MARK: Links

  /// Asks whether to subscribe to the calendar that a link leads to. Any web page may have opened the link, so the
  /// question names the server, and nothing is fetched before the user has agreed. If another dialog is open, the
  /// question follows it.
  func ask(aboutLink link: String) {
    dialogs.performWhenNoAlertIsOpen { [weak self] in self?.showQuestion(aboutLink: link) }
  }

  private func showQuestion(aboutLink link: String) {
    let t = translator
    switch session.listed.host(of: link) {
    case .failure(let fault):
      dialogs.showMessage(t.tr("The Link Cannot Be Opened"), reason(fault))
    case .success(let host):
      let alert = dialogs.makeAlert(
        t.tr("Subscribe to a Calendar?"),
        t.tr(
          "The link leads to a calendar on {host}. The calendar will be read-only and will be refreshed regularly.",
          ["host": host]))
      alert.add("cancel", t.tr("Cancel"))
      alert.add("subscribe", t.tr("Subscribe"), ADW_RESPONSE_SUGGESTED)
      // Enter activates no button, because the user did not ask for this dialog.
      alert.setResponses(onClose: "cancel")
      dialogs.ask(alert) { [weak self] response in
        afterMilliseconds(0) {
          if response == "subscribe" { self?.subscribe(to: link) }
          return false
        }
      }
    }
  }

  // MARK: Refreshing and removing

  /// Fetches a calendar now, and shows the result in a toast.
  func refresh(_ calendar: CalendarInfo) async {
    let t = translator
    toasts.showToast(t.tr("Refreshing “{calendar}”…", ["calendar": calendar.name]))
    let message = await session.retryOpening(calendar.id)
    toasts.showToast(message ?? t.tr("“{calendar}” is up to date", ["calendar": calendar.name]))
  }

  func askToUnsubscribe(from calendar: CalendarInfo) {
    guard !dialogs.hasOpenAlert, let status = session.listed.subscription(calendar.id) else { return }
    let t = translator
    let alert = dialogs.makeAlert(
      t.tr("Unsubscribe From “{calendar}”?", ["calendar": calendar.name]),
      t.tr(
        "Its events are removed from Handspan. The calendar on {host} does not change.", ["host": status.host]
      ))
    alert.add("cancel", t.tr("Cancel"))
    alert.add("unsubscribe", t.tr("Unsubscribe"), ADW_RESPONSE_DESTRUCTIVE)
    alert.setResponses(onClose: "cancel")
    dialogs.ask(alert) { [weak self] response in
      guard response == "unsubscribe", let self else { return }
      Task {
        await self.session.listed.unsubscribe(from: calendar.id)
        self.toasts.showToast(t.tr("Unsubscribed from “{calendar}”", ["calendar": calendar.name]))
      }
    }
  }
}
