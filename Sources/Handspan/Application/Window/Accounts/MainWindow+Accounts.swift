import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport

// The calendars of the user's accounts.
extension MainWindow {
  func connectAccounts() {
    session.knownAccountCalendars = Set(
      preferences[Preferences.knownAccountCalendars].map { CalendarID($0) })
    session.onKnownAccountCalendarsChanged = { [weak self] in
      guard let self else { return }
      self.preferences[Preferences.knownAccountCalendars] =
        self.session.knownAccountCalendars.map(\.key).sorted()
    }
    // An earlier run may have kept changes to a calendar that has just been opened.
    session.onAccountsOpened = { [weak self] in self?.opening.offerPendingChanges() }
    startAccountsAfterFirstFrame()
  }

  /// The service of the accounts may take a second to start, and needs the processor for that.
  private func startAccountsAfterFirstFrame() {
    var frameCount = 0
    _ = addTickCallback(gtkWidget) { [weak self] _ in
      frameCount += 1
      guard frameCount > 3 else { return true }
      self?.session.startAccounts()
      return false
    }
  }

  /// Opens the settings of the online accounts, because passwords do not pass through this program.
  func signIn() {
    guard !AccountSettings.open() else { return }
    toasts.showToast(
      session.phrases.translator.tr("Sign in to the account in the settings of your desktop"))
  }
}
