import CGLib
import Reminders

/// The other programs of this desktop that ring for the calendars of Evolution Data Server, as long as they run.
@MainActor
package final class OtherRingers {
  private static let alarmNotify = "org.gnome.Evolution-alarm-notify"
  private static let shell = "org.gnome.Shell"

  package private(set) var desktop = Ringer.Desktop()
  /// Whether it is known which of them run.
  package var isKnown: Bool { unknown.isEmpty }
  private var unknown: Set<String> = [alarmNotify, shell]
  private var watches: [guint] = []
  private let changed: @MainActor () -> Void

  /// - Parameters:
  ///   - connection: a connection to the session's bus, whose signals arrive on the main thread.
  ///   - changed: called when it becomes known which programs run, and when one of them starts or ends.
  package init(on connection: OpaquePointer, changed: @escaping @MainActor () -> Void) {
    self.changed = changed
    let appeared: GBusNameAppearedCallback = { connection, name, _, data in
      guard let connection, let name, let data else { return }
      nonisolated(unsafe) let bus = connection
      let (text, address) = (String(cString: name), UInt(bitPattern: data))
      MainActor.assumeIsolated { OtherRingers.at(address)?.appeared(text, on: bus) }
    }
    let vanished: GBusNameVanishedCallback = { _, name, data in
      guard let name, let data else { return }
      let (text, address) = (String(cString: name), UInt(bitPattern: data))
      MainActor.assumeIsolated { OtherRingers.at(address)?.vanished(text) }
    }
    watches = unknown.map { name in
      g_bus_watch_name_on_connection(
        connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE, appeared, vanished,
        Unmanaged.passUnretained(self).toOpaque(), nil)
    }
  }

  isolated deinit { for watch in watches { g_bus_unwatch_name(watch) } }

  private static func at(_ address: UInt) -> OtherRingers? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged<OtherRingers>.fromOpaque($0).takeUnretainedValue() }
  }

  private func appeared(_ name: String, on connection: OpaquePointer) {
    guard name == Self.shell else { return set(name) { $0.hasAlarmNotify = true } }
    var parameters: [OpaquePointer?] = [
      g_variant_new_string(Self.shell), g_variant_new_string("ShellVersion"),
    ]
    g_dbus_connection_call(
      connection, Self.shell, "/org/gnome/Shell", "org.freedesktop.DBus.Properties", "Get",
      g_variant_new_tuple(&parameters, gsize(parameters.count)), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1,
      nil,
      { source, result, data in
        guard let data else { return }
        let ringers = Unmanaged<OtherRingers>.fromOpaque(data).takeRetainedValue()
        let answer = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, nil)
        defer { answer.map { g_variant_unref($0) } }
        var text: UnsafeMutablePointer<CChar>?
        if let answer, String(cString: g_variant_get_type_string(answer)) == "(v)",
          let boxed: OpaquePointer = g_variant_get_child_value(answer, 0)
        {
          defer { g_variant_unref(boxed) }
          if let value: OpaquePointer = g_variant_get_variant(boxed) {
            defer { g_variant_unref(value) }
            if String(cString: g_variant_get_type_string(value)) == "s" {
              text = g_variant_dup_string(value, nil)
            }
          }
        }
        let version = takeString(text).flatMap(Ringer.Desktop.majorVersion)
        MainActor.assumeIsolated { ringers.set(OtherRingers.shell) { $0.shellVersion = version } }
      }, Unmanaged.passRetained(self).toOpaque())
  }

  private func vanished(_ name: String) {
    set(name) { desktop in
      if name == Self.shell { desktop.shellVersion = nil } else { desktop.hasAlarmNotify = false }
    }
  }

  private func set(_ name: String, _ change: (inout Ringer.Desktop) -> Void) {
    let before = (desktop, isKnown)
    change(&desktop)
    unknown.remove(name)
    if before != (desktop, isKnown) { changed() }
  }
}
