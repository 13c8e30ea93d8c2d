import CalendarSession
import GtkSupport

// The calendars on the web that the user has subscribed to.
extension MainWindow {
  /// How often the ages beside the names are updated, in milliseconds.
  private static let agePeriod: UInt32 = 60_000

  func connectSubscriptions() {
    subscriptions.onAdded = { [weak self] calendar in
      guard let self, self.sidebar.isOpen else { return }
      self.sidebar.contents?.takeFocus(calendar)
    }
    calendarOpening.onLink = { [weak self] link in self?.subscriptions.ask(aboutLink: link) }
    afterMilliseconds(Self.agePeriod) { [weak self] in
      guard let self else { return false }
      let hasSubscriptions = self.session.accountCalendars.contains { $0.subscription != nil }
      if hasSubscriptions, self.sidebar.isOpen { self.sidebar.contents?.update() }
      return true
    }
  }
}
