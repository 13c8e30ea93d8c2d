import CalendarSession
import GtkSupport

// The calendars on the web that the user has subscribed to.
extension MainWindow {
  /// The interval in milliseconds at which the ages of the subscriptions are updated in the sidebar.
  private static let ageUpdateInterval: UInt32 = 60_000

  func connectSubscriptions() {
    subscriptions.onAdded = { [weak self] calendar in
      guard let self, self.sidebar.isOpen else { return }
      self.sidebar.contents?.takeFocus(calendar)
    }
    calendarOpening.onLink = { [weak self] link in self?.subscriptions.ask(aboutLink: link) }
    afterMilliseconds(Self.ageUpdateInterval) { [weak self] in
      guard let self else { return false }
      let hasSubscriptions = self.session.listed.calendars.contains { $0.subscription != nil }
      if hasSubscriptions, self.sidebar.isOpen { self.sidebar.contents?.update() }
      return true
    }
  }
}
