import CGtk
import GtkSupport

/// Reports changes of the desktop's 12- or 24-hour setting; `Language.clock` returns the setting.
///
/// The locale cannot change, because the environment of a running program does not.
@MainActor
final class ClockSetting {
  /// Called when the setting has changed.
  var onChange: () -> Void = {}

  private let settings: OpaquePointer?
  private var handler: gulong = 0

  init() {
    settings = Language.clockSettings()
    guard let settings else { return }
    // GSettings reports changes only for keys that have been read.
    _ = g_settings_get_enum(settings.as(GSettings.self), Language.clockKey)
    handler = onPointer(settings, "changed::" + Language.clockKey) { [weak self] _ in self?.onChange() }
  }

  isolated deinit {
    guard let settings else { return }
    g_signal_handler_disconnect(UnsafeMutableRawPointer(settings), handler)
    g_object_unref(UnsafeMutableRawPointer(settings))
  }
}
