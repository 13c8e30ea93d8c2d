import CalendarModel

extension StoreError {
  /// Returns a one-line message that says what happened to a command and what to do; nil if `message` says the same.
  /// Nothing retries a command, so its changes are not kept.
  package func commandMessage(_ t: Translator) -> String? {
    switch self {
    case .beingWritten(let location):
      t.tr(
        "“{path}” is being written by another program. Nothing was changed. Try again later.",
        ["path": location.text])
    case .offline(let location), .transferFailed(.offline(let location)):
      t.tr("“{calendar}” is offline. Nothing was changed. Try again later.", ["calendar": location.text])
    case .serverError(let location, let message), .transferFailed(.serverError(let location, let message)):
      t.tr(
        "The server for “{calendar}” reports an error: {reason}. Nothing was changed. Try again later.",
        ["calendar": location.text, "reason": message])
    case .signInNeeded(let location):
      t.tr(
        "“{calendar}” requires you to sign in to its account in Settings. Nothing was changed.",
        ["calendar": location.text])
    case .consentNeeded(_, let notification):
      t.trn(
        "The server may notify {count} person. Nothing was changed. Add --notify to allow that.",
        "The server may notify {count} people. Nothing was changed. Add --notify to allow that.",
        notification.people.count)
    case .noAnswer(let location):
      t.tr(
        "“{calendar}” did not respond, so it is not known whether it was changed. Check it, then try again.",
        ["calendar": location.text])
    case .readOnly(let location):
      t.tr("“{path}” is read-only. Nothing was changed.", ["path": location.text])
    case .damaged(let location):
      t.tr(
        "“{path}” is incomplete: its last BEGIN has no END. Use --force to change it anyway.",
        ["path": location.text])
    default: nil
    }
  }
}
