import CAgent
import Glibc
import ReminderAgent
import UserSettings

/// Handspan's window, which belongs to another process.
@MainActor
enum Window {
  /// The variables of the environment in which a started program finds the token that lets it take the focus.
  static let tokenVariables = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

  /// Shows something in the window that is open, or in a new one.
  ///
  /// - Parameter token: lets the window take the focus.
  static func open(_ target: ReminderTarget, on bus: Bus, token: String?) {
    let action: OpaquePointer
    let parameter: OpaquePointer
    if let event = target.event {
      action = Variants.string("show-event")
      parameter = Variants.tuple([event.calendar, event.uid, event.recurrenceID].map(Variants.string))
    } else {
      action = Variants.string("show-date")
      parameter = Variants.string(target.day.description)
    }
    // GTK calls the token by both names, depending on its version and the display.
    let platformData = (token.map { [("activation-token", $0), ("desktop-startup-id", $0)] } ?? [])
      .map { ($0.0, Variants.string($0.1)) }
    let path = "/" + applicationID.split(separator: ".").joined(separator: "/")
    bus.call(
      applicationID, path: path, interface: "org.freedesktop.Application", method: "ActivateAction",
      Variants.tuple([
        action, Variants.array(of: "v", [g_variant_new_variant(parameter)]),
        Variants.dictionary(platformData),
      ]), flags: G_DBUS_CALL_FLAGS_NO_AUTO_START
    ) { answer in
      if case .failure(.nobody) = answer { start(target, token: token) }
    }
  }

  private static func start(_ target: ReminderTarget, token: String?) {
    let launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_NONE)
    defer { launcher.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
    if let token {
      for name in tokenVariables {
        g_subprocess_launcher_setenv(launcher, name, token, 1)
      }
    }
    let program = DataFiles.binaryFolder + "/handspan"
    var commandLine: [String] = [program, "open", "--date", target.day.description]
    if let event = target.event {
      commandLine += ["--calendar", event.calendar, "--uid", event.uid]
      if !event.recurrenceID.isEmpty { commandLine += ["--occurrence", event.recurrenceID] }
    }
    let process = withCStrings(commandLine) { g_subprocess_launcher_spawnv(launcher, $0, nil) }
    if let process { g_object_unref(UnsafeMutableRawPointer(process)) }
  }
}
