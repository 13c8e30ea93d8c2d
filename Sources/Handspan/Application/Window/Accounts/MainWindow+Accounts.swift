import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import UserSettings

// The calendars of the user's accounts, and the question of whether servers may notify people.
extension MainWindow {
  func connectAccounts() {
    session.setUserAddresses(Set(preferences[Preferences.myAddresses]))
    preferences.onChange(Preferences.myAddresses) { [weak self] in
      guard let self else { return }
      self.session.setUserAddresses(Set(self.preferences[Preferences.myAddresses]))
    }
    session.people.ask = { [weak self] question, answer in
      guard let self else { return answer(.decline) }
      self.ask(question, then: answer)
    }
    startAccountsAfterFirstFrame()
  }

  /// Asks before allowing a server to notify people of a change.
  private func ask(
    _ question: NotificationQuestion,
    then answer: @escaping @MainActor (NotificationAnswer) -> Void
  ) {
    let (phrases, t) = (session.phrases, session.phrases.translator)
    let calendar = session.name(of: question.calendar) ?? ""
    let alert = dialogs.makeAlert(question.heading(t), question.text(calendar: calendar, phrases))
    alert.add("cancel", t.tr("Cancel"))
    alert.add(
      "change", question.buttonLabel(t),
      question.kind == .delete ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
    // A message that has been sent cannot be taken back, so no key that is pressed by mistake may send one.
    alert.setResponses(onEnter: "cancel", onClose: "cancel")
    dialogs.ask(alert) { answer($0 == "change" ? .allow : .decline) }
  }

  /// Lists the calendars of accounts and the subscriptions after the first frames. The accounts' service may take a
  /// second to start, and would delay these frames.
  private func startAccountsAfterFirstFrame() {
    var frameCount = 0
    _ = addTickCallback(gtkWidget) { [weak self] _ in
      frameCount += 1
      guard frameCount > 3 else { return true }
      self?.session.listed.startAccounts()
      self?.session.listed.startSubscriptions()
      return false
    }
  }

  /// Opens the settings of the online accounts, because this program does not handle passwords.
  func signIn() {
    guard !AccountSettings.open() else { return }
    toasts.showToast(
      session.phrases.translator.tr("Sign in to the account in your desktop’s settings"))
  }
}
