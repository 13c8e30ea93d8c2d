import CGtk
import GtkSupport
import UserSettings

/// `handspan-agent`, the program that shows reminders.
@MainActor
enum ReminderProgram {
  /// Starts it by its name on the bus or, if that is not installed, from the folder of this program. If it runs already,
  /// nothing happens.
  static func start(from application: OpaquePointer) {
    guard let connection = g_application_get_dbus_connection(application.as(GApplication.self)) else {
      return
    }
    var parameters: [OpaquePointer?] = [
      g_variant_new_string(applicationID + ".Agent"), g_variant_new_uint32(0),
    ]
    g_dbus_connection_call(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "StartServiceByName", g_variant_new_tuple(&parameters, gsize(parameters.count)), nil,
      G_DBUS_CALL_FLAGS_NONE, -1, nil,
      { source, result, _ in
        guard let answer = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, nil) else {
          return ReminderProgram.startFile()
        }
        g_variant_unref(answer)
      }, nil)
  }

  private nonisolated static func startFile() {
    let process = withCStrings([DataFiles.binaryFolder + "/handspan-agent", "--autostart"]) {
      g_subprocess_newv($0, GSubprocessFlags(rawValue: 0), nil)
    }
    if let process { g_object_unref(UnsafeMutableRawPointer(process)) }
  }
}
