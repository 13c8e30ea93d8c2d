import UserSettings

// The reminders of new events, and the question whether to show reminders.
extension MainWindow {
  func connectReminders() {
    let update: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      session.defaultReminders = preferences.defaultReminders
    }
    preferences.onChange(Preferences.defaultReminder, update)
    preferences.onChange(Preferences.defaultAllDayReminder, update)
    preferences.onChange(Preferences.allDayReminderTime, update)
    update()
  }

  /// Takes over the answer to the question of the banner.
  func answerReminderQuestion(show: Bool) {
    if show { preferences[Preferences.ringsWhileClosed] = true }
    preferences[Preferences.hasAnsweredReminders] = true
    let t = session.phrases.translator
    toasts.showToast(
      show
        ? t.tr("Reminders are shown from now on") : t.tr("Reminders can be switched on in Preferences"))
    view.takeFocus()
  }
}
