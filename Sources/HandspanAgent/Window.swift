import CAgent
import CalendarModel
import Glibc
import UserSettings

/// Handspan's window, which belongs to another process.
enum Window {
  /// Opens it on a day, or shows the day in the window that is open.
  ///
  /// - Parameter token: lets the window take the focus.
  static func open(on day: Day, token: String?) {
    let launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_NONE)
    defer { launcher.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
    if let token {
      for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
        g_subprocess_launcher_setenv(launcher, name, token, 1)
      }
    }
    let program = DataFiles.binaryFolder.appendingPathComponent("handspan").path
    let commandLine: [String] = [program, "open", "--date", day.description]
    let copies = commandLine.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let arguments: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
    let process = arguments.withUnsafeBufferPointer {
      g_subprocess_launcher_spawnv(launcher, $0.baseAddress, nil)
    }
    if let process { g_object_unref(UnsafeMutableRawPointer(process)) }
  }
}
