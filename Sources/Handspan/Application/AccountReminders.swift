import CGtk
import Reminders
import UserSettings

/// Who shows the reminders of accounts: another program of this desktop, or `handspan-agent` if there is none.
@MainActor
final class AccountReminders {
  static let shared = AccountReminders()

  private var others: OtherRingers?
  private var handlers: [@MainActor () -> Void] = []
  private let preferences = Preferences()

  /// Nil as long as it is not known.
  var ringer: Ringer? {
    guard let others, others.isKnown else { return nil }
    return Ringer.of(.account, on: others.desktop, ringsForAccounts: preferences[Preferences.accountsRing])
  }

  /// Calls a function whenever another program starts or stops showing reminders.
  func onChange(_ handler: @escaping @MainActor () -> Void) { handlers.append(handler) }

  /// Finds out which programs there are, and follows them.
  func watch(on application: OpaquePointer) {
    others = g_application_get_dbus_connection(application.as(GApplication.self)).map {
      OtherRingers(on: $0) { [weak self] in for call in self?.handlers ?? [] { call() } }
    }
  }
}
