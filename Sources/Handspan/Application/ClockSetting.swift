import CGtk
import GtkSupport

/// Tells when the desktop's choice between 12 and 24 hours changes; `Language.clock` says what it is.
///
/// A locale offers no such news: the environment of a running program stays what it was.
@MainActor
final class ClockSetting {
  /// Called when another clock was chosen.
  var onChange: () -> Void = {}

  private let settings: OpaquePointer?
  private var handler: gulong = 0

  init() {
    settings = Language.clockSettings()
    guard let settings else { return }
    // Nobody is told of a key that was never read.
    _ = g_settings_get_enum(settings.as(GSettings.self), Language.clockKey)
    handler = onPointer(settings, "changed::" + Language.clockKey) { [weak self] _ in self?.onChange() }
  }

  isolated deinit {
    guard let settings else { return }
    g_signal_handler_disconnect(UnsafeMutableRawPointer(settings), handler)
    g_object_unref(UnsafeMutableRawPointer(settings))
  }
}
