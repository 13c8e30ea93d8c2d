import CAgent
import CalendarModel
import CalendarStore
import Reminders

/// The other programs that ring, and the files that they ring for.
@MainActor
final class OtherRingers {
  private static let alarmNotify = "org.gnome.Evolution-alarm-notify"
  private static let shell = "org.gnome.Shell"

  private let bus: Bus
  private(set) var desktop = Ringer.Desktop()
  private let changed: @MainActor @Sendable () -> Void

  /// - Parameter changed: called when another program starts or stops ringing.
  init(_ bus: Bus, changed: @escaping @MainActor @Sendable () -> Void) {
    (self.bus, self.changed) = (bus, changed)
    desktop.hasAlarmNotify = bus.hasOwner(Self.alarmNotify)
    bus.watch(Self.alarmNotify) { [weak self] hasOwner in
      self?.desktop.hasAlarmNotify = hasOwner
      changed()
    }
    bus.watch(Self.shell) { [weak self] _ in self?.readShellVersion() }
    readShellVersion()
  }

  private func readShellVersion() {
    let parameters = Variants.tuple([Variants.string(Self.shell), Variants.string("ShellVersion")])
    bus.call(
      Self.shell, path: "/org/gnome/Shell", interface: "org.freedesktop.DBus.Properties", method: "Get",
      parameters, flags: G_DBUS_CALL_FLAGS_NO_AUTO_START
    ) { [weak self] answer in
      let text = (try? answer.get()).map { answer in
        Variants.child(answer, 0) { boxed in
          Variants.count(boxed) == 1 ? Variants.text(boxed, 0) : ""
        }
      }
      let version = text.flatMap(Ringer.Desktop.majorVersion)
      guard version != self?.desktop.shellVersion else { return }
      self?.desktop.shellVersion = version
      self?.changed()
    }
  }

  /// The paths of the files that are also calendars of Evolution Data Server, for which its reminders are switched on.
  nonisolated static func filesOfEvolution() -> Set<String> {
    let folder = String(cString: g_get_user_config_dir()) + "/evolution/sources"
    var paths: Set<String> = []
    for name in PrivateFile.names(in: folder) where name.hasSuffix(".source") {
      guard let file = g_key_file_new() else { continue }
      defer { g_key_file_free(file) }
      guard g_key_file_load_from_file(file, "\(folder)/\(name)", G_KEY_FILE_NONE, nil) != 0,
        g_key_file_has_group(file, "Calendar") != 0,
        isTrue(file, "Data Source", "Enabled"), isTrue(file, "Alarms", "IncludeMe"),
        let value = g_key_file_get_string(file, "Local Backend", "CustomFile", nil)
      else { continue }
      defer { g_free(value) }
      // It is written as a URI, and was once a path.
      let object = g_file_new_for_commandline_arg(value)
      defer { g_object_unref(object.map { UnsafeMutableRawPointer($0) }) }
      guard let path = g_file_get_path(object) else { continue }
      paths.insert(String(cString: path))
      g_free(path)
    }
    return paths
  }

  private nonisolated static func isTrue(_ file: OpaquePointer, _ group: String, _ key: String) -> Bool {
    g_key_file_has_key(file, group, key, nil) == 0 || g_key_file_get_boolean(file, group, key, nil) != 0
  }
}
