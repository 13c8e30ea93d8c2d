import CGtk
import GtkSupport
import UserSettings

/// Reports changes to the desktop's clock format. `Language.clock` returns the current format.
///
/// The clock format of the locale does not have to be observed, because the locale of a running program does
/// not change.
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
    _ = g_settings_get_enum(settings.as(GSettings.self), Language.clockFormatKey)
    handler = onObjectSignal(settings, "changed::" + Language.clockFormatKey) { [weak self] _ in
      self?.onChange()
    }
  }

  isolated deinit {
    guard let settings else { return }
    g_signal_handler_disconnect(UnsafeMutableRawPointer(settings), handler)
    g_object_unref(UnsafeMutableRawPointer(settings))
  }
}
