import CGtk
import GtkSupport
import Reminders
import UserSettings

/// Who shows the reminders of accounts: another program of this desktop, or `handspan-agent` if there is none.
@MainActor
final class AccountReminders {
  static let shared = AccountReminders()

  private static let alarmNotify = "org.gnome.Evolution-alarm-notify"
  private static let shell = "org.gnome.Shell"

  private var desktop = Ringer.Desktop() {
    didSet { if desktop != oldValue { for call in handlers { call() } } }
  }
  private var handlers: [@MainActor () -> Void] = []
  private let preferences = Preferences()

  var ringer: Ringer {
    Ringer.of(.account, on: desktop, ringsForAccounts: preferences[Preferences.accountsRing])
  }

  /// Calls a function whenever another program starts or stops showing reminders.
  func onChange(_ handler: @escaping @MainActor () -> Void) { handlers.append(handler) }

  /// Finds out which programs there are, and follows them.
  func watch(on application: OpaquePointer) {
    guard let connection = g_application_get_dbus_connection(application.as(GApplication.self)) else {
      return
    }
    let appeared: GBusNameAppearedCallback = { connection, name, _, _ in
      guard let connection, let name else { return }
      nonisolated(unsafe) let bus = connection
      let owner = String(cString: name)
      MainActor.assumeIsolated { AccountReminders.shared.appeared(owner, on: bus) }
    }
    let vanished: GBusNameVanishedCallback = { _, name, _ in
      let owner = name.map { String(cString: $0) }
      MainActor.assumeIsolated { AccountReminders.shared.vanished(owner) }
    }
    for name in [Self.alarmNotify, Self.shell] {
      g_bus_watch_name_on_connection(
        connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE, appeared, vanished, nil, nil)
    }
  }

  private func appeared(_ name: String, on connection: OpaquePointer) {
    guard name == Self.shell else { return desktop.hasAlarmNotify = true }
    var parameters: [OpaquePointer?] = [
      g_variant_new_string(Self.shell), g_variant_new_string("ShellVersion"),
    ]
    g_dbus_connection_call(
      connection, Self.shell, "/org/gnome/Shell", "org.freedesktop.DBus.Properties", "Get",
      g_variant_new_tuple(&parameters, gsize(parameters.count)), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1,
      nil,
      { source, result, _ in
        guard let answer = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, nil) else {
          return
        }
        defer { g_variant_unref(answer) }
        guard String(cString: g_variant_get_type_string(answer)) == "(v)",
          let boxed: OpaquePointer = g_variant_get_child_value(answer, 0)
        else { return }
        defer { g_variant_unref(boxed) }
        guard let value: OpaquePointer = g_variant_get_variant(boxed) else { return }
        defer { g_variant_unref(value) }
        guard String(cString: g_variant_get_type_string(value)) == "s" else { return }
        let version = String(cString: g_variant_get_string(value, nil))
        MainActor.assumeIsolated {
          AccountReminders.shared.desktop.shellVersion = Ringer.Desktop.majorVersion(version)
        }
      }, nil)
  }

  private func vanished(_ name: String?) {
    if name == Self.alarmNotify { desktop.hasAlarmNotify = false }
    if name == Self.shell { desktop.shellVersion = nil }
  }
}
